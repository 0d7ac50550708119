//===- FusePad.cpp - Pads that their producer writes into -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let R = P(ins, I) be a linalg op with the destination I, and T = pad(R) with
// the padding v. The rule, with D a tensor of the sizes of T whose elements
// outside the source are v, and D[s] its slice where the source belongs:
//
//   T = insert(P(ins, S), D, s),   S = D[s] or S = copy(I to D[s])
//
// Outside s, the insertion leaves D, which is v there. Inside s, the result is
// P(ins, S), which is R: the loops of P range over the extents of its operands.
// D[s] has the extents of I, so neither the loops nor linalg.index depend on
// which of the two is the destination. If P overwrites its destination and does
// not read it (Analysis/Destinations), the contents of S do not matter. A
// destination is copied first (S = I) if it is read, or if a reduction loop may
// run zero times, so that the result is the destination. Where I is itself
// written by a linalg op Q that nothing else reads, Q's own rule gives S =
// Q(ins', D[s]) without a copy; a fill may have other readers, since to fill
// again costs no more than a copy. Elements of D[s] that are read although
// nothing wrote them are undefined in R, too (I is a tensor.empty), so that any
// value is right.
//
// Other readers of R read P(ins, S). Computing R once is worth more than
// keeping it in a separate buffer. If the original were kept, it would compute
// R again.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Pads/FusePad.h"

#include "Emission/PaddedTensor.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::heddle;

#include "heddle/Transforms/Pads/PadFill.cpp.inc"

//===----------------------------------------------------------------------===//
// What can be fused
//===----------------------------------------------------------------------===//

static LogicalResult checkProducer(RewriterBase &rewriter, tensor::PadOp pad,
                                   linalg::LinalgOp producer) {
  StringRef name = producer->getName().getStringRef();
  if (producer->getBlock() != pad->getBlock())
    return rewriter.notifyMatchFailure(
        pad, "'" + name + "' and its pad are in different blocks");
  if (!isMemoryEffectFree(producer))
    return rewriter.notifyMatchFailure(producer,
                                       "'" + name + "' has side effects");
  unsigned result = cast<OpResult>(pad.getSource()).getResultNumber();
  if (!reachesAllElements(producer, *producer.getDpsInitOperand(result)))
    return rewriter.notifyMatchFailure(
        producer,
        "'" + name + "' writes a part of result " + Twine(result) + " only");
  return success();
}

/// Checks `pad`, and returns the op that computes its source.
static FailureOr<linalg::LinalgOp> findProducer(RewriterBase &rewriter,
                                                tensor::PadOp pad) {
  Operation *source = pad.getSource().getDefiningOp();
  auto producer = dyn_cast_or_null<linalg::LinalgOp>(source);
  if (!producer)
    return rewriter.notifyMatchFailure(
        pad, "expects a source that a linalg op computes, but found " +
                 (source ? "the result of '" +
                               source->getName().getStringRef().str() + "'"
                         : std::string("a block argument")));
  for (ArrayRef<OpFoldResult> amounts :
       {pad.getMixedLowPad(), pad.getMixedHighPad()})
    for (OpFoldResult amount : amounts)
      if (std::optional<int64_t> known = getConstantIntValue(amount);
          known && *known < 0)
        return rewriter.notifyMatchFailure(
            pad, "expects padding of at least 0, but got " + Twine(*known));
  // The pad itself is pure whatever its body does.
  if (!llvm::all_of(pad.getBody()->without_terminator(),
                    [](Operation &op) { return isMemoryEffectFree(&op); }))
    return rewriter.notifyMatchFailure(pad, "the padding has side effects");
  if (failed(checkProducer(rewriter, pad, producer)))
    return failure();
  return producer;
}

//===----------------------------------------------------------------------===//
// Where the producer goes
//===----------------------------------------------------------------------===//

namespace {
/// One producer, the pads of its results, and where it is computed.
struct ProducerPlan {
  linalg::LinalgOp producer;
  /// In the order of the block.
  SmallVector<tensor::PadOp> pads;
  /// For each result, the pad whose result is its destination, or null.
  SmallVector<tensor::PadOp> destinations;
  /// The ops that the destinations need, producers first, and the op that they
  /// move before.
  SetVector<Operation *> moved;
  Operation *position = nullptr;
};

/// Plans the producers in the order of their block.
class PadPlanner {
public:
  PadPlanner(RewriterBase &rewriter, llvm::function_ref<void(Operation *)> skip)
      : rewriter(rewriter), skip(skip) {}

  FailureOr<SmallVector<ProducerPlan, 0>> run(ArrayRef<tensor::PadOp> pads);

private:
  bool canMove(Value value, ProducerPlan &plan);
  LogicalResult place(ProducerPlan &plan);
  LogicalResult placeOrSkip(ProducerPlan &plan);

  RewriterBase &rewriter;
  /// Called with a pad that cannot be fused; null if that is a failure.
  llvm::function_ref<void(Operation *)> skip;
  /// Producers that move down, and the op that each moves before.
  DenseMap<Operation *, Operation *> positions;
};
} // namespace

/// True if `op` reads a size of a result of `producer`. The destination has the
/// same size.
static bool isSizeOf(Operation *op, Operation *producer) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && dim.getSource().getDefiningOp() == producer;
}

/// True if `value` is or can be computed before the producer. Ops that have to
/// move are added to the plan.
bool PadPlanner::canMove(Value value, ProducerPlan &plan) {
  Operation *op = value.getDefiningOp();
  Operation *producer = plan.producer;
  // The producer and the pad share a block: other blocks dominate both.
  if (!op || op->getBlock() != producer->getBlock() || plan.moved.contains(op))
    return true;
  if (Operation *position = positions.lookup(op))
    return position->isBeforeInBlock(producer);
  if (op->isBeforeInBlock(producer))
    return true;
  if (op == producer || op->getNumRegions() != 0 || !isPure(op) ||
      BufferReads(op).findWrite(op, producer, op))
    return false;
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp() != producer || !isSizeOf(op, producer))
      if (!canMove(operand, plan))
        return false;
  plan.moved.insert(op);
  return true;
}

/// The values that the padding of `pad` is computed from.
static SetVector<Value> getPaddingOperands(tensor::PadOp pad) {
  SetVector<Value> values;
  values.insert_range(pad.getLow());
  values.insert_range(pad.getHigh());
  getUsedValuesDefinedAbove(pad.getRegion(), values);
  return values;
}

/// The producer stays in its place if the padding can be computed before it.
/// Otherwise it moves down to the last pad for which it cannot, unless memory
/// that it reads is written before that pad.
LogicalResult PadPlanner::place(ProducerPlan &plan) {
  Operation *producer = plan.producer;
  plan.position = producer;
  for (tensor::PadOp pad : plan.pads)
    if (llvm::is_contained(plan.destinations, pad) &&
        (BufferReads(pad).findWrite(pad, producer, pad) ||
         !llvm::all_of(getPaddingOperands(pad),
                       [&](Value value) { return canMove(value, plan); })))
      plan.position = pad;
  if (plan.position == producer)
    return success();
  if (Operation *write = findWrite(producer, plan.position))
    return rewriter.notifyMatchFailure(write, [&](Diagnostic &diag) {
      diag << "'" << producer->getName() << "' reads memory that '"
           << write->getName() << "' may write before the padding is known";
    });
  tensor::PadOp last = cast<tensor::PadOp>(plan.position);
  if (llvm::any_of(getPaddingOperands(last), [&](Value value) {
        return value.getDefiningOp() == producer;
      }))
    return rewriter.notifyMatchFailure(
        last, "the padding is computed from the result of '" +
                  producer->getName().getStringRef() + "' itself");
  plan.moved.clear();
  positions[producer] = plan.position;
  for (Operation *user : producer->getUsers()) {
    Operation *inBlock = producer->getBlock()->findAncestorOpInBlock(*user);
    if (isSizeOf(user, producer) || !inBlock->isBeforeInBlock(plan.position))
      continue;
    return rewriter.notifyMatchFailure(
        user, "'" + user->getName().getStringRef() + "' reads '" +
                  producer->getName().getStringRef() +
                  "' before the padding is known");
  }
  return success();
}

static ProducerPlan makePlan(linalg::LinalgOp producer,
                             ArrayRef<tensor::PadOp> pads) {
  ProducerPlan plan;
  plan.producer = producer;
  plan.pads.assign(pads.begin(), pads.end());
  llvm::sort(plan.pads, [](tensor::PadOp a, tensor::PadOp b) {
    return a->isBeforeInBlock(b);
  });
  plan.destinations.resize(producer->getNumResults());
  for (tensor::PadOp pad : plan.pads)
    if (!hasNoSource(pad))
      plan.destinations[cast<OpResult>(pad.getSource()).getResultNumber()] =
          pad;
  return plan;
}

/// Places the producer. If pads may be skipped, leaves out the pads for which
/// it cannot be placed.
LogicalResult PadPlanner::placeOrSkip(ProducerPlan &plan) {
  while (failed(place(plan))) {
    if (!skip)
      return failure();
    auto last = cast<tensor::PadOp>(plan.position);
    skip(last);
    positions.erase(plan.producer);
    SmallVector<tensor::PadOp> others = plan.pads;
    llvm::erase(others, last);
    plan = makePlan(plan.producer, others);
  }
  return success();
}

FailureOr<SmallVector<ProducerPlan, 0>>
PadPlanner::run(ArrayRef<tensor::PadOp> pads) {
  llvm::MapVector<Operation *, SmallVector<tensor::PadOp>> padsOf;
  for (tensor::PadOp pad : pads) {
    FailureOr<linalg::LinalgOp> producer = findProducer(rewriter, pad);
    if (succeeded(producer))
      padsOf[*producer].push_back(pad);
    else if (skip)
      skip(pad);
    else
      return failure();
  }
  SmallVector<ProducerPlan, 0> plans;
  llvm::MapVector<Block *, SmallVector<unsigned>> plansIn;
  for (auto &[producer, itsPads] : padsOf) {
    plansIn[producer->getBlock()].push_back(plans.size());
    plans.push_back(makePlan(cast<linalg::LinalgOp>(producer), itsPads));
  }
  // A producer that moves down must stay before its users.
  for (auto &[block, numbers] : plansIn) {
    llvm::sort(numbers, [&](unsigned a, unsigned b) {
      return plans[a].producer->isBeforeInBlock(plans[b].producer);
    });
    for (unsigned number : numbers)
      if (failed(placeOrSkip(plans[number])))
        return failure();
  }
  llvm::erase_if(plans,
                 [](const ProducerPlan &plan) { return plan.pads.empty(); });
  return plans;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
class PadFuser {
public:
  PadFuser(RewriterBase &rewriter, const PadFusionOptions &options)
      : rewriter(rewriter), options(options) {}

  void emit(ProducerPlan &plan);
  PadFusionResult take() { return std::move(result); }

private:
  bool fillsWhole(tensor::PadOp pad);
  void replaceSizes(linalg::LinalgOp producer);
  PaddedTensor createPadded(tensor::PadOp pad);
  Value startFrom(linalg::LinalgOp op, OpOperand &init, Value slice,
                  Value scalar);
  void emitProducer(ProducerPlan &plan,
                    SmallVectorImpl<std::optional<PaddedTensor>> &padded);
  void replacePad(tensor::PadOp pad, Value value);

  RewriterBase &rewriter;
  const PadFusionOptions &options;
  PadFusionResult result;
};
} // namespace

/// True if both are known to be the same scalar.
static bool isSameScalar(Value a, Value b) {
  if (a == b)
    return true;
  Attribute first, second;
  return matchPattern(a, m_Constant(&first)) &&
         matchPattern(b, m_Constant(&second)) && first == second;
}

/// True if the producer of `pad` starts from a tensor of the padding value.
static bool startsFromPadding(tensor::PadOp pad) {
  auto source = cast<OpResult>(pad.getSource());
  auto producer = cast<linalg::LinalgOp>(source.getOwner());
  OpOperand &init = *producer.getDpsInitOperand(source.getResultNumber());
  auto fill = init.get().getDefiningOp<linalg::FillOp>();
  Value scalar = pad.getConstantPaddingValue();
  return fill && scalar && startsFromContents(producer, init) &&
         isSameScalar(fill.value(), scalar);
}

bool PadFuser::fillsWhole(tensor::PadOp pad) {
  if (hasNoSource(pad))
    return true;
  switch (options.fill) {
  case PadFill::Whole:
    return true;
  case PadFill::Boundary:
    return false;
  case PadFill::Auto:
    break;
  }
  if (startsFromPadding(pad))
    return true;
  RankedTensorType source = pad.getSourceType(), padded = pad.getResultType();
  return source.hasStaticShape() && padded.hasStaticShape() &&
         padded.getNumElements() - source.getNumElements() >
             source.getNumElements() &&
         countSlabs(pad) > 1;
}

/// The tensor from which the chain of linalg ops that computes `value` starts.
/// It has the same sizes, and does not depend on these ops.
static Value getStart(Value value) {
  while (auto op = value.getDefiningOp<linalg::LinalgOp>())
    value = op.getTiedOpOperand(cast<OpResult>(value))->get();
  return value;
}

/// Takes the sizes of the results of `producer`, and of its destinations, from
/// the tensor at the start of the chain. Otherwise the sizes would be readers
/// of the results.
void PadFuser::replaceSizes(linalg::LinalgOp producer) {
  for (Value result : producer->getResults()) {
    Value start = getStart(result);
    for (Value value = result; value != start;) {
      auto op = cast<linalg::LinalgOp>(value.getDefiningOp());
      for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
        if (isSizeOf(user, op))
          rewriter.modifyOpInPlace(user, [&] { user->setOperand(0, start); });
      value = op.getTiedOpOperand(cast<OpResult>(value))->get();
    }
  }
}

/// The padded tensor of `pad`.
PaddedTensor PadFuser::createPadded(tensor::PadOp pad) {
  Value shape = getStart(pad.getSource());
  auto empty = shape.getDefiningOp<tensor::EmptyOp>();
  SmallVector<OpFoldResult> sizes =
      empty ? empty.getMixedSizes()
            : tensor::getMixedSizes(rewriter, pad.getLoc(), shape);
  PaddedTensor padded =
      createPaddedTensor(rewriter, pad, sizes, fillsWhole(pad),
                         /*dropSlab=*/isMistake("slab_too_few"));
  llvm::append_range(result.fills, padded.fills);
  return padded;
}

/// The destination that `op` gets in place of `init`, so that it computes its
/// result in `slice`. All elements of `slice` are `scalar`, if that is not
/// null.
Value PadFuser::startFrom(linalg::LinalgOp op, OpOperand &init, Value slice,
                          Value scalar) {
  if (!startsFromContents(op, init) || isMistake("init_from_padding"))
    return slice;
  auto source = init.get().getDefiningOp<linalg::LinalgOp>();
  bool isFill = isa_and_nonnull<linalg::FillOp>(source);
  if (isFill && scalar &&
      isSameScalar(cast<linalg::FillOp>(source).value(), scalar))
    return slice;
  bool canRepeat = source && source->getNumResults() == 1 &&
                   isMemoryEffectFree(source) &&
                   !findWrite(source, &*rewriter.getInsertionPoint()) &&
                   reachesAllElements(source, *source.getDpsInitOperand(0));
  bool isOnlyHere =
      source && source->hasOneUse() && source->getBlock() == op->getBlock();
  if (!canRepeat || (!isFill && !isOnlyHere))
    return linalg::CopyOp::create(rewriter, op.getLoc(), init.get(), slice)
        .getResult(0);
  // Visits readers before the ops that they read.
  size_t record = result.replaced.size();
  if (isOnlyHere)
    result.replaced.emplace_back(source, nullptr);
  OpOperand &first = *source.getDpsInitOperand(0);
  Value start = startFrom(source, first, slice, scalar);
  SmallVector<Value> operands(source->getOperands());
  operands[first.getOperandNumber()] = start;
  Operation *moved =
      mlir::clone(rewriter, source, source->getResultTypes(), operands);
  if (isOnlyHere)
    result.replaced[record].second = moved;
  return moved->getResult(0);
}

/// Writes `plan.producer` into padded tensors; its uses become uses of the new
/// op.
void PadFuser::emitProducer(
    ProducerPlan &plan, SmallVectorImpl<std::optional<PaddedTensor>> &padded) {
  linalg::LinalgOp producer = plan.producer;
  replaceSizes(producer);
  for (Operation *op : plan.moved)
    rewriter.moveOpBefore(op, plan.position);
  rewriter.setInsertionPoint(plan.position);
  SmallVector<Value> operands(producer->getOperands());
  size_t record = result.replaced.size();
  result.replaced.emplace_back(producer, nullptr);
  for (auto [number, pad] : llvm::enumerate(plan.destinations)) {
    if (!pad)
      continue;
    OpOperand &init = *producer.getDpsInitOperand(number);
    padded[number] = createPadded(pad);
    Value slice = padded[number]->extractSource(rewriter, pad.getLoc(),
                                                pad.getSourceType());
    operands[init.getOperandNumber()] =
        startFrom(producer, init, slice, padded[number]->scalar);
  }
  Operation *moved =
      mlir::clone(rewriter, producer, producer->getResultTypes(), operands);
  rewriter.replaceAllUsesWith(producer->getResults(), moved->getResults());
  result.producers.push_back(moved);
  result.replaced[record].second = moved;
}

void PadFuser::replacePad(tensor::PadOp pad, Value value) {
  rewriter.replaceAllUsesWith(pad.getResult(), value);
  result.deadOriginals.push_back(pad);
}

void PadFuser::emit(ProducerPlan &plan) {
  SmallVector<std::optional<PaddedTensor>> padded(plan.destinations.size());
  if (llvm::any_of(plan.destinations, [](tensor::PadOp pad) { return pad; }))
    emitProducer(plan, padded);
  else
    result.producers.push_back(plan.producer);
  for (tensor::PadOp pad : plan.pads) {
    rewriter.setInsertionPoint(pad);
    unsigned number = cast<OpResult>(pad.getSource()).getResultNumber();
    if (plan.destinations[number] == pad) {
      replacePad(pad, padded[number]->insertSource(rewriter, pad.getLoc(),
                                                   pad.getSource()));
      continue;
    }
    PaddedTensor copied = createPadded(pad);
    replacePad(pad, hasNoSource(pad)
                        ? copied.tensor
                        : copied.insertSource(rewriter, pad.getLoc(),
                                              pad.getSource()));
  }
}

FailureOr<PadFusionResult>
heddle::fusePads(RewriterBase &rewriter, ArrayRef<tensor::PadOp> pads,
                 const PadFusionOptions &options,
                 llvm::function_ref<void(Operation *)> skip) {
  FailureOr<SmallVector<ProducerPlan, 0>> plans =
      PadPlanner(rewriter, skip).run(pads);
  if (failed(plans))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  PadFuser fuser(rewriter, options);
  for (ProducerPlan &plan : *plans)
    fuser.emit(plan);
  PadFusionResult result = fuser.take();
  for (auto [original, moved] : result.replaced)
    result.deadOriginals.push_back(original);
  return result;
}

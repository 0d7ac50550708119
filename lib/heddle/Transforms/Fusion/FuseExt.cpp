//===- FuseExt.cpp - Tile roots and fuse their producers by plan ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a fusion plan: each loop is created once, with all that it carries, and
// each instance once, in block order, in the body of its loop.
//
// A carry has one current value. In the loops 0 .. level it is the whole
// tensor, and in the loops that carry an accumulator it is the tile of the
// accumulator. The tile is extracted in front of the first of these loops, and
// inserted into the whole tensor at the end of the body that encloses them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseExt.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "heddle/Transforms/Emission/PaddedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if the type says that `value` has no elements.
static bool isEmptyTensor(Value value) {
  return llvm::is_contained(cast<ShapedType>(value.getType()).getShape(), 0);
}

namespace {

class NestEmitter {
public:
  NestEmitter(RewriterBase &rewriter, const FusionPlan &plan)
      : rewriter(rewriter), plan(plan), extents(plan.getExtents()),
        context(plan.getContext()), bounds(rewriter, extents, plan.anchor),
        tiles(rewriter, extents, bounds), loc(plan.anchor->getLoc()),
        values(plan.instances.size()), whole(plan.carries.size()),
        accumulators(plan.carries.size()) {}

  FuseExtResult run();

private:
  bool accumulates(const Instance &instance) const {
    return instance.firstReduction <= instance.level;
  }
  bool accumulates(const Carry &carry) const {
    return accumulates(plan.instances[carry.instance]);
  }

  bool isPerfect(unsigned level) const;
  void makeStarts();
  void emitLoop(unsigned level);
  void emitForall();
  void emitBody(int level);
  Value emitTileAround(const Instance &instance);
  SmallVector<Value> emitTile(const Instance &instance);
  void emitInstance(unsigned number);
  Value getTile(const Instance &instance, OpOperand &operand);
  Value readValue(const Instance &instance, OpOperand &operand);
  int findOrigin(const Instance &instance, OpOperand &operand) const;
  Value readDestination(const Instance &instance, OpOperand &operand);
  Value takeAccumulator(const Carry &carry);
  void insertTiles(int level);
  Box getResultBox(unsigned instance, unsigned result);
  void replaceUses();
  void collectDead();

  RewriterBase &rewriter;
  const FusionPlan &plan;
  ExtentTable &extents;
  BoundContext &context;
  BoundEmitter bounds;
  TileEmitter tiles;
  Location loc;
  FuseExtResult result;

  /// Per instance, the values of its results.
  SmallVector<SmallVector<Value>> values;
  /// Per carry, the whole tensor and, if there is one at present, the
  /// accumulator.
  SmallVector<Value> whole, accumulators;
  Operation *outermost = nullptr;
};

} // namespace

Box NestEmitter::getResultBox(unsigned instance, unsigned result) {
  return cast<FootprintOpInterface>(plan.instances[instance].op)
      .getResultBox(extents, result, plan.instances[instance].iteration);
}

/// True if the body of loop `level` holds only the next loop: no op is computed
/// there, and no tile is extracted or inserted.
bool NestEmitter::isPerfect(unsigned level) const {
  auto isHere = [&](const auto &part) { return part.level == int(level); };
  return level + 1 < plan.loops.size() &&
         llvm::none_of(plan.instances, isHere) &&
         llvm::none_of(plan.carries, isHere);
}

/// The initial value of each carry.
void NestEmitter::makeStarts() {
  for (auto [number, carry] : llvm::enumerate(plan.carries)) {
    if (carry.start) {
      whole[number] = carry.start;
      continue;
    }
    Value original = plan.instances[carry.instance].op->getResult(carry.result);
    auto type = cast<RankedTensorType>(original.getType());
    Operation *op = plan.instances[carry.instance].op;
    if (getRowMultiple(op)) {
      Box box = getWholeBox(context, extents.getExtents(original));
      Value rows = tiles.makeDestination(op, box, type);
      whole[number] = rows.getType() == type
                          ? rows
                          : tensor::CastOp::create(rewriter, loc, type, rows);
      continue;
    }
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(bounds.getValue(extents.getExtent(original, dim)));
    whole[number] = tensor::EmptyOp::create(rewriter, loc, type, sizes);
  }
}

/// The operand's value for its planned box: a tile of the nest, a slice of the
/// value outside, or a slice of the tensor that is carried.
Value NestEmitter::readValue(const Instance &instance, OpOperand &operand) {
  const PlannedOperand &planned = instance.operands[operand.getOperandNumber()];
  if (planned.producer >= 0) {
    unsigned number = cast<OpResult>(operand.get()).getResultNumber();
    Box box = getResultBox(planned.producer, number);
    SmallVector<Bound> sizes = getSizes(context, box);
    return tiles.extract(instance.op->getLoc(),
                         values[planned.producer][number], planned.box,
                         box.dims, sizes);
  }
  Value source = planned.carry >= 0 ? whole[planned.carry] : operand.get();
  return tiles.extract(instance.op->getLoc(), source, planned.box, {},
                       extents.getExtents(operand.get()));
}

/// The carry whose slice has the contents of `operand` if the ops of the nest
/// that compute them write in place; -1 if there is none.
int NestEmitter::findOrigin(const Instance &instance,
                            OpOperand &operand) const {
  const Instance *reader = &instance;
  OpOperand *read = &operand;
  while (true) {
    const PlannedOperand &planned = reader->operands[read->getOperandNumber()];
    if (planned.producer < 0)
      return planned.carry;
    unsigned result = cast<OpResult>(read->get()).getResultNumber();
    reader = &plan.instances[planned.producer];
    auto dps = dyn_cast<DestinationStyleOpInterface>(reader->op);
    if (!dps && reader->op->getNumOperands() == 0)
      return -1;
    // The other ops are views of their first operand, or make new tensors.
    read = dps ? dps.getDpsInitOperand(result) : &reader->op->getOpOperand(0);
  }
}

/// The same for a destination that the op reads. It gets a copy in three cases,
/// because bufferization in place would confuse the contents: if one value
/// gives the contents of two destinations, if a forall both writes the value at
/// its end and uses it before, or if a forall inserts the result elsewhere than
/// into the tensor whose slice the op would write. In the last case the slice
/// may be overwritten first: MLIR 22 takes the insertions at the end of a
/// forall to have no order, so it sees no conflict among them.
Value NestEmitter::readDestination(const Instance &instance,
                                   OpOperand &operand) {
  Value tile = readValue(instance, operand);
  const PlannedOperand &planned = instance.operands[operand.getOperandNumber()];
  auto dps = cast<DestinationStyleOpInterface>(instance.op);
  bool isShared = llvm::any_of(dps.getDpsInitsMutable(), [&](OpOperand &other) {
    return &other != &operand && other.get() == operand.get();
  });
  if (planned.producer >= 0 && plan.numForall > 0) {
    unsigned result = cast<OpResult>(operand.get()).getResultNumber();
    isShared |= plan.instances[planned.producer].carries[result] >= 0;
  }
  int own = instance.carries[dps.getTiedOpResult(&operand).getResultNumber()];
  if (own >= 0 && plan.numForall > 0) {
    int origin = findOrigin(instance, operand);
    isShared |= origin >= 0 && origin != own;
  }
  if (!isShared)
    return tile;
  Location inner = instance.op->getLoc();
  Value empty = tiles.makeEmpty(inner, planned.box, operand.get().getType());
  tile = tiles.matchType(inner, tile, planned.box);
  return linalg::CopyOp::create(rewriter, inner, tile, empty).getResult(0);
}

/// The start of an accumulator, before its first reduction loop.
Value NestEmitter::takeAccumulator(const Carry &carry) {
  const Instance &instance = plan.instances[carry.instance];
  unsigned number = &carry - plan.carries.begin();
  if (carry.level < 0)
    return whole[number];
  OpResult value = instance.op->getResult(carry.result);
  auto dps = dyn_cast<DestinationStyleOpInterface>(instance.op);
  // A joint target without a destination, such as a pad, may have a parallel
  // dim that is a reduction of another target. Then its tiles are assembled.
  if (!dps)
    return carry.takesTile ? tiles.extract(loc, whole[number], carry.box, {},
                                           extents.getExtents(value))
                           : tiles.makeEmpty(loc, carry.box, value.getType());
  OpOperand *destination = dps.getTiedOpOperand(value);
  const PlannedOperand &planned =
      instance.operands[destination->getOperandNumber()];
  if (planned.producer < 0 && carry.takesTile)
    return tiles.extract(loc, whole[number], carry.box, {},
                         extents.getExtents(destination->get()));
  return readDestination(instance, *destination);
}

/// The value that the tiled op takes for `operand`.
Value NestEmitter::getTile(const Instance &instance, OpOperand &operand) {
  const PlannedOperand &planned = instance.operands[operand.getOperandNumber()];
  if (planned.role == OperandRole::Whole)
    return operand.get();
  if (planned.role == OperandRole::Input)
    return readValue(instance, operand);

  auto dps = cast<DestinationStyleOpInterface>(instance.op);
  unsigned result = dps.getTiedOpResult(&operand).getResultNumber();
  int number = instance.carries[result];
  if (planned.producer >= 0 && plan.instances[planned.producer].isRescale)
    return readValue(instance, operand);
  if (number >= 0 && accumulates(instance)) {
    Box box = getResultBox(&instance - plan.instances.begin(), result);
    const Box &carried = plan.carries[number].box;
    return tiles.extract(instance.op->getLoc(), accumulators[number], box,
                         carried.dims, getSizes(context, carried));
  }
  // If an iteration of a forall wrote outside of its own box, another iteration
  // would write the same elements at the same time.
  bool isOwn = plan.numForall == 0 ||
               (number >= 0 && planned.box == plan.carries[number].box);
  if (number >= 0 && plan.carries[number].takesTile && planned.producer < 0 &&
      isOwn)
    return tiles.extract(instance.op->getLoc(), whole[number], planned.box, {},
                         extents.getExtents(operand.get()));
  if (planned.role == OperandRole::UnreadDestination)
    return tiles.makeDestination(instance.op, planned.box,
                                 operand.get().getType());
  return readDestination(instance, operand);
}

/// The tile of an op that is built around a larger tile of its first operand
/// than the op reads; null if that operand has no such tile, or if the op has
/// no room for it.
Value NestEmitter::emitTileAround(const Instance &instance) {
  if (instance.operands.empty() || instance.operands.front().producer < 0)
    return Value();
  const PlannedOperand &planned = instance.operands.front();
  unsigned result =
      cast<OpResult>(instance.op->getOperand(0)).getResultNumber();
  Box box = getResultBox(planned.producer, result);
  if (box == planned.box)
    return Value();
  return cast<EmissionOpInterface>(instance.op)
      .emitTileAround(rewriter, tiles, instance.iteration,
                      values[planned.producer][result], box, planned.box);
}

SmallVector<Value> NestEmitter::emitTile(const Instance &instance) {
  if (Value around = emitTileAround(instance))
    return {around};
  SmallVector<Value> operands;
  for (OpOperand &operand : instance.op->getOpOperands())
    operands.push_back(getTile(instance, operand));
  return cast<EmissionOpInterface>(instance.op)
      .emitTile(rewriter, tiles, instance.iteration, operands);
}

void NestEmitter::emitInstance(unsigned number) {
  const Instance &instance = plan.instances[number];
  values[number] = emitTile(instance);
  Operation *tiledOp = values[number].front().getDefiningOp();
  if (result.tiled.empty() || result.tiled.back().first != instance.op)
    result.tiled.push_back({instance.op, {}});
  if (tiledOp)
    result.tiled.back().second.push_back(tiledOp);
  if (!accumulates(instance) || instance.isRescale)
    return;
  // Inserts the tile into its accumulator.
  for (auto [index, carry] : llvm::enumerate(instance.carries)) {
    if (carry < 0)
      continue;
    Box box = getResultBox(number, index);
    const Box &carried = plan.carries[carry].box;
    accumulators[carry] =
        box == carried
            ? values[number][index]
            : tiles.insert(instance.op->getLoc(), values[number][index],
                           accumulators[carry], box, carried.dims);
  }
}

/// Inserts the tiles that leave at `level` into the whole tensors.
void NestEmitter::insertTiles(int level) {
  for (auto [number, carry] : llvm::enumerate(plan.carries)) {
    if (carry.level != level)
      continue;
    const Instance &instance = plan.instances[carry.instance];
    if (isMistake("outside_use_dropped") && !instance.isRoot)
      continue;
    Value tile = accumulates(carry) ? accumulators[number]
                                    : values[carry.instance][carry.result];
    if (!accumulates(carry)) {
      Box box = getResultBox(carry.instance, carry.result);
      tile =
          tiles.extract(loc, tile, carry.box, box.dims, getSizes(context, box));
    }
    if (level + 1 != int(plan.numForall)) {
      whole[number] = tiles.insert(loc, tile, whole[number], carry.box, {});
      continue;
    }
    tile = tiles.matchType(loc, tile, carry.box);
    SmallVector<Bound> offsets = llvm::map_to_vector(
        carry.box.dims, [](const BoxRange &range) { return range.lo; });
    SmallVector<OpFoldResult> lows = bounds.get(offsets);
    if (isEmptyTensor(whole[number]) || startsAtEnd(whole[number], lows))
      continue;
    SmallVector<OpFoldResult> sizes = bounds.get(getSizes(context, carry.box));
    SmallVector<OpFoldResult> ones(lows.size(), rewriter.getIndexAttr(1));
    auto forall = cast<scf::ForallOp>(outermost);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(forall.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(rewriter, loc, tile, whole[number],
                                          lows, sizes, ones);
  }
}

void NestEmitter::emitBody(int level) {
  for (size_t number = plan.instances.size(); number-- > 0;)
    if (plan.instances[number].level == level)
      emitInstance(number);
  if (unsigned(level + 1) < plan.loops.size())
    emitLoop(level + 1);
  insertTiles(level);
}

void NestEmitter::emitLoop(unsigned level) {
  // The values that this loop carries, and the slots that hold them.
  SmallVector<Value *> slots;
  SmallVector<Value> starts;
  for (auto [number, carry] : llvm::enumerate(plan.carries)) {
    const Instance &instance = plan.instances[carry.instance];
    bool isWhole = int(level) <= carry.level;
    if (!isWhole && int(level) > instance.level)
      continue;
    if (!isWhole && int(level) == carry.level + 1)
      accumulators[number] = takeAccumulator(carry);
    slots.push_back(isWhole ? &whole[number] : &accumulators[number]);
    starts.push_back(*slots.back());
  }
  const PlannedLoop &planned = plan.loops[level];
  Value zero = bounds.getValue(context.constant(0));
  Value extent = bounds.getValue(planned.extent);
  Value step = bounds.getValue(planned.step);
  auto loop = scf::ForOp::create(rewriter, loc, zero, extent, step, starts);
  if (!outermost)
    outermost = loop;
  result.loops.push_back(loop);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    if (starts.empty())
      rewriter.setInsertionPoint(loop.getBody()->getTerminator());
    bounds.enterLoops(loop, loop.getInductionVar(), isPerfect(level));
    for (auto [slot, argument] :
         llvm::zip_equal(slots, loop.getRegionIterArgs()))
      *slot = argument;
    emitBody(level);
    if (!starts.empty())
      scf::YieldOp::create(
          rewriter, loc,
          llvm::map_to_vector(slots, [](Value *slot) { return *slot; }));
    bounds.leaveLoops();
  }
  for (auto [slot, value] : llvm::zip_equal(slots, loop.getResults()))
    *slot = value;
  // An accumulator that loop 0 carried is the whole tensor.
  for (auto [number, carry] : llvm::enumerate(plan.carries))
    if (carry.level < 0 && level == 0)
      whole[number] = accumulators[number];
}

void NestEmitter::emitForall() {
  SmallVector<OpFoldResult> zeros, uppers, steps;
  for (const PlannedLoop &loop :
       ArrayRef(plan.loops).take_front(plan.numForall)) {
    zeros.push_back(rewriter.getIndexAttr(0));
    uppers.push_back(bounds.get(loop.extent));
    steps.push_back(bounds.get(loop.step));
  }
  // The verifier rejects an insertion into a tensor without elements.
  SmallVector<Value *> slots;
  for (Value &value : whole)
    if (!isEmptyTensor(value))
      slots.push_back(&value);
  auto starts = llvm::map_to_vector(slots, [](Value *slot) { return *slot; });
  auto forall = scf::ForallOp::create(rewriter, loc, zeros, uppers, steps,
                                      starts, /*mapping=*/std::nullopt);
  outermost = forall;
  result.loops.push_back(forall);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(forall.getTerminator());
    bounds.enterLoops(forall, forall.getInductionVars(),
                      isPerfect(plan.numForall - 1));
    for (auto [slot, argument] :
         llvm::zip_equal(slots, forall.getRegionIterArgs()))
      *slot = argument;
    emitBody(plan.numForall - 1);
    bounds.leaveLoops();
  }
  for (auto [slot, nestResult] : llvm::zip_equal(slots, forall.getResults()))
    *slot = nestResult;
}

/// Makes the uses after the nest read the results of the nest.
void NestEmitter::replaceUses() {
  Operation *last = plan.anchor;
  for (Operation *op : plan.moved) {
    rewriter.moveOpAfter(op, last);
    last = op;
  }
  for (tensor::DimOp dim : plan.dims)
    rewriter.replaceAllUsesWith(dim, emitOwnExtent(rewriter, extents,
                                                   dim.getSource(),
                                                   *getKnownDim(dim), dim));
  Block *block = plan.anchor->getBlock();
  DenseSet<Operation *> fused;
  for (const Instance &instance : plan.instances)
    fused.insert(instance.op);
  for (tensor::DimOp dim : plan.dims)
    fused.insert(dim);
  // The nest is right before the anchor. Comparing with the nest itself would
  // renumber the whole block for each of many nests.
  for (auto [number, carry] : llvm::enumerate(plan.carries)) {
    Value original = plan.instances[carry.instance].op->getResult(carry.result);
    rewriter.replaceUsesWithIf(original, whole[number], [&](OpOperand &use) {
      Operation *ancestor = block->findAncestorOpInBlock(*use.getOwner());
      return !ancestor || (!fused.contains(ancestor) &&
                           plan.anchor->isBeforeInBlock(ancestor));
    });
  }
}

/// The fused ops without uses, then the sizes and empties that only they used;
/// users first.
void NestEmitter::collectDead() {
  DenseSet<Operation *> dead;
  auto addIfDead = [&](Operation *op) {
    if (dead.contains(op) || !llvm::all_of(op->getUsers(), [&](Operation *u) {
          return dead.contains(u);
        }))
      return;
    dead.insert(op);
    result.deadOriginals.push_back(op);
  };
  for (tensor::DimOp dim : plan.dims)
    addIfDead(dim);
  for (const Instance &instance : plan.instances)
    addIfDead(instance.op);
  for (size_t next = 0; next < result.deadOriginals.size(); ++next)
    for (Value operand : result.deadOriginals[next]->getOperands())
      if (Operation *op = operand.getDefiningOp();
          op &&
          (isa<tensor::EmptyOp, tensor::DimOp>(op) || isUnusedPaddedRows(op)))
        addIfDead(op);
}

FuseExtResult NestEmitter::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(plan.anchor);
  makeStarts();
  if (plan.numForall > 0)
    emitForall();
  else
    emitLoop(0);
  replaceUses();
  for (Operation *root : plan.roots)
    for (auto [op, tiled] : result.tiled)
      if (op == root)
        result.tiledRoots.push_back(tiled.back());
  collectDead();
  return std::move(result);
}

FailureOr<FuseExtResult> heddle::emitFusionPlan(RewriterBase &rewriter,
                                                const FusionPlan &plan) {
  for (const Instance &instance : plan.instances)
    if (!isa<EmissionOpInterface>(instance.op))
      return rewriter.notifyMatchFailure(
          instance.op, "nothing says how a tile of '" +
                           instance.op->getName().getStringRef() +
                           "' is made: it does not implement "
                           "EmissionOpInterface");
  return NestEmitter(rewriter, plan).run();
}

FailureOr<FuseExtResult> heddle::fuseExt(RewriterBase &rewriter,
                                         ArrayRef<Operation *> roots,
                                         const FusionOptions &options) {
  std::optional<Reason> reason;
  FailureOr<FusionPlan> plan = FusionPlan::create(roots, options, reason);
  if (failed(plan))
    return notifyMatchFailure(rewriter, *reason);
  return emitFusionPlan(rewriter, *plan);
}

//===- ComputeAtPlan.cpp - A producer in a loop that exists ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the reads of the producer in the nest, and the box that they need
// together in one iteration. The rule and its proof are in the header.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/ComputeAtPlan.h"

#include "Loops/LoopIndices.h"
#include "Loops/SliceBox.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Fusion/ConsumerPlan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

ComputeAtPlan::ComputeAtPlan() = default;
ComputeAtPlan::ComputeAtPlan(ComputeAtPlan &&) = default;
ComputeAtPlan::~ComputeAtPlan() = default;

ExtentTable &ComputeAtPlan::getExtents() const { return indices->getOutside(); }

namespace {
class ComputeAtPlanner {
public:
  ComputeAtPlanner(Operation *producer, Operation *loop,
                   std::optional<Reason> &reason)
      : producer(producer), loop(loop), reason(reason) {
    plan.producer = producer;
  }

  FailureOr<ComputeAtPlan> create();

private:
  LogicalResult refuse(Operation *op, const Twine &text) {
    reason.emplace(op, text);
    return failure();
  }
  LogicalResult checkProducer();
  LogicalResult findLoops();
  LogicalResult addLoop(Operation *op);
  void addSizes();
  LogicalResult addUse(OpOperand &use);
  LogicalResult addCarried(OpOperand &use);
  LogicalResult addRead(tensor::ExtractSliceOp slice, unsigned result);
  LogicalResult checkCarriedRead(const CarriedResult &carried, OpOperand &use,
                                 unsigned result);
  bool isOnlyWritten(const CarriedResult &carried, const Box &written);
  LogicalResult findBox();
  LogicalResult checkNumbers();
  LogicalResult checkSources();
  bool isFromOutside(Bound bound);
  void findFirst();

  Operation *producer, *loop;
  std::optional<Reason> &reason;
  ComputeAtPlan plan;
  Operation *nest = nullptr;
  /// The number of the last variable of each loop that has one.
  llvm::DenseMap<Operation *, unsigned> lastVariable;
};
} // namespace

LogicalResult ComputeAtPlanner::checkProducer() {
  if (!isa<FootprintOpInterface>(producer))
    return refuse(producer, quote(producer) +
                                " cannot be tiled: nothing says what a tile of "
                                "it reads");
  if (producer->getNumResults() == 0 ||
      !llvm::all_of(producer->getResultTypes(),
                    llvm::IsaPred<RankedTensorType>))
    return refuse(producer, quote(producer) + " has no tensor result to tile");
  if (!isMemoryEffectFree(producer))
    return refuse(producer, quote(producer) +
                                " has side effects, or does not say that it "
                                "has none");
  Operation *around = producer->getBlock()->findAncestorOpInBlock(*loop);
  if (around && producer->isBeforeInBlock(around)) {
    BufferReads reads(producer);
    Operation *write = reads.findWrite(producer, producer, around);
    if (!write && reads.mayChange(around, producer))
      write = around;
    if (write)
      return refuse(write, quote(producer) + " reads memory that " +
                               quote(write) +
                               " may write before the tile is computed");
  }
  return success();
}

/// If a number overflows, nothing can be proved.
LogicalResult ComputeAtPlanner::checkNumbers() {
  if (!plan.context->hasOverflowed())
    return success();
  return refuse(producer, "a size or an offset that " + quote(producer) +
                              " depends on is larger than 2^60");
}

LogicalResult ComputeAtPlanner::addLoop(Operation *op) {
  if (lastVariable.contains(op))
    return success();
  if (!plan.indices->addLoopsOf(op))
    return refuse(op, "which numbers this loop counts through is not known");
  lastVariable[op] = plan.context->getNumLoops() - 1;
  return success();
}

/// The loops from the block of the producer down to the named loop.
LogicalResult ComputeAtPlanner::findLoops() {
  if (!isa<scf::ForOp, scf::ForallOp>(loop))
    return refuse(loop,
                  "expects an scf.for or scf.forall, but got " + quote(loop));
  nest = producer->getBlock()->findAncestorOpInBlock(*loop);
  if (!nest || nest == producer)
    return refuse(producer,
                  quote(producer) + " is in no block around the loop");
  for (Operation *op = loop;; op = op->getParentOp()) {
    if (isa<LoopLikeOpInterface>(op))
      plan.loops.push_back(op);
    if (op == nest)
      break;
  }
  std::reverse(plan.loops.begin(), plan.loops.end());
  plan.context = std::make_unique<BoundContext>();
  plan.indices = std::make_unique<LoopIndices>(*plan.context, nest);
  auto footprint = cast<FootprintOpInterface>(producer);
  footprint.assumeShapes(plan.getExtents());
  IterationDomain domain =
      footprint.getIterationDomainBounds(plan.getExtents());
  if (domain.obstacle)
    return refuse(producer, quote(producer) + " " + domain.obstacle->text);
  if (failed(checkNumbers()))
    return failure();
  for (Operation *op : plan.loops)
    if (failed(addLoop(op)))
      return failure();
  return success();
}

LogicalResult ComputeAtPlanner::addRead(tensor::ExtractSliceOp slice,
                                        unsigned result) {
  if (!loop->isAncestor(slice))
    return refuse(slice, "this slice of " + quote(producer) +
                             " is in the nest, and not in the loop");
  std::optional<Box> box = getSliceBox(*plan.indices, slice);
  if (!box)
    return refuse(slice, "which part of " + quote(producer) +
                             " this reads is not known");
  plan.reads.push_back({slice, result, std::move(*box)});
  return success();
}

/// Checks one use of a tensor that a loop of the nest carries, starting from
/// the producer. A slice that reads the tile before it is written holds the
/// elements of the producer.
LogicalResult ComputeAtPlanner::checkCarriedRead(const CarriedResult &carried,
                                                 OpOperand &use,
                                                 unsigned result) {
  Operation *user = use.getOwner();
  if (user == carried.insert || isa<tensor::DimOp>(user))
    return success();
  for (OpResult inner : ArrayRef(carried.results).drop_front())
    if (inner.getOwner() == user && getStart(inner) == use.get() &&
        llvm::count(user->getOperands(), use.get()) == 1)
      return success();
  auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
  auto insert = cast<OffsetSizeAndStrideOpInterface>(carried.insert);
  if (!slice || slice.getMixedOffsets() != insert.getMixedOffsets() ||
      slice.getMixedSizes() != insert.getMixedSizes() ||
      slice.getMixedStrides() != insert.getMixedStrides())
    return refuse(user, "a loop carries " + quote(producer) +
                            " to here, and this is no slice with the offsets "
                            "and sizes of the tile that the loop writes");
  return addRead(slice, result);
}

/// True if the nest overwrites all of the tensor that it carries, and only
/// slices that will be replaced read its old contents.
bool ComputeAtPlanner::isOnlyWritten(const CarriedResult &carried,
                                     const Box &written) {
  Operation *last = carried.results.back().getOwner();
  OpResult whole = carried.results.front();
  if (!coversAll(*plan.context, written,
                 plan.getExtents().getExtents(getStart(whole)),
                 lastVariable[last]))
    return false;
  if (isa<tensor::InsertSliceOp>(carried.insert) &&
      !carried.insert->hasOneUse())
    return false;
  return llvm::all_of(ArrayRef(carried.results).drop_front(),
                      [](OpResult inner) { return inner.hasOneUse(); });
}

/// The loop result that starts from `use`; null if `use` is not an init
/// operand.
static OpResult getCarriedFrom(OpOperand &use) {
  auto loop = cast<LoopLikeOpInterface>(use.getOwner());
  for (auto [number, init] : llvm::enumerate(loop.getInitsMutable()))
    if (init.getOperandNumber() == use.getOperandNumber())
      return loop->getResult(number);
  return OpResult();
}

/// Handles a loop of the nest that starts from the producer.
LogicalResult ComputeAtPlanner::addCarried(OpOperand &use) {
  auto owner = cast<LoopLikeOpInterface>(use.getOwner());
  OpResult whole = getCarriedFrom(use);
  FailureOr<CarriedResult> carried = followResult(whole, reason);
  if (failed(carried))
    return failure();
  for (OpResult result : carried->results)
    if (failed(addLoop(result.getOwner())))
      return failure();
  auto insert = cast<OffsetSizeAndStrideOpInterface>(carried->insert);
  std::optional<Box> written = getSliceBox(*plan.indices, insert);
  if (!written)
    return refuse(insert, "which part of the result of the nest this writes is "
                          "not known");
  Operation *last = carried->results.back().getOwner();
  if (!insert.hasUnitStride() ||
      !areDisjoint(*plan.context, *written, lastVariable[last]))
    return refuse(insert, "the nest starts from " + quote(producer) +
                              ", and its iterations are not proved to write "
                              "different parts of that");
  unsigned result = cast<OpResult>(use.get()).getResultNumber();
  for (OpResult level : carried->results)
    for (OpOperand &read : getCarried(level).getUses())
      if (failed(checkCarriedRead(*carried, read, result)))
        return failure();
  // An inner loop starts again from the producer in each iteration of the loops
  // around it, so only the outermost loop need not start from it.
  if (owner == plan.loops.front() && isOnlyWritten(*carried, *written))
    plan.starts.push_back(&use);
  return success();
}

/// Records the sizes of the producer that slices in the nest may refer to.
void ComputeAtPlanner::addSizes() {
  for (OpResult result : producer->getResults())
    for (Operation *user : result.getUsers()) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      std::optional<int64_t> number =
          dim && nest->isAncestor(dim) ? getKnownDim(dim) : std::nullopt;
      if (!number)
        continue;
      Bound extent = plan.getExtents().getOwnExtent(result, *number);
      if (!isFromOutside(extent))
        continue;
      plan.dims.push_back(dim);
      plan.indices->set(dim, plan.getExtents().getExtent(result, *number));
    }
}

LogicalResult ComputeAtPlanner::addUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (!nest->isAncestor(user) || isa<tensor::DimOp>(user))
    return success();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
    return addRead(slice, cast<OpResult>(use.get()).getResultNumber());
  if (isa<scf::ForOp, scf::ForallOp>(user) &&
      llvm::is_contained(plan.loops, user) && getCarriedFrom(use))
    return addCarried(use);
  return refuse(user, quote(user) + " in the nest reads " + quote(producer) +
                          ", and not through a tensor.extract_slice");
}

/// Finds the tile that holds the boxes of all slices in one iteration of the
/// loop.
LogicalResult ComputeAtPlanner::findBox() {
  auto footprint = cast<FootprintOpInterface>(producer);
  ExtentTable &extents = plan.getExtents();
  BoundContext &context = *plan.context;
  unsigned inner = lastVariable[loop] + 1;
  Box hull;
  for (SliceRead &read : plan.reads) {
    SmallVector<Bound> whole =
        extents.getExtents(producer->getResult(read.result));
    Box box = footprint.getIterationBoxOfResult(
        extents, read.result, clampBox(context, read.box, whole));
    hull = &read == &plan.reads.front() ? box : getHull(context, hull, box);
  }
  SmallVector<Bound> domain =
      footprint.getIterationDomainBounds(extents).extents;
  plan.iteration = footprint.getLegalIterationBox(
      extents, widenBox(context, hull, domain, inner));
  return checkNumbers();
}

/// True if `bound` can be computed before the nest and without the producer.
bool ComputeAtPlanner::isFromOutside(Bound bound) {
  bool isKnown = true;
  ExtentTable &extents = plan.getExtents();
  plan.context->substituteSymbols(bound, [&](unsigned symbol) {
    isKnown &= extents.hasSource(symbol) &&
               extents.getSource(symbol).value.getDefiningOp() != producer;
    return Bound();
  });
  return isKnown;
}

LogicalResult ComputeAtPlanner::checkSources() {
  auto footprint = cast<FootprintOpInterface>(producer);
  ExtentTable &extents = plan.getExtents();
  auto isBoxKnown = [&](const Box &box) {
    return llvm::all_of(box.dims, [&](const BoxRange &range) {
      return isFromOutside(range.lo) && isFromOutside(range.hi);
    });
  };
  bool isKnown = isBoxKnown(plan.iteration);
  for (OpOperand &operand : producer->getOpOperands())
    if (footprint.getOperandRole(operand.getOperandNumber()) !=
        OperandRole::Whole)
      isKnown &= isBoxKnown(footprint.getOperandBox(
          extents, operand.getOperandNumber(), plan.iteration));
  for (OpResult result : producer->getResults())
    isKnown &= isBoxKnown(footprint.getResultBox(
        extents, result.getResultNumber(), plan.iteration));
  if (isKnown)
    return success();
  return refuse(producer, "the size of a tile of " + quote(producer) +
                              " is not known before the nest");
}

/// Finds the op before which the tile is computed: the first one that reads it.
void ComputeAtPlanner::findFirst() {
  Block &body = loop->getRegion(0).front();
  for (const SliceRead &read : plan.reads) {
    Operation *op = body.findAncestorOpInBlock(*read.slice);
    if (!plan.first || op->isBeforeInBlock(plan.first))
      plan.first = op;
  }
}

FailureOr<ComputeAtPlan> ComputeAtPlanner::create() {
  if (failed(checkProducer()) || failed(findLoops()))
    return failure();
  addSizes();
  // Loops that start from the producer are visited first, so that their
  // variables get the first numbers.
  for (bool isCarried : {true, false})
    for (OpResult result : producer->getResults())
      for (OpOperand &use : result.getUses())
        if (isa<LoopLikeOpInterface>(use.getOwner()) == isCarried &&
            failed(addUse(use)))
          return failure();
  if (plan.reads.empty())
    return refuse(loop,
                  "nothing in this loop reads a slice of " + quote(producer));
  if (failed(findBox()) || failed(checkSources()))
    return failure();
  findFirst();
  return std::move(plan);
}

FailureOr<ComputeAtPlan> heddle::planComputeAt(Operation *producer,
                                               Operation *loop,
                                               std::optional<Reason> &reason) {
  return ComputeAtPlanner(producer, loop, reason).create();
}

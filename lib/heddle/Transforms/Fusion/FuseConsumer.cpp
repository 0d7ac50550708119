//===- FuseConsumer.cpp - An epilogue in a nest that exists ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilds the loops with the additional values that they carry, and without
// values that are no longer read, and emits the tile. The plan has proved all
// that is needed.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseConsumer.h"

#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "heddle/Transforms/Emission/TileEmitter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class ConsumerEmitter {
public:
  ConsumerEmitter(RewriterBase &rewriter, const ConsumerPlan &plan)
      : rewriter(rewriter), plan(plan), extents(plan.getExtents()),
        loops(plan.loops), bounds(rewriter, extents, plan.consumer),
        tiles(rewriter, extents, bounds) {}

  FuseConsumerResult emit();

private:
  void moveOps();
  void detach();
  SmallVector<Value> makeStarts();
  void dropCarries();
  void rebuild(unsigned level, ValueRange starts);
  void rebuildAll();
  Value getTile(OpOperand &operand);
  Value readNest(OpOperand &operand, bool isDestination);
  void insertTiles(ArrayRef<Value> values);

  RewriterBase &rewriter;
  const ConsumerPlan &plan;
  ExtentTable &extents;
  /// The loops as they are by now, outermost first.
  SmallVector<Operation *> loops;
  BoundEmitter bounds;
  TileEmitter tiles;
  /// Per value that is read, its tile. In a loop that has no tile of the value,
  /// the whole value.
  SmallVector<Value> valueOf;
  /// For each operand of the consumer, the number of the value of the nest that
  /// it reads, or -1.
  SmallVector<int> readOf;
  /// Per loop, the results that have to be dropped.
  SmallVector<llvm::SmallBitVector> dropped;
  /// The results of the consumer that leave the nest: those with uses.
  SmallVector<OpResult> leaving;
  /// For each of them, the value that the innermost rebuilt loop carries.
  SmallVector<Value> carried;
};
} // namespace

/// Moves the ops that the consumer needs before the nest. The sizes of the
/// nest's results are taken from the initial values.
void ConsumerEmitter::moveOps() {
  for (OpResult result : loops.front()->getResults()) {
    bool isDropped = plan.find(result) && plan.find(result)->isDropped;
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (auto dim = dyn_cast<tensor::DimOp>(user);
          dim && (isDropped || llvm::is_contained(plan.moved, user)))
        rewriter.modifyOpInPlace(
            dim, [&] { dim.getSourceMutable().set(getStart(result)); });
  }
  for (Operation *op : plan.moved)
    rewriter.moveOpBefore(op, loops.front());
}

/// Makes the consumer read the initial values of the nest, because the loops
/// are about to be replaced. They have the sizes of the nest's results.
void ConsumerEmitter::detach() {
  for (OpOperand &operand : plan.consumer->getOpOperands()) {
    const CarriedResult *read = plan.find(operand.get());
    readOf.push_back(read ? read - plan.read.begin() : -1);
  }
  rewriter.modifyOpInPlace(plan.consumer, [&] {
    for (auto [number, read] : llvm::enumerate(readOf))
      if (read >= 0)
        plan.consumer->setOperand(number,
                                  getStart(plan.read[read].results.front()));
  });
}

/// The initial value that the loops carry for each result of the consumer. Each
/// tensor that a loop carries starts from a separate empty tensor.
SmallVector<Value> ConsumerEmitter::makeStarts() {
  auto dps = dyn_cast<DestinationStyleOpInterface>(plan.consumer);
  BoundEmitter outside(rewriter, extents, loops.front());
  rewriter.setInsertionPoint(loops.front());
  SmallVector<Value> starts;
  for (OpResult result : leaving) {
    Value start = dps ? dps.getTiedOpOperand(result)->get() : Value();
    bool isShared =
        start && start.getDefiningOp<tensor::EmptyOp>() && !start.hasOneUse();
    bool isRead =
        start && readOf[dps.getTiedOpOperand(result)->getOperandNumber()] >= 0;
    if (!start || isRead || isShared) {
      auto type = cast<RankedTensorType>(result.getType());
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(outside.getValue(extents.getExtent(result, dim)));
      start = tensor::EmptyOp::create(rewriter, plan.consumer->getLoc(), type,
                                      sizes);
    }
    starts.push_back(start);
  }
  return starts;
}

/// For a value that is no longer carried, makes the body read its initial value
/// and removes the writes. The loops drop the value when they are rebuilt.
void ConsumerEmitter::dropCarries() {
  for (Operation *loop : loops)
    dropped.emplace_back(loop->getNumResults());
  for (const CarriedResult &read : plan.read) {
    auto loop = cast<LoopLikeOpInterface>(loops.back());
    OpResult last = read.results[loops.size() - 1];
    valueOf.push_back(
        read.isSource ? read.insert->getOperand(0)
                      : loop.getTiedLoopYieldedValue(getCarried(last))->get());
    if (!read.isDropped)
      continue;
    Value start = getStart(read.results.front());
    for (auto [level, result] : llvm::enumerate(read.results)) {
      dropped[level].set(result.getResultNumber());
      rewriter.replaceAllUsesWith(getCarried(result), start);
    }
    if (isa<tensor::ParallelInsertSliceOp>(read.insert))
      rewriter.eraseOp(read.insert);
    else
      rewriter.replaceOp(read.insert, start);
  }
}

static Operation *createLoop(RewriterBase &rewriter, Operation *loop,
                             ValueRange inits) {
  Location loc = loop->getLoc();
  Operation *created;
  if (auto forOp = dyn_cast<scf::ForOp>(loop)) {
    created = scf::ForOp::create(rewriter, loc, forOp.getLowerBound(),
                                 forOp.getUpperBound(), forOp.getStep(), inits);
  } else {
    auto forall = cast<scf::ForallOp>(loop);
    created = scf::ForallOp::create(
        rewriter, loc, forall.getMixedLowerBound(), forall.getMixedUpperBound(),
        forall.getMixedStep(), inits, forall.getMapping());
    rewriter.eraseOp(created->getRegion(0).front().getTerminator());
  }
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  return created;
}

/// Recreates loop `level` without the dropped values, and with new values that
/// start from `starts`. The loop yields the new values unchanged for now.
void ConsumerEmitter::rebuild(unsigned level, ValueRange starts) {
  auto loop = cast<LoopLikeOpInterface>(loops[level]);
  const llvm::SmallBitVector &lost = dropped[level];
  SmallVector<Value> inits;
  for (auto [number, init] : llvm::enumerate(loop.getInits()))
    if (!lost[number])
      inits.push_back(init);
  unsigned numKept = inits.size();
  llvm::append_range(inits, starts);
  rewriter.setInsertionPoint(loop);
  Operation *created = createLoop(rewriter, loop, inits);
  auto newLoop = cast<LoopLikeOpInterface>(created);
  Block::BlockArgListType newCarried = newLoop.getRegionIterArgs();

  SmallVector<Value> arguments = *newLoop.getLoopInductionVars();
  SmallVector<Value> results;
  unsigned next = 0;
  for (auto [number, init] : llvm::enumerate(loop.getInits())) {
    // The dropped results have no uses left.
    arguments.push_back(lost[number] ? init : Value(newCarried[next]));
    results.push_back(lost[number] ? created->getResults().back()
                                   : created->getResult(next));
    next += !lost[number];
  }
  Block &body = created->getRegion(0).front();
  rewriter.mergeBlocks(&loop->getRegion(0).front(), &body, arguments);
  carried.assign(newCarried.begin() + numKept, newCarried.end());
  if (auto yield = dyn_cast<scf::YieldOp>(body.getTerminator())) {
    SmallVector<Value> values;
    for (auto [number, value] : llvm::enumerate(yield.getResults()))
      if (!lost[number])
        values.push_back(value);
    llvm::append_range(values, carried);
    rewriter.modifyOpInPlace(yield,
                             [&] { yield.getResultsMutable().assign(values); });
  }
  rewriter.replaceOp(loop, results);
  loops[level] = created;
}

/// Makes `loop` yield `values` as its last values.
static void yieldLast(RewriterBase &rewriter, Operation *loop,
                      ValueRange values) {
  auto yield = cast<scf::YieldOp>(loop->getRegion(0).front().getTerminator());
  unsigned first = yield->getNumOperands() - values.size();
  rewriter.modifyOpInPlace(yield, [&] {
    for (auto [number, value] : llvm::enumerate(values))
      yield->setOperand(first + number, value);
  });
}

void ConsumerEmitter::rebuildAll() {
  detach();
  bool isUsed = !plan.consumer->use_empty();
  for (OpResult result : plan.consumer->getResults())
    if (!isUsed || !result.use_empty())
      leaving.push_back(result);
  carried = makeStarts();
  dropCarries();
  for (unsigned level = 0; level < loops.size(); ++level) {
    rebuild(level, SmallVector<Value>(carried));
    if (level > 0)
      yieldLast(rewriter, loops[level - 1],
                loops[level]->getResults().take_back(carried.size()));
  }
}

/// The part of the nest's value that a tile of the consumer reads. If it is a
/// destination and another op reads or writes it later, a copy of it.
Value ConsumerEmitter::readNest(OpOperand &operand, bool isDestination) {
  int number = readOf[operand.getOperandNumber()];
  const CarriedResult &read = plan.read[number];
  Box box =
      cast<FootprintOpInterface>(plan.consumer)
          .getOperandBox(extents, operand.getOperandNumber(), plan.iteration);
  Location loc = plan.consumer->getLoc();
  Value tile = read.isSource
                   ? tiles.extract(loc, valueOf[number], box, read.box.dims,
                                   heddle::getSizes(*plan.context, read.box))
                   : tiles.extract(loc, valueOf[number], box, {},
                                   extents.getExtents(operand.get()));
  auto dps = dyn_cast<DestinationStyleOpInterface>(plan.consumer);
  if (!isDestination)
    return tile;
  bool isShared = isa<scf::ForallOp>(loops.back()) && !read.isDropped;
  for (OpOperand &other : dps.getDpsInitsMutable())
    isShared |=
        &other != &operand && readOf[other.getOperandNumber()] == number;
  if (!isShared)
    return tile;
  tile = tiles.matchType(loc, tile, box);
  Value empty = tiles.makeEmpty(loc, box, tile.getType());
  return linalg::CopyOp::create(rewriter, loc, tile, empty).getResult(0);
}

Value ConsumerEmitter::getTile(OpOperand &operand) {
  auto footprint = cast<FootprintOpInterface>(plan.consumer);
  unsigned number = operand.getOperandNumber();
  OperandRole role = footprint.getOperandRole(number);
  if (role == OperandRole::Whole)
    return operand.get();
  if (readOf[number] >= 0)
    return readNest(operand, role != OperandRole::Input);
  Value source = operand.get();
  Location loc = plan.consumer->getLoc();
  Box box = footprint.getOperandBox(extents, number, plan.iteration);
  // For a destination, no other iteration writes the tile.
  if (role != OperandRole::Input) {
    auto dps = cast<DestinationStyleOpInterface>(plan.consumer);
    const auto *result = llvm::find(leaving, dps.getTiedOpResult(&operand));
    if (result != leaving.end())
      source = carried[result - leaving.begin()];
    else if (role == OperandRole::UnreadDestination)
      return tiles.makeDestination(plan.consumer, box, source.getType());
  }
  return tiles.extract(loc, source, box, {}, extents.getExtents(operand.get()));
}

void ConsumerEmitter::insertTiles(ArrayRef<Value> values) {
  Location loc = plan.consumer->getLoc();
  auto forall = dyn_cast<scf::ForallOp>(loops.back());
  SmallVector<Value> whole;
  for (auto [number, result] : llvm::enumerate(leaving)) {
    Value value = values[result.getResultNumber()];
    Box box =
        cast<FootprintOpInterface>(plan.consumer)
            .getResultBox(extents, result.getResultNumber(), plan.iteration);
    if (!forall) {
      whole.push_back(tiles.insert(loc, value, carried[number], box, {}));
      continue;
    }
    Value tile = tiles.matchType(loc, value, box);
    SmallVector<OpFoldResult> lows = tiles.getOffsets(box);
    SmallVector<OpFoldResult> sizes = tiles.getSizes(box);
    SmallVector<OpFoldResult> ones(lows.size(), rewriter.getIndexAttr(1));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(forall.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(rewriter, loc, tile, carried[number],
                                          lows, sizes, ones);
  }
  if (!forall)
    yieldLast(rewriter, loops.back(), whole);
}

FuseConsumerResult ConsumerEmitter::emit() {
  OpBuilder::InsertionGuard guard(rewriter);
  moveOps();
  rebuildAll();
  for (auto [level, loop] : llvm::enumerate(loops)) {
    rewriter.setInsertionPoint(loop->getRegion(0).front().getTerminator());
    bounds.enterLoops(loop,
                      *cast<LoopLikeOpInterface>(loop).getLoopInductionVars(),
                      /*isPerfect=*/level + 1 < loops.size());
  }
  SmallVector<Value> operands;
  for (OpOperand &operand : plan.consumer->getOpOperands())
    operands.push_back(getTile(operand));
  SmallVector<Value> values =
      cast<EmissionOpInterface>(plan.consumer)
          .emitTile(rewriter, tiles, plan.iteration, operands);
  insertTiles(values);
  for (auto [result, whole] : llvm::zip_equal(
           leaving, loops.front()->getResults().take_back(leaving.size())))
    rewriter.replaceAllUsesWith(result, whole);
  return {values.front().getDefiningOp(), loops};
}

FuseConsumerResult heddle::fuseConsumer(RewriterBase &rewriter,
                                        const ConsumerPlan &plan) {
  return ConsumerEmitter(rewriter, plan).emit();
}

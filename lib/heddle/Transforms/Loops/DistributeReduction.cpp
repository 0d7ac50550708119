//===- DistributeReduction.cpp - A reduction over a grid of devices -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With p[i] the partial result of iteration i, which starts from the neutral
// element of the combiner c: the merge computes c(init, c(p[0], p[1], ..)). The
// collective computes the inner combination on every device, and a copy of the
// merge's body adds the init to it, once.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Loops/DistributeReduction.h"

#include "heddle/IR/ValueBounds/ValueBounds.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// The parts of a reduction, found and checked.
class SharedReductionMatcher {
public:
  SharedReductionMatcher(const SharedReduction &reduction,
                         const DistributeOptions &options)
      : reduction(reduction), options(options) {}

  /// Why the parts do not fit; none if they do, and all fields are set.
  std::optional<Reason> match();

  scf::ForallOp loop;
  linalg::FillOp fill;
  linalg::LinalgOp merge;
  /// The op of the merge's body.
  Operation *combiner = nullptr;
  shard::ReductionKind kind = shard::ReductionKind::Sum;
  /// The dim of the slots.
  int64_t dim = 0;
  int64_t trips = 0;
  tensor::ParallelInsertSliceOp insert;
  SmallVector<tensor::ExtractSliceOp> starts;

private:
  std::optional<Reason> matchOps();
  std::optional<Reason> matchLoop();
  std::optional<Reason> matchMerge();
  std::optional<Reason> matchCombiner();
  std::optional<Reason> matchSlots();
  std::optional<Reason> matchPlaces();
  std::optional<Reason> matchGrid();
  template <typename SliceOp> std::optional<Reason> matchSlot(SliceOp slice);

  const SharedReduction &reduction;
  const DistributeOptions &options;
};
} // namespace

std::optional<Reason> SharedReductionMatcher::match() {
  for (auto part :
       {&SharedReductionMatcher::matchOps, &SharedReductionMatcher::matchLoop,
        &SharedReductionMatcher::matchMerge,
        &SharedReductionMatcher::matchCombiner,
        &SharedReductionMatcher::matchSlots,
        &SharedReductionMatcher::matchPlaces,
        &SharedReductionMatcher::matchGrid})
    if (std::optional<Reason> reason = (this->*part)())
      return reason;
  return std::nullopt;
}

std::optional<Reason> SharedReductionMatcher::matchOps() {
  loop = dyn_cast<scf::ForallOp>(reduction.loop);
  if (!loop)
    return Reason(reduction.loop, "expects 'scf.forall' as the loop, but got " +
                                      quote(reduction.loop));
  fill = dyn_cast<linalg::FillOp>(reduction.init);
  if (!fill)
    return Reason(reduction.init, "expects 'linalg.fill' as what the loop "
                                  "starts from, but got " +
                                      quote(reduction.init));
  merge = dyn_cast<linalg::LinalgOp>(reduction.merge);
  if (!merge || !merge.hasPureTensorSemantics())
    return Reason(reduction.merge, "expects a structured op on tensors to "
                                   "merge partial results, but got " +
                                       quote(reduction.merge));
  return std::nullopt;
}

std::optional<Reason> SharedReductionMatcher::matchLoop() {
  if (loop->getNumResults() != 1)
    return Reason(loop, "expects a loop with one result, but got " +
                            Twine(loop->getNumResults()));
  if (loop.getOutputs()[0] != fill->getResult(0))
    return Reason(loop, "the loop does not start from the fill");
  if (loop.getRank() != 1 || getConstantIntValue(loop.getMixedStep()[0]) != 1 ||
      getConstantIntValue(loop.getMixedLowerBound()[0]) != 0)
    return Reason(loop, "expects one dim from 0 by 1, a number for each "
                        "device");
  std::optional<int64_t> end =
      getConstantIntValue(loop.getMixedUpperBound()[0]);
  if (!end)
    return Reason(loop, "the number of iterations is not a constant");
  if (*end < 1)
    return Reason(loop, "the loop has no iteration");
  trips = *end;
  return std::nullopt;
}

std::optional<Reason> SharedReductionMatcher::matchMerge() {
  if (merge.getNumDpsInputs() != 1 || merge.getNumDpsInits() != 1)
    return Reason(merge, quote(merge) +
                             " does not merge one tensor into one, but " +
                             Twine(merge.getNumDpsInputs()) + " into " +
                             Twine(merge.getNumDpsInits()));
  if (merge.getDpsInputs()[0] != loop->getResult(0))
    return Reason(merge,
                  quote(merge) + " does not read the result of the loop");
  for (Operation *user : loop->getUsers())
    if (user != merge)
      return Reason(user, quote(user) +
                              " reads the partial results, too, which no "
                              "device would have together");
  SmallVector<unsigned> reduced;
  merge.getReductionDims(reduced);
  if (reduced.size() != 1 || merge.getNumParallelLoops() + 1 !=
                                 static_cast<unsigned>(merge.getNumLoops()))
    return Reason(merge, "expects " + quote(merge) +
                             " to reduce one dim, but it reduces " +
                             Twine(reduced.size()));
  AffineMap read = merge.getMatchingIndexingMap(merge.getDpsInputOperand(0));
  AffineMap written = merge.getMatchingIndexingMap(merge.getDpsInitOperand(0));
  std::optional<unsigned> position =
      read.getResultPosition(getAffineDimExpr(reduced[0], merge->getContext()));
  if (!read.isPermutation() || !position ||
      read.dropResult(*position) != written)
    return Reason(merge, quote(merge) +
                             " does more than to drop a dim: it permutes dims "
                             "or repeats elements");
  dim = *position;
  return std::nullopt;
}

/// The collective that reduces as `combiner` does, if there is one.
static std::optional<shard::ReductionKind>
getReductionKind(Operation *combiner) {
  if (isa<arith::AddFOp, arith::AddIOp>(combiner))
    return shard::ReductionKind::Sum;
  if (isa<arith::MulFOp, arith::MulIOp>(combiner))
    return shard::ReductionKind::Product;
  // Collectives compare integers as signed ones.
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(combiner))
    return shard::ReductionKind::Max;
  if (isa<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(combiner))
    return shard::ReductionKind::Min;
  return std::nullopt;
}

/// True if `kind` of any number and `value` is that number.
static bool isNeutral(Attribute value, shard::ReductionKind kind) {
  using Kind = shard::ReductionKind;
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat v = number.getValue();
    return (kind == Kind::Sum && v.isZero()) ||
           (kind == Kind::Product && v.isExactlyValue(1.0)) ||
           (kind == Kind::Max && v.isInfinity() && v.isNegative()) ||
           (kind == Kind::Min && v.isInfinity() && !v.isNegative());
  }
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number)
    return false;
  APInt v = number.getValue();
  return (kind == Kind::Sum && v.isZero()) ||
         (kind == Kind::Product && v.isOne()) ||
         (kind == Kind::Max && v.isMinSignedValue()) ||
         (kind == Kind::Min && v.isMaxSignedValue());
}

/// The op of a body that is one op on its two arguments, or null.
static Operation *getSingleOp(Block &body) {
  Operation *yield = body.getTerminator();
  Operation *op = yield->getOperand(0).getDefiningOp();
  if (!op || op != &body.front() || op->getNextNode() != yield ||
      op->getNumOperands() != 2)
    return nullptr;
  Value first = op->getOperand(0), second = op->getOperand(1);
  bool takesBoth = first != second &&
                   llvm::is_contained(body.getArguments(), first) &&
                   llvm::is_contained(body.getArguments(), second);
  return takesBoth ? op : nullptr;
}

std::optional<Reason> SharedReductionMatcher::matchCombiner() {
  combiner = getSingleOp(*merge.getBlock());
  if (!combiner)
    return Reason(merge, "the body of " + quote(merge) +
                             " is not one op on an element and what is "
                             "accumulated");
  std::optional<shard::ReductionKind> found = getReductionKind(combiner);
  if (!found)
    return Reason(combiner, "no collective reduces with " + quote(combiner));
  kind = *found;
  Attribute start;
  if (!matchPattern(fill.getInputs()[0], m_Constant(&start)) ||
      !isNeutral(start, kind)) {
    std::string text;
    if (start)
      llvm::raw_string_ostream(text) << start;
    return Reason(fill, "expects a fill with the neutral element of " +
                            quote(combiner) + ", but got " +
                            (start ? Twine(text) : "no constant"));
  }
  auto math = dyn_cast<arith::ArithFastMathInterface>(combiner);
  bool isFloatOrder = math && (kind == shard::ReductionKind::Max ||
                               kind == shard::ReductionKind::Min);
  if (isFloatOrder && !options.noNaNs &&
      !arith::bitEnumContainsAll(math.getFastMathFlagsAttr().getValue(),
                                 arith::FastMathFlags::nnan))
    return Reason(combiner, "a collective need not treat a NaN as " +
                                quote(combiner) +
                                " does ('no_nans' says that there is none)");
  return std::nullopt;
}

/// Whether `slice` is slot number i of the tensor, in iteration i, without the
/// dim of the slots.
template <typename SliceOp>
std::optional<Reason> SharedReductionMatcher::matchSlot(SliceOp slice) {
  Reason wrong(slice, quote(slice) +
                          " is not all of the slot with the number of "
                          "the iteration");
  auto shared = cast<RankedTensorType>(fill->getResult(0).getType());
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  if (dropped.count() != 1 || !dropped.test(dim))
    return wrong;
  for (int64_t d = 0; d < shared.getRank(); ++d) {
    OpFoldResult offset = slice.getMixedOffsets()[d],
                 size = slice.getMixedSizes()[d];
    if (getConstantIntValue(slice.getMixedStrides()[d]) != 1)
      return wrong;
    if (d == dim) {
      if (dyn_cast<Value>(offset) != loop.getInductionVar(0) ||
          getConstantIntValue(size) != 1)
        return wrong;
      continue;
    }
    if (getConstantIntValue(offset) != 0)
      return wrong;
    if (!isProvablyEqual(size, {fill->getResult(0), d}))
      return wrong;
  }
  return std::nullopt;
}

std::optional<Reason> SharedReductionMatcher::matchSlots() {
  for (Operation *user : loop.getRegionOutArgs()[0].getUsers()) {
    if (auto start = dyn_cast<tensor::ExtractSliceOp>(user)) {
      starts.push_back(start);
      if (std::optional<Reason> reason = matchSlot(start))
        return reason;
      continue;
    }
    auto write = dyn_cast<tensor::ParallelInsertSliceOp>(user);
    if (!write)
      return Reason(user, "expects the shared output in slices only, but " +
                              quote(user) + " reads it");
    if (insert)
      return Reason(write, "expects an iteration to write one slot, but it "
                           "writes two");
    insert = write;
    if (std::optional<Reason> reason = matchSlot(write))
      return reason;
  }
  if (!insert)
    return Reason(loop, "no iteration writes the shared output");
  Type merged = merge->getResult(0).getType();
  SmallVector<Value> slots{insert.getSource()};
  llvm::append_range(slots, llvm::map_range(starts, [](auto start) {
                       return start.getResult();
                     }));
  for (Value slot : slots)
    if (slot.getType() != merged) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "expects slots of type '" << merged
          << "', what the merge computes, but got '" << slot.getType() << "'";
      return Reason(slot.getLoc(), text);
    }
  return std::nullopt;
}

std::optional<Reason> SharedReductionMatcher::matchPlaces() {
  DominanceInfo dominance(loop->getParentOp());
  if (loop->getBlock() != merge->getBlock())
    return Reason(merge, quote(merge) + " is not in the block of the loop");
  Value start = merge.getDpsInits()[0];
  if (!dominance.properlyDominates(start, loop))
    return Reason(start.getLoc(), "what the merge starts from is computed "
                                  "after the loop");
  for (Operation *around = loop->getParentOp(); around;
       around = around->getParentOp())
    if (isa<scf::ForallOp, scf::ParallelOp>(around))
      return Reason(around, "the loop is in another parallel loop, whose "
                            "iterations would share the collective");
  return std::nullopt;
}

static shard::GridOp findGrid(Operation *table, StringRef name, int64_t size) {
  for (auto grid : table->getRegion(0).front().getOps<shard::GridOp>())
    if (name.empty() ? grid.getShape() == ArrayRef<int64_t>{size}
                     : grid.getSymName() == name)
      return grid;
  return nullptr;
}

std::optional<Reason> SharedReductionMatcher::matchGrid() {
  Operation *table = SymbolTable::getNearestSymbolTable(loop);
  if (options.grid.empty())
    return std::nullopt;
  shard::GridOp grid = findGrid(table, options.grid, trips);
  if (!grid)
    return Reason(table, "there is no 'shard.grid' of the name '" +
                             options.grid + "'");
  int64_t devices = 1;
  for (int64_t extent : grid.getShape())
    devices = ShapedType::isDynamic(extent) ? 0 : devices * extent;
  if (devices != trips)
    return Reason(grid, "expects a grid of " + Twine(trips) +
                            " devices, one per iteration, but got " +
                            (devices ? Twine(devices) : "an unknown number"));
  return std::nullopt;
}

std::optional<Reason>
heddle::checkDistributeReduction(const SharedReduction &reduction,
                                 const DistributeOptions &options) {
  return SharedReductionMatcher(reduction, options).match();
}

/// The grid of that name, or one of `size` devices, which is made if need be.
static shard::GridOp getGrid(RewriterBase &rewriter, Operation *loop,
                             StringRef name, int64_t size) {
  Operation *table = SymbolTable::getNearestSymbolTable(loop);
  if (shard::GridOp grid = findGrid(table, name, size))
    return grid;
  SymbolTable symbols(table);
  std::string unused = "grid";
  for (int64_t i = 0; symbols.lookup(unused); ++i)
    unused = "grid_" + std::to_string(i);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&table->getRegion(0).front());
  return shard::GridOp::create(rewriter, loop->getLoc(), unused,
                               ArrayRef<int64_t>{size});
}

/// The fill of `shared` without its dim `dim`.
static linalg::FillOp createSlotFill(RewriterBase &rewriter,
                                     linalg::FillOp shared, int64_t dim,
                                     RankedTensorType type) {
  Location loc = shared.getLoc();
  Value out = shared.getOutputs()[0];
  SmallVector<OpFoldResult> sizes;
  if (auto empty = out.getDefiningOp<tensor::EmptyOp>())
    sizes = empty.getMixedSizes();
  else
    sizes = tensor::getMixedSizes(rewriter, loc, out);
  sizes.erase(sizes.begin() + dim);
  SmallVector<Value> dynamic;
  for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type, dynamic);
  return linalg::FillOp::create(rewriter, loc, shared.getInputs(), empty);
}

/// What all devices get of `partial`, merged into `start` as `merge` does.
static Value createCollective(RewriterBase &rewriter,
                              const SharedReductionMatcher &parts,
                              Value partial, shard::GridOp grid) {
  linalg::LinalgOp merge = parts.merge;
  Location loc = merge->getLoc();
  auto axes = llvm::to_vector(llvm::seq<int16_t>(0, grid.getRank()));
  Value all = shard::AllReduceOp::create(rewriter, loc, partial,
                                         grid.getSymName(), axes, parts.kind);
  auto type = cast<RankedTensorType>(merge->getResult(0).getType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto merged = linalg::GenericOp::create(
      rewriter, loc, type, all, merge.getDpsInits(),
      ArrayRef<AffineMap>{identity, identity}, iterators,
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(merge.getBlock()->getArguments(), arguments);
        Operation *copy = builder.clone(*parts.combiner, mapping);
        linalg::YieldOp::create(builder, loc, copy->getResult(0));
      });
  return merged->getResult(0);
}

DistributedReduction
heddle::distributeReduction(RewriterBase &rewriter,
                            const SharedReduction &reduction,
                            const DistributeOptions &options) {
  SharedReductionMatcher parts(reduction, options);
  std::optional<Reason> reason = parts.match();
  assert(!reason && "the reduction was not checked");
  (void)reason;
  scf::ForallOp loop = parts.loop;
  auto type = cast<RankedTensorType>(parts.merge->getResult(0).getType());
  shard::GridOp grid = getGrid(rewriter, loop, options.grid, parts.trips);

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  linalg::FillOp fill = createSlotFill(rewriter, parts.fill, parts.dim, type);
  auto distributed =
      scf::ForallOp::create(rewriter, loop.getLoc(), loop.getMixedLowerBound(),
                            loop.getMixedUpperBound(), loop.getMixedStep(),
                            fill.getResult(0), loop.getMapping());
  Location loc = parts.insert.getLoc();
  Value partial = parts.insert.getSource();
  SmallVector<OpFoldResult> sizes = parts.insert.getMixedSizes();
  sizes.erase(sizes.begin() + parts.dim);
  for (tensor::ExtractSliceOp start : parts.starts)
    rewriter.replaceOp(start, fill.getResult(0));
  rewriter.eraseOp(parts.insert);
  rewriter.eraseOp(distributed.getTerminator());
  rewriter.inlineBlockBefore(
      loop.getBody(), distributed.getBody(), distributed.getBody()->end(),
      SmallVector<Value>{distributed.getInductionVar(0),
                         distributed.getRegionOutArgs()[0]});
  scf::InParallelOp end = distributed.getTerminator();
  rewriter.setInsertionPoint(end);
  Value complete = createCollective(rewriter, parts, partial, grid);
  Value out = distributed.getRegionOutArgs()[0];
  SmallVector<OpFoldResult> zeros(type.getRank(), rewriter.getIndexAttr(0)),
      ones(type.getRank(), rewriter.getIndexAttr(1));
  rewriter.setInsertionPointToEnd(&end.getRegion().front());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, complete, out, zeros,
                                        sizes, ones);
  rewriter.replaceOp(parts.merge, distributed->getResults());
  rewriter.eraseOp(loop);
  if (parts.fill->use_empty())
    eraseDeadOps(rewriter, {parts.fill});
  return {distributed, fill};
}

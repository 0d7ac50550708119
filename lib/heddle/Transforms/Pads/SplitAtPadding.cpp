//===- SplitAtPadding.cpp - What is computed on padding, apart ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each split loop falls into the iterations before the source of a pad, on it,
// and after it. The parts of the op are cut loop by loop. The parts of loop l
// lie before and after the source along l. Along the split loops before l they
// cover the source, and along those after l they cover everything, like the
// slabs of a frame. The destination of each part is the result of the previous
// part. So a part writes what the op would write in its iterations, even if the
// op reads its destination. The parts are in the order of the iterations: if
// only one reduction loop is split, the order of its sum stays the same.
//
// An input of a part is the padding itself where the part lies before or after
// the source along some dim; otherwise it is a pad of a part of the source, by
// the amounts along those dims that the part reaches over. An input that is
// padded by other amounts than those that the loops are split at is sliced like
// any other.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Pads/SplitAtPadding.h"

#include "Emission/OffsetClone.h"
#include "SplitAtPaddingPlan.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Transforms/Emission/TileEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Where a part lies along a loop.
enum class Side { All, Before, Inside, Behind };

/// The iterations of a part along one loop.
struct PartRange {
  Side side = Side::All;
  OpFoldResult offset, size;
};

/// Emits the parts of one op.
class Splitter {
public:
  Splitter(RewriterBase &rewriter, const SplitPlan &plan)
      : rewriter(rewriter), plan(plan), op(plan.op), loc(plan.op->getLoc()) {}

  SplitAtPaddingResult run();

private:
  OpFoldResult getExtent(unsigned loop);
  void replaceSizes(tensor::PadOp pad);
  void completeInput(PaddedInput &input);
  void findRanges();
  void emitParts(unsigned cut);
  void emitPart();
  bool isEmpty() const;
  SmallVector<Value> getWholes();
  bool isPadding(const PaddedInput &input) const;
  bool isSplitAt(const PaddedInput &input, unsigned dim) const;
  Value getInput(const PaddedInput &input, Value slice);
  Value padPart(const PaddedInput &input, ArrayRef<bool> keepsAmounts,
                ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes);
  void cloneShifted(tensor::PadOp pad, tensor::PadOp smaller,
                    ArrayRef<OpFoldResult> starts);
  Value clonePadding(OpBuilder &builder, const PaddedInput &input);
  linalg::LinalgOp emitOnPadding(ArrayRef<Value> operands);

  RewriterBase &rewriter;
  SplitPlan plan;
  linalg::LinalgOp op;
  Location loc;

  /// For each cut, the iterations before, on and after the source.
  SmallVector<std::array<PartRange, 3>> ranges;
  SmallVector<OpFoldResult> extents;
  /// The part that is being emitted: its iterations along each loop.
  SmallVector<PartRange> part;
  /// The result of the parts so far.
  SmallVector<Value> values;
  SplitAtPaddingResult result;
};
} // namespace

/// The extent of `loop`, if possible from an operand that is not a padded
/// input.
OpFoldResult Splitter::getExtent(unsigned loop) {
  std::optional<std::pair<Value, unsigned>> found;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineExpr expr = rewriter.getAffineDimExpr(loop);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<unsigned> dim = map.getResultPosition(expr);
    if (!dim)
      continue;
    auto type = cast<RankedTensorType>(operand.get().getType());
    if (!type.isDynamicDim(*dim))
      return rewriter.getIndexAttr(type.getDimSize(*dim));
    bool isPadded = llvm::any_of(plan.inputs, [&](const PaddedInput &input) {
      return input.operand == operand.getOperandNumber();
    });
    if (!found || !isPadded)
      found = {operand.get(), *dim};
  }
  return tensor::getMixedSize(rewriter, loc, found->first, found->second);
}

/// Computes the offsets and extents of the source of `input` that are not known
/// yet.
void Splitter::completeInput(PaddedInput &input) {
  AffineExpr rest = rewriter.getAffineSymbolExpr(0) -
                    rewriter.getAffineSymbolExpr(1) -
                    rewriter.getAffineSymbolExpr(2);
  for (auto [dim, loop] : llvm::enumerate(input.loops)) {
    if (!input.sizes[dim])
      input.sizes[dim] = tensor::getMixedSize(rewriter, loc, input.source, dim);
    if (!input.highs[dim])
      input.highs[dim] = affine::makeComposedFoldedAffineApply(
          rewriter, loc, rest,
          {extents[loop], input.lows[dim], input.sizes[dim]});
  }
}

void Splitter::findRanges() {
  AffineExpr sum =
      rewriter.getAffineSymbolExpr(0) + rewriter.getAffineSymbolExpr(1);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    extents.push_back(getExtent(loop));
  for (PaddedInput &input : plan.inputs)
    completeInput(input);
  for (const Cut &cut : plan.cuts) {
    const PaddedInput &input = plan.inputs[cut.input];
    OpFoldResult low = input.lows[cut.dim], size = input.sizes[cut.dim];
    OpFoldResult end =
        affine::makeComposedFoldedAffineApply(rewriter, loc, sum, {low, size});
    ranges.push_back({PartRange{Side::Before, rewriter.getIndexAttr(0), low},
                      PartRange{Side::Inside, low, size},
                      PartRange{Side::Behind, end, input.highs[cut.dim]}});
  }
}

/// True if the part is known to have no iterations. A slice that starts where
/// its tensor ends is refused by the verifier.
bool Splitter::isEmpty() const {
  for (auto [range, extent] : llvm::zip_equal(part, extents)) {
    if (isZeroInteger(extent))
      return true;
    if (range.side == Side::All)
      continue;
    std::optional<int64_t> start = getConstantIntValue(range.offset);
    if (isZeroInteger(range.size) ||
        (start && start == getConstantIntValue(extent)))
      return true;
  }
  return false;
}

/// True if the loop along `dim` is split where the padding of `input` is.
bool Splitter::isSplitAt(const PaddedInput &input, unsigned dim) const {
  for (const Cut &cut : plan.cuts) {
    const PaddedInput &other = plan.inputs[cut.input];
    if (cut.loop == input.loops[dim])
      return isEqualConstantIntOrValue(input.lows[dim], other.lows[cut.dim]) &&
             (isEqualConstantIntOrValue(input.highs[dim],
                                        other.highs[cut.dim]) ||
              isEqualConstantIntOrValue(input.sizes[dim],
                                        other.sizes[cut.dim]));
  }
  return false;
}

/// True if the part reads nothing of `input` but padding.
bool Splitter::isPadding(const PaddedInput &input) const {
  for (auto [dim, loop] : llvm::enumerate(input.loops))
    if ((part[loop].side == Side::Before || part[loop].side == Side::Behind) &&
        isSplitAt(input, dim))
      return true;
  return false;
}

/// The operand that the part reads for `input`: a pad or a slice of a part of
/// the source. If the loops are split elsewhere, it is `slice`, a slice of the
/// padded tensor.
Value Splitter::getInput(const PaddedInput &input, Value slice) {
  SmallVector<OpFoldResult> sizes = input.sizes;
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<bool> keepsAmounts(sizes.size(), false);
  bool isSliced = false;
  for (auto [dim, loop] : llvm::enumerate(input.loops)) {
    bool isPadded = input.isPaddedAlong(dim);
    if (part[loop].side == Side::All) {
      keepsAmounts[dim] = isPadded;
    } else if (!isPadded) {
      offsets[dim] = part[loop].offset;
      sizes[dim] = part[loop].size;
      isSliced = true;
    } else if (!isSplitAt(input, dim)) {
      return slice;
    }
  }
  if (!isSliced && llvm::all_of(keepsAmounts, [](bool keeps) { return keeps; }))
    return slice;
  return padPart(input, keepsAmounts,
                 isSliced ? offsets : ArrayRef<OpFoldResult>(), sizes);
}

/// Pads the part of the source at `offsets`, or all of it, along the dims that
/// keep their amounts.
Value Splitter::padPart(const PaddedInput &input, ArrayRef<bool> keepsAmounts,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes) {
  Value source = input.source;
  if (!offsets.empty() && startsAtEnd(source, offsets)) {
    source = tensor::EmptyOp::create(rewriter, loc, sizes,
                                     getElementTypeOrSelf(source.getType()));
  } else if (!offsets.empty()) {
    SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
    source = tensor::ExtractSliceOp::create(rewriter, loc, source, offsets,
                                            sizes, ones);
  }
  if (llvm::none_of(keepsAmounts, [](bool keeps) { return keeps; }))
    return source;
  SmallVector<OpFoldResult> lows = input.lows, highs = input.highs;
  SmallVector<OpFoldResult> starts(lows.size());
  auto padded = cast<RankedTensorType>(op->getOperand(input.operand).getType());
  SmallVector<int64_t> shape(padded.getShape());
  for (auto [dim, keeps] : llvm::enumerate(keepsAmounts)) {
    if (keeps)
      continue;
    starts[dim] = part[input.loops[dim]].offset;
    shape[dim] = cast<RankedTensorType>(source.getType()).getDimSize(dim);
    lows[dim] = highs[dim] = rewriter.getIndexAttr(0);
  }
  auto type = RankedTensorType::get(shape, padded.getElementType());
  if (input.scalar)
    return tensor::PadOp::create(rewriter, loc, type, source, lows, highs,
                                 input.scalar);
  tensor::PadOp pad = input.pad;
  auto smaller = tensor::PadOp::create(rewriter, loc, type, source, lows, highs,
                                       pad.getNofold());
  cloneShifted(pad, smaller, starts);
  return smaller.getResult();
}

/// Gives `smaller` the padding of `pad`, at indices that count from `starts`,
/// or from 0 where that is null.
void Splitter::cloneShifted(tensor::PadOp pad, tensor::PadOp smaller,
                            ArrayRef<OpFoldResult> starts) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Location> locs(starts.size(), loc);
  SmallVector<Type> indices(starts.size(), rewriter.getIndexType());
  Block *body = rewriter.createBlock(&smaller.getRegion(), {}, indices, locs);
  AffineExpr sum =
      rewriter.getAffineDimExpr(0) + rewriter.getAffineSymbolExpr(0);
  IRMapping mapping;
  for (auto [dim, index] : llvm::enumerate(pad.getBody()->getArguments())) {
    Value shifted = body->getArgument(dim);
    if (starts[dim] && !index.use_empty() && !isZeroInteger(starts[dim]))
      shifted = getValueOrCreateConstantIndexOp(
          rewriter, loc,
          affine::makeComposedFoldedAffineApply(rewriter, loc, sum,
                                                {shifted, starts[dim]}));
    mapping.map(index, shifted);
  }
  for (Operation &nested : *pad.getBody())
    rewriter.clone(nested, mapping);
}

/// The padding of `input` at the current iteration of the op whose body is
/// being built. Its indices count from the start of the part.
Value Splitter::clonePadding(OpBuilder &builder, const PaddedInput &input) {
  if (input.scalar)
    return input.scalar;
  tensor::PadOp pad = input.pad;
  IRMapping mapping;
  for (auto [dim, index] : llvm::enumerate(pad.getBody()->getArguments()))
    if (!index.use_empty())
      mapping.map(index,
                  linalg::IndexOp::create(builder, loc, input.loops[dim]));
  for (Operation &nested : pad.getBody()->without_terminator())
    builder.clone(nested, mapping);
  auto yield = cast<tensor::YieldOp>(pad.getBody()->getTerminator());
  return mapping.lookupOrDefault(yield.getValue());
}

/// The op on `operands`, with the padding where they are null.
linalg::LinalgOp Splitter::emitOnPadding(ArrayRef<Value> operands) {
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operands[operand.getOperandNumber()];
    if (!value)
      continue;
    (op.isDpsInit(&operand) ? inits : inputs).push_back(value);
    maps.push_back(op.getMatchingIndexingMap(&operand));
  }
  return linalg::GenericOp::create(
      rewriter, loc, TypeRange(ValueRange(inits)), inputs, inits, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        IRMapping mapping;
        for (auto [argument, value] :
             llvm::zip_equal(op.getBlock()->getArguments(), operands))
          if (value) {
            mapping.map(argument, arguments.front());
            arguments = arguments.drop_front();
          }
        for (const PaddedInput &input : plan.inputs)
          if (!operands[input.operand])
            mapping.map(op.getBlock()->getArgument(input.operand),
                        clonePadding(builder, input));
        for (Operation &nested : *op.getBlock())
          builder.clone(nested, mapping);
      });
}

/// The operands that the part is sliced from. If an input is overwritten at the
/// elements where it is read, the part reads it from the result of the previous
/// parts, which is the same there. Otherwise it would have to be copied before
/// the first part.
SmallVector<Value> Splitter::getWholes() {
  SmallVector<Value> wholes(op->getOperands());
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), values)) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    bool isDisjoint = llvm::all_of(plan.cuts, [&](const Cut &cut) {
      return map.isFunctionOfDim(cut.loop);
    });
    for (OpOperand *input : op.getDpsInputOperands())
      if (isDisjoint && input->get() == init.get() &&
          op.getMatchingIndexingMap(input) == map)
        wholes[input->getOperandNumber()] = value;
    wholes[init.getOperandNumber()] = value;
  }
  return wholes;
}

void Splitter::emitPart() {
  if (isEmpty())
    return;
  SmallVector<OpFoldResult> offsets(part.size()), starts, sizes;
  for (auto [loop, range] : llvm::enumerate(part)) {
    bool isAll = range.side == Side::All;
    sizes.push_back(isAll ? rewriter.getIndexAttr(0) : range.size);
    if (isAll)
      continue;
    offsets[loop] = range.offset;
    starts.push_back(range.offset);
  }
  SmallVector<Value> wholes = getWholes();
  SmallVector<Value> tiles =
      linalg::makeTiledShapes(rewriter, loc, op, wholes, starts, sizes, extents,
                              /*omitPartialTileCheck=*/true);
  bool isOnPadding = false;
  SmallVector<Value> operands(tiles);
  for (const PaddedInput &input : plan.inputs) {
    Value &operand = operands[input.operand];
    bool isPaddingOnly = isPadding(input);
    operand = isPaddingOnly ? Value() : getInput(input, operand);
    isOnPadding |= isPaddingOnly;
    Value slice = tiles[input.operand];
    if (slice != operand && slice != wholes[input.operand])
      rewriter.eraseOp(slice.getDefiningOp());
  }
  linalg::LinalgOp tile;
  if (isOnPadding) {
    tile = emitOnPadding(operands);
    linalg::offsetIndices(rewriter, tile, offsets);
    result.frame.push_back(tile);
  } else {
    tile = cloneWithOffsets(rewriter, op,
                            linalg::getTensorOutputTypes(op, operands),
                            operands, offsets);
    result.inside = tile;
  }
  values =
      linalg::insertSlicesBack(rewriter, loc, op, tiles, tile->getResults());
}

/// Emits the parts of the cuts from `cut` on, in the order of the iterations.
void Splitter::emitParts(unsigned cut) {
  if (cut == plan.cuts.size())
    return emitPart();
  PartRange &range = part[plan.cuts[cut].loop];
  range = ranges[cut][0];
  emitPart();
  range = ranges[cut][1];
  emitParts(cut + 1);
  range = ranges[cut][2];
  if (cut != 0 || !isMistake("part_too_few"))
    emitPart();
  range = PartRange();
}

/// Replaces sizes of a padded tensor by sums, so that they do not keep the pad
/// alive.
void Splitter::replaceSizes(tensor::PadOp pad) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(pad);
  AffineExpr sum = rewriter.getAffineSymbolExpr(0) +
                   rewriter.getAffineSymbolExpr(1) +
                   rewriter.getAffineSymbolExpr(2);
  for (Operation *user : llvm::make_early_inc_range(pad->getUsers())) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> index = dim ? getKnownDim(dim) : std::nullopt;
    if (!index)
      continue;
    OpFoldResult size =
        tensor::getMixedSize(rewriter, loc, pad.getSource(), *index);
    rewriter.replaceAllUsesWith(
        dim,
        getValueOrCreateConstantIndexOp(rewriter, loc,
                                        affine::makeComposedFoldedAffineApply(
                                            rewriter, loc, sum,
                                            {pad.getMixedLowPad()[*index], size,
                                             pad.getMixedHighPad()[*index]})));
    rewriter.eraseOp(dim);
  }
}

SplitAtPaddingResult Splitter::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  result.original = op;
  for (const PaddedInput &input : plan.inputs)
    if (input.pad)
      replaceSizes(input.pad);
  readInputsAgain(rewriter, plan);
  rewriter.setInsertionPoint(op);
  findRanges();
  part.resize(op.getNumLoops());
  values = llvm::to_vector(op.getDpsInits());
  emitParts(0);
  rewriter.replaceAllUsesWith(op->getResults(), values);
  return std::move(result);
}

FailureOr<SmallVector<SplitAtPaddingResult>>
heddle::splitAtPadding(RewriterBase &rewriter, ArrayRef<linalg::LinalgOp> ops,
                       const SplitAtPaddingOptions &options,
                       llvm::function_ref<void(Operation *)> skip) {
  SmallVector<SplitPlan, 0> plans;
  for (linalg::LinalgOp op : ops) {
    FailureOr<SplitPlan> plan = planSplit(rewriter, op, options.loops);
    if (succeeded(plan))
      plans.push_back(*plan);
    else if (skip)
      skip(op);
    else
      return failure();
  }
  SmallVector<SplitAtPaddingResult> results;
  for (const SplitPlan &plan : plans)
    results.push_back(Splitter(rewriter, plan).run());
  return results;
}

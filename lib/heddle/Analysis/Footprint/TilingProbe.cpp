//===- TilingProbe.cpp - Boxes read back from a tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones the op into a scratch module and tiles the clone through its
// interface. Arguments of the scratch region stand for the op's operands and
// for the offsets and sizes of the tile.
//
// Why this holds for every tile: the arguments are free, so what is read back
// is true for each choice of them. The boxes of a concrete tile result from
// substituting its offsets and sizes for the arguments. This requires that the
// tile is the op itself, that each tensor operand is a unit-stride slice of the
// original operand or all of it, and that each offset and size is a bound over
// the arguments and the extents of operands. Anything else is refused. The
// caller must keep reduction dims whole: the interface does not say how the op
// would continue from a partial result.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/TilingProbe.h"

#include "heddle/Analysis/Footprint/ExtentTable.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr const char *kNotPlain =
    "has an operand or a result that is not a plain ranked tensor";
static constexpr const char *kNotItself =
    "has tiles that are not the op itself on slices of its operands";
static constexpr const char *kNoBounds =
    "has tiles whose offsets or sizes are no bounds";
static constexpr const char *kNoInverse =
    "does not say what computes a tile of its result";

TilingProbe::TilingProbe(Operation *op, ExtentTable &extents)
    : extents(extents), op(op) {
  scratch = ModuleOp::create(op->getLoc());
  reason = build(op);
}

TilingProbe::Arguments TilingProbe::addArguments(unsigned rank) {
  Arguments arguments;
  Type index = IndexType::get(scratch->getContext());
  Location loc = scratch->getLoc();
  for (unsigned dim = 0; dim < rank; ++dim) {
    arguments.offsets.push_back(scratch->getBody()->addArgument(index, loc));
    arguments.sizes.push_back(scratch->getBody()->addArgument(index, loc));
  }
  for (ArrayRef<OpFoldResult> all :
       {ArrayRef(arguments.offsets), ArrayRef(arguments.sizes)})
    for (OpFoldResult argument : all)
      (void)extents.getNonNegativeIndex(argument);
  return arguments;
}

/// An index of the scratch region as a bound; null if no bound expresses it.
Bound TilingProbe::read(OpFoldResult index) const {
  auto value = dyn_cast<Value>(index);
  Operation *def = value ? value.getDefiningOp() : nullptr;
  if (!def || isa<tensor::DimOp>(def) || getConstantIntValue(index))
    return extents.getIndex(index);
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(def))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(def))
    map = min.getAffineMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(def))
    map = max.getAffineMap();
  else
    return Bound();
  SmallVector<Bound> operands;
  for (Value operand : def->getOperands()) {
    operands.push_back(read(operand));
    if (!operands.back())
      return Bound();
  }
  BoundContext &context = extents.getContext();
  Bound all;
  for (AffineExpr expr : map.getResults()) {
    Bound bound = getAffineBound(
        context, expr, ArrayRef(operands).take_front(map.getNumDims()),
        ArrayRef(operands).drop_front(map.getNumDims()));
    if (!bound)
      return Bound();
    all = !all                            ? bound
          : isa<affine::AffineMinOp>(def) ? context.min(all, bound)
                                          : context.max(all, bound);
  }
  return all;
}

std::optional<Box> TilingProbe::readBox(ArrayRef<OpFoldResult> offsets,
                                        ArrayRef<OpFoldResult> sizes) const {
  Box box;
  for (auto [offset, size] : llvm::zip_equal(offsets, sizes)) {
    Bound lo = read(offset), length = read(size);
    if (!lo || !length)
      return std::nullopt;
    box.dims.push_back({lo, extents.getContext().add(lo, length)});
  }
  return box;
}

std::string TilingProbe::build(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  for (Type type : op->getResultTypes())
    types.push_back(type);
  for (Type type : types)
    if (auto tensor = dyn_cast<TensorType>(type))
      if (auto ranked = dyn_cast<RankedTensorType>(tensor);
          !ranked || ranked.getEncoding())
        return kNotPlain;
  if (!llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return kNotPlain;

  OpBuilder builder = OpBuilder::atBlockEnd(scratch->getBody());
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    if (mapping.contains(operand))
      continue;
    BlockArgument argument =
        scratch->getBody()->addArgument(operand.getType(), op->getLoc());
    mapping.map(operand, argument);
    extents.setAlias(argument, operand);
  }
  auto clone = cast<TilingInterface>(builder.clone(*op, mapping));
  builder.setInsertionPoint(clone);
  SmallVector<Range> ranges = clone.getIterationDomain(builder);
  for (Range range : ranges) {
    domain.push_back(read(range.size));
    if (!isZeroInteger(range.offset) || !isOneInteger(range.stride) ||
        !domain.back())
      return kNoBounds;
  }
  iterationArguments = addArguments(domain.size());
  FailureOr<TilingResult> tiled = clone.getTiledImplementation(
      builder, iterationArguments.offsets, iterationArguments.sizes);
  if (failed(tiled) || tiled->tiledOps.size() != 1 ||
      tiled->tiledOps.front()->getName() != op->getName() ||
      tiled->tiledOps.front()->getNumOperands() != op->getNumOperands() ||
      !llvm::equal(tiled->tiledValues, tiled->tiledOps.front()->getResults()))
    return kNotItself;
  tile = tiled->tiledOps.front();
  std::string failure = readOperands(clone);
  return failure.empty() ? readResults(builder, clone) : failure;
}

std::string TilingProbe::readOperands(Operation *clone) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(tile->getRegions(), captured);
  if (llvm::any_of(captured, [&](Value value) {
        return value.getParentBlock() == scratch->getBody();
      }))
    return kNotItself;
  for (auto [whole, part] :
       llvm::zip_equal(clone->getOperands(), tile->getOperands())) {
    Box &box = operandBoxes.emplace_back();
    if (part == whole)
      continue;
    auto slice = part.getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getSource() != whole || !slice.hasUnitStride() ||
        slice.getDroppedDims().any())
      return kNotItself;
    std::optional<Box> read =
        readBox(slice.getMixedOffsets(), slice.getMixedSizes());
    if (!read)
      return kNoBounds;
    box = std::move(*read);
  }
  return "";
}

std::string TilingProbe::readResults(OpBuilder &builder,
                                     TilingInterface clone) {
  for (unsigned result = 0; result < clone->getNumResults(); ++result) {
    SmallVector<OpFoldResult> offsets, sizes;
    if (failed(clone.getResultTilePosition(
            builder, result, iterationArguments.offsets,
            iterationArguments.sizes, offsets, sizes)))
      return kNoInverse;
    std::optional<Box> box = readBox(offsets, sizes);
    if (!box)
      return kNoBounds;
    resultBoxes.push_back(std::move(*box));
    std::string failure = invertResult(builder, clone, result);
    if (!failure.empty())
      return failure;
  }
  return "";
}

/// The iteration box that computes a box of a result, as the op's interface
/// returns it. If the interface does not, but the dims of the result are
/// iteration dims, these dims are limited to the box and the others are whole.
std::string TilingProbe::invertResult(OpBuilder &builder, TilingInterface clone,
                                      unsigned result) {
  const Arguments &own =
      resultArguments.emplace_back(addArguments(resultBoxes[result].getRank()));
  SmallVector<OpFoldResult> offsets, sizes;
  if (succeeded(clone.getIterationDomainTileFromResultTile(
          builder, result, own.offsets, own.sizes, offsets, sizes))) {
    if (std::optional<Box> box = readBox(offsets, sizes)) {
      iterationBoxes.push_back(std::move(*box));
      return "";
    }
  }
  BoundContext &context = extents.getContext();
  Box iteration = getWholeBox(context, domain);
  for (auto [dim, range] : llvm::enumerate(resultBoxes[result].dims)) {
    // Each tile has all of this dim.
    bool isFound = range.lo.isConstant(0) &&
                   range.hi == extents.getExtent(op->getResult(result), dim);
    for (unsigned loop = 0; loop < domain.size() && !isFound; ++loop) {
      Bound lo = read(iterationArguments.offsets[loop]);
      if (range.lo != lo ||
          range.hi != context.add(lo, read(iterationArguments.sizes[loop])))
        continue;
      lo = read(own.offsets[dim]);
      iteration.dims[loop] = {lo, context.add(lo, read(own.sizes[dim]))};
      isFound = true;
    }
    if (!isFound)
      return kNoInverse;
  }
  iterationBoxes.push_back(std::move(iteration));
  return "";
}

Box TilingProbe::evaluate(const Box &box, const Arguments &arguments,
                          const Box &at) const {
  BoundContext &context = extents.getContext();
  llvm::SmallDenseMap<unsigned, Bound> bySymbol;
  auto put = [&](OpFoldResult argument, Bound value) {
    bySymbol[read(argument).getNode()->terms.front().first->index] = value;
  };
  for (auto [dim, range] : llvm::enumerate(at.dims)) {
    put(arguments.offsets[dim], range.lo);
    put(arguments.sizes[dim], getSize(context, range));
  }
  auto substitute = [&](Bound bound) {
    return extents.canonicalize(context.substituteSymbols(
        bound, [&](unsigned symbol) { return bySymbol.lookup(symbol); }));
  };
  Box result;
  for (const BoxRange &range : box.dims)
    result.dims.push_back({substitute(range.lo), substitute(range.hi)});
  return result;
}

Box TilingProbe::evaluateInside(const Box &box, const Arguments &arguments,
                                const Box &at, ArrayRef<Bound> limits) const {
  BoundContext &context = extents.getContext();
  Box result = evaluate(box, arguments, at);
  // With an empty box a window may lie anywhere: keep it inside.
  if (isContained(context, result, getWholeBox(context, limits)))
    return result;
  return clampBox(context, result, limits);
}

SmallVector<Bound> TilingProbe::getDomain() const {
  return llvm::map_to_vector(
      domain, [&](Bound extent) { return extents.canonicalize(extent); });
}

void TilingProbe::assumeShapes() const {
  Box whole = getWholeBox(extents.getContext(), domain);
  for (OpResult result : op->getResults()) {
    Box box = evaluate(resultBoxes[result.getResultNumber()],
                       iterationArguments, whole);
    for (auto [dim, range] : llvm::enumerate(box.dims))
      extents.assumeEqual(extents.getOwnExtent(result, dim),
                          getSize(extents.getContext(), range));
  }
}

Box TilingProbe::getOperandBox(unsigned operand, const Box &iteration) const {
  SmallVector<Bound> limits = extents.getExtents(op->getOperand(operand));
  if (operandBoxes[operand].getRank() == 0)
    return getWholeBox(extents.getContext(), limits);
  return evaluateInside(operandBoxes[operand], iterationArguments, iteration,
                        limits);
}

Box TilingProbe::getResultBox(unsigned result, const Box &iteration) const {
  return evaluateInside(resultBoxes[result], iterationArguments, iteration,
                        extents.getExtents(op->getResult(result)));
}

Box TilingProbe::getIterationBox(unsigned result, const Box &box) const {
  return evaluateInside(iterationBoxes[result], resultArguments[result], box,
                        getDomain());
}

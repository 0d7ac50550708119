//===- PackDotProducts.cpp - Operands in groups of products ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step is an op of linalg or a reshape before the one that reads it, so
// that everything that tiles, fuses and vectorizes knows it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/PackDotProducts.h"

#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/Analysis/Vectors/DotProduct.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// The difference between a signed i8 and the unsigned i8 that has the same
/// bits except for the highest one.
static constexpr int64_t kBias = 128;

namespace {
/// The rewriting of one op.
class DotProductPacking {
public:
  DotProductPacking(RewriterBase &rewriter, linalg::LinalgOp op,
                    const NarrowProducts &products)
      : rewriter(rewriter), op(op), products(products), loc(op.getLoc()),
        maps(op.getIndexingMapsArray()) {
    for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction)
        groupedDim = dim;
  }

  PackedDotProducts pack();

private:
  Value makeFilled(ArrayRef<OpFoldResult> sizes, Type type);
  Value padGroups(Value input, unsigned position);
  Value flipSign(Value input);
  Value splitGroups(Value input, unsigned position);
  Value orderGroups(Value input, unsigned number,
                    SmallVector<AffineExpr> &loops);
  /// Sums of the input with the lanes over all that `op` sums.
  Value sumLanes(AffineMap &sumMap);
  Value addCompensation(Value init, bool subtract);
  linalg::LinalgOp makeProduct(ValueRange inputs, Value init,
                               ArrayRef<AffineMap> inputMaps,
                               ArrayRef<bool> isUnsigned);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const NarrowProducts &products;
  Location loc;
  SmallVector<AffineMap> maps;
  /// The innermost loop that sums.
  unsigned groupedDim = 0;
};
} // namespace

static unsigned getPosition(AffineMap map, unsigned dim) {
  return *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
}

/// A tensor of zeros.
Value DotProductPacking::makeFilled(ArrayRef<OpFoldResult> sizes, Type type) {
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type);
  return linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
}

/// `input` with zeros after its dim `position`, up to whole groups.
Value DotProductPacking::padGroups(Value input, unsigned position) {
  auto type = cast<RankedTensorType>(input.getType());
  int64_t extent = type.getDimSize(position);
  if (!ShapedType::isDynamic(extent) && extent % products.group == 0)
    return input;
  AffineExpr size = rewriter.getAffineSymbolExpr(0);
  OpFoldResult high = affine::makeComposedFoldedAffineApply(
      rewriter, loc, size.ceilDiv(products.group) * products.group - size,
      {tensor::getMixedSize(rewriter, loc, input, position)});
  SmallVector<OpFoldResult> lows(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> highs(lows);
  highs[position] = high;
  SmallVector<int64_t> shape(type.getShape());
  if (!ShapedType::isDynamic(extent))
    shape[position] = llvm::alignTo(extent, products.group);
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(rewriter, loc, type.clone(shape), input, lows,
                               highs, zero);
}

/// `input` with the highest bit of each number flipped. Signed numbers become
/// unsigned numbers that are larger by `kBias`, and unsigned numbers become
/// signed numbers that are smaller by `kBias`.
Value DotProductPacking::flipSign(Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, input),
      type.getElementType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto flip = linalg::GenericOp::create(
      rewriter, loc, type, input, empty, ArrayRef{identity, identity},
      iterators, [](OpBuilder &b, Location loc, ValueRange args) {
        Value sign = arith::ConstantOp::create(
            b, loc, b.getIntegerAttr(args[0].getType(), -kBias));
        Value flipped = arith::XOrIOp::create(b, loc, args[0], sign);
        linalg::YieldOp::create(b, loc, flipped);
      });
  return flip.getResult(0);
}

/// `input` with dim `position` as two: groups, and elements of a group.
Value DotProductPacking::splitGroups(Value input, unsigned position) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> parts(type.getRank());
  for (int64_t dim = 0, e = type.getRank(); dim < e; ++dim) {
    OpFoldResult size = tensor::getMixedSize(rewriter, loc, input, dim);
    parts[dim].push_back(sizes.size());
    if (dim == position) {
      size = affine::makeComposedFoldedAffineApply(
          rewriter, loc,
          rewriter.getAffineSymbolExpr(0).floorDiv(products.group), {size});
      parts[dim].push_back(sizes.size() + 1);
    }
    sizes.push_back(size);
    if (dim == position)
      sizes.push_back(rewriter.getIndexAttr(products.group));
  }
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return tensor::ExpandShapeOp::create(rewriter, loc, type.clone(shape), input,
                                       parts, sizes);
}

Value DotProductPacking::sumLanes(AffineMap &sumMap) {
  Value input = op.getDpsInputs()[products.laneInput];
  AffineMap map = maps[products.laneInput];
  Type sum = getElementTypeOrSelf(op.getDpsInits().front().getType());
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  SmallVector<utils::IteratorType> iterators;
  SmallVector<AffineExpr> kept, keptLoops;
  SmallVector<OpFoldResult> sizes;
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    iterators.push_back(types[dim]);
    if (types[dim] == utils::IteratorType::reduction)
      continue;
    kept.push_back(rewriter.getAffineDimExpr(position));
    keptLoops.push_back(expr);
    sizes.push_back(tensor::getMixedSize(rewriter, loc, input, position));
  }
  unsigned rank = map.getNumResults();
  MLIRContext *context = rewriter.getContext();
  sumMap = AffineMap::get(map.getNumDims(), 0, keptLoops, context);
  Value start = makeFilled(sizes, sum);
  bool isUnsigned = products.isUnsigned[products.laneInput];
  auto sums = linalg::GenericOp::create(
      rewriter, loc, start.getType(), input, start,
      ArrayRef{rewriter.getMultiDimIdentityMap(rank),
               AffineMap::get(rank, 0, kept, context)},
      iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
        Value wide =
            isUnsigned
                ? arith::ExtUIOp::create(b, loc, sum, args[0]).getResult()
                : arith::ExtSIOp::create(b, loc, sum, args[0]).getResult();
        Value added = arith::AddIOp::create(b, loc, args[1], wide);
        linalg::YieldOp::create(b, loc, added);
      });
  return sums.getResult(0);
}

/// `init` minus (or plus, without `subtract`) `kBias` times the sums of the
/// lanes: the flipped operand makes the result differ by that product.
Value DotProductPacking::addCompensation(Value init, bool subtract) {
  AffineMap sumMap;
  Value sums = sumLanes(sumMap);
  // Loops over the result alone.
  SmallVector<AffineExpr> loops(maps[2].getNumDims());
  for (auto [position, expr] : llvm::enumerate(maps[2].getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] =
        rewriter.getAffineDimExpr(position);
  for (AffineExpr &loop : loops)
    if (!loop)
      loop = rewriter.getAffineConstantExpr(0);
  unsigned rank = maps[2].getNumResults();
  sumMap = sumMap.replaceDimsAndSymbols(loops, {}, rank, 0);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto start = linalg::GenericOp::create(
      rewriter, loc, init.getType(), sums, init,
      ArrayRef{sumMap, rewriter.getMultiDimIdentityMap(rank)}, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value bias = arith::ConstantOp::create(
            b, loc,
            b.getIntegerAttr(args[0].getType(), subtract ? -kBias : kBias));
        Value product = arith::MulIOp::create(b, loc, args[0], bias);
        Value sum = arith::AddIOp::create(b, loc, args[1], product);
        linalg::YieldOp::create(b, loc, sum);
      });
  return start.getResult(0);
}

linalg::LinalgOp DotProductPacking::makeProduct(ValueRange inputs, Value init,
                                                ArrayRef<AffineMap> inputMaps,
                                                ArrayRef<bool> isUnsigned) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.push_back(utils::IteratorType::reduction);
  AffineMap resultMap = AffineMap::get(
      iterators.size(), 0, maps[2].getResults(), rewriter.getContext());
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Type sum = args[2].getType();
    SmallVector<Value> factors;
    for (unsigned input : {0, 1})
      if (isa<FloatType>(sum))
        factors.push_back(arith::ExtFOp::create(b, loc, sum, args[input]));
      else if (isUnsigned[input])
        factors.push_back(arith::ExtUIOp::create(b, loc, sum, args[input]));
      else
        factors.push_back(arith::ExtSIOp::create(b, loc, sum, args[input]));
    Value result;
    if (isa<FloatType>(sum)) {
      result = arith::MulFOp::create(b, loc, factors[0], factors[1]);
      result = arith::AddFOp::create(b, loc, args[2], result);
    } else {
      result = arith::MulIOp::create(b, loc, factors[0], factors[1]);
      result = arith::AddIOp::create(b, loc, args[2], result);
    }
    linalg::YieldOp::create(b, loc, result);
  };
  auto product = linalg::GenericOp::create(
      rewriter, loc, init.getType(), inputs, init,
      ArrayRef{inputMaps[0], inputMaps[1], resultMap}, iterators, body);
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName() != linalg::LinalgDialect::kMemoizedIndexingMapsAttrName)
      product->setAttr(attr.getName(), attr.getValue());
  return product;
}

/// `input` number `number` of the sum over groups, whose dims are `loops`,
/// with its dims in the order in which they are read: the elements of a group
/// last and, if the input has the lanes, the lanes before them. The input with
/// the lanes is copied in any case.
Value DotProductPacking::orderGroups(Value input, unsigned number,
                                     SmallVector<AffineExpr> &loops) {
  bool hasLanes = number == products.laneInput;
  AffineExpr inGroup = rewriter.getAffineDimExpr(op.getNumLoops());
  AffineExpr lanes = rewriter.getAffineDimExpr(products.laneDim);
  SmallVector<AffineExpr> ordered;
  for (AffineExpr loop : loops)
    if (loop != inGroup && (!hasLanes || loop != lanes))
      ordered.push_back(loop);
  if (hasLanes)
    ordered.push_back(lanes);
  ordered.push_back(inGroup);
  if (!hasLanes && ordered == loops)
    return input;
  SmallVector<int64_t> order =
      llvm::map_to_vector(ordered, [&](AffineExpr loop) -> int64_t {
        return llvm::find(loops, loop) - loops.begin();
      });
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  applyPermutationToVector(sizes, order);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(input));
  loops = std::move(ordered);
  return linalg::TransposeOp::create(rewriter, loc, input, empty, order)
      ->getResult(0);
}

PackedDotProducts DotProductPacking::pack() {
  rewriter.setInsertionPoint(op);
  std::array<bool, 2> isUnsigned = products.isUnsigned;
  Value init = op.getDpsInits().front();
  bool flips = products.type.isInteger() && isUnsigned[0] == isUnsigned[1];
  if (flips)
    init = addCompensation(init, /*subtract=*/!isUnsigned[0]);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> inputMaps;
  for (unsigned number : {0u, 1u}) {
    unsigned position = getPosition(maps[number], groupedDim);
    Value input = padGroups(op.getDpsInputs()[number], position);
    if (flips && number != products.laneInput) {
      input = flipSign(input);
      isUnsigned[number] = !isUnsigned[number];
    }
    SmallVector<AffineExpr> loops(maps[number].getResults());
    loops.insert(loops.begin() + position + 1,
                 rewriter.getAffineDimExpr(op.getNumLoops()));
    inputs.push_back(orderGroups(splitGroups(input, position), number, loops));
    inputMaps.push_back(
        AffineMap::get(op.getNumLoops() + 1, 0, loops, rewriter.getContext()));
  }
  auto copy = inputs[products.laneInput].getDefiningOp<linalg::LinalgOp>();
  linalg::LinalgOp product = makeProduct(inputs, init, inputMaps, isUnsigned);
  rewriter.replaceOp(op, product->getResults());
  return {product, copy};
}

LogicalResult heddle::checkPackDotProducts(RewriterBase &rewriter,
                                           linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(
        op, "it is on buffers: pack its products before bufferization");
  if (hasEncodedOperand(op))
    return rewriter.notifyMatchFailure(
        op, "it has an operand with an encoding, which the copy in groups "
            "would drop");
  auto products = matchNarrowProducts(op);
  if (auto *reason = std::get_if<std::string>(&products))
    return rewriter.notifyMatchFailure(
        op, [&](Diagnostic &diag) { diag << *reason; });
  return success();
}

FailureOr<PackedDotProducts> heddle::packDotProducts(RewriterBase &rewriter,
                                                     linalg::LinalgOp op) {
  if (failed(checkPackDotProducts(rewriter, op)))
    return failure();
  auto products = std::get<NarrowProducts>(matchNarrowProducts(op));
  return DotProductPacking(rewriter, op, products).pack();
}

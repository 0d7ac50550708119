//===- BatchMatmulOp.cpp - batch_matmul -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A point of the iteration space adds one product. For partial reductions, the
// op forwards to the linalg.generic that it decomposes into.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::linalg_ext;

#include "heddle/IR/LinalgExt/MatmulLayout.cpp.inc"

//===----------------------------------------------------------------------===//
// Verifier and structure
//===----------------------------------------------------------------------===//

LogicalResult BatchMatmulOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  if (operands.size() == 3 && isa<RankedTensorType>(operands[2].getType()))
    types.push_back(operands[2].getType());
  return success();
}

LogicalResult BatchMatmulOp::verify() {
  int64_t rank = cast<ShapedType>(getLhs().getType()).getRank();
  if (rank < 3)
    return emitOpError("expects operands of rank 3 or more, but got ") << rank;
  bool areFloats = isa<FloatType>(getElementTypeOrSelf(getInit().getType()));
  for (Value operand : getOperation()->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    if (areFloats ? !isa<FloatType>(element) : !isa<IntegerType>(element))
      return emitOpError(
                 "expects all elements to be floats or all to be integers, "
                 "but got ")
             << element << " and " << getElementTypeOrSelf(getInit().getType());
  }
  return shared::verifyStructuredOp(*this);
}

// For partial sums, upstream queries an op whose destination has one more dim.
// So the rank is taken from the left-hand side.
SmallVector<utils::IteratorType> BatchMatmulOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(
      cast<ShapedType>(getLhs().getType()).getRank() + 1,
      utils::IteratorType::parallel);
  types.back() = utils::IteratorType::reduction;
  return types;
}

static bool isOperandTransposed(MatmulLayout layout, unsigned operand) {
  switch (layout) {
  case MatmulLayout::NN:
    return false;
  case MatmulLayout::NT:
    return operand == 1;
  case MatmulLayout::TN:
    return operand == 0;
  case MatmulLayout::TT:
    return operand < 2;
  }
  llvm_unreachable("a layout has two letters");
}

SmallVector<int64_t> BatchMatmulOp::getOperandDims(unsigned operand) {
  int64_t rank = cast<ShapedType>(getLhs().getType()).getRank();
  int64_t m = rank - 2, n = rank - 1, k = rank;
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  std::pair<int64_t, int64_t> last = {m, n};
  if (operand == 0)
    last = {m, k};
  else if (operand == 1)
    last = {k, n};
  if (isOperandTransposed(getLayout(), operand))
    std::swap(last.first, last.second);
  dims.push_back(last.first);
  dims.push_back(last.second);
  return dims;
}

bool BatchMatmulOp::readsDestination(unsigned) { return true; }

bool BatchMatmulOp::combinesInAnyOrder() { return true; }

//===----------------------------------------------------------------------===//
// Loops and linalg
//===----------------------------------------------------------------------===//

/// `sum` + `a` * `b`, in the type of `sum`.
static Value createMultiplyAdd(OpBuilder &builder, Location loc, Value a,
                               Value b, Value sum) {
  Type type = sum.getType();
  a = convertScalarToDtype(builder, loc, a, type, /*isUnsignedCast=*/false);
  b = convertScalarToDtype(builder, loc, b, type, /*isUnsignedCast=*/false);
  if (isa<FloatType>(type))
    return arith::AddFOp::create(builder, loc, sum,
                                 arith::MulFOp::create(builder, loc, a, b));
  if (type.isInteger(1))
    return arith::OrIOp::create(builder, loc, sum,
                                arith::AndIOp::create(builder, loc, a, b));
  return arith::AddIOp::create(builder, loc, sum,
                               arith::MulIOp::create(builder, loc, a, b));
}

LogicalResult BatchMatmulOp::generateScalarImplementation(OpBuilder &builder,
                                                          Location loc,
                                                          ValueRange indices) {
  SmallVector<SmallVector<Value>> places(3);
  SmallVector<Value> elements;
  for (unsigned operand = 0; operand < 3; ++operand) {
    for (int64_t dim : getOperandDims(operand))
      places[operand].push_back(indices[dim]);
    elements.push_back(memref::LoadOp::create(
        builder, loc, getOperation()->getOperand(operand), places[operand]));
  }
  Value sum =
      createMultiplyAdd(builder, loc, elements[0], elements[1], elements[2]);
  memref::StoreOp::create(builder, loc, sum, getInit(), places[2]);
  return success();
}

/// The op as a linalg.generic, on tensors or on memrefs.
static linalg::GenericOp createGeneric(OpBuilder &builder, BatchMatmulOp op) {
  SmallVector<utils::IteratorType> types = op.getLoopIteratorTypes();
  SmallVector<AffineMap> maps;
  for (unsigned operand = 0; operand < 3; ++operand) {
    SmallVector<AffineExpr> indices;
    for (int64_t dim : op.getOperandDims(operand))
      indices.push_back(builder.getAffineDimExpr(dim));
    maps.push_back(
        AffineMap::get(types.size(), 0, indices, builder.getContext()));
  }
  return linalg::GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(),
      ValueRange{op.getLhs(), op.getRhs()}, op.getInit(), maps, types,
      [](OpBuilder &inner, Location loc, ValueRange args) {
        linalg::YieldOp::create(
            inner, loc,
            createMultiplyAdd(inner, loc, args[0], args[1], args[2]));
      });
}

FailureOr<SmallVector<Value>>
BatchMatmulOp::decomposeOperation(OpBuilder &builder) {
  if (getOperation()->getNumResults() == 0)
    return failure();
  return SmallVector<Value>{createGeneric(builder, *this).getResult(0)};
}

//===----------------------------------------------------------------------===//
// Partial reduction
//===----------------------------------------------------------------------===//

/// Calls `ask` on a temporary generic and returns the answer.
template <typename Ask>
static auto askGeneric(OpBuilder &builder, BatchMatmulOp op, Ask ask) {
  linalg::GenericOp generic = createGeneric(builder, op);
  auto answer = ask(cast<PartialReductionOpInterface>(generic.getOperation()));
  IRRewriter rewriter(builder);
  rewriter.eraseOp(generic);
  return answer;
}

FailureOr<SmallVector<Value>>
BatchMatmulOp::generateInitialTensorForPartialReduction(
    OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes,
    const SetVector<unsigned> &reductionDims) {
  return askGeneric(builder, *this, [&](PartialReductionOpInterface generic) {
    return generic.generateInitialTensorForPartialReduction(builder, loc, sizes,
                                                            reductionDims);
  });
}

FailureOr<TilingResult> BatchMatmulOp::tileToPartialReduction(
    OpBuilder &builder, Location loc, ReductionTilingStrategy strategy,
    ValueRange init, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, const SetVector<unsigned> &reductionDims,
    ArrayRef<OpFoldResult> splitReductionIvs) {
  return askGeneric(builder, *this, [&](PartialReductionOpInterface generic) {
    return generic.tileToPartialReduction(builder, loc, strategy, init, offsets,
                                          sizes, reductionDims,
                                          splitReductionIvs);
  });
}

FailureOr<MergeResult>
BatchMatmulOp::mergeReductions(OpBuilder &builder, Location loc,
                               ValueRange partial,
                               const SetVector<unsigned> &reductionDims) {
  return askGeneric(builder, *this, [&](PartialReductionOpInterface generic) {
    return generic.mergeReductions(builder, loc, partial, reductionDims);
  });
}

LogicalResult BatchMatmulOp::getPartialResultTilePosition(
    OpBuilder &builder, unsigned result, ReductionTilingStrategy strategy,
    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
    const SetVector<unsigned> &reductionDims,
    ArrayRef<OpFoldResult> splitReductionIvs,
    SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  return askGeneric(builder, *this, [&](PartialReductionOpInterface generic) {
    return generic.getPartialResultTilePosition(
        builder, result, strategy, offsets, sizes, reductionDims,
        splitReductionIvs, resultOffsets, resultSizes);
  });
}

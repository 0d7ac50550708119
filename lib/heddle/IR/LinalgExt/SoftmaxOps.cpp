//===- SoftmaxOps.cpp - softmax and unnorm_softmax ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements both softmax ops, except for their decomposition
// (SoftmaxDecomposition.cpp). The ops differ in whether the output and the
// scale are divided by the sum.
//
//===----------------------------------------------------------------------===//

#include "SoftmaxFormulas.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Value linalg_ext::createWeight(OpBuilder &builder, Location loc, Value value,
                               Value max) {
  auto type = cast<FloatType>(value.getType());
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto constant = [&](const APFloat &number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, number));
  };
  Value difference = arith::SubFOp::create(builder, loc, value, max);
  Value weight = math::ExpOp::create(builder, loc, difference);
  Value isMasked = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OEQ, value,
      constant(APFloat::getInf(semantics, /*Negative=*/true)));
  return arith::SelectOp::create(builder, loc, isMasked,
                                 constant(APFloat::getZero(semantics)), weight);
}

Value linalg_ext::createIsDivisor(OpBuilder &builder, Location loc, Value sum) {
  auto type = cast<FloatType>(sum.getType());
  auto compare = [&](arith::CmpFPredicate predicate, const APFloat &bound) {
    Value constant = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type, bound));
    return arith::CmpFOp::create(builder, loc, predicate, sum, constant);
  };
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  Value isPositive =
      compare(arith::CmpFPredicate::OGT, APFloat::getZero(semantics));
  Value isFinite =
      compare(arith::CmpFPredicate::OLT, APFloat::getInf(semantics));
  return arith::AndIOp::create(builder, loc, isPositive, isFinite);
}

Value linalg_ext::createSafeDivisor(OpBuilder &builder, Location loc,
                                    Value sum) {
  Value isDivisor = createIsDivisor(builder, loc, sum);
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(sum.getType(), 1.0));
  return arith::SelectOp::create(builder, loc, isDivisor, sum, one);
}

bool linalg_ext::isSoftmaxElement(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

SoftmaxOp linalg_ext::createFreshSoftmax(OpBuilder &builder, Location loc,
                                         Value input, Value output,
                                         int64_t dim) {
  auto type =
      cast<FloatType>(cast<ShapedType>(input.getType()).getElementType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, input);
  sizes.erase(sizes.begin() + dim);
  auto createRows = [&](std::optional<APFloat> start) -> Value {
    Value rows = tensor::EmptyOp::create(builder, loc, sizes, type);
    if (!start)
      return rows;
    Value value = arith::ConstantOp::create(builder, loc,
                                            builder.getFloatAttr(type, *start));
    return linalg::FillOp::create(builder, loc, value, rows).getResult(0);
  };
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  Value max = createRows(APFloat::getInf(semantics, /*Negative=*/true));
  Value sum = createRows(APFloat::getZero(semantics));
  Value scale = createRows(std::nullopt);
  return SoftmaxOp::create(builder, loc,
                           TypeRange{output.getType(), max.getType(),
                                     sum.getType(), scale.getType()},
                           input, output, max, sum, scale, dim);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Builds the loops of one op on memrefs. The outer loops go over all dims but
/// the reduced one. Inside, a row has one loop for the maximum, one for the sum
/// and, if the output is normalized, one for the division.
template <typename OpTy> class SoftmaxLoops {
public:
  SoftmaxLoops(RewriterBase &rewriter, OpTy op)
      : rewriter(rewriter), loc(op.getLoc()), op(op), dim(op.getDimension()),
        zero(createIndex(0)), one(createIndex(1)) {}

  SmallVector<Operation *> build() {
    auto type = cast<MemRefType>(op.getInput().getType());
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (d != dim)
        row.push_back(createLoop(d, ValueRange()).getInductionVar());
    buildRow();
    return loops;
  }

private:
  Value createIndex(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }

  /// Builds a loop over dim `d` of the input and moves the insertion point into
  /// it.
  scf::ForOp createLoop(int64_t d, ValueRange inits) {
    OpFoldResult size = memref::getMixedSize(rewriter, loc, op.getInput(), d);
    Value end = getValueOrCreateConstantIndexOp(rewriter, loc, size);
    auto loop = scf::ForOp::create(rewriter, loc, zero, end, one, inits);
    loops.push_back(loop);
    rewriter.setInsertionPointToStart(loop.getBody());
    return loop;
  }

  SmallVector<Value> getElement(Value position) {
    SmallVector<Value> indices = row;
    indices.insert(indices.begin() + dim, position);
    return indices;
  }

  Value load(Value memref, ValueRange indices) {
    return memref::LoadOp::create(rewriter, loc, memref, indices);
  }
  void store(Value value, Value memref, ValueRange indices) {
    memref::StoreOp::create(rewriter, loc, value, memref, indices);
  }

  /// Builds a loop along the row that carries a number. The number starts as
  /// `init`, and `body` updates it at each position. Returns the result of the
  /// loop and moves the insertion point after it.
  Value reduce(
      Value init,
      llvm::function_ref<Value(ArrayRef<Value> element, Value carried)> body) {
    scf::ForOp loop = createLoop(dim, init);
    Value next =
        body(getElement(loop.getInductionVar()), loop.getRegionIterArg(0));
    scf::YieldOp::create(rewriter, loc, next);
    rewriter.setInsertionPointAfter(loop);
    return loop.getResult(0);
  }

  void buildRow() {
    Value oldMax = load(op.getMax(), row);
    Value oldSum = load(op.getAccumulator(), row);
    Value max = reduce(oldMax, [&](ArrayRef<Value> element, Value carried) {
      Value next = load(op.getInput(), element);
      return arith::MaxNumFOp::create(rewriter, loc, next, carried).getResult();
    });
    Value scale = createWeight(rewriter, loc, oldMax, max);
    Value start = arith::MulFOp::create(rewriter, loc, oldSum, scale);
    Value sum = reduce(start, [&](ArrayRef<Value> element, Value carried) {
      Value weight =
          createWeight(rewriter, loc, load(op.getInput(), element), max);
      store(weight, op.getOutput(), element);
      return arith::AddFOp::create(rewriter, loc, weight, carried).getResult();
    });
    store(max, op.getMax(), row);
    store(sum, op.getAccumulator(), row);
    if constexpr (std::is_same_v<OpTy, SoftmaxOp>)
      divideRow(oldSum, scale, start, sum);
    else
      store(scale, op.getScale(), row);
  }

  /// Divides the scale and the weights of a row. `weight` is that of the old
  /// maximum, and `start` the old sum times it.
  void divideRow(Value oldSum, Value weight, Value start, Value sum) {
    if (op.getSafe()) {
      start = arith::MulFOp::create(
          rewriter, loc, createSafeDivisor(rewriter, loc, oldSum), weight);
      sum = createSafeDivisor(rewriter, loc, sum);
    }
    store(arith::DivFOp::create(rewriter, loc, start, sum), op.getScale(), row);
    scf::ForOp loop = createLoop(dim, ValueRange());
    SmallVector<Value> element = getElement(loop.getInductionVar());
    Value output = load(op.getOutput(), element);
    store(arith::DivFOp::create(rewriter, loc, output, sum), op.getOutput(),
          element);
  }

  RewriterBase &rewriter;
  Location loc;
  OpTy op;
  int64_t dim;
  Value zero, one;
  SmallVector<Value> row;
  SmallVector<Operation *> loops;
};
} // namespace

//===----------------------------------------------------------------------===//
// Both ops
//===----------------------------------------------------------------------===//

/// The iteration dims of an operand. The input and the output have all dims.
static SmallVector<int64_t> getDims(Value input, int64_t dimension,
                                    unsigned operand) {
  int64_t rank = cast<ShapedType>(input.getType()).getRank();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (operand >= 2)
    dims.erase(dims.begin() + dimension);
  return dims;
}

static SmallVector<utils::IteratorType> getIteratorTypes(Value input,
                                                         int64_t dimension) {
  SmallVector<utils::IteratorType> types(
      cast<ShapedType>(input.getType()).getRank(),
      utils::IteratorType::parallel);
  types[dimension] = utils::IteratorType::reduction;
  return types;
}

template <typename OpTy> static LogicalResult verifySoftmax(OpTy op) {
  if (failed(shared::verifyDimension(op, op.getDimension())))
    return failure();
  return shared::verifyStructuredOp(op);
}

template <typename OpTy>
static FailureOr<SmallVector<Operation *>>
createSoftmaxLoops(RewriterBase &rewriter, OpTy op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return SoftmaxLoops<OpTy>(rewriter, op).build();
}

#define HEDDLE_SOFTMAX_METHODS(OpTy)                                           \
  LogicalResult OpTy::verify() { return verifySoftmax(*this); }                \
  SmallVector<utils::IteratorType> OpTy::getLoopIteratorTypes() {              \
    return getIteratorTypes(getInput(), getDimension());                       \
  }                                                                            \
  SmallVector<int64_t> OpTy::getOperandDims(unsigned operand) {                \
    return getDims(getInput(), getDimension(), operand);                       \
  }                                                                            \
  /* The maximum and the sum start from what was there. */                     \
  bool OpTy::readsDestination(unsigned operand) {                              \
    return operand == 2 || operand == 3;                                       \
  }                                                                            \
  bool OpTy::isIndivisible(unsigned dim) { return dim == getDimension(); }     \
  bool OpTy::mayShareBuffer(unsigned, unsigned output) { return output == 1; } \
  /* No point of a row can be computed by itself. */                           \
  LogicalResult OpTy::generateScalarImplementation(OpBuilder &, Location,      \
                                                   ValueRange) {               \
    return failure();                                                          \
  }                                                                            \
  /* Those around a row, and two or three along it. */                         \
  int64_t OpTy::countLoops() {                                                 \
    return cast<ShapedType>(getInput().getType()).getRank() +                  \
           (std::is_same_v<OpTy, SoftmaxOp> ? 2 : 1);                          \
  }                                                                            \
  FailureOr<SmallVector<Operation *>> OpTy::createLoops(                       \
      RewriterBase &rewriter) {                                                \
    return createSoftmaxLoops(rewriter, *this);                                \
  }                                                                            \
  FailureOr<SmallVector<Value>> OpTy::decomposeOperation(OpBuilder &builder) { \
    return decomposeSoftmax(builder, *this);                                   \
  }

HEDDLE_SOFTMAX_METHODS(SoftmaxOp)
HEDDLE_SOFTMAX_METHODS(UnnormSoftmaxOp)
#undef HEDDLE_SOFTMAX_METHODS

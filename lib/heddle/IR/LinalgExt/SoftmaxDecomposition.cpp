//===- SoftmaxDecomposition.cpp - softmax as linalg.generic ops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One generic per formula of the op's description.
//
//===----------------------------------------------------------------------===//

#include "SoftmaxFormulas.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
class SoftmaxGenerics {
public:
  SoftmaxGenerics(OpBuilder &builder, Location loc, Value input, int64_t dim)
      : builder(builder), loc(loc), input(input), dim(dim),
        rank(cast<ShapedType>(input.getType()).getRank()) {}

  using Body = llvm::function_ref<SmallVector<Value>(ValueRange args)>;

  /// A generic over the dims of `inits`, or over all dims of the input if it
  /// reduces; operands of lower rank have one element per row.
  SmallVector<Value> create(ValueRange inputs, ValueRange inits, Body body,
                            bool reduces = false) {
    int64_t loops =
        reduces ? rank : cast<ShapedType>(inits[0].getType()).getRank();
    SmallVector<AffineMap> maps;
    for (Value operand : llvm::concat<Value>(SmallVector<Value>(inputs),
                                             SmallVector<Value>(inits))) {
      AffineMap map = builder.getMultiDimIdentityMap(loops);
      if (cast<ShapedType>(operand.getType()).getRank() != loops)
        map = map.dropResult(dim);
      maps.push_back(map);
    }
    SmallVector<utils::IteratorType> kinds(loops,
                                           utils::IteratorType::parallel);
    if (reduces)
      kinds[dim] = utils::IteratorType::reduction;
    auto generic = linalg::GenericOp::create(
        builder, loc, inits.getTypes(), inputs, inits, maps, kinds,
        [&](OpBuilder &inner, Location loc, ValueRange args) {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPoint(inner.getInsertionBlock(),
                                    inner.getInsertionPoint());
          linalg::YieldOp::create(builder, loc, body(args));
        });
    return SmallVector<Value>(generic.getResults());
  }

  /// The same with one result.
  Value create(ValueRange inputs, Value init,
               llvm::function_ref<Value(ValueRange args)> body,
               bool reduces = false) {
    return create(
        inputs, ValueRange(init),
        [&](ValueRange args) { return SmallVector<Value>{body(args)}; },
        reduces)[0];
  }

private:
  OpBuilder &builder;
  Location loc;
  Value input;
  int64_t dim, rank;
};
} // namespace

/// The initial maximum of rows, with the shape of `like`. It is NaN, because
/// arith.maxnumf ignores a NaN operand. From -inf, the maximum of a row of NaN
/// would be -inf.
static Value createEmptyRows(OpBuilder &builder, Location loc, Value like) {
  auto element = cast<FloatType>(getElementTypeOrSelf(like));
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), element);
  Value nan = arith::ConstantFloatOp::create(
      builder, loc, element, APFloat::getNaN(element.getFloatSemantics()));
  return linalg::FillOp::create(builder, loc, nan, empty).getResult(0);
}

static bool isSafe(SoftmaxOp op) { return op.getSafe(); }
static bool isSafe(UnnormSoftmaxOp) { return false; }

/// What the sum starts from, the old sum times its weight `scale`, and what the
/// new sum divides to give the new scale.
template <typename OpTy>
static std::pair<Value, Value> createStart(OpBuilder &builder,
                                           SoftmaxGenerics &generics, OpTy op,
                                           Value scale) {
  Location loc = op.getLoc();
  auto multiply = [&](ValueRange args) -> Value {
    return arith::MulFOp::create(builder, loc, args[0], args[1]);
  };
  Value oldSum = op.getAccumulator();
  if (isSafe(op)) {
    // One op reads the old sum, so that it can be overwritten.
    SmallVector<Value> starts =
        generics.create(ValueRange(), ValueRange{oldSum, scale},
                        [&](ValueRange args) -> SmallVector<Value> {
                          Value start = multiply(args);
                          Value divisor =
                              createSafeDivisor(builder, loc, args[0]);
                          return {start, multiply({divisor, args[1]})};
                        });
    return {starts[0], starts[1]};
  }
  // The normalized form reads the initial value of the sum again.
  Value start = std::is_same_v<OpTy, SoftmaxOp>
                    ? generics.create({oldSum, scale}, op.getScale(), multiply)
                    : generics.create(scale, oldSum, multiply);
  return {start, start};
}

/// The maximum of the input is computed separately and then combined with the
/// old maximum. So the generic that overwrites the old maximum is the last one
/// that reads it, and a loop that carries the maximum and the sum can do so in
/// place.
template <typename OpTy>
static FailureOr<SmallVector<Value>> decompose(OpBuilder &builder, OpTy op) {
  constexpr bool isNormalized = std::is_same_v<OpTy, SoftmaxOp>;
  if (op->getNumResults() == 0)
    return failure();
  Location loc = op.getLoc();
  Value x = op.getInput(), scaleInit = op.getScale();
  SoftmaxGenerics generics(builder, loc, x, op.getDimension());
  auto weigh = [&](ValueRange args) {
    return createWeight(builder, loc, args[0], args[1]);
  };
  auto getMax = [&](ValueRange args) -> Value {
    return arith::MaxNumFOp::create(builder, loc, args[0], args[1]);
  };
  auto divide = [&](ValueRange args) -> Value {
    Value sum = isSafe(op) ? createSafeDivisor(builder, loc, args[1]) : args[1];
    return arith::DivFOp::create(builder, loc, args[0], sum);
  };
  Value own = generics.create(x, createEmptyRows(builder, loc, op.getMax()),
                              getMax, /*reduces=*/true);
  SmallVector<Value> rows =
      generics.create(own, ValueRange{op.getMax(), scaleInit},
                      [&](ValueRange args) -> SmallVector<Value> {
                        Value max = getMax(args);
                        return {max, createWeight(builder, loc, args[1], max)};
                      });
  Value max = rows[0], scale = rows[1];
  Value output = generics.create({x, max}, op.getOutput(), weigh);
  auto [start, part] = createStart(builder, generics, op, scale);
  Value sum = generics.create(
      output, start,
      [&](ValueRange args) -> Value {
        return arith::AddFOp::create(builder, loc, args[0], args[1]);
      },
      /*reduces=*/true);
  if (isNormalized) {
    output = generics.create({output, sum}, op.getOutput(), divide);
    scale = generics.create({part, sum}, scaleInit, divide);
  }
  return SmallVector<Value>{output, max, sum, scale};
}

FailureOr<SmallVector<Value>> linalg_ext::decomposeSoftmax(OpBuilder &builder,
                                                           SoftmaxOp op) {
  return decompose(builder, op);
}

FailureOr<SmallVector<Value>> linalg_ext::decomposeSoftmax(OpBuilder &builder,
                                                           UnnormSoftmaxOp op) {
  return decompose(builder, op);
}

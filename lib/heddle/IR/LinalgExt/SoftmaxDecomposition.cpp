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

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
class SoftmaxGenerics {
public:
  SoftmaxGenerics(OpBuilder &builder, Location loc, Value input, int64_t dim)
      : builder(builder), loc(loc), input(input), dim(dim),
        rank(cast<ShapedType>(input.getType()).getRank()) {}

  using Body = llvm::function_ref<Value(ValueRange args)>;

  /// A generic over the dims of `init`, or over all dims of the input if it
  /// reduces; operands of the lower rank have one element per row.
  Value create(ValueRange inputs, Value init, Body body, bool reduces = false) {
    int64_t loops = reduces ? rank : cast<ShapedType>(init.getType()).getRank();
    SmallVector<AffineMap> maps;
    for (Value operand : llvm::concat<Value>(SmallVector<Value>(inputs),
                                             SmallVector<Value>{init})) {
      AffineMap map = builder.getMultiDimIdentityMap(loops);
      if (cast<ShapedType>(operand.getType()).getRank() != loops)
        map = map.dropResult(dim);
      maps.push_back(map);
    }
    SmallVector<utils::IteratorType> kinds(loops,
                                           utils::IteratorType::parallel);
    if (reduces)
      kinds[dim] = utils::IteratorType::reduction;
    return linalg::GenericOp::create(
               builder, loc, init.getType(), inputs, init, maps, kinds,
               [&](OpBuilder &inner, Location loc, ValueRange args) {
                 OpBuilder::InsertionGuard guard(builder);
                 builder.setInsertionPoint(inner.getInsertionBlock(),
                                           inner.getInsertionPoint());
                 linalg::YieldOp::create(builder, loc, body(args));
               })
        .getResult(0);
  }

private:
  OpBuilder &builder;
  Location loc;
  Value input;
  int64_t dim, rank;
};
} // namespace

template <typename OpTy>
static FailureOr<SmallVector<Value>> decompose(OpBuilder &builder, OpTy op) {
  if (op->getNumResults() == 0)
    return failure();
  Location loc = op.getLoc();
  Value x = op.getInput(), m = op.getMax();
  SoftmaxGenerics generics(builder, loc, x, op.getDimension());
  auto weigh = [&](ValueRange args) {
    return createWeight(builder, loc, args[0], args[1]);
  };
  auto divide = [&](ValueRange args) -> Value {
    return arith::DivFOp::create(builder, loc, args[0], args[1]);
  };
  Value max = generics.create(
      x, m,
      [&](ValueRange args) -> Value {
        return arith::MaxNumFOp::create(builder, loc, args[0], args[1]);
      },
      /*reduces=*/true);
  Value output = generics.create({x, max}, op.getOutput(), weigh);
  Value scale = generics.create({m, max}, op.getScale(), weigh);
  // No element of the destination is read: it gives the shape.
  Value start = generics.create({op.getAccumulator(), scale}, op.getScale(),
                                [&](ValueRange args) -> Value {
                                  return arith::MulFOp::create(
                                      builder, loc, args[0], args[1]);
                                });
  Value sum = generics.create(
      output, start,
      [&](ValueRange args) -> Value {
        return arith::AddFOp::create(builder, loc, args[0], args[1]);
      },
      /*reduces=*/true);
  if (std::is_same_v<OpTy, SoftmaxOp>) {
    output = generics.create({output, sum}, op.getOutput(), divide);
    scale = generics.create({start, sum}, op.getScale(), divide);
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

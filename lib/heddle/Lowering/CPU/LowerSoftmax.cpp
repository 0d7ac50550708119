//===- LowerSoftmax.cpp - linalg.softmax on buffers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes softmax on buffers as structured ops. On tensors upstream's own
// decomposition is used, by PrepareBufferization.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERSOFTMAXPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

using utils::IteratorType;

/// Builds the ops that compute one softmax.
class SoftmaxBuilder {
public:
  SoftmaxBuilder(RewriterBase &rewriter, linalg::SoftmaxOp op)
      : rewriter(rewriter), loc(op.getLoc()), input(op.getInput()),
        output(op.getOutput()), dim(op.getDimension()),
        type(cast<MemRefType>(input.getType())),
        whole(rewriter.getMultiDimIdentityMap(type.getRank())),
        row(whole.dropResult(dim)) {}

  void build() {
    auto element = cast<FloatType>(type.getElementType());
    Value maxima = makeRowBuffer(APFloat::getInf(element.getFloatSemantics(),
                                                 /*Negative=*/true));
    makeOp({input}, maxima, /*isReduction=*/true,
           [](OpBuilder &b, Location loc, ValueRange args) -> Value {
             return arith::MaxNumFOp::create(b, loc, args[0], args[1]);
           });
    makeOp({input, maxima}, output, /*isReduction=*/false,
           [](OpBuilder &b, Location loc, ValueRange args) -> Value {
             Value difference = arith::SubFOp::create(b, loc, args[0], args[1]);
             return math::ExpOp::create(b, loc, difference);
           });
    Value sums = makeRowBuffer(APFloat::getZero(element.getFloatSemantics()));
    makeOp({output}, sums, /*isReduction=*/true,
           [](OpBuilder &b, Location loc, ValueRange args) -> Value {
             return arith::AddFOp::create(b, loc, args[0], args[1]);
           });
    makeOp({output, sums}, output, /*isReduction=*/false,
           [](OpBuilder &b, Location loc, ValueRange args) -> Value {
             return arith::DivFOp::create(b, loc, args[0], args[1]);
           });
    memref::DeallocOp::create(rewriter, loc, maxima);
    memref::DeallocOp::create(rewriter, loc, sums);
  }

private:
  using BodyFn = llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

  /// A buffer with one element per row, filled with `start`.
  Value makeRowBuffer(const APFloat &start) {
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (d == dim)
        continue;
      shape.push_back(type.getDimSize(d));
      if (type.isDynamicDim(d))
        sizes.push_back(memref::DimOp::create(rewriter, loc, input, d));
    }
    Value buffer = memref::AllocOp::create(
        rewriter, loc, MemRefType::get(shape, type.getElementType()), sizes);
    Value value = arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(type.getElementType(), start));
    linalg::FillOp::create(rewriter, loc, value, buffer);
    return buffer;
  }

  /// A structured op over all elements; an operand with one element per row is
  /// indexed by the row.
  void makeOp(ArrayRef<Value> inputs, Value target, bool isReduction,
              BodyFn body) {
    auto getMap = [&](Value value) {
      bool isWhole =
          cast<MemRefType>(value.getType()).getRank() == type.getRank();
      return isWhole ? whole : row;
    };
    SmallVector<AffineMap> maps = llvm::map_to_vector(inputs, getMap);
    maps.push_back(getMap(target));
    SmallVector<IteratorType> kinds(type.getRank(), IteratorType::parallel);
    if (isReduction)
      kinds[dim] = IteratorType::reduction;
    linalg::GenericOp::create(
        rewriter, loc, inputs, target, maps, kinds,
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          linalg::YieldOp::create(builder, loc, body(builder, loc, args));
        });
  }

  RewriterBase &rewriter;
  Location loc;
  Value input, output;
  int64_t dim;
  MemRefType type;
  AffineMap whole, row;
};

struct LowerSoftmax : heddle::impl::LowerSoftmaxPassBase<LowerSoftmax> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](linalg::SoftmaxOp op) {
      if (op.getNumResults() != 0)
        return;
      rewriter.setInsertionPoint(op);
      SoftmaxBuilder(rewriter, op).build();
      rewriter.eraseOp(op);
    });
  }
};

} // namespace

//===- ExpPolynomial.cpp - Exponentials of f32 as a polynomial ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp(x) = 2^n * exp(r) with n = round(x / ln 2) and r = x - n * ln 2, so that
// |r| <= 0.347. Upstream's pattern clamps x and n, and multiplies by 2^n: 25
// instructions of AVX-512. These are 16:
//
// - Adding 1.5 * 2^23 rounds x / ln 2, and leaves n in the low bits of the sum
//   as an integer, in two's complement. Shifted by 23, n is added to the
//   exponent of exp(r): that multiplies by 2^n wherever the result is normal.
//   In [2^-126, 2^128) it is. exp(r) may be below 1, with n one larger: 2^128
//   itself is never needed as a float.
// - Outside of this range the bits mean nothing and are not used. Below, the
//   result is 0. Above, and for NaN, it is x + inf: infinity or NaN.
// - exp(r) is 1 + r + r^2 * q(r). q has the least largest error relative to
//   exp(r) among the polynomials of degree 4: 0.03 * 2^-23.
// - n * ln 2 is right to 2^-32: ln 2 has two parts, of which the first has 9
//   bits.
//
//===----------------------------------------------------------------------===//

#include "ExpPolynomial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// The least number of which the result is at least 2^-126, and the largest of
/// which it is below 2^128.
static constexpr float kLeast = -0x1.5d589ep6f, kLargest = 0x1.62e42ep6f;

namespace {
/// Arithmetic on numbers, or on vectors of them, of the type of one value.
class Arithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc, Type type)
      : builder(builder), loc(loc), type(type) {}

  Value constant(float value) {
    return constant(builder.getF32FloatAttr(value));
  }
  Value constant(int32_t value) {
    return constant(builder.getI32IntegerAttr(value));
  }
  Value multiplyAdd(Value a, Value b, Value c) {
    return math::FmaOp::create(builder, loc, a, b, c);
  }
  Value bits(Value value) {
    return arith::BitcastOp::create(builder, loc, likeOf(builder.getI32Type()),
                                    value);
  }
  Value floats(Value bits) {
    return arith::BitcastOp::create(builder, loc, type, bits);
  }

private:
  Type likeOf(Type element) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? shaped.clone(element) : element;
  }
  Value constant(TypedAttr value) {
    if (auto shaped = dyn_cast<ShapedType>(likeOf(value.getType())))
      value = SplatElementsAttr::get(shaped, Attribute(value));
    return arith::ConstantOp::create(builder, loc, value);
  }

  OpBuilder &builder;
  Location loc;
  Type type;
};

struct ExpPolynomial : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    auto vector = dyn_cast<VectorType>(type);
    if (!getElementTypeOrSelf(type).isF32() ||
        (isa<ShapedType>(type) && !vector))
      return failure();
    Location loc = op.getLoc();
    Value x = op.getOperand();
    Arithmetic f(rewriter, loc, type);
    Value magic = f.constant(0x1.8p23f);
    Value shifted = f.multiplyAdd(x, f.constant(0x1.715476p0f), magic);
    Value n = arith::SubFOp::create(rewriter, loc, shifted, magic);
    Value r = f.multiplyAdd(n, f.constant(-0x1.63p-1f), x);
    r = f.multiplyAdd(n, f.constant(0x1.bd0106p-13f), r);
    Value y = f.constant(0x1.6a2402p-10f);
    for (float coefficient : {0x1.123a02p-7f, 0x1.5558f2p-5f, 0x1.555492p-3f,
                              0x1.fffffcp-2f, 1.0f, 1.0f})
      y = f.multiplyAdd(y, r, f.constant(coefficient));
    Value exponent = arith::ShLIOp::create(rewriter, loc, f.bits(shifted),
                                           f.constant(int32_t(23)));
    Value scaled = arith::AddIOp::create(rewriter, loc, f.bits(y), exponent);
    auto selectIf = [&](arith::CmpFPredicate predicate, float bound, Value then,
                        Value otherwise) -> Value {
      Value outside =
          arith::CmpFOp::create(rewriter, loc, predicate, x, f.constant(bound));
      return arith::SelectOp::create(rewriter, loc, outside, then, otherwise);
    };
    Value result = selectIf(arith::CmpFPredicate::OLT, kLeast, f.constant(0.0f),
                            f.floats(scaled));
    Value infinite = arith::AddFOp::create(
        rewriter, loc, x, f.constant(std::numeric_limits<float>::infinity()));
    rewriter.replaceOp(
        op, selectIf(arith::CmpFPredicate::UGT, kLargest, infinite, result));
    return success();
  }
};
} // namespace

void heddle::populateExpPolynomialPattern(RewritePatternSet &patterns) {
  patterns.add<ExpPolynomial>(patterns.getContext());
}

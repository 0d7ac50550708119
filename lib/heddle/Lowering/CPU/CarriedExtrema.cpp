//===- CarriedExtrema.cpp - Maxima and minima that loops carry ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `arith.maximumf` passes NaN on and puts -0.0 below 0.0. AVX-512 needs six
// instructions for that, and each iteration waits for four of them in a row.
// Three integer instructions that do not wait for each other are enough:
//
// Let S be the largest of all bits as signed integers, M the least as signed
// integers, and U the largest as unsigned integers. The bits of floats without
// a sign are ordered like the floats, and NaN is above infinity. The bits of
// floats with a sign are negative and ordered the other way round.
// - A NaN without a sign is among the elements iff S > bits(inf), and one with
//   a sign iff U > bits(-inf) unsigned. Then the result is NaN.
// - Otherwise the maximum is S if S >= 0: an element has no sign, and those
//   with a sign, -0.0 among them, are below it. If S < 0, all have a sign, and
//   the maximum has the least magnitude, which is M.
// - Likewise the minimum is U if U < 0, and otherwise M.
// The order of the elements does not matter, and the first value of the loop is
// one of them.
//
//===----------------------------------------------------------------------===//

#include "CarriedExtrema.h"

#include "heddle/Analysis/Target/VectorRegisters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// A value that a loop carries, and the ops that combine elements with it.
struct CarriedExtremum {
  unsigned number; ///< of the value among those that the loop carries
  SmallVector<Operation *> chain;
  SmallVector<Value> elements;
  bool isMaximum = false;
};

/// The numbers that stand for an extremum, in the order of the loop.
struct ExtremeBits {
  Value largest, least, largestUnsigned;
};
} // namespace

static bool isExtremum(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp>(op);
}

/// True if one instruction computes `op`.
static bool isLoose(Operation *op) {
  arith::FastMathFlags flags =
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue();
  return bitEnumContainsAll(flags, arith::FastMathFlags::nnan |
                                       arith::FastMathFlags::nsz);
}

/// The bits of all elements of `type`; 0 if this file does not handle vectors
/// of that type.
static int64_t countBits(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.isScalable() ||
      !(vector.getElementType().isF32() || vector.getElementType().isF64()))
    return 0;
  return vector.getNumElements() * vector.getElementTypeBitWidth();
}

/// Follows the value that `loop` carries from op to op to the end of the body.
static std::optional<CarriedExtremum> matchExtremum(scf::ForOp loop,
                                                    unsigned number) {
  Value value = loop.getRegionIterArg(number);
  if (countBits(value.getType()) == 0)
    return std::nullopt;
  CarriedExtremum found{number, {}, {}};
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    Operation *user = use.getOwner();
    if (user == loop.getBody()->getTerminator()) {
      if (found.chain.empty() || use.getOperandNumber() != number)
        return std::nullopt;
      found.isMaximum = isa<arith::MaximumFOp>(found.chain.front());
      return found;
    }
    if (user->getBlock() != loop.getBody() || !isExtremum(user) ||
        isLoose(user) ||
        (!found.chain.empty() &&
         user->getName() != found.chain.front()->getName()))
      return std::nullopt;
    found.chain.push_back(user);
    found.elements.push_back(user->getOperand(1 - use.getOperandNumber()));
    value = user->getResult(0);
  }
  return std::nullopt;
}

static Value getBits(RewriterBase &rewriter, Value floats) {
  auto type = cast<VectorType>(floats.getType());
  Type bits = rewriter.getIntegerType(type.getElementTypeBitWidth());
  return arith::BitcastOp::create(rewriter, floats.getLoc(), type.clone(bits),
                                  floats);
}

static Value makeConstant(RewriterBase &rewriter, Location loc, Type type,
                          const APInt &bits) {
  return arith::ConstantOp::create(
      rewriter, loc, DenseElementsAttr::get(cast<VectorType>(type), bits));
}

/// The extremum of all elements.
static Value combineBits(RewriterBase &rewriter, Location loc, Type type,
                         const ExtremeBits &bits, bool isMaximum) {
  using Predicate = arith::CmpIPredicate;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
  Type integers = bits.least.getType();
  auto constant = [&](const APInt &number) {
    return makeConstant(rewriter, loc, integers, number);
  };
  auto compare = [&](Predicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(rewriter, loc, predicate, lhs, rhs);
  };
  APInt infinity = llvm::APFloat::getInf(semantics).bitcastToAPInt();
  APInt negative = llvm::APFloat::getInf(semantics, true).bitcastToAPInt();
  Value zero = constant(APInt::getZero(infinity.getBitWidth()));
  Value isOuter = isMaximum
                      ? compare(Predicate::sge, bits.largest, zero)
                      : compare(Predicate::slt, bits.largestUnsigned, zero);
  Value outer = isMaximum ? bits.largest : bits.largestUnsigned;
  Value extremum =
      arith::SelectOp::create(rewriter, loc, isOuter, outer, bits.least);
  Value above = compare(Predicate::sgt, bits.largest, constant(infinity));
  Value below =
      compare(Predicate::ugt, bits.largestUnsigned, constant(negative));
  Value isNaN = arith::OrIOp::create(rewriter, loc, above, below);
  Value nan = constant(llvm::APFloat::getNaN(semantics).bitcastToAPInt());
  Value result = arith::SelectOp::create(rewriter, loc, isNaN, nan, extremum);
  return arith::BitcastOp::create(rewriter, loc, type, result);
}

/// Lets a new loop carry the bits of `extremum` in place of its value.
static scf::ForOp carryBits(RewriterBase &rewriter, scf::ForOp loop,
                            const CarriedExtremum &extremum) {
  rewriter.setInsertionPoint(loop);
  Value init = getBits(rewriter, loop.getInitArgs()[extremum.number]);
  auto combineElements = [&](OpBuilder &, Location loc,
                             ArrayRef<BlockArgument> carried) {
    SmallVector<Value> bits(carried.begin(), carried.end());
    for (Value element : extremum.elements) {
      Value next = getBits(rewriter, element);
      bits[0] = arith::MaxSIOp::create(rewriter, loc, bits[0], next);
      bits[1] = arith::MinSIOp::create(rewriter, loc, bits[1], next);
      bits[2] = arith::MaxUIOp::create(rewriter, loc, bits[2], next);
    }
    return bits;
  };
  FailureOr<LoopLikeOpInterface> made = loop.replaceWithAdditionalYields(
      rewriter, ValueRange{init, init, init},
      /*replaceInitOperandUsesInLoop=*/false, combineElements);
  auto result = cast<scf::ForOp>(made->getOperation());
  // The value itself is carried as it came in.
  Operation *yield = result.getBody()->getTerminator();
  rewriter.modifyOpInPlace(yield, [&] {
    yield->setOperand(extremum.number,
                      result.getRegionIterArg(extremum.number));
  });
  for (Operation *op : llvm::reverse(extremum.chain))
    rewriter.eraseOp(op);
  rewriter.setInsertionPointAfter(result);
  ResultRange bits = result.getResults().take_back(3);
  Value value = result.getResult(extremum.number);
  Value combined = combineBits(rewriter, result.getLoc(), value.getType(),
                               {bits[0], bits[1], bits[2]}, extremum.isMaximum);
  rewriter.replaceAllUsesWith(value, combined);
  return result;
}

void heddle::lowerCarriedExtrema(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    // A few registers are left for elements.
    VectorRegisters registers = getVectorRegisters(loop);
    int64_t left = registers.bits * registers.count / 4 * 3;
    for (unsigned i = 0, e = loop.getNumRegionIterArgs(); i < e; ++i) {
      std::optional<CarriedExtremum> extremum = matchExtremum(loop, i);
      if (!extremum)
        continue;
      left -= 3 * countBits(loop.getRegionIterArg(i).getType());
      if (left < 0)
        break;
      loop = carryBits(rewriter, loop, *extremum);
    }
  }
}

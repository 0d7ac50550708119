//===- TripCount.cpp - How often a loop runs ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The product of the numbers of iterations along each dim, and the order of the
// bounds of a loop.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/TripCount.h"

#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

static bool isUnsigned(Operation *loop) {
  auto forOp = dyn_cast<scf::ForOp>(loop);
  return forOp && forOp.getUnsignedCmp();
}

std::optional<int64_t> heddle::getTripCount(LoopLikeOpInterface loop) {
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds(),
                                           upper = loop.getLoopUpperBounds(),
                                           steps = loop.getLoopSteps();
  if (!lower || !upper || !steps)
    return std::nullopt;
  uint64_t trips = 1;
  for (auto [from, to, by] : llvm::zip_equal(*lower, *upper, *steps)) {
    std::optional<int64_t> first = getConstantIntValue(from),
                           end = getConstantIntValue(to),
                           step = getConstantIntValue(by);
    if (!first || !end || !step || *step <= 0)
      return std::nullopt;
    // As a number without a sign it is a large one.
    if (isUnsigned(loop) && (*first < 0 || *end < 0))
      return std::nullopt;
    uint64_t distance = *end <= *first ? 0
                                       : static_cast<uint64_t>(*end) -
                                             static_cast<uint64_t>(*first);
    trips = llvm::SaturatingMultiply(
        trips, llvm::divideCeil(distance, static_cast<uint64_t>(*step)));
  }
  return static_cast<int64_t>(
      std::min<uint64_t>(trips, std::numeric_limits<int64_t>::max()));
}

/// How many minima and maxima `isAtMost` looks through. Each may double the
/// questions.
static constexpr unsigned kMaxNestedBounds = 4;

/// Whether the bounds of values that upstream knows show that a <= b.
static bool areBoundsInOrder(OpFoldResult a, OpFoldResult b) {
  auto isIndex = [](OpFoldResult value) {
    auto known = dyn_cast<Value>(value);
    return !known || known.getType().isIndex();
  };
  return isIndex(a) && isIndex(b) && isProvablyAtLeast(b, a);
}

/// `isAtMost`, where `depth` minima and maxima have been looked through.
static bool isAtMostBelow(OpFoldResult a, OpFoldResult b, unsigned depth) {
  if (a == b)
    return true;
  std::optional<int64_t> first = getConstantIntValue(a),
                         last = getConstantIntValue(b);
  if (first && last)
    return *first <= *last;
  // Upstream's bounds of values know neither minimum nor maximum.
  auto getDef = [&](OpFoldResult value) -> Operation * {
    auto known = dyn_cast<Value>(value);
    Operation *def = known ? known.getDefiningOp() : nullptr;
    bool isKnown = isa_and_present<arith::MinSIOp, arith::MaxSIOp>(def);
    return isKnown && depth < kMaxNestedBounds ? def : nullptr;
  };
  auto isAnyOrAll = [](Operation *op, bool all, auto holds) {
    return all ? llvm::all_of(op->getOperands(), holds)
               : llvm::any_of(op->getOperands(), holds);
  };
  Operation *left = getDef(a), *right = getDef(b);
  if (left && isAnyOrAll(left, isa<arith::MaxSIOp>(left), [&](Value operand) {
        return isAtMostBelow(operand, b, depth + 1);
      }))
    return true;
  if (right &&
      isAnyOrAll(right, isa<arith::MinSIOp>(right), [&](Value operand) {
        return isAtMostBelow(a, operand, depth + 1);
      }))
    return true;
  bool isLeaf = !left && !right;
  return (isLeaf || depth == 0) && areBoundsInOrder(a, b);
}

bool heddle::isAtMost(OpFoldResult a, OpFoldResult b) {
  return isAtMostBelow(a, b, /*depth=*/0);
}

bool heddle::endsAfterBegin(scf::ForOp loop) {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  if (!isUnsigned(loop))
    return isAtMost(begin, end);
  std::optional<int64_t> first = getConstantIntValue(begin),
                         last = getConstantIntValue(end);
  if (first && last)
    return uint64_t(*first) <= uint64_t(*last);
  if (auto later = end.getDefiningOp<arith::MaxUIOp>())
    for (Value operand : later->getOperands())
      if (operand == begin || (first && first == getConstantIntValue(operand)))
        return true;
  // Of numbers of at least 0, the order is the same with a sign.
  return first.value_or(-1) >= 0 && isAtMost(begin, end);
}

//===- TripCount.cpp - How often a loop runs ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The product of the numbers of iterations along each dim.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/TripCount.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

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
    uint64_t distance = *end <= *first ? 0
                                       : static_cast<uint64_t>(*end) -
                                             static_cast<uint64_t>(*first);
    trips = llvm::SaturatingMultiply(
        trips, llvm::divideCeil(distance, static_cast<uint64_t>(*step)));
  }
  return static_cast<int64_t>(
      std::min<uint64_t>(trips, std::numeric_limits<int64_t>::max()));
}

//===- Box.cpp - Rectangular index ranges ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widening, hull, coverage and disjointness of boxes.
//
// Widening over a loop replaces its variable in each bound by the first or the
// last value, whichever extends the range. This is sound for a bound that is
// monotone in the variable. A dimension with any other bound becomes [0,
// extent). The last value may be overestimated (extent - 1), and the loop may
// never run. The clamp to [0, extent] makes both harmless.
//
// Coverage is proved per dimension. If each dimension mentions at most one
// variable, and each variable occurs in at most one dimension, then the union
// over the iterations is the product of the unions per dimension. A dimension
// is covered if the first range starts at 0, the last range ends at the extent,
// and each range reaches the start of the next one. Disjointness needs, for
// every loop, one dimension that moves with that loop alone and whose range
// ends before the next one starts.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/Box.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

uint64_t Box::getLoops() const {
  uint64_t loops = 0;
  for (const BoxRange &range : dims)
    loops |= range.lo.getLoops() | range.hi.getLoops();
  return loops;
}

Box heddle::getWholeBox(BoundContext &context, ArrayRef<Bound> extents) {
  Box box;
  for (Bound extent : extents)
    box.dims.push_back({context.constant(0), extent});
  return box;
}

Bound heddle::getSize(BoundContext &context, const BoxRange &range) {
  return context.sub(range.hi, range.lo);
}

SmallVector<Bound> heddle::getSizes(BoundContext &context, const Box &box) {
  return llvm::map_to_vector(
      box.dims, [&](const BoxRange &range) { return getSize(context, range); });
}

Box heddle::getHull(BoundContext &context, const Box &a, const Box &b) {
  if (a == b)
    return a;
  Box hull;
  for (auto [left, right] : llvm::zip_equal(a.dims, b.dims))
    hull.dims.push_back(
        {context.min(left.lo, right.lo), context.max(left.hi, right.hi)});
  return hull;
}

Box heddle::clampBox(BoundContext &context, const Box &box,
                     ArrayRef<Bound> extents) {
  Box result;
  Bound zero = context.constant(0);
  for (auto [range, extent] : llvm::zip_equal(box.dims, extents)) {
    Bound lo = context.clamp(range.lo, zero, extent);
    Bound hi = context.min(context.max(range.hi, lo), extent);
    if (lo.getNumTerms() > kMaxBoundTerms)
      lo = zero;
    if (hi.getNumTerms() > kMaxBoundTerms)
      hi = extent;
    if (!context.isKnownLE(lo, hi))
      hi = context.max(hi, lo);
    result.dims.push_back({lo, hi});
  }
  return result;
}

/// The bound that replaces `bound` outside of the loop: its value in the
/// iteration where it is least (`forLo`) or largest; null if that iteration is
/// unknown.
static Bound leaveLoop(BoundContext &context, Bound bound, unsigned loop,
                       bool forLo) {
  switch (context.getMonotonicity(bound, loop)) {
  case Monotonicity::Constant:
    return bound;
  case Monotonicity::Increasing:
    return context.substitute(
        bound, loop, forLo ? context.constant(0) : context.getLast(loop));
  case Monotonicity::Decreasing:
    return context.substitute(
        bound, loop, forLo ? context.getLast(loop) : context.constant(0));
  case Monotonicity::Unknown:
    return Bound();
  }
  llvm_unreachable("all kinds of monotonicity are handled");
}

Box heddle::widenBox(BoundContext &context, const Box &box,
                     ArrayRef<Bound> extents, unsigned firstLoop) {
  if (firstLoop >= 64 || (box.getLoops() >> firstLoop) == 0)
    return box;
  Box result = box;
  for (unsigned loop = context.getNumLoops(); loop-- > firstLoop;) {
    for (auto [range, extent] : llvm::zip_equal(result.dims, extents)) {
      Bound lo = leaveLoop(context, range.lo, loop, /*forLo=*/true);
      Bound hi = leaveLoop(context, range.hi, loop, /*forLo=*/false);
      range =
          lo && hi ? BoxRange{lo, hi} : BoxRange{context.constant(0), extent};
    }
  }
  return clampBox(context, result, extents);
}

bool heddle::isContained(BoundContext &context, const Box &inner,
                         const Box &outer) {
  return llvm::all_of(llvm::zip_equal(inner.dims, outer.dims),
                      [&](const auto &pair) {
                        auto [in, out] = pair;
                        return context.isKnownLE(out.lo, in.lo) &&
                               context.isKnownLE(in.hi, out.hi);
                      });
}

bool heddle::canBeEmpty(BoundContext &context, const BoxRange &range) {
  return !context.isKnownLE(context.constant(1), getSize(context, range));
}

/// The only loop that `range` mentions; nullopt if it mentions none. Fails if
/// it mentions several.
static FailureOr<std::optional<unsigned>> getOnlyLoop(const BoxRange &range) {
  uint64_t loops = range.lo.getLoops() | range.hi.getLoops();
  if (loops == 0)
    return std::optional<unsigned>();
  if ((loops & (loops - 1)) != 0)
    return failure();
  return std::optional<unsigned>(llvm::countr_zero(loops));
}

/// True if the loop is known to run at least once.
static bool isKnownToRun(BoundContext &context, unsigned loop) {
  return context.isKnownLE(context.constant(1), context.getExtent(loop));
}

/// True if the ranges of all iterations of `loop`, the only one that `range`
/// mentions, reach from 0 to `extent` without a gap.
static bool coversRange(BoundContext &context, const BoxRange &range,
                        Bound extent, unsigned loop) {
  Bound start = context.constant(0);
  // If no iteration runs, the extent to cover must be 0. A loop may count tiles
  // instead of elements.
  std::optional<int64_t> stride =
      context
          .sub(context.substitute(range.lo, loop, context.constant(1)),
               context.substitute(range.lo, loop, start))
          .getConstant();
  Bound end = context.getExtent(loop);
  if (!isKnownToRun(context, loop) && !context.isKnownLE(extent, end) &&
      !(stride && *stride > 1 &&
        context.isKnownLE(extent, context.mul(end, *stride))))
    return false;
  if (!context.isKnownLE(context.substitute(range.lo, loop, start), start))
    return false;
  Bound previous = context.sub(context.var(loop), context.getStep(loop));
  if (!context.isKnownLE(range.lo,
                         context.substitute(range.hi, loop, previous)) &&
      !context.isKnownLE(range.lo, start))
    return false;
  Bound last = context.getLast(loop);
  if (!last.getConstant()) {
    // The last value of the variable is at least extent - step.
    if (context.getMonotonicity(range.hi, loop) != Monotonicity::Increasing)
      return context.isKnownLE(extent, range.hi);
    last = context.max(
        start, context.sub(context.getExtent(loop), context.getStep(loop)));
  }
  return context.isKnownLE(extent, context.substitute(range.hi, loop, last,
                                                      /*roundsUp=*/true));
}

bool heddle::coversAll(BoundContext &context, const Box &box,
                       ArrayRef<Bound> extents, int level) {
  Box widened = widenBox(context, box, extents, level + 1);
  uint64_t seen = 0;
  for (auto [range, extent] : llvm::zip_equal(widened.dims, extents)) {
    FailureOr<std::optional<unsigned>> loop = getOnlyLoop(range);
    if (failed(loop))
      return false;
    if (!*loop) {
      if (!context.isKnownLE(range.lo, context.constant(0)) ||
          !context.isKnownLE(extent, range.hi))
        return false;
      continue;
    }
    if (((seen >> **loop) & 1) || !coversRange(context, range, extent, **loop))
      return false;
    seen |= uint64_t(1) << **loop;
  }
  // A loop that the box does not mention must run at least once.
  for (int loop = 0; loop <= level; ++loop)
    if (!((seen >> loop) & 1) && !isKnownToRun(context, loop))
      return false;
  return true;
}

bool heddle::areDisjoint(BoundContext &context, const Box &box, int level) {
  for (int loop = 0; loop <= level; ++loop) {
    bool separated = false;
    for (const BoxRange &range : box.dims) {
      FailureOr<std::optional<unsigned>> only = getOnlyLoop(range);
      if (failed(only) || !*only || **only != unsigned(loop))
        continue;
      Bound previous = context.sub(context.var(loop), context.getStep(loop));
      separated |= context.isKnownLE(
          context.substitute(range.hi, loop, previous), range.lo);
    }
    std::optional<int64_t> extent = context.getExtent(loop).getConstant();
    std::optional<int64_t> step = context.getStep(loop).getConstant();
    bool runsOnce =
        extent && step && *extent <= *step && !context.hasOverflowed();
    if (!separated && !runsOnce)
      return false;
  }
  return true;
}

void heddle::printBox(const BoundContext &context, const Box &box,
                      raw_ostream &os) {
  os << "[";
  llvm::interleaveComma(box.dims, os, [&](const BoxRange &range) {
    context.print(range.lo, os);
    os << " : ";
    context.print(range.hi, os);
  });
  os << "]";
}

//===- BoundProver.cpp - What can be proved of bounds ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant upper (and by negation lower) bounds of an expression, monotonicity
// and divisibility.
//
// The upper bound U(e). Let e = r + k*m with m a min or max atom.
//   k*max (k > 0) and k*min (k < 0) equal the largest of their k-scaled
//   operands, so U(e) = max over the operands o of U(r + k*o).      [for all]
//   k*min (k > 0) and k*max (k < 0) are at most each of their k-scaled
//   operands, so every U(r + k*o) is an upper bound: take the least. [exists]
// Atoms are replaced inside the whole sum, so that terms that they share with
// the rest of the sum cancel. "For all" steps go first, and an "exists" step
// that hides a "for all" goes before one that does not. The operand that an
// "exists" step chooses may then depend on the case of a "for all" step before
// it. Without min and max, a division lies between (x - c + 1) / c and x / c, a
// variable between 0 and its last value, and a symbol above its least value.
// Each step is sound by itself. So stopping early, because of the budget or of
// a number that is too large, only loses precision.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/BoundExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <utility>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::detail;

Bound BoundContext::replaceAtom(Bound a, const BoundAtom *atom, Bound by,
                                int64_t factor) {
  Terms rest;
  for (const auto &term : a.getNode()->terms)
    if (term.first != atom)
      rest.push_back(term);
  return add(getSum(a.getNode()->constant, rest), mul(by, factor));
}

std::optional<int64_t> BoundContext::getUpperOfAffine(Bound a,
                                                      unsigned &budget) {
  // Divisions first: scale the sum so that the division disappears.
  for (auto [atom, factor] : a.getNode()->terms) {
    if (atom->kind != AtomKind::FloorDiv)
      continue;
    int64_t divisor = atom->index;
    Bound end =
        factor > 0 ? atom->operands[0] : add(atom->operands[0], 1 - divisor);
    Bound scaled = mul(replaceAtom(a, atom, constant(0), factor), divisor);
    scaled = add(scaled, mul(end, factor));
    std::optional<int64_t> upper = getUpperBoundImpl(scaled, budget);
    if (!upper)
      return std::nullopt;
    return llvm::divideFloorSigned(*upper, divisor);
  }
  // Then variables, one at a time: the bounds of a variable mention only
  // symbols.
  for (auto [atom, factor] : a.getNode()->terms) {
    if (atom->kind != AtomKind::Var)
      continue;
    Bound end = factor > 0 ? getLast(atom->index) : constant(0);
    return getUpperBoundImpl(replaceAtom(a, atom, end, factor), budget);
  }
  int64_t upper = a.getNode()->constant;
  for (auto [atom, factor] : a.getNode()->terms) {
    std::optional<int64_t> least = symbols[atom->index].least;
    if (factor > 0 || !least)
      return std::nullopt;
    upper = checkedAdd(upper, checkedMul(factor, *least));
  }
  return upper;
}

static bool isExtremum(const BoundAtom *atom) {
  return atom->kind == AtomKind::Min || atom->kind == AtomKind::Max;
}

/// True if each operand of `atom`, a minimum or maximum with this factor, has
/// to be below a number for the sum to be; else it is enough that one is.
static bool isForAll(const BoundAtom *atom, int64_t factor) {
  return (atom->kind == AtomKind::Max) == (factor > 0);
}

/// The minimum or maximum of `a` to replace first, with its factor. "For all"
/// comes before "exists", also where it is still hidden inside one. Null if `a`
/// has none.
static std::pair<const BoundAtom *, int64_t> chooseExtremum(Bound a) {
  auto hasExtremum = [](Bound operand) {
    return llvm::any_of(operand.getNode()->terms, [](const auto &term) {
      return isExtremum(term.first);
    });
  };
  auto getRank = [&](const BoundAtom *atom, int64_t factor) {
    if (isForAll(atom, factor))
      return 0;
    return llvm::any_of(atom->operands, hasExtremum) ? 1 : 2;
  };
  std::pair<const BoundAtom *, int64_t> chosen = {nullptr, 0};
  for (auto [atom, factor] : a.getNode()->terms) {
    if (!isExtremum(atom))
      continue;
    if (!chosen.first ||
        getRank(atom, factor) < getRank(chosen.first, chosen.second))
      chosen = {atom, factor};
  }
  return chosen;
}

std::optional<int64_t> BoundContext::getUpperBoundImpl(Bound a,
                                                       unsigned &budget) {
  if (std::optional<int64_t> value = a.getConstant())
    return value;
  auto known = upperCache.find(a.getNode());
  if (known != upperCache.end())
    return known->second;
  if (budget == 0)
    return std::nullopt;
  --budget;

  const auto [chosen, chosenFactor] = chooseExtremum(a);

  std::optional<int64_t> result;
  if (!chosen) {
    result = getUpperOfAffine(a, budget);
  } else {
    bool forAll = isForAll(chosen, chosenFactor);
    bool first = true;
    for (Bound operand : chosen->operands) {
      std::optional<int64_t> upper = getUpperBoundImpl(
          replaceAtom(a, chosen, operand, chosenFactor), budget);
      if (forAll) {
        result = first ? upper
                 : result && upper
                     ? std::optional<int64_t>(std::max(*result, *upper))
                     : std::nullopt;
      } else if (upper) {
        result = result ? std::min(*result, *upper) : *upper;
      }
      first = false;
    }
  }
  if (budget > 0 && !overflowed)
    upperCache[a.getNode()] = result;
  return result;
}

std::optional<int64_t> BoundContext::getUpperBound(Bound a) {
  if (overflowed)
    return std::nullopt;
  unsigned budget = 512;
  std::optional<int64_t> upper = getUpperBoundImpl(a, budget);
  // A number that is too large and occurs only in this proof invalidates only
  // this proof.
  return std::exchange(overflowed, false) ? std::nullopt : upper;
}

std::optional<int64_t> BoundContext::getLowerBound(Bound a) {
  std::optional<int64_t> upper = getUpperBound(mul(a, -1));
  return upper ? std::optional<int64_t>(-*upper) : std::nullopt;
}

bool BoundContext::isKnownLE(Bound a, Bound b) {
  if (a == b)
    return true;
  std::optional<int64_t> upper = getUpperBound(sub(a, b));
  return upper && *upper <= 0;
}

static Monotonicity combine(Monotonicity a, Monotonicity b) {
  if (a == Monotonicity::Constant)
    return b;
  if (b == Monotonicity::Constant || a == b)
    return a;
  return Monotonicity::Unknown;
}

Monotonicity BoundContext::getMonotonicity(Bound a, unsigned loop) {
  Monotonicity result = Monotonicity::Constant;
  if (!a.dependsOn(loop))
    return result;
  for (auto [atom, factor] : a.getNode()->terms) {
    Monotonicity own = Monotonicity::Constant;
    if (atom->kind == AtomKind::Var && atom->index == loop)
      own = Monotonicity::Increasing;
    for (Bound operand : atom->operands)
      own = combine(own, getMonotonicity(operand, loop));
    if (factor < 0 && own == Monotonicity::Increasing)
      own = Monotonicity::Decreasing;
    else if (factor < 0 && own == Monotonicity::Decreasing)
      own = Monotonicity::Increasing;
    result = combine(result, own);
  }
  return result;
}

int64_t BoundContext::getKnownDivisor(Bound a) {
  int64_t divisor = std::abs(a.getNode()->constant);
  for (auto [atom, factor] : a.getNode()->terms) {
    int64_t own = 1;
    if (atom->kind == AtomKind::Var) {
      own = getStep(atom->index).getConstant().value_or(1);
    } else if (atom->kind == AtomKind::Min || atom->kind == AtomKind::Max) {
      own = 0;
      for (Bound operand : atom->operands)
        own = std::gcd(own, getKnownDivisor(operand));
    }
    divisor = std::gcd(divisor, std::abs(factor) * own);
  }
  return divisor;
}

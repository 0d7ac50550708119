//===- BoundExpr.cpp - Bounds over induction variables --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction and normal form of bounds. BoundProver.cpp proves facts about
// them.
//
// Normal form. A sum has one term per atom. Min and max are flattened and lose
// operands that other operands dominate. The common terms of all operands and
// the smallest constant move out: min(i + 10, 61) becomes min(i, 51) + 10. So
// halos cancel in hi - lo, and equal bounds are equal pointers.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/BoundExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::detail;

void BoundAtom::Profile(llvm::FoldingSetNodeID &profile) const {
  profile.AddInteger(static_cast<unsigned>(kind));
  profile.AddInteger(index);
  for (Bound operand : operands)
    profile.AddPointer(operand.getNode());
}

void BoundNode::Profile(llvm::FoldingSetNodeID &profile) const {
  profile.AddInteger(constant);
  for (auto [atom, factor] : terms) {
    profile.AddPointer(atom);
    profile.AddInteger(factor);
  }
}

BoundContext::BoundContext() = default;
BoundContext::~BoundContext() = default;

unsigned BoundContext::addSymbol(StringRef name, std::optional<int64_t> least) {
  symbols.push_back({name.str(), least});
  return symbols.size() - 1;
}

unsigned BoundContext::addLoop(Bound extent, Bound step) {
  assert(loops.size() < 64 && "loop sets are 64-bit masks");
  loops.push_back({extent, step});
  return loops.size() - 1;
}

StringRef BoundContext::getSymbolName(unsigned symbol) const {
  return symbols[symbol].name;
}

void BoundContext::assumeAtLeast(unsigned symbol, int64_t least) {
  std::optional<int64_t> &known = symbols[symbol].least;
  if (known && *known >= least)
    return;
  known = least;
  upperCache.clear();
}

const BoundAtom *BoundContext::getAtom(AtomKind kind, int64_t index,
                                       ArrayRef<Bound> operands) {
  auto atom = std::make_unique<BoundAtom>();
  atom->kind = kind;
  atom->index = index;
  atom->operands.assign(operands.begin(), operands.end());
  llvm::FoldingSetNodeID profile;
  atom->Profile(profile);
  void *position = nullptr;
  if (BoundAtom *known = atomSet.FindNodeOrInsertPos(profile, position))
    return known;
  atom->id = atoms.size();
  if (kind == AtomKind::Var)
    atom->loops = uint64_t(1) << index;
  if (!operands.empty())
    atom->numTerms = 0;
  for (Bound operand : operands) {
    atom->loops |= operand.getLoops();
    atom->numTerms += std::max(1u, operand.getNumTerms());
  }
  atomSet.InsertNode(atom.get(), position);
  atoms.push_back(std::move(atom));
  return atoms.back().get();
}

int64_t BoundContext::checkedAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  overflowed |=
      llvm::AddOverflow(a, b, sum) || sum > kMaxNumber || sum < -kMaxNumber;
  return sum;
}

int64_t BoundContext::checkedMul(int64_t a, int64_t b) {
  int64_t product = 0;
  overflowed |= llvm::MulOverflow(a, b, product) || product > kMaxNumber ||
                product < -kMaxNumber;
  return product;
}

Bound BoundContext::getSum(int64_t constant, Terms terms) {
  llvm::sort(terms, [](const auto &a, const auto &b) {
    return a.first->id < b.first->id;
  });
  Terms merged;
  for (auto [atom, factor] : terms) {
    if (!merged.empty() && merged.back().first == atom)
      merged.back().second = checkedAdd(merged.back().second, factor);
    else
      merged.push_back({atom, factor});
  }
  llvm::erase_if(merged, [](const auto &term) { return term.second == 0; });

  // 8 * (x floordiv 8) is x where 8 divides x.
  for (auto [position, term] : llvm::enumerate(merged)) {
    auto [atom, factor] = term;
    if (atom->kind != AtomKind::FloorDiv || factor % atom->index != 0 ||
        getKnownDivisor(atom->operands[0]) % atom->index != 0)
      continue;
    Bound inner = mul(atom->operands[0], factor / atom->index);
    merged.erase(merged.begin() + position);
    return add(getSum(constant, merged), inner);
  }

  auto node = std::make_unique<BoundNode>();
  node->constant = constant;
  node->terms = std::move(merged);
  llvm::FoldingSetNodeID profile;
  node->Profile(profile);
  void *position = nullptr;
  if (BoundNode *known = nodeSet.FindNodeOrInsertPos(profile, position))
    return Bound(known);
  node->id = nodes.size();
  for (auto [atom, factor] : node->terms) {
    node->loops |= atom->loops;
    node->numTerms += atom->numTerms;
  }
  nodeSet.InsertNode(node.get(), position);
  nodes.push_back(std::move(node));
  return Bound(nodes.back().get());
}

Bound BoundContext::constant(int64_t value) {
  return getSum(checkedAdd(value, 0), {});
}

Bound BoundContext::symbol(unsigned number) {
  return getSum(0, {{getAtom(AtomKind::Symbol, number, {}), 1}});
}

Bound BoundContext::var(unsigned loop) {
  return getSum(0, {{getAtom(AtomKind::Var, loop, {}), 1}});
}

Bound BoundContext::getLast(unsigned loop) {
  std::optional<int64_t> extent = loops[loop].extent.getConstant();
  std::optional<int64_t> step = loops[loop].step.getConstant();
  if (extent && step)
    return constant(*extent <= 0 ? 0 : (*extent - 1) / *step * *step);
  return add(loops[loop].extent, -1);
}

Bound BoundContext::add(Bound a, Bound b) {
  Terms terms(a.getNode()->terms.begin(), a.getNode()->terms.end());
  llvm::append_range(terms, b.getNode()->terms);
  return getSum(checkedAdd(a.getNode()->constant, b.getNode()->constant),
                std::move(terms));
}

Bound BoundContext::add(Bound a, int64_t b) { return add(a, constant(b)); }

/// The operands of `a` with its constant added to each, if `a` is one min (max)
/// atom plus a constant.
static bool flatten(BoundContext &context, Bound a, AtomKind kind,
                    SmallVectorImpl<Bound> &operands) {
  const BoundNode *node = a.getNode();
  if (node->terms.size() != 1 || node->terms[0].second != 1 ||
      node->terms[0].first->kind != kind)
    return false;
  for (Bound operand : node->terms[0].first->operands)
    operands.push_back(context.add(operand, node->constant));
  return true;
}

/// If `a` is one min (max) atom plus a constant, the min (max) of `map` of its
/// operands, which is `map` of `a` if `map` never decreases; else null.
Bound BoundContext::mapExtremum(Bound a, llvm::function_ref<Bound(Bound)> map) {
  for (AtomKind kind : {AtomKind::Min, AtomKind::Max}) {
    SmallVector<Bound> operands;
    if (flatten(*this, a, kind, operands))
      return getExtremum(kind == AtomKind::Min,
                         llvm::map_to_vector(operands, map));
  }
  return Bound();
}

Bound BoundContext::mul(Bound a, int64_t factor) {
  if (factor == 0)
    return constant(0);
  if (factor > 1)
    if (Bound each =
            mapExtremum(a, [&](Bound operand) { return mul(operand, factor); }))
      return each;
  Terms terms(a.getNode()->terms.begin(), a.getNode()->terms.end());
  for (auto &term : terms)
    term.second = checkedMul(term.second, factor);
  return getSum(checkedMul(a.getNode()->constant, factor), std::move(terms));
}

Bound BoundContext::sub(Bound a, Bound b) { return add(a, mul(b, -1)); }

Bound BoundContext::getExtremum(bool isMin, SmallVector<Bound> operands) {
  AtomKind kind = isMin ? AtomKind::Min : AtomKind::Max;
  SmallVector<Bound> flat;
  for (Bound operand : operands)
    if (!flatten(*this, operand, kind, flat))
      flat.push_back(operand);

  // max(min(a, b), c) is min(max(a, c), max(b, c)): clamps of clamps stay one
  // clamp. Operands with many terms are left as they are.
  if (!isMin) {
    for (auto [position, operand] : llvm::enumerate(flat)) {
      SmallVector<Bound> inner;
      if (!flatten(*this, operand, AtomKind::Min, inner) || inner.size() > 3 ||
          flat.size() > 3)
        continue;
      SmallVector<Bound> sides;
      for (Bound side : inner) {
        flat[position] = side;
        sides.push_back(getExtremum(/*isMin=*/false, flat));
      }
      return getExtremum(/*isMin=*/true, sides);
    }
  }

  // Drop operands that another operand dominates.
  SmallVector<Bound> kept;
  for (Bound candidate : flat) {
    auto dominates = [&](Bound a, Bound b) {
      return isMin ? isKnownLE(a, b) : isKnownLE(b, a);
    };
    if (llvm::any_of(kept, [&](Bound k) { return dominates(k, candidate); }))
      continue;
    llvm::erase_if(kept, [&](Bound k) { return dominates(candidate, k); });
    kept.push_back(candidate);
  }
  if (kept.size() == 1)
    return kept[0];

  // Pull out the terms that all operands share, and the smallest constant.
  Terms common(kept[0].getNode()->terms.begin(),
               kept[0].getNode()->terms.end());
  int64_t least = kept[0].getNode()->constant;
  for (Bound operand : ArrayRef<Bound>(kept).drop_front()) {
    least = std::min(least, operand.getNode()->constant);
    llvm::erase_if(common, [&](const auto &term) {
      return !llvm::is_contained(operand.getNode()->terms, term);
    });
  }
  Bound shared = getSum(least, common);
  for (Bound &operand : kept)
    operand = sub(operand, shared);
  llvm::sort(
      kept, [](Bound a, Bound b) { return a.getNode()->id < b.getNode()->id; });
  Bound extremum = getSum(0, {{getAtom(kind, 0, kept), 1}});
  return add(extremum, shared);
}

Bound BoundContext::min(Bound a, Bound b) {
  return a == b ? a : getExtremum(/*isMin=*/true, {a, b});
}

Bound BoundContext::max(Bound a, Bound b) {
  return a == b ? a : getExtremum(/*isMin=*/false, {a, b});
}

Bound BoundContext::clamp(Bound a, Bound lo, Bound hi) {
  return min(max(a, lo), hi);
}

Bound BoundContext::floorDiv(Bound a, int64_t divisor) {
  assert(divisor > 0 && "division by a positive constant only");
  if (divisor == 1)
    return a;
  // Multiples of the divisor move out of the division.
  Terms whole, rest;
  for (auto [atom, factor] : a.getNode()->terms) {
    if (factor % divisor == 0)
      whole.push_back({atom, factor / divisor});
    else
      rest.push_back({atom, factor});
  }
  int64_t constantPart =
      llvm::divideFloorSigned(a.getNode()->constant, divisor);
  int64_t left = a.getNode()->constant - constantPart * divisor;
  Bound quotient = getSum(constantPart, whole);
  if (rest.empty())
    return quotient;
  // A rest that is less than the divisor does not carry over a multiple of it.
  if (getKnownDivisor(getSum(0, rest)) % divisor == 0)
    left = 0;
  Bound remainder = getSum(left, rest);
  if (Bound each = mapExtremum(
          remainder, [&](Bound operand) { return floorDiv(operand, divisor); }))
    return add(quotient, each);
  std::optional<int64_t> lower = getLowerBound(remainder);
  std::optional<int64_t> upper = getUpperBound(remainder);
  if (lower && upper &&
      llvm::divideFloorSigned(*lower, divisor) ==
          llvm::divideFloorSigned(*upper, divisor))
    return add(quotient, llvm::divideFloorSigned(*lower, divisor));
  Bound division =
      getSum(0, {{getAtom(AtomKind::FloorDiv, divisor, {remainder}), 1}});
  return add(quotient, division);
}

Bound BoundContext::ceilDiv(Bound a, int64_t divisor) {
  return floorDiv(add(a, divisor - 1), divisor);
}

/// Rebuilds `a` bottom-up with `leaf` applied to variables and symbols; a null
/// result of `leaf` keeps the atom.
Bound BoundContext::rewrite(Bound a,
                            llvm::function_ref<Bound(const BoundAtom *)> leaf,
                            llvm::DenseMap<const BoundNode *, Bound> &cache,
                            bool roundsUp) {
  if (Bound known = cache.lookup(a.getNode()))
    return known;
  Bound result = constant(a.getNode()->constant);
  for (auto [atom, factor] : a.getNode()->terms) {
    Bound term;
    if (atom->kind == AtomKind::Var || atom->kind == AtomKind::Symbol) {
      term = leaf(atom);
    } else {
      SmallVector<Bound> operands;
      for (Bound operand : atom->operands)
        operands.push_back(rewrite(operand, leaf, cache, roundsUp));
      if (atom->kind != AtomKind::FloorDiv)
        term = getExtremum(atom->kind == AtomKind::Min, operands);
      else if (roundsUp &&
               getKnownDivisor(atom->operands[0]) % atom->index == 0)
        term = ceilDiv(operands[0], atom->index);
      else
        term = floorDiv(operands[0], atom->index);
    }
    if (!term)
      term = getSum(0, {{atom, 1}});
    result = add(result, mul(term, factor));
  }
  cache[a.getNode()] = result;
  return result;
}

Bound BoundContext::substitute(Bound a, unsigned loop, Bound by,
                               bool roundsUp) {
  if (!a.dependsOn(loop))
    return a;
  llvm::DenseMap<const BoundNode *, Bound> cache;
  return rewrite(
      a,
      [&](const BoundAtom *atom) {
        return atom->kind == AtomKind::Var && atom->index == loop ? by
                                                                  : Bound();
      },
      cache, roundsUp);
}

Bound BoundContext::substituteSymbols(Bound a,
                                      llvm::function_ref<Bound(unsigned)> by) {
  llvm::DenseMap<const BoundNode *, Bound> cache;
  return rewrite(
      a,
      [&](const BoundAtom *atom) {
        return atom->kind == AtomKind::Symbol ? by(atom->index) : Bound();
      },
      cache);
}

/// llvm::SaturatingMultiply is for unsigned numbers.
static int64_t saturatingMul(int64_t a, int64_t b) {
  int64_t product = 0;
  if (!llvm::MulOverflow(a, b, product))
    return product;
  return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

/// The same for sums.
static int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!llvm::AddOverflow(a, b, sum))
    return sum;
  return a < 0 ? INT64_MIN : INT64_MAX;
}

int64_t BoundContext::evaluate(Bound a, ArrayRef<int64_t> vars,
                               ArrayRef<int64_t> symbols) {
  int64_t sum = a.getNode()->constant;
  for (auto [atom, factor] : a.getNode()->terms) {
    int64_t value = 0;
    switch (atom->kind) {
    case AtomKind::Var:
      value = vars[atom->index];
      break;
    case AtomKind::Symbol:
      value = symbols[atom->index];
      break;
    case AtomKind::FloorDiv:
      value = llvm::divideFloorSigned(
          evaluate(atom->operands[0], vars, symbols), atom->index);
      break;
    case AtomKind::Min:
    case AtomKind::Max:
      value = evaluate(atom->operands[0], vars, symbols);
      for (Bound operand : ArrayRef<Bound>(atom->operands).drop_front()) {
        int64_t other = evaluate(operand, vars, symbols);
        value = atom->kind == AtomKind::Min ? std::min(value, other)
                                            : std::max(value, other);
      }
      break;
    }
    sum = saturatingAdd(sum, saturatingMul(factor, value));
  }
  return sum;
}

void BoundContext::print(Bound a, raw_ostream &os) const {
  const BoundNode *node = a.getNode();
  bool first = true;
  for (auto [atom, factor] : node->terms) {
    int64_t magnitude = factor < 0 ? -factor : factor;
    if (first)
      os << (factor < 0 ? "-" : "");
    else
      os << (factor < 0 ? " - " : " + ");
    first = false;
    if (magnitude != 1)
      os << magnitude << " * ";
    switch (atom->kind) {
    case AtomKind::Var:
      os << "i" << atom->index;
      break;
    case AtomKind::Symbol:
      os << symbols[atom->index].name;
      break;
    case AtomKind::FloorDiv:
      os << "((";
      print(atom->operands[0], os);
      os << ") floordiv " << atom->index << ")";
      break;
    case AtomKind::Min:
    case AtomKind::Max:
      os << (atom->kind == AtomKind::Min ? "min(" : "max(");
      llvm::interleaveComma(atom->operands, os,
                            [&](Bound operand) { print(operand, os); });
      os << ")";
      break;
    }
  }
  if (first)
    os << node->constant;
  else if (node->constant != 0)
    os << (node->constant < 0 ? " - " : " + ")
       << (node->constant < 0 ? -node->constant : node->constant);
}

std::string BoundContext::toString(Bound a) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(a, os);
  return text;
}

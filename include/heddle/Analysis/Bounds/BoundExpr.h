//===- BoundExpr.h - Bounds over induction variables ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions that fusion plans consist of: affine terms over induction
// variables and dynamic sizes, with min, max and division by a constant. They
// are kept in a normal form and are shared (hash-consed). BoundContext also
// proves which of two expressions is smaller. Nothing here touches IR; symbols
// get their values elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_BOUNDEXPR_H
#define HEDDLE_ANALYSIS_BOUNDS_BOUNDEXPR_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::heddle {

namespace detail {
struct BoundAtom;
struct BoundNode;
} // namespace detail

/// A shared, immutable expression `c + sum(coefficient * atom)`, an integer for
/// every choice of induction variables and symbols. Equal expressions in normal
/// form are the same object, so `==` is a pointer comparison. Valid as long as
/// the BoundContext that made it.
class Bound {
public:
  Bound() = default;
  explicit Bound(const detail::BoundNode *node) : node(node) {}

  explicit operator bool() const { return node != nullptr; }
  bool operator==(Bound other) const { return node == other.node; }
  bool operator!=(Bound other) const { return node != other.node; }

  /// The value, if this is a constant.
  std::optional<int64_t> getConstant() const;
  bool isConstant(int64_t value) const { return getConstant() == value; }
  /// Bit k is set if the expression mentions the variable of loop k.
  uint64_t getLoops() const;
  bool dependsOn(unsigned loop) const { return (getLoops() >> loop) & 1; }
  /// The number of atoms, counted through min, max and divisions.
  unsigned getNumTerms() const;

  const detail::BoundNode *getNode() const { return node; }

private:
  const detail::BoundNode *node = nullptr;
};

namespace detail {
enum class AtomKind { Var, Symbol, Min, Max, FloorDiv };

/// One atom of a sum. `index` is the loop, the symbol, or the divisor.
struct BoundAtom : llvm::FoldingSetNode {
  AtomKind kind;
  int64_t index = 0;
  SmallVector<Bound, 2> operands;
  unsigned id = 0;
  uint64_t loops = 0;
  unsigned numTerms = 1;
  void Profile(llvm::FoldingSetNodeID &profile) const;
};

/// A sum; terms are sorted by the id of their atom and have no zero factor.
struct BoundNode : llvm::FoldingSetNode {
  int64_t constant = 0;
  SmallVector<std::pair<const BoundAtom *, int64_t>, 3> terms;
  unsigned id = 0;
  uint64_t loops = 0;
  unsigned numTerms = 0;
  void Profile(llvm::FoldingSetNodeID &profile) const;
};
} // namespace detail

inline std::optional<int64_t> Bound::getConstant() const {
  if (!node->terms.empty())
    return std::nullopt;
  return node->constant;
}
inline uint64_t Bound::getLoops() const { return node->loops; }
inline unsigned Bound::getNumTerms() const { return node->numTerms; }

/// The largest number that bounds compute with. A few sums of numbers up to
/// this one still fit into 64 bits.
constexpr int64_t kMaxNumber = int64_t(1) << 60;

/// How an expression changes when one induction variable grows.
enum class Monotonicity { Constant, Increasing, Decreasing, Unknown };

/// Makes, simplifies and compares bounds. Loops and symbols are registered
/// first; an induction variable takes the values 0, step, 2*step, ... below its
/// extent. Every proof holds for all of these values.
class BoundContext {
public:
  BoundContext();
  ~BoundContext();
  BoundContext(const BoundContext &) = delete;
  BoundContext &operator=(const BoundContext &) = delete;

  /// Registers a symbol that is at least `least`; returns its number.
  unsigned addSymbol(StringRef name, std::optional<int64_t> least = int64_t(0));
  /// Registers the next loop, over [0, extent) by `step` (at least 1); returns
  /// its number.
  unsigned addLoop(Bound extent, Bound step);
  unsigned getNumLoops() const { return loops.size(); }
  unsigned getNumSymbols() const { return symbols.size(); }
  StringRef getSymbolName(unsigned symbol) const;
  /// Records that `symbol` is at least `least`.
  void assumeAtLeast(unsigned symbol, int64_t least);

  /// True if a number larger than kMaxNumber came up: the bounds computed from
  /// it may have overflowed. From then on, nothing is proved.
  bool hasOverflowed() const { return overflowed; }

  Bound constant(int64_t value);
  Bound symbol(unsigned number);
  Bound var(unsigned loop);
  Bound getExtent(unsigned loop) const { return loops[loop].extent; }
  Bound getStep(unsigned loop) const { return loops[loop].step; }
  /// A value that is at least the last value of the variable: the exact one if
  /// extent and step are static, `extent - 1` otherwise.
  Bound getLast(unsigned loop);

  Bound add(Bound a, Bound b);
  Bound add(Bound a, int64_t b);
  Bound sub(Bound a, Bound b);
  Bound mul(Bound a, int64_t factor);
  Bound min(Bound a, Bound b);
  Bound max(Bound a, Bound b);
  /// min(max(a, lo), hi)
  Bound clamp(Bound a, Bound lo, Bound hi);
  Bound floorDiv(Bound a, int64_t divisor);
  Bound ceilDiv(Bound a, int64_t divisor);

  /// Replaces the variable of `loop`. If `by` may not be one of its values, but
  /// is at most such a value v, and `a` increases, the result is at most `a` at
  /// v. It is larger with `roundsUp`: where v divides without a rest, `by` may
  /// not, and then its quotient is rounded up to the next integer.
  Bound substitute(Bound a, unsigned loop, Bound by, bool roundsUp = false);
  /// Replaces symbols; `by` returns a null bound for those that stay.
  Bound substituteSymbols(Bound a, llvm::function_ref<Bound(unsigned)> by);

  /// `a` without its term in `atom`, plus `factor * by`.
  Bound replaceAtom(Bound a, const detail::BoundAtom *atom, Bound by,
                    int64_t factor);

  /// The best constant bounds that can be proved; nullopt if none can.
  std::optional<int64_t> getLowerBound(Bound a);
  std::optional<int64_t> getUpperBound(Bound a);
  /// True if a <= b is proved for all values of variables and symbols.
  bool isKnownLE(Bound a, Bound b);
  Monotonicity getMonotonicity(Bound a, unsigned loop);
  /// A number that divides every value of `a` (0 if `a` is always 0).
  int64_t getKnownDivisor(Bound a);

  /// The value for given variables and symbols. Saturates on overflow.
  static int64_t evaluate(Bound a, ArrayRef<int64_t> vars,
                          ArrayRef<int64_t> symbols);

  void print(Bound a, raw_ostream &os) const;
  std::string toString(Bound a) const;

private:
  struct Loop {
    Bound extent, step;
  };
  struct Symbol {
    std::string name;
    std::optional<int64_t> least;
  };
  using Terms = SmallVector<std::pair<const detail::BoundAtom *, int64_t>, 3>;

  int64_t checkedAdd(int64_t a, int64_t b);
  int64_t checkedMul(int64_t a, int64_t b);
  Bound getSum(int64_t constant, Terms terms);
  const detail::BoundAtom *getAtom(detail::AtomKind kind, int64_t index,
                                   ArrayRef<Bound> operands);
  Bound getExtremum(bool isMin, SmallVector<Bound> operands);
  Bound mapExtremum(Bound a, llvm::function_ref<Bound(Bound)> map);
  Bound rewrite(Bound a,
                llvm::function_ref<Bound(const detail::BoundAtom *)> leaf,
                llvm::DenseMap<const detail::BoundNode *, Bound> &cache,
                bool roundsUp = false);
  std::optional<int64_t> getUpperBoundImpl(Bound a, unsigned &budget);
  std::optional<int64_t> getUpperOfAffine(Bound a, unsigned &budget);

  bool overflowed = false;
  llvm::FoldingSet<detail::BoundAtom> atomSet;
  llvm::FoldingSet<detail::BoundNode> nodeSet;
  std::vector<std::unique_ptr<detail::BoundAtom>> atoms;
  std::vector<std::unique_ptr<detail::BoundNode>> nodes;
  std::vector<Loop> loops;
  std::vector<Symbol> symbols;
  llvm::DenseMap<const detail::BoundNode *, std::optional<int64_t>> upperCache;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_BOUNDEXPR_H

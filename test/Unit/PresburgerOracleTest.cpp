//===- PresburgerOracleTest.cpp - Bounds and boxes against presburger -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks everything that is proved of random bounds by upstream's integer sets:
// the set of counterexamples has no integer point. The sets are made from the
// construction of an expression, not from its form in BoundContext, so that
// they detect wrong simplifications as well. Claims that are not proved are not
// checked.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/Box.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Analysis/Presburger/PresburgerSpace.h"
#include "gtest/gtest.h"
#include <random>

// A namespace for the short names of this test.
namespace oracle {
using namespace mlir::heddle;
using mlir::presburger::IntegerPolyhedron;
using mlir::presburger::PresburgerSpace;

//===----------------------------------------------------------------------===//
// Integer sets
//===----------------------------------------------------------------------===//

/// A constant and the factor of each variable; the missing ones are 0.
using Row = std::vector<int64_t>;

static Row add(Row a, const Row &b, int64_t factor = 1, int64_t constant = 0) {
  a.resize(std::max(a.size(), b.size()));
  for (size_t k = 0; k < b.size(); ++k)
    a[k] += factor * b[k];
  a[0] += constant;
  return a;
}

/// A conjunction of rows that are at least 0.
struct System {
  unsigned numVars = 0;
  std::vector<Row> rows;

  Row addVar() {
    Row row(++numVars + 1);
    row.back() = 1;
    return row;
  }
  void require(Row row) { rows.push_back(std::move(row)); }
  bool hasIntegerPoint() const {
    IntegerPolyhedron set(PresburgerSpace::getSetSpace(numVars));
    for (Row row : rows) {
      row.resize(numVars + 1);
      std::rotate(row.begin(), row.begin() + 1, row.end());
      set.addInequality(row);
    }
    return !set.isIntegerEmpty();
  }
};

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

enum class Kind { Var, Constant, Sum, Min, Max, FloorDiv };

/// How an entry of a pool was constructed: from the entries `a` and `b` and a
/// number (the variable, the constant, the factor of `b`, the divisor).
struct Expr {
  Kind kind;
  int64_t number = 0;
  unsigned a = 0, b = 0;
  Bound bound;
  unsigned numCases = 1; ///< how many choices its minima and maxima have
};

/// An entry with more choices takes too long to check.
constexpr unsigned kMaxCases = 6;

/// Variables of a pool: two loops, a size and an offset of either sign.
enum Variable { I, J, N, Offset };

/// The rows of the variables in one iteration of the loops.
using Iteration = std::array<Row, 4>;

struct Case {
  System system;
  Row value;
};

class Pool {
public:
  explicit Pool(std::mt19937 &random) : random(random) {
    size = context.symbol(context.addSymbol("N"));
    offset = context.symbol(context.addSymbol("offset", std::nullopt));
    extent = draw(30);
    for (int64_t &step : steps)
      step = 1 + draw(6);
    context.addLoop(context.constant(extent), context.constant(steps[I]));
    context.addLoop(size, context.constant(steps[J]));
    exprs = {{Kind::Var, I, 0, 0, context.var(0)},
             {Kind::Var, J, 0, 0, context.var(1)},
             {Kind::Var, N, 0, 0, size},
             {Kind::Var, Offset, 0, 0, offset}};
    addConstant(0);
    addConstant(draw(12));
  }

  int64_t draw(int64_t bound) { return random() % bound; }
  unsigned drawEntry() { return draw(exprs.size()); }
  const Expr &operator[](unsigned entry) const { return exprs[entry]; }
  unsigned getSize() const { return exprs.size(); }

  unsigned addConstant(int64_t value) {
    return add({Kind::Constant, value, 0, 0, context.constant(value)});
  }
  unsigned addSum(unsigned a, unsigned b, int64_t factor) {
    return add(
        {Kind::Sum, factor, a, b,
         context.add(exprs[a].bound, context.mul(exprs[b].bound, factor))});
  }
  unsigned addExtremum(bool isMin, unsigned a, unsigned b) {
    Bound lhs = exprs[a].bound, rhs = exprs[b].bound;
    return add({isMin ? Kind::Min : Kind::Max, 0, a, b,
                isMin ? context.min(lhs, rhs) : context.max(lhs, rhs)});
  }
  unsigned addQuotient(unsigned a, int64_t divisor) {
    return add({Kind::FloorDiv, divisor, a, 0,
                context.floorDiv(exprs[a].bound, divisor)});
  }
  void addRandom() {
    unsigned a = drawEntry(), b = drawEntry();
    if (2 * exprs[a].numCases * exprs[b].numCases > kMaxCases)
      return;
    switch (draw(6)) {
    case 0:
      addSum(a, addConstant(draw(9) - 2), 1);
      return;
    case 1:
      addSum(a, b, draw(2) ? 1 : -1);
      return;
    case 2:
      addSum(a, b, draw(7) - 3);
      return;
    case 3:
      addExtremum(/*isMin=*/true, a, b);
      return;
    case 4:
      addExtremum(/*isMin=*/false, a, b);
      return;
    default:
      addQuotient(a, 1 + draw(5));
    }
  }

  /// Adds the variables of one iteration to `system`. Symbols are those of
  /// `other`, if there is one.
  Iteration addIteration(System &system, const Iteration *other = nullptr) {
    Iteration rows;
    rows[N] = other ? (*other)[N] : system.addVar();
    rows[Offset] = other ? (*other)[Offset] : system.addVar();
    system.require(rows[N]);
    for (Variable loop : {I, J}) {
      Row count = system.addVar();
      system.require(count);
      rows[loop] = oracle::add({0}, count, steps[loop]);
      Row end = loop == I ? Row{extent} : rows[N];
      system.require(oracle::add(end, rows[loop], -1, -1));
    }
    return rows;
  }

  /// The value of `entry` in `iteration`: one case for each choice that its
  /// minima and maxima have.
  std::vector<Case> expand(const System &system, unsigned entry,
                           const Iteration &iteration) const {
    const Expr &expr = exprs[entry];
    if (expr.kind == Kind::Var)
      return {{system, iteration[expr.number]}};
    if (expr.kind == Kind::Constant)
      return {{system, Row{expr.number}}};
    std::vector<Case> cases;
    for (Case &lhs : expand(system, expr.a, iteration)) {
      if (expr.kind == Kind::FloorDiv) {
        Row quotient = lhs.system.addVar();
        Row rest = oracle::add(lhs.value, quotient, -expr.number);
        lhs.system.require(rest);
        lhs.system.require(oracle::add(Row{expr.number - 1}, rest, -1));
        cases.push_back({lhs.system, quotient});
        continue;
      }
      for (Case &rhs : expand(lhs.system, expr.b, iteration)) {
        if (expr.kind == Kind::Sum) {
          cases.push_back(
              {rhs.system, oracle::add(lhs.value, rhs.value, expr.number)});
          continue;
        }
        // lhs <= rhs, or rhs < lhs.
        Case second = rhs;
        rhs.system.require(oracle::add(rhs.value, lhs.value, -1));
        second.system.require(oracle::add(lhs.value, rhs.value, -1, -1));
        bool isMin = expr.kind == Kind::Min;
        cases.push_back({rhs.system, isMin ? lhs.value : rhs.value});
        cases.push_back({second.system, isMin ? rhs.value : lhs.value});
      }
    }
    return cases;
  }

  BoundContext context;

private:
  unsigned add(Expr expr) {
    bool isChoice = expr.kind == Kind::Min || expr.kind == Kind::Max;
    if (expr.kind != Kind::Var && expr.kind != Kind::Constant)
      expr.numCases =
          exprs[expr.a].numCases *
          (expr.kind == Kind::FloorDiv ? 1 : exprs[expr.b].numCases) *
          (isChoice ? 2 : 1);
    exprs.push_back(expr);
    return exprs.size() - 1;
  }

  std::mt19937 &random;
  std::vector<Expr> exprs;
  Bound size, offset;
  int64_t extent;
  std::array<int64_t, 2> steps;
};

//===----------------------------------------------------------------------===//
// Counterexamples
//===----------------------------------------------------------------------===//

/// True if `a` > `b` somewhere.
static bool canExceed(Pool &pool, unsigned a, unsigned b) {
  System system;
  Iteration iteration = pool.addIteration(system);
  for (Case &lhs : pool.expand(system, a, iteration))
    for (Case &rhs : pool.expand(lhs.system, b, iteration)) {
      rhs.system.require(add(lhs.value, rhs.value, -1, -1));
      if (rhs.system.hasIntegerPoint())
        return true;
    }
  return false;
}

/// Entries of a pool as a range.
struct Range {
  unsigned lo, hi;
};

static BoxRange getRange(const Pool &pool, Range range) {
  return {pool[range.lo].bound, pool[range.hi].bound};
}

/// The cases in which `element` is in `range`.
static std::vector<Case> expandMember(const Pool &pool, const System &system,
                                      Range range, const Iteration &iteration,
                                      const Row &element) {
  std::vector<Case> cases;
  for (Case &lo : pool.expand(system, range.lo, iteration)) {
    lo.system.require(add(element, lo.value, -1));
    for (Case &hi : pool.expand(lo.system, range.hi, iteration)) {
      hi.system.require(add(hi.value, element, -1, -1));
      cases.push_back({hi.system, element});
    }
  }
  return cases;
}

/// True if some element of `inner` is not in `outer`.
static bool canLeave(Pool &pool, Range inner, Range outer) {
  System system;
  Iteration iteration = pool.addIteration(system);
  Row element = system.addVar();
  for (Case &in : expandMember(pool, system, inner, iteration, element)) {
    for (Case &lo : pool.expand(in.system, outer.lo, iteration)) {
      lo.system.require(add(lo.value, element, -1, -1));
      if (lo.system.hasIntegerPoint())
        return true;
    }
    for (Case &hi : pool.expand(in.system, outer.hi, iteration)) {
      hi.system.require(add(element, hi.value, -1));
      if (hi.system.hasIntegerPoint())
        return true;
    }
  }
  return false;
}

/// Two iterations that differ in a loop up to `level`, and are the same in the
/// loops before. Those after have any value.
static std::vector<std::tuple<System, Iteration, Iteration>>
getDifferentIterations(Pool &pool, unsigned level) {
  std::vector<std::tuple<System, Iteration, Iteration>> pairs;
  for (unsigned loop = 0; loop <= level; ++loop) {
    System system;
    Iteration first = pool.addIteration(system);
    Iteration second = pool.addIteration(system, &first);
    for (unsigned outer = 0; outer < loop; ++outer) {
      system.require(add(first[outer], second[outer], -1));
      system.require(add(second[outer], first[outer], -1));
    }
    system.require(add(second[loop], first[loop], -1, -1));
    pairs.push_back({system, first, second});
  }
  return pairs;
}

/// True if two iterations of the loops up to `level` have a common element.
static bool canOverlap(Pool &pool, Range range, unsigned level) {
  for (auto &[pair, first, second] : getDifferentIterations(pool, level)) {
    System system = pair;
    Row element = system.addVar();
    for (Case &in : expandMember(pool, system, range, first, element))
      for (Case &both : expandMember(pool, in.system, range, second, element))
        if (both.system.hasIntegerPoint())
          return true;
  }
  return false;
}

/// True if `entry` can be larger in an earlier iteration of `loop` (or, if not
/// `increases`, in a later one), all else being equal.
static bool canMove(Pool &pool, unsigned entry, unsigned loop, bool increases) {
  System system;
  Iteration first = pool.addIteration(system);
  Iteration second = pool.addIteration(system, &first);
  second[1 - loop] = first[1 - loop];
  system.require(add(second[loop], first[loop], -1, -1));
  for (Case &lhs : pool.expand(system, entry, increases ? first : second))
    for (Case &rhs :
         pool.expand(lhs.system, entry, increases ? second : first)) {
      rhs.system.require(add(lhs.value, rhs.value, -1, -1));
      if (rhs.system.hasIntegerPoint())
        return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// The oracle refutes wrong claims: i <= 5 does not hold in each iteration, and
/// windows of two elements overlap.
TEST(PresburgerOracle, CounterexamplesAreFound) {
  std::mt19937 random(0);
  Pool pool(random);
  unsigned zero = 4, two = pool.addConstant(2);
  EXPECT_FALSE(canExceed(pool, zero, N));
  EXPECT_TRUE(canExceed(pool, zero, Offset));
  EXPECT_TRUE(canExceed(pool, N, two));
  unsigned least = pool.addExtremum(/*isMin=*/true, N, two);
  EXPECT_FALSE(canExceed(pool, least, two));
  EXPECT_TRUE(canExceed(pool, two, least));
  unsigned half = pool.addQuotient(N, 2), whole = pool.addSum(zero, half, 2);
  EXPECT_FALSE(canExceed(pool, whole, N));
  EXPECT_TRUE(canExceed(pool, N, whole));
  EXPECT_FALSE(canLeave(pool, {zero, least}, {zero, two}));
  EXPECT_TRUE(canLeave(pool, {zero, two}, {zero, least}));
  unsigned next = pool.addSum(J, pool.addConstant(1), 1);
  unsigned far = pool.addSum(J, pool.addConstant(99), 1);
  EXPECT_TRUE(canOverlap(pool, {J, next}, 0));
  EXPECT_TRUE(canOverlap(pool, {J, far}, 1));
  EXPECT_FALSE(canMove(pool, next, 1, /*increases=*/true));
  EXPECT_TRUE(canMove(pool, next, 1, /*increases=*/false));
}

TEST(PresburgerOracle, WhatIsProvedOfBoundsHolds) {
  std::mt19937 random(11);
  unsigned numOrders = 0, numEqual = 0, numConstants = 0, numMonotone = 0;
  for (int round = 0; round < 250; ++round) {
    Pool pool(random);
    for (int op = 0; op < 7; ++op)
      pool.addRandom();
    auto text = [&](unsigned entry) {
      return pool.context.toString(pool[entry].bound);
    };
    for (int pair = 0; pair < 40; ++pair) {
      unsigned a = pool.drawEntry(), b = pool.drawEntry();
      if (a == b)
        continue;
      if (pool[a].bound == pool[b].bound) {
        ++numEqual;
        EXPECT_FALSE(canExceed(pool, a, b) || canExceed(pool, b, a))
            << text(a) << " in round " << round;
      } else if (pool.context.isKnownLE(pool[a].bound, pool[b].bound)) {
        ++numOrders;
        EXPECT_FALSE(canExceed(pool, a, b))
            << text(a) << " <= " << text(b) << " in round " << round;
      }
    }
    for (unsigned a = 6, e = pool.getSize(); a < e; ++a) {
      if (auto lower = pool.context.getLowerBound(pool[a].bound)) {
        ++numConstants;
        EXPECT_FALSE(canExceed(pool, pool.addConstant(*lower), a))
            << *lower << " <= " << text(a) << " in round " << round;
      }
      if (auto upper = pool.context.getUpperBound(pool[a].bound)) {
        ++numConstants;
        EXPECT_FALSE(canExceed(pool, a, pool.addConstant(*upper)))
            << text(a) << " <= " << *upper << " in round " << round;
      }
      for (unsigned loop : {0, 1}) {
        Monotonicity kind = pool.context.getMonotonicity(pool[a].bound, loop);
        if (kind == Monotonicity::Unknown)
          continue;
        ++numMonotone;
        EXPECT_FALSE(kind != Monotonicity::Decreasing &&
                     canMove(pool, a, loop, /*increases=*/true))
            << text(a) << " in loop " << loop << " in round " << round;
        EXPECT_FALSE(kind != Monotonicity::Increasing &&
                     canMove(pool, a, loop, /*increases=*/false))
            << text(a) << " in loop " << loop << " in round " << round;
      }
    }
  }
  // A prover that claims nothing is not tested.
  EXPECT_GT(numOrders, 1000u);
  EXPECT_GT(numEqual, 200u);
  EXPECT_GT(numConstants, 1000u);
  EXPECT_GT(numMonotone, 2000u);
}

TEST(PresburgerOracle, WhatIsProvedOfBoxesHolds) {
  std::mt19937 random(12);
  unsigned numContained = 0, numDisjoint = 0;
  for (int round = 0; round < 250; ++round) {
    Pool pool(random);
    for (int op = 0; op < 6; ++op)
      pool.addRandom();
    auto text = [&](Range range) {
      Box box{{getRange(pool, range)}};
      std::string result;
      llvm::raw_string_ostream os(result);
      printBox(pool.context, box, os);
      return result;
    };
    for (int pair = 0; pair < 30; ++pair) {
      Range inner{pool.drawEntry(), pool.drawEntry()};
      Range outer{pool.drawEntry(), pool.drawEntry()};
      if (isContained(pool.context, {{getRange(pool, inner)}},
                      {{getRange(pool, outer)}})) {
        ++numContained;
        EXPECT_FALSE(canLeave(pool, inner, outer))
            << text(inner) << " in " << text(outer) << ", round " << round;
      }
      unsigned level = pool.draw(2);
      Box box{{getRange(pool, inner)}};
      if ((level == 1 || !(box.getLoops() & 2)) &&
          areDisjoint(pool.context, box, level)) {
        ++numDisjoint;
        EXPECT_FALSE(canOverlap(pool, inner, level))
            << text(inner) << " up to loop " << level << ", round " << round;
      }
    }
  }
  EXPECT_GT(numContained, 400u);
  EXPECT_GT(numDisjoint, 300u);
}

} // namespace oracle

//===- FieldRuntimeTest.cpp - Unit tests of runs in a finite field --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results that the runtime gives to code: functions, and comparisons that
// are recorded in f64 and replayed in the field.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Field/FieldRuntime.h"
#include "heddle/Lowering/Field/FieldConstant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle::field;

namespace {

const Field &runtimeField = Field::get();

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Fn> Fn *find(llvm::StringRef name) {
  for (const RuntimeFunction &function : getRuntimeFunctions())
    if (function.name == name)
      return reinterpret_cast<Fn *>(function.address);
  return nullptr;
}

Element apply(int64_t code, Element x, Element y = 0) {
  return find<Element(int64_t, Element, Element, Element)>(kApplyName)(code, x,
                                                                       y, 0);
}
Element apply(FieldOp op, Element x, Element y = 0) {
  return apply(encode(op), x, y);
}
void record(int64_t code, double x, double y, double z) {
  find<void(int64_t, double, double, double)>(kRecordName)(code, x, y, z);
}

[[noreturn]] void fail(Stop) { std::abort(); }

/// One op: its operands and result in f64, and its result in the field.
Element replay(int64_t code, double x, double y, double z, Element fieldX,
               Element fieldY = 0, RunCounts *counts = nullptr) {
  Record made;
  startRecording(made, fail);
  record(code, x, y, z);
  startReplay({&made, 1}, fail);
  Element result = apply(code, fieldX, fieldY);
  RunCounts found = finishRun();
  if (counts)
    *counts = found;
  return result;
}

Element makeA(Element x) { return makeElement(getA(x), 0) | kNoExponent; }

/// exp(x) exp(y) = exp(x + y), at each point with another base.
TEST(FieldRuntimeTest, Exponential) {
  Element first = 0;
  for (uint64_t point = 1; point <= 20; ++point) {
    startReplay({nullptr, point}, fail);
    Element x = runtimeField.draw(point), y = runtimeField.draw(point + 100);
    Element product =
        runtimeField.multiply(apply(FieldOp::Exp, x), apply(FieldOp::Exp, y));
    EXPECT_TRUE(isSame(product, apply(FieldOp::Exp, runtimeField.add(x, y))));
    EXPECT_TRUE(isSame(apply(FieldOp::Exp, runtimeField.fromInt(0)),
                       runtimeField.fromInt(1)));
    Element one = apply(FieldOp::Exp, runtimeField.fromInt(1));
    EXPECT_NE(one, first);
    first = one;
    finishRun();
  }
}

/// The other functions that go through the exponential.
TEST(FieldRuntimeTest, FunctionsOfTheExponential) {
  startReplay({nullptr, 5}, fail);
  Element x = runtimeField.draw(1), two = runtimeField.fromInt(2),
          one = runtimeField.fromInt(1);
  auto exp = [](Element y) { return apply(FieldOp::Exp, y); };
  Element log2e = readConstant(llvm::APFloat(M_LOG2E)).element;
  EXPECT_TRUE(
      isSame(apply(FieldOp::Exp2, runtimeField.multiply(x, log2e)), exp(x)));
  EXPECT_TRUE(
      isSame(apply(FieldOp::ExpM1, x), runtimeField.subtract(exp(x), one)));
  // tanh(x) = 2 / (1 + exp(-2 x)) - 1
  Element sigmoid = apply(
      FieldOp::Divide, two,
      runtimeField.add(one, exp(runtimeField.negate(runtimeField.add(x, x)))));
  EXPECT_TRUE(
      isSame(apply(FieldOp::Tanh, x), runtimeField.subtract(sigmoid, one)));
  finishRun();
}

/// Runs `code` at all levels; returns what it gives at the first one.
template <typename Code>
Element runAtLevels(unsigned numLevels, Code code,
                    RunCounts *counts = nullptr) {
  Exponentials inner;
  Element result = 0;
  for (unsigned level = numLevels; level-- > 0;) {
    Exponentials kept;
    startReplay({nullptr, 7, level, &inner, &kept}, fail);
    result = code(Field::get(level));
    RunCounts found = finishRun();
    if (counts && level == 0)
      *counts = found;
    inner = std::move(kept);
  }
  return result;
}

/// n nested exponentials of x + y.
Element nest(const Field &field, unsigned depth, bool splits) {
  Element x = field.draw(1), y = field.draw(2);
  auto exp = [](Element z) { return apply(FieldOp::Exp, z); };
  Element result =
      splits ? field.multiply(exp(x), exp(y)) : exp(field.add(x, y));
  if (!splits)
    apply(FieldOp::Exp, x);
  for (unsigned i = 1; i < depth; ++i)
    result = exp(result);
  return result;
}

/// A formula with nested exponentials keeps its element if there are enough
/// levels. Otherwise it is opaque, and is counted.
TEST(FieldRuntimeTest, NestedExponentials) {
  for (unsigned depth = 1; depth <= kLevels; ++depth) {
    RunCounts counts;
    auto run = [&](unsigned levels, bool splits) {
      return runAtLevels(
          levels,
          [&](const Field &field) { return nest(field, depth, splits); },
          &counts);
    };
    Element product = run(depth, /*splits=*/true);
    EXPECT_FALSE(product & kTainted);
    EXPECT_EQ(counts.deepExponentials, 0);
    EXPECT_TRUE(isSame(product, run(depth, /*splits=*/false)));
    if (depth == 1)
      continue;
    EXPECT_TRUE(run(depth - 1, /*splits=*/true) & kTainted);
    EXPECT_GT(counts.deepExponentials, 0);
  }
}

/// A root of a number that is not a square is opaque if its sign must be known.
TEST(FieldRuntimeTest, StrictRoots) {
  for (bool strict : {false, true}) {
    startReplay({nullptr, 1, 0, nullptr, nullptr, strict}, fail);
    int64_t numTainted = 0;
    for (uint64_t i = 0; i < 100; ++i)
      numTainted +=
          (apply(FieldOp::SquareRoot, runtimeField.draw(i)) & kTainted) != 0;
    RunCounts counts = finishRun();
    EXPECT_EQ(numTainted, strict ? counts.unknownRoots : 0);
    EXPECT_GT(counts.unknownRoots, 50);
    EXPECT_EQ(counts.roots.size(), 100u);
  }
}

TEST(FieldRuntimeTest, LogarithmsAndPowers) {
  startReplay({nullptr, 5}, fail);
  Element x = runtimeField.draw(1), y = runtimeField.draw(2);
  auto log = [](Element y) { return apply(FieldOp::Log, y); };
  EXPECT_TRUE(isSame(log(apply(FieldOp::Exp, x)), x));
  EXPECT_TRUE(isSame(log(runtimeField.multiply(x, y)),
                     runtimeField.add(log(x), log(y))));
  EXPECT_TRUE(isSame(apply(FieldOp::Power, x, runtimeField.fromInt(3)),
                     runtimeField.power(x, 3)));
  EXPECT_TRUE(isSame(apply(FieldOp::PowerInteger, x, Element(-2)),
                     runtimeField.power(x, -2)));
  Element half = runtimeField.invert(runtimeField.fromInt(2));
  EXPECT_TRUE(isSame(apply(FieldOp::Power, x, half),
                     runtimeField.squareRoot(x).element));
  finishRun();
}

/// An opaque function gives equal results for equal operands, and is counted
/// and marked.
TEST(FieldRuntimeTest, OpaqueFunctions) {
  startReplay({nullptr, 5}, fail);
  int64_t erf = encode(FieldOp::Opaque, 0, 1),
          sin = encode(FieldOp::Opaque, 0, 2);
  Element x = runtimeField.draw(1);
  EXPECT_EQ(apply(erf, x), apply(erf, makeA(x)));
  EXPECT_NE(apply(erf, x), apply(sin, x));
  EXPECT_NE(apply(erf, x), apply(erf, runtimeField.draw(2)));
  EXPECT_TRUE(apply(erf, x) & kTainted);
  // The exponent of an exponential is undefined.
  EXPECT_TRUE(apply(FieldOp::Exp, makeA(x)) & kTainted);
  EXPECT_GE(finishRun().opaque, 6);
}

/// A choice follows f64, whatever the elements are.
TEST(FieldRuntimeTest, Choices) {
  Element x = runtimeField.draw(1), y = runtimeField.draw(2);
  int64_t maximum = encode(FieldOp::Maximum);
  EXPECT_EQ(replay(maximum, 1, 2, 0, x, y), y);
  EXPECT_EQ(replay(maximum, 2, 1, 0, x, y), x);
  EXPECT_EQ(replay(encode(FieldOp::Minimum), 2, 1, 0, x, y), y);
  EXPECT_EQ(replay(encode(FieldOp::Absolute), -2, 0, 0, x),
            runtimeField.negate(x));
  EXPECT_EQ(replay(encode(FieldOp::CopySign), -2, 3, 0, x, y),
            runtimeField.negate(x));
  Element none = makeSpecial(kNaN);
  EXPECT_EQ(replay(maximum, NAN, 1, 0, none, y), none);
  EXPECT_EQ(replay(encode(FieldOp::MaximumNumber), NAN, 1, 0, none, y), y);
}

/// Numbers that are too close for f64 to tell apart are a tie if their elements
/// are equal.
TEST(FieldRuntimeTest, Ties) {
  Element x = runtimeField.draw(1), y = runtimeField.draw(2);
  RunCounts counts;
  int64_t less = encode(FieldOp::Compare,
                        static_cast<unsigned>(arith::CmpFPredicate::OLT));
  int64_t atMost = encode(FieldOp::Compare,
                          static_cast<unsigned>(arith::CmpFPredicate::OLE));
  EXPECT_EQ(replay(less, 1, 1 + 1e-15, 0, x, x, &counts), 0u);
  EXPECT_EQ(counts.undecided, 0);
  EXPECT_EQ(replay(atMost, 1 + 1e-15, 1, 0, x, x, &counts), 1u);
  EXPECT_EQ(counts.undecided, 0);
  EXPECT_EQ(replay(less, 1, 1 + 1e-15, 0, x, y, &counts), 1u);
  EXPECT_EQ(counts.undecided, 1);
  // A small difference of large numbers.
  replay(less, 1e-14, 0, 1, x, y, &counts);
  EXPECT_EQ(counts.undecided, 1);
  replay(less, 1e-14, 0, 0, x, y, &counts);
  EXPECT_EQ(counts.undecided, 0);
  EXPECT_EQ(counts.comparisons, 1);
}

TEST(FieldRuntimeTest, WholeNumbers) {
  Element x = runtimeField.draw(1);
  EXPECT_EQ(replay(encode(FieldOp::Floor), -1.5, 0, 0, x),
            runtimeField.fromInt(-2));
  EXPECT_EQ(replay(encode(FieldOp::RoundEven), 2.25, 0, 0, x),
            runtimeField.fromInt(2));
  EXPECT_EQ(replay(encode(FieldOp::ToSigned), -3.7, 0, 0, x), Element(-3));
  // 3 - 1e-16 in f64, and 3 in the field.
  RunCounts counts;
  EXPECT_EQ(replay(encode(FieldOp::Floor), std::nextafter(3.0, 0), 0, 0,
                   runtimeField.fromInt(3), 0, &counts),
            runtimeField.fromInt(3));
  EXPECT_EQ(counts.undecided, 0);
  replay(encode(FieldOp::Floor), std::nextafter(3.0, 0), 0, 0, x, 0, &counts);
  EXPECT_EQ(counts.undecided, 1);
  // 7 rem 2
  EXPECT_EQ(replay(encode(FieldOp::Remainder), 7, 2, 0, runtimeField.fromInt(7),
                   runtimeField.fromInt(2)),
            runtimeField.fromInt(1));
}

/// Infinities, and divisions by zero: as in IEEE 754 if the zero is exact,
/// unknown if it is accidental.
TEST(FieldRuntimeTest, SpecialNumbers) {
  Element minus = makeSpecial(kNegativeInfinity), x = runtimeField.draw(1);
  int64_t exp = encode(FieldOp::Exp), divide = encode(FieldOp::Divide);
  EXPECT_EQ(replay(exp, -kInfinity, 0, 0, minus), runtimeField.fromInt(0));
  EXPECT_EQ(replay(exp, NAN, 0, NAN, makeSpecial(kNaN)), makeSpecial(kNaN));
  EXPECT_EQ(replay(divide, 1, 0, kInfinity, x, 0),
            makeSpecial(kPositiveInfinity));
  EXPECT_EQ(replay(divide, 0, 0, NAN, 0, 0), makeSpecial(kNaN));
  EXPECT_EQ(getCode(replay(divide, 1, 3, 1.0 / 3, x, 0)), kUnknown);
  EXPECT_EQ(replay(divide, 1, -kInfinity, 0, x, minus),
            runtimeField.fromInt(0));
  // An infinity whose sign the field has lost.
  EXPECT_EQ(replay(exp, -kInfinity, 0, 0, makeSpecial(kUnknown)),
            runtimeField.fromInt(0));
  EXPECT_EQ(replay(encode(FieldOp::SquareRoot), -1, 0, NAN, x),
            makeSpecial(kNaN));
  EXPECT_EQ(replay(encode(FieldOp::Log), 0, 0, -kInfinity, 0), minus);
}

/// A run that differs from the record, or that compares without a record,
/// stops.
TEST(FieldRuntimeDeathTest, Stops) {
  auto exitWith = [](Stop reason) {
    exit(reason == Stop::NeedsRecord ? 3 : 4);
  };
  auto run = [&](const Record *made, FieldOp op) {
    startReplay({made, 1}, exitWith);
    apply(op, runtimeField.fromInt(1), runtimeField.fromInt(2));
    finishRun();
  };
  Record made;
  startRecording(made, fail);
  record(encode(FieldOp::Maximum), 1, 2, 0);
  EXPECT_EXIT(run(nullptr, FieldOp::Maximum), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(run(&made, FieldOp::Floor), testing::ExitedWithCode(4), "");
  EXPECT_EXIT(run(&made, FieldOp::Negate), testing::ExitedWithCode(4), "");
}

} // namespace

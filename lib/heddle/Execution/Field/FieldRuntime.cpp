//===- FieldRuntime.cpp - What code in a finite field calls ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of each op. The code that writes the record of an op in f64 is next
// to the code that reads it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Field/FieldRuntime.h"

#include "FieldState.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

//===----------------------------------------------------------------------===//
// The state of a run
//===----------------------------------------------------------------------===//

static constexpr size_t kMostEntries = size_t(1) << 30;

namespace {
/// The class of an f64 number.
enum Class : uint8_t { kOrdinary, kPlus, kMinus, kNoNumber };

/// Bits of an entry: what the divisor is.
constexpr uint8_t kByZero = 0x40, kByInfinity = 0x80;
} // namespace

static RunState state;

RunState &field::getState() { return state; }

static Class classify(double value) {
  if (std::isnan(value))
    return kNoNumber;
  if (std::isinf(value))
    return value > 0 ? kPlus : kMinus;
  return kOrdinary;
}

static Element makeClass(Class kind, Element taint = 0) {
  return makeSpecial(kind == kPlus    ? kPositiveInfinity
                     : kind == kMinus ? kNegativeInfinity
                                      : kNaN,
                     taint & kTainted);
}

void field::stopRun(Stop reason) {
  if (state.stop)
    state.stop(reason);
  std::abort();
}

void field::addEntry(uint8_t entry) {
  if (state.recording->entries.size() >= kMostEntries)
    stopRun(Stop::TooLong);
  state.recording->entries.push_back(entry);
}

uint8_t field::takeEntry(EntryKind kind) {
  if (!state.record)
    stopRun(Stop::NeedsRecord);
  if (state.nextEntry == state.record->entries.size())
    stopRun(Stop::OtherOrder);
  uint8_t entry = state.record->entries[state.nextEntry++];
  if ((entry & 3) != kind)
    stopRun(Stop::OtherOrder);
  return entry;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void recordClass(int64_t code, double x, double y, double result) {
  FieldOp op = getOp(code);
  bool byZero = op == FieldOp::Divide && y == 0;
  bool byInfinity = op == FieldOp::Divide && std::isinf(y);
  RunCounts &counts = state.counts;
  if (op == FieldOp::Divide && std::isnan(result))
    ++counts.undefinedQuotients;
  else if (op == FieldOp::Divide)
    counts.smallestDivisor = std::min(counts.smallestDivisor, std::abs(y));
  else if (op == FieldOp::Exp && std::isfinite(x))
    counts.largestExponent = std::max(counts.largestExponent, x);
  addEntry(kClassEntry | classify(x) << 2 | classify(result) << 4 |
           (byZero       ? kByZero
            : byInfinity ? kByInfinity
                         : 0));
}

static Element invertCached(Element x) {
  if (x != state.divisor || state.inverse == 0) {
    state.divisor = x;
    state.inverse = getField().invert(x);
  }
  return state.inverse;
}

static Element divide(Element x, Element y, uint8_t entry) {
  ++state.counts.divisions;
  Class result = static_cast<Class>(entry >> 4 & 3);
  Element taint = (x | y) & kTainted;
  if (getCode(x) == kNaN || getCode(y) == kNaN)
    return makeSpecial(kNaN, taint);
  bool byZero = isZero(y) && (entry & kByZero);
  // Only f64 knows the sign of an infinite quotient.
  if ((byZero || isSpecial(x) || isSpecial(y)) && result != kOrdinary)
    return makeClass(result, taint);
  if (isSpecial(x))
    return makeSpecial(kUnknown, taint);
  // An infinity whose sign only f64 knows.
  if (isSpecial(y) && (entry & kByInfinity))
    return taint;
  return getField().multiply(x, invertCached(y));
}

static Element compute(int64_t code, Element x, Element y) {
  PointFunctions &functions = *state.functions;
  const Field &numbers = functions.field;
  Element one = numbers.fromInt(1);
  switch (FieldOp op = getOp(code)) {
  case FieldOp::Exp:
    return functions.exp(x);
  case FieldOp::Exp2:
    return functions.exp(numbers.multiply(x, functions.ln2));
  case FieldOp::ExpM1:
    return numbers.subtract(functions.exp(x), one);
  case FieldOp::Log:
    return functions.log(x);
  case FieldOp::Log2:
    return numbers.multiply(functions.log(x), functions.log2e);
  case FieldOp::Log10:
    return numbers.multiply(functions.log(x), functions.log10e);
  case FieldOp::Log1p:
    return functions.log(numbers.add(one, x));
  case FieldOp::SquareRoot:
    return functions.squareRoot(x, static_cast<unsigned>(op));
  case FieldOp::InverseSquareRoot:
    return numbers.invert(functions.squareRoot(x, static_cast<unsigned>(op)));
  case FieldOp::Tanh: {
    Element power = numbers.add(functions.exp(numbers.add(x, x)), one);
    return numbers.subtract(
        one, numbers.multiply(numbers.fromInt(2), numbers.invert(power)));
  }
  case FieldOp::Power:
    return functions.power(x, y);
  case FieldOp::PowerInteger:
    return numbers.power(x, static_cast<int64_t>(y));
  default:
    return functions.opaque(getName(code), x, y);
  }
}

/// The value of a function at an infinity.
static Element computeAtInfinity(int64_t code, bool isPositive) {
  switch (getOp(code)) {
  case FieldOp::Exp:
  case FieldOp::Exp2:
  case FieldOp::InverseSquareRoot:
    return 0;
  case FieldOp::ExpM1:
    return getField().fromInt(-1);
  case FieldOp::Tanh:
    return getField().fromInt(isPositive ? 1 : -1);
  default:
    return state.functions->opaque(getName(code),
                                   getField().fromInt(isPositive ? 1 : -1));
  }
}

/// Whether only f64 knows the class of the result of a function of these
/// elements: an infinity, NaN or a number.
static bool needsClass(FieldOp op, Element x, Element y) {
  switch (op) {
  case FieldOp::Divide:
    return isSpecial(x) || isSpecial(y) || isZero(y);
  case FieldOp::Log:
  case FieldOp::Log2:
  case FieldOp::Log10:
  case FieldOp::InverseSquareRoot:
  case FieldOp::Power:
    return isSpecial(x) || isZero(x);
  default:
    return isSpecial(x);
  }
}

static Element applyFunction(int64_t code, Element x, Element y) {
  FieldOp op = getOp(code);
  uint8_t entry = state.record || needsClass(op, x, y) ? takeEntry(kClassEntry)
                                                       : uint8_t(kClassEntry);
  if (op == FieldOp::Divide)
    return divide(x, y, entry);
  ++state.counts.functions;
  state.functions->startCall();
  Class operand = static_cast<Class>(entry >> 2 & 3);
  Class result = static_cast<Class>(entry >> 4 & 3);
  Element taint = x & kTainted;
  if (getCode(x) == kNaN)
    return makeSpecial(kNaN, taint);
  if (isSpecial(x)) {
    // f64 may know the sign of the infinity.
    if (operand == kOrdinary)
      return makeSpecial(kUnknown, taint);
    return result == kOrdinary
               ? computeAtInfinity(code, operand == kPlus) | taint
               : makeClass(result, taint);
  }
  // A root or a logarithm of 0 or less.
  bool isRoot = op == FieldOp::SquareRoot;
  if (operand == kOrdinary && result == kNoNumber && !(isRoot && isZero(x)))
    return makeClass(result, taint);
  if (isZero(x) && result != kOrdinary)
    return makeClass(result, taint);
  return compute(code, x, y);
}

//===----------------------------------------------------------------------===//
// What code calls
//===----------------------------------------------------------------------===//

static Element callAdd(Element x, Element y) { return getField().add(x, y); }
static Element callMultiply(Element x, Element y) {
  return getField().multiply(x, y);
}
static Element callMultiplyAdd(Element x, Element y, Element z) {
  const Field &numbers = getField();
  return numbers.add(numbers.multiply(x, y), z);
}

static Element callApply(int64_t code, Element x, Element y, Element z) {
  const Field &numbers = getField();
  FieldOp op = getOp(code);
  if (isChoice(op))
    return applyChoice(code, x, y);
  if (isFunction(op))
    return applyFunction(code, x, y);
  if (isWhole(op))
    return applyWhole(code, x, y);
  switch (op) {
  case FieldOp::Add:
    return numbers.add(x, y);
  case FieldOp::Subtract:
    return numbers.subtract(x, y);
  case FieldOp::Multiply:
    return numbers.multiply(x, y);
  case FieldOp::MultiplyPositive:
  case FieldOp::MultiplyNegative:
    return numbers.multiplySigned(x, y, op == FieldOp::MultiplyNegative);
  case FieldOp::MultiplyAdd:
    return numbers.add(numbers.multiply(x, y), z);
  case FieldOp::Negate:
    return numbers.negate(x);
  case FieldOp::FromSigned:
    return numbers.fromInt(static_cast<int64_t>(x));
  default:
    return numbers.fromUnsigned(x);
  }
}

/// Calls `visit` with the position of each lane.
template <typename Visit>
static void forEachLane(int64_t rows, int64_t lanes, int64_t pitch,
                        Visit visit) {
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t i = row * pitch, end = i + lanes; i < end; ++i)
      visit(i);
}

static void callApplyLanes(int64_t code, const Element *x, const Element *y,
                           const Element *z, Element *result, int64_t rows,
                           int64_t lanes, int64_t pitch) {
  auto run = [&](auto compute) {
    forEachLane(rows, lanes, pitch, [&](int64_t i) { result[i] = compute(i); });
  };
  const Field &numbers = getField();
  switch (getOp(code)) {
  case FieldOp::Add:
    return run([&](int64_t i) { return numbers.add(x[i], y[i]); });
  case FieldOp::Multiply:
    return run([&](int64_t i) { return numbers.multiply(x[i], y[i]); });
  case FieldOp::MultiplyAdd:
    return run([&](int64_t i) {
      return numbers.add(numbers.multiply(x[i], y[i]), z[i]);
    });
  default:
    return run([&](int64_t i) {
      return callApply(code, x[i], y ? y[i] : 0, z ? z[i] : 0);
    });
  }
}

static void callRecord(int64_t code, double x, double y, double z) {
  FieldOp op = getOp(code);
  if (isChoice(op))
    recordChoice(code, x, y, z);
  else if (isWhole(op))
    recordWhole(code, x, y, z);
  else
    recordClass(code, x, y, z);
}

static void callRecordLanes(int64_t code, const double *x, const double *y,
                            const double *z, int64_t rows, int64_t lanes,
                            int64_t pitch) {
  forEachLane(rows, lanes, pitch,
              [&](int64_t i) { callRecord(code, x[i], y[i], z[i]); });
}

llvm::ArrayRef<RuntimeFunction> field::getRuntimeFunctions() {
  static const RuntimeFunction functions[] = {
      {kAddName, reinterpret_cast<void *>(&callAdd)},
      {kMultiplyName, reinterpret_cast<void *>(&callMultiply)},
      {kMultiplyAddName, reinterpret_cast<void *>(&callMultiplyAdd)},
      {kApplyName, reinterpret_cast<void *>(&callApply)},
      {kApplyLanesName, reinterpret_cast<void *>(&callApplyLanes)},
      {kRecordName, reinterpret_cast<void *>(&callRecord)},
      {kRecordLanesName, reinterpret_cast<void *>(&callRecordLanes)}};
  return functions;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

void field::startRecording(Record &record, StopFn stop) {
  state = RunState();
  state.recording = &record;
  state.stop = std::move(stop);
}

void field::startReplay(const Replay &replay, StopFn stop) {
  state = RunState();
  state.record = replay.record;
  state.functions = std::make_unique<PointFunctions>(replay);
  state.stop = std::move(stop);
}

RunCounts field::finishRun() {
  if (state.record && state.nextEntry != state.record->entries.size())
    stopRun(Stop::OtherOrder);
  RunCounts counts = state.counts;
  if (state.functions) {
    RunCounts &found = state.functions->counts;
    counts.opaque = found.opaque;
    counts.deepExponentials = found.deepExponentials;
    counts.unknownRoots = found.unknownRoots;
    counts.roots = std::move(found.roots);
  }
  state = RunState();
  return counts;
}

//===- FieldRuntime.h - What code in a finite field calls -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime of both forms that FloatsToField.cpp makes. The f64 form records
// each comparison; the field form takes the answers from the record. So
// comparisons are decided by numbers, and the results are still exact.
//
// The state is global, because compiled code cannot reach it otherwise. So
// there is one run at a time, in a child process.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H
#define HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H

#include "heddle/Lowering/Field/FieldOps.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <limits>
#include <unordered_set>
#include <vector>

namespace mlir::heddle::field {

/// A function that compiled code calls.
struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};

llvm::ArrayRef<RuntimeFunction> getRuntimeFunctions();

/// What a run in f64 recorded.
struct Record {
  /// One byte for each op.
  std::vector<uint8_t> entries;
  /// The floats that were converted to integers.
  std::vector<double> numbers;
};

/// For each function that code called at one level, the component `a` of its
/// exponential in the form of that level, or kNoResidue.
using Exponentials = std::vector<uint32_t>;
inline constexpr uint32_t kNoResidue = ~0u;

/// What a run did.
struct RunCounts {
  int64_t functions = 0, divisions = 0, comparisons = 0;
  /// Comparisons of numbers that are too close for f64 to tell apart, although
  /// they differ in the field.
  int64_t undecided = 0;
  /// Functions that no rule of the field describes.
  int64_t opaque = 0;
  /// Exponentials of elements without a component `b`, which are made of
  /// exponentials.
  int64_t deepExponentials = 0;
  /// Roots of numbers that are not squares.
  int64_t unknownRoots = 0;
  /// The roots that were taken: a hash of each kind of root and its operand.
  std::unordered_set<uint64_t> roots;
  /// In f64: the number of quotients that are NaN, the largest finite argument
  /// of an exponential, and the smallest magnitude of the divisor of any other
  /// quotient.
  int64_t undefinedQuotients = 0;
  double largestExponent = -std::numeric_limits<double>::infinity();
  double smallestDivisor = std::numeric_limits<double>::infinity();
};

/// Why a run cannot go on.
enum class Stop {
  NeedsRecord, ///< it compares, and has no record
  NeedsLevel,  ///< it nests exponentials more deeply than it can tell
  OtherOrder,  ///< it does not do what was recorded
  TooLong      ///< the record is too large
};

/// Called when a run cannot go on; must not return.
using StopFn = std::function<void(Stop)>;

/// Starts a run in f64 that fills `record`.
void startRecording(Record &record, StopFn stop);

/// How code is run in the field.
struct Replay {
  /// The answers to comparisons; null if there are none.
  const Record *record = nullptr;
  /// Chooses the base of the exponential and the opaque functions.
  uint64_t point = 0;
  unsigned level = 0;
  /// The exponentials that the same code computed at the next level; null if it
  /// was not run there.
  const Exponentials *inner = nullptr;
  /// Where exponentials are kept for the previous level; null if they are not
  /// kept.
  Exponentials *kept = nullptr;
  /// A root of a number that is not a square is opaque.
  bool strictRoots = false;
};

/// Starts a run in the field.
void startReplay(const Replay &replay, StopFn stop);

/// Ends the run. A replay that did not reach the end of its record calls
/// `stop`.
RunCounts finishRun();

} // namespace mlir::heddle::field

#endif // HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H

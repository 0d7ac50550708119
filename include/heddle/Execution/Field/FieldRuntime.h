//===- FieldRuntime.h - What code in a finite field calls -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime of both forms that FloatsToField.cpp makes: the one in f64
// records each comparison, the one in the field takes the answers from the
// record. So numbers decide a comparison, and the results are exact all the
// same.
//
// The state is global, as code has no other way to it: one run at a time, in a
// child process.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H
#define HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H

#include "heddle/Lowering/Field/FieldOps.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <limits>
#include <vector>

namespace mlir::heddle::field {

/// A function that compiled code calls.
struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};

llvm::ArrayRef<RuntimeFunction> getRuntimeFunctions();

/// What a run in f64 came across.
struct Record {
  /// One byte for each op.
  std::vector<uint8_t> entries;
  /// The floats that integers were made of.
  std::vector<double> numbers;
};

/// What a run did.
struct RunCounts {
  int64_t functions = 0, divisions = 0, comparisons = 0;
  /// Comparisons of numbers that f64 does not tell apart and the field does.
  int64_t undecided = 0;
  /// Functions that no rule of the field describes.
  int64_t opaque = 0;
  /// In f64: the quotients that are NaN, the largest argument of an
  /// exponential, and the smallest magnitude of another divisor; none is
  /// infinite.
  int64_t undefinedQuotients = 0;
  double largestExponent = -std::numeric_limits<double>::infinity();
  double smallestDivisor = std::numeric_limits<double>::infinity();
};

/// Why a run cannot go on.
enum class Stop {
  NeedsRecord, ///< it compares, and has no record
  OtherOrder,  ///< it does not do what was recorded
  TooLong      ///< the record is too large
};

/// Called when a run cannot go on; must not return.
using StopFn = std::function<void(Stop)>;

/// Starts a run in f64 that fills `record`.
void startRecording(Record &record, StopFn stop);

/// Starts a run in the field. `point` chooses the base of the exponential and
/// the opaque functions. `record` is null if there is none.
void startReplay(const Record *record, uint64_t point, StopFn stop);

/// Ends the run. A replay that did not come to the end of its record stops.
RunCounts finishRun();

} // namespace mlir::heddle::field

#endif // HEDDLE_EXECUTION_FIELD_FIELDRUNTIME_H

//===- MatchPayload.h - Which ops a schedule takes --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sequence may name matchers in `heddle.expects`: sequences that match the
// ops which it takes. This file asks the matchers about one op at a time, and
// describes what the op lacks. The payload is not changed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_MATCHPAYLOAD_H
#define HEDDLE_INTERPRETER_MATCHPAYLOAD_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace mlir::heddle {

/// Where an entry point is among those that take an op and ask the same of it:
/// `heddle.prefers` names matchers of the ops for which it is the first choice.
enum class Preference { First, Any, Last };

/// An op that no matcher of a sequence takes.
struct Mismatch {
  Operation *op;
  /// The step at which the matcher that passed the most steps failed: "expects
  /// three loops".
  std::string reason;
  /// The number of steps of that matcher that the op passed, and of all its
  /// steps.
  unsigned numPassed, numSteps;
};

struct MatchedOps {
  SmallVector<Operation *> matching;
  /// For each of these, the number of steps of the matcher that takes it: what
  /// asks more is more specific.
  SmallVector<unsigned> numSteps;
  /// For each op of `matching`, where an entry point is among others.
  SmallVector<Preference> preferences;
  /// Whether the sequence has `heddle.finish` and `heddle.absorbs`, as in
  /// FittingSchedule.
  bool finishes = false, absorbs = false;
  /// The ops that no matcher takes, in decreasing order of passed steps.
  SmallVector<Mismatch> others;
};

/// "'linalg.matmul' over (parallel, parallel, reduction) of tensor<4x8xf32>,
/// tensor<8x4xf32>": the op, its loops and its operands.
std::string describeStructuredOp(Operation *op);

/// The ops of `payload` for which a schedule may be meant: all structured ops
/// except fills, in order.
SmallVector<Operation *> findStructuredOps(ModuleOp payload);

/// Asks the matchers of `sequence` about each of `ops`. They are the matchers
/// of the ops that the sequence takes, or, for an entry point, of the ops that
/// it starts from.
///
/// Requires: `sequence` was returned by `findEntryPoints`, or is a sequence of
/// the interpreter's own copy of a schedule. On failure: an error was reported,
/// because `heddle.expects` names no matcher. Returns nothing if there is no
/// `heddle.expects`, because the sequence takes the payload's root then.
FailureOr<std::optional<MatchedOps>>
matchOps(ArrayRef<Operation *> ops, transform::NamedSequenceOp sequence,
         bool isEntry);

/// "'@is_matmul' or '@is_integer_matmul'": the matchers of `sequence`.
std::string describeMatchers(transform::NamedSequenceOp sequence, bool isEntry);

/// Says with `addNote` what the first few of `mismatches` lack, and which
/// schedules of the installed library take these ops.
void describeMismatches(ArrayRef<Mismatch> mismatches,
                        llvm::function_ref<Diagnostic &(Location)> addNote);

/// Succeeds if `entry` has no matchers, or if these take an op of `payload`. On
/// failure: an error was reported. It says what the nearest ops lack, and which
/// schedules of the installed library take these ops.
LogicalResult requireMatch(ModuleOp payload, transform::NamedSequenceOp entry);

/// A schedule of the installed library.
struct FittingSchedule {
  std::string name;     ///< "matmul/vectorized"
  std::string sequence; ///< "matmul_vectorized"
  /// As an entry point it ends with another sequence (`heddle.finish`).
  bool finishes;
  /// Computes the reductions and elementwise ops before an op in the same nest
  /// (`heddle.absorbs`).
  bool absorbs;
  /// The ops that it takes as an entry point, in the order in which they were
  /// asked about.
  SmallVector<Operation *> ops;
  /// For each of these, where it is among others.
  SmallVector<Preference> preferences;
};

/// The schedules of the installed library that say which ops they take. The
/// library is parsed once; it can be asked about many ops.
class FittingLibrary {
public:
  explicit FittingLibrary(MLIRContext *context);

  /// The schedules that take one of `ops`.
  SmallVector<FittingSchedule> find(ArrayRef<Operation *> ops) const;

private:
  struct Entry {
    std::string name;
    OwningOpRef<ModuleOp> schedule;
    transform::NamedSequenceOp sequence;
  };
  std::vector<Entry> entries;
};

/// The schedules of the installed library that take one of `ops`.
SmallVector<FittingSchedule> findFittingSchedules(ArrayRef<Operation *> ops);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_MATCHPAYLOAD_H

//===- ScheduleGuards.h - Checks in a running schedule ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks that the interpreter adds to its own copy of a schedule. They
// detect a lookup that finds nothing, a sequence that does not take its ops,
// and upstream ops that are known to be unsound. Marks tell which op of the
// schedule runs. All of them are transform ops, because only those run between
// two ops of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_H
#define HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpDefinition.h"
#include <functional>
#include <optional>

#define GET_OP_CLASSES
#include "heddle/Interpreter/Guards/ScheduleGuards.h.inc"

namespace mlir::heddle {

/// An op with this attribute may find nothing.
inline constexpr StringLiteral kMayBeEmptyAttrName = "heddle.may_be_empty";

struct GuardOptions {
  /// An unsound op is an error and not just a warning.
  bool strict = false;
};

/// Knows which op of a schedule with guards runs in this thread, as long as
/// this object lives.
class SchedulePosition {
public:
  SchedulePosition();
  ~SchedulePosition();
  SchedulePosition(const SchedulePosition &) = delete;
  SchedulePosition &operator=(const SchedulePosition &) = delete;

  /// Notes for an error that an upstream op reports on the payload: the op of
  /// the schedule that runs, and the includes that lead to its sequence.
  void attachNotes(Diagnostic &diag);

  /// Calls `callback` with each step when the next one begins. There is no call
  /// for the last step; see getLastStep.
  void observeSteps(std::function<void(Operation *)> callback) {
    observer = std::move(callback);
  }

  /// The step that began last, or null.
  Operation *getLastStep() const { return last; }

  /// The step that runs the sequence or the region with `inner`, or null.
  Operation *findCaller(Operation *inner) const;

private:
  friend class GuardPositionOp;
  void enter(Operation *op);

  /// The ops that are running; each one runs inside the one before it.
  SmallVector<Operation *> ops;
  Operation *last = nullptr;
  std::function<void(Operation *)> observer;
  SchedulePosition *outer;
};

/// The location of the step that this process runs, or none. It may be asked
/// for in any thread.
std::optional<Location> getRunningStep();

/// Inserts the checks into `schedule`, with the locations of the ops that they
/// check; the marks that precede each op are left out here. Before and after:
///
/// ```mlir
/// %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0
/// %1, %l = transform.structured.fuse %0 tile_sizes [4, 4, 4]
/// ```
/// ```mlir
/// %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0
/// transform.heddle.guard_match %0
/// transform.heddle.guard_soundness %0
/// %1, %l = transform.structured.fuse %0 tile_sizes [4, 4, 4]
/// ```
void insertScheduleGuards(ModuleOp schedule, const GuardOptions &options);

/// Inserts guards into the matchers and actions of the 'foreach_match' ops of
/// `schedule`, which may erase what they visit next.
void guardWalks(ModuleOp schedule);

/// Makes the guard ops known to the transform dialect.
void registerScheduleGuards(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_H

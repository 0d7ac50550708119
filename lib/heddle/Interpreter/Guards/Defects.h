//===- Defects.h - Steps that change what a payload computes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which steps of a schedule have a known defect, and how to tell a payload op
// that meets it. Nothing is reported here. The defects are in Defects.def.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_DEFECTS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_DEFECTS_H

#include "AppliedPasses.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// A step of a schedule that is about to be applied to one payload op.
struct Application {
  /// The transform op.
  Operation *op;
  /// The payload op.
  Operation *target;
  transform::TransformState &state;
  /// The passes that the transform op runs.
  ArrayRef<AppliedPass> passes;
  /// That of them which a row names; null if the row names the transform op.
  const AppliedPass *pass = nullptr;
  /// An earlier step that makes this one unsound; may be set by what explains
  /// it.
  Operation *earlierCause = nullptr;
};

/// True if `op` has a known defect, or is noted by `noteApplied`.
bool mayBeUnsound(Operation *op);

/// To be called before the transform op `op`, which runs `passes`, is applied
/// to `targets`. Records in `state` what makes a later op unsound.
void noteApplied(Operation *op, ArrayRef<AppliedPass> passes,
                 ArrayRef<Operation *> targets,
                 transform::TransformState &state);

/// Why `step` changes what the payload computes, as the rest of a sentence that
/// begins with the name of the transform op; nothing if no such defect is
/// known.
std::optional<std::string> findDefect(Application &step);

// One function for each defect: the same sentence without the name of a pass,
// or nothing if the target does not meet the defect.
#define HEDDLE_DEFECT(NAME, STEPS, EXPLAIN, WRONG, REPORT, GONE_IN)            \
  std::optional<std::string> EXPLAIN(Application &step);
#include "Defects.def"

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_DEFECTS_H

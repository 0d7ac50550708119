//===- Knobs.h - Choices of a schedule --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets the choices of transform.tune.knob. A knob without a choice is reported
// when it runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_KNOBS_H
#define HEDDLE_LIB_INTERPRETER_KNOBS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::heddle {

/// Sets the knobs of `schedule` to the values in `params` ("name=value").
/// Fails, with an error at the knob, if the knob does not offer the value.
LogicalResult setKnobs(ModuleOp schedule, ArrayRef<std::string> params);

/// Fails, with an error that lists knobs and params, if a name in `params` is
/// neither a knob of a schedule nor a param of the entry point `entry`.
LogicalResult checkParamNames(ArrayRef<ModuleOp> schedules, StringRef entry,
                              ArrayRef<std::string> params);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_KNOBS_H

//===- Knobs.h - Choices of a schedule --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets what transform.tune.knob chooses. A knob that is left open is reported
// when it runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_KNOBS_H
#define HEDDLE_LIB_INTERPRETER_KNOBS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::heddle {

/// Lets the knobs of `schedule` choose what `params` ("name=value") say. Fails,
/// with an error at the knob, if it does not offer the value.
LogicalResult setKnobs(ModuleOp schedule, ArrayRef<std::string> params);

/// Fails, with an error that lists knobs and params, if `params` name one that
/// none of the schedules has: a knob, or a param of the entry point `entry`.
LogicalResult checkParamNames(ArrayRef<ModuleOp> schedules, StringRef entry,
                              ArrayRef<std::string> params);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_KNOBS_H

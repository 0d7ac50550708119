//===- Schedule.h - A first schedule for a payload --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `heddle schedule` writes. The programs of the tests compile this file,
// too; it does not depend on the options of heddle.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_HEDDLE_SCHEDULE_H
#define HEDDLE_TOOLS_HEDDLE_SCHEDULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::heddle {

class FittingLibrary;

struct WrittenSchedule {
  /// A module with the schedule; "" if there is none.
  std::string text;
  /// The payload after the schedule.
  OwningOpRef<ModuleOp> scheduled;
  /// Why there is none.
  std::string refusal;
};

/// Writes a schedule for the functions of `payload`, or those whose names are
/// in `functions`, with sequences of `library`. It was applied to a copy: it is
/// not refused. Requires: a context that has Heddle's registry. The payload is
/// not changed.
WrittenSchedule writeSchedule(ModuleOp payload, ArrayRef<std::string> functions,
                              const FittingLibrary &library);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_HEDDLE_SCHEDULE_H

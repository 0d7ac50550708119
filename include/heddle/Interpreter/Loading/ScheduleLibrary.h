//===- ScheduleLibrary.h - Sequences that schedules share -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a schedule the named sequences that it takes from other files. Which
// file a schedule itself comes from is in ScheduleSource.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_SCHEDULELIBRARY_H
#define HEDDLE_INTERPRETER_LOADING_SCHEDULELIBRARY_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::heddle {

/// Name of the attribute that says which file defines a sequence.
inline constexpr llvm::StringLiteral kLibraryAttrName = "heddle.library";

/// Name of the attribute of a schedule's module that says that remarks at lines
/// of library files are not reported. `heddle schedule` writes it: who did not
/// choose the sequences can do nothing about their remarks.
inline constexpr llvm::StringLiteral kQuietLibraryAttrName =
    "heddle.quiet_library";

/// Defines the named sequences that `schedule` declares as taken from a file:
///
/// ```mlir
/// transform.named_sequence private @cleanup(
///     %func: !transform.any_op {transform.readonly})
///     attributes {heddle.library = "../common/cleanup.mlir"}
/// ```
///
/// becomes a copy of `@cleanup` as that file defines it. The file is looked up
/// relative to the file of the declaration, then in `libraryPaths`, then in the
/// installed library (see LibrarySearch.h). The sequences that the definition
/// includes are copied too, each once, under a name that is free in `schedule`.
/// A library may take sequences from further files.
///
/// Requires: `schedule` is verified, and a module of the schedule alone (see
/// copySchedule).
/// On success: no declaration with the attribute is left.
/// On failure: an error was reported at the declaration; `schedule` may be
/// linked in part and must not be used further.
LogicalResult linkLibraries(ModuleOp schedule,
                            ArrayRef<std::string> libraryPaths = {});

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_SCHEDULELIBRARY_H

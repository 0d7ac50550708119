//===- DeclareFromLibraries.h - Sequences of the files listed ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module may list library files once instead of declaring each sequence that
// it uses from them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_DECLAREFROMLIBRARIES_H
#define HEDDLE_LIB_INTERPRETER_LOADING_DECLAREFROMLIBRARIES_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::heddle {

/// Declares the sequences that `module` uses and does not have, if a file that
/// its attribute `heddle.library` (a string, or an array of strings) lists
/// defines them:
///
/// ```mlir
/// module attributes {transform.with_named_sequence,
///                    heddle.library = ["common/cleanup.mlir"]} {
/// ```
///
/// becomes a module with `transform.named_sequence private @cleanup(...)
/// attributes {heddle.library = "common/cleanup.mlir"}`, see ScheduleLibrary.h.
/// The module need not verify. Fails, with an error, if a file cannot be read
/// or if two files define a sequence.
LogicalResult declareFromLibraries(ModuleOp module,
                                   ArrayRef<std::string> libraryPaths);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_DECLAREFROMLIBRARIES_H

//===- MergedReads.h - Reads of memory that are merged ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on tensors has no memory effects, but reads what the memory of a view
// holds when it runs. CSE and loop-invariant code motion take it for a value.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDREADS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDREADS_H

#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// Why CSE of `target` would change what it computes; nothing if it would not.
/// `target` stays as it is. Requires: it is in a module, or is one.
std::optional<std::string> explainMergedReads(Operation *target);

/// The same for loop-invariant code motion of the loops in `target`.
std::optional<std::string> explainHoistedReads(Operation *target);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDREADS_H

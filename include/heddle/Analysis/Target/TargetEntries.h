//===- TargetEntries.h - What a module says of its target -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads `dlti.target_system_spec`. transform.heddle.target writes it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_TARGET_TARGETENTRIES_H
#define HEDDLE_ANALYSIS_TARGET_TARGETENTRIES_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The entry `key` of the processor that the innermost module around `op` with
/// such an entry names; null if there is none.
Attribute findTargetEntry(Operation *op, StringRef key);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_TARGET_TARGETENTRIES_H

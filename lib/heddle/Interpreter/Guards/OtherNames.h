//===- OtherNames.h - Memory by another name --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an op touches a buffer by a value that upstream takes for another
// buffer. What a step makes of it is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_OTHERNAMES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_OTHERNAMES_H

#include "mlir/Analysis/AliasAnalysis.h"

namespace mlir::heddle {

/// True if `op` itself, not an op in it, may read or write the buffer of
/// `memref` by another value. With `onlyWrites`, reads do not count.
bool touchesByOtherName(Operation *op, Value memref, AliasAnalysis &aliases,
                        bool onlyWrites = false);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_OTHERNAMES_H

//===- ParseModule.h - Read payload and schedules ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module from a file. What is in it is of no concern here.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_PARSEMODULE_H
#define HEDDLE_INTERPRETER_PARSEMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::heddle {

/// Parses a module. On failure null, after the parser's errors; where an op is
/// unknown, with a note on the op of the same dialect that is spelt most like
/// it, if one is.
OwningOpRef<ModuleOp> parseModule(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                  MLIRContext *context);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_PARSEMODULE_H

//===- FunctionCopies.h - Change functions by way of a copy -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies functions, so that steps may fail on the copies, and replaces the
// originals by the copies.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_FUNCTIONCOPIES_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_FUNCTIONCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Returns a module of copies of `functions` and of the globals of `module`,
/// which they may use.
OwningOpRef<ModuleOp> copyFunctions(ModuleOp module,
                                    ArrayRef<func::FuncOp> functions);

/// Gives `functions` of `module` the bodies and signatures of their copies.
/// Moves new symbols from the module of the copies into `module`: constants
/// become globals, and deallocation may need a function. Each function stays
/// the op that it was. `copy` is not used after this.
void swapIn(RewriterBase &rewriter, ModuleOp module, ModuleOp copy,
            ArrayRef<func::FuncOp> functions);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_FUNCTIONCOPIES_H

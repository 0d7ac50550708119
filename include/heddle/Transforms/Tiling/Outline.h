//===- Outline.h - A function of an op --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces an op by a call: of a function with that op, or of a function of a
// library.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_OUTLINE_H
#define HEDDLE_TRANSFORMS_TILING_OUTLINE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct OutlineOptions {
  /// Of the function, or what its name starts with.
  StringRef name;
  /// The function is an external one, of this very name.
  bool isLibraryCall = false;
};

/// Why `ops` cannot become calls; none if they can.
std::optional<Reason> checkOutline(ArrayRef<Operation *> ops,
                                   const OutlineOptions &options);

/// Replaces `op` by a call and erases it. The function is private and comes
/// before the one that `op` is in; an external one is declared once.
/// Requires: checkOutline finds no reason.
func::CallOp outline(RewriterBase &rewriter, Operation *op,
                     const OutlineOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_OUTLINE_H

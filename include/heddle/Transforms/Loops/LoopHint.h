//===- LoopHint.h - Label loops parallel or reduction -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels loops for later passes that map them to hardware.
// Analysis/Loops/LoopKind.h decides the kind of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_LOOPHINT_H
#define HEDDLE_TRANSFORMS_LOOPS_LOOPHINT_H

#include "heddle/Analysis/Loops/LoopKind.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Labels each `scf.for` around `op` that is proved parallel or found to be a
/// reduction, and removes the label from the others:
///
///   scf.for %i = ... iter_args(%acc = %init) {     // {heddle.loop_kind =
///     %t = linalg.matmul ... outs(%acc : ...)      //     "reduction"}
///     scf.yield %t
///   }
///
/// Returns the finding for each loop, outermost first; nothing if no `scf.for`
/// is around `op`.
SmallVector<std::pair<scf::ForOp, LoopClass>> hintLoops(RewriterBase &rewriter,
                                                        Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_LOOPHINT_H

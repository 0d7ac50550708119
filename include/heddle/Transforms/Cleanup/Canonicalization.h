//===- Canonicalization.h - Upstream's patterns that are sound --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonicalization patterns of MLIR 22.1 without those that change what a
// payload computes. Heddle's code uses no others.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_CLEANUP_CANONICALIZATION_H
#define HEDDLE_TRANSFORMS_CLEANUP_CANONICALIZATION_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::heddle {

/// Adds the canonicalization patterns of all registered ops, but for two:
/// `scf.while` that moves an `scf.if` into its second region (llvm-project
/// #219456) and `index.cmp` of a difference and 0 (#216042).
void populateSoundCanonicalization(RewritePatternSet &patterns);

/// Upstream's canonicalizer with these patterns.
std::unique_ptr<Pass> createSoundCanonicalizerPass();

/// Adds upstream's passes that free buffers, with this canonicalizer in
/// between.
void buildSoundDeallocationPipeline(OpPassManager &pm);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_CLEANUP_CANONICALIZATION_H

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

/// Adds the canonicalization patterns of all registered ops, but for those of
/// `scf.while` that moves an `scf.if` into its second region (llvm-project
/// #219456), of `index.cmp` of a difference and 0 (#216042), and of an index
/// that is cast to a narrower integer and back (#90296), of which the sound
/// part stays. A gather of a view is resolved before any other of its patterns
/// sees it (GatheredViews.h), and a structured op without an iteration is
/// dropped.
void populateSoundCanonicalization(RewritePatternSet &patterns);

/// The number of bits of the elements of `type`, integers or indices, in casts.
unsigned getIndexCastWidth(Type type);

/// Upstream's canonicalizer with these patterns.
std::unique_ptr<Pass> createSoundCanonicalizerPass();

/// Adds upstream's passes that free buffers, with this canonicalizer in
/// between.
void buildSoundDeallocationPipeline(OpPassManager &pm);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_CLEANUP_CANONICALIZATION_H

//===- DotProducts.h - Instructions for dot products ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions over groups of i8 or bf16 on a processor that has instructions
// for them. A step of LowerVectors.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_DOTPRODUCTS_H
#define HEDDLE_LIB_LOWERING_CPU_DOTPRODUCTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Computes the contractions in `root` that are marked for it by instructions
/// of AVX-512, `vpdpbusd` for i8 and `vdpbf16ps` for bf16, if the target has
/// them.
void lowerDotProducts(RewriterBase &rewriter, Operation *root);

/// Adds patterns that move rows of groups as one vector, and put elements into
/// groups by a few shuffles.
void populateGroupPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_DOTPRODUCTS_H

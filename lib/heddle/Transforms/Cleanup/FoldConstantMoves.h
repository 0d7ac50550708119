//===- FoldConstantMoves.h - Constants that are moved about -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds transposes and broadcasts of constants. Ops that compute values are
// left to their folders.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_CLEANUP_FOLDCONSTANTMOVES_H
#define HEDDLE_LIB_TRANSFORMS_CLEANUP_FOLDCONSTANTMOVES_H

namespace mlir {
class RewritePatternSet;

namespace heddle {
/// A `linalg.transpose` or `linalg.broadcast` of a constant becomes a constant:
/// of any size if all its elements are equal, else of up to 1024 elements.
void populateFoldConstantMovesPatterns(RewritePatternSet &patterns);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_LIB_TRANSFORMS_CLEANUP_FOLDCONSTANTMOVES_H

//===- PatternOpEffects.h - Effects of ops that are no steps ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's verifier asks each op of a 'transform.foreach' for its effects,
// and crashes on an op without the interface. The ops that name patterns lack
// it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H
#define HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::heddle {

/// Attaches an effect to the ops of the transform dialect that name patterns,
/// conversions or type converters. A misplaced op of that kind can then be
/// verified and reported. Requires: upstream's extensions are in `registry`.
void registerPatternOpEffects(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H

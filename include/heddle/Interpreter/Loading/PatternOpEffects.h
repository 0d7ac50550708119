//===- PatternOpEffects.h - Effects of ops that are no steps ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's verifier asks each op of a 'transform.foreach' for its effects,
// and crashes on an op without the interface: the ops that name patterns.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H
#define HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::heddle {

/// Gives the ops of the transform dialect that name patterns, conversions or
/// type converters an effect, so that a misplaced one can be verified and then
/// reported. Requires: upstream's extensions are in `registry`.
void registerPatternOpEffects(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_PATTERNOPEFFECTS_H

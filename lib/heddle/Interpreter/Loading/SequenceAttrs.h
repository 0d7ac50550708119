//===- SequenceAttrs.h - What a sequence says of itself ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes of named sequences and their arguments that Heddle reads. See
// docs/Schedules.md.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_SEQUENCEATTRS_H
#define HEDDLE_LIB_INTERPRETER_LOADING_SEQUENCEATTRS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::heddle {

/// On a sequence: the sequence that matches the ops that its first argument
/// takes, or several of which one does. On an op of a matcher: what it expects,
/// in words.
inline constexpr llvm::StringLiteral kExpectsAttrName = "heddle.expects";
/// On a sequence: the matchers of the ops that an entry point starts from, if
/// these are not all ops that it takes.
inline constexpr llvm::StringLiteral kPicksAttrName = "heddle.picks";
/// On a sequence: the sequence that an entry point ends with, which takes the
/// payload's root. An include of the sequence does not run it.
inline constexpr llvm::StringLiteral kFinishAttrName = "heddle.finish";
/// On a sequence: its nest computes the reductions and elementwise ops before
/// its op, too, as that of a norm does with the statistics of the rows. If the
/// op is a product, that of an attention, the product before the softmax is one
/// of them.
inline constexpr llvm::StringLiteral kAbsorbsAttrName = "heddle.absorbs";
/// On a sequence: the matchers of the ops for which an entry point is the first
/// choice of those that take them. For other ops it is the last.
inline constexpr llvm::StringLiteral kPrefersAttrName = "heddle.prefers";
/// On a param of a sequence: its name, the value that it has if nothing else is
/// chosen, and the least and the largest value that it may have.
inline constexpr llvm::StringLiteral kParamAttrName = "heddle.param";
inline constexpr llvm::StringLiteral kDefaultAttrName = "heddle.default";
inline constexpr llvm::StringLiteral kRangeAttrName = "heddle.range";

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_SEQUENCEATTRS_H

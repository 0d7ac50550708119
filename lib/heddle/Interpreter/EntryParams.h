//===- EntryParams.h - Entry points that take params ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry point is given the payload's root. One that takes params, or the ops
// that a matcher finds, is bound to them first. See docs/Schedules.md.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H
#define HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include <string>

namespace mlir::heddle {

/// On a sequence: the sequence that matches the ops that its first argument is
/// bound to, or several of which one does. On an op of a matcher: what it
/// expects, in words.
inline constexpr StringLiteral kExpectsAttrName = "heddle.expects";
/// On a param of a sequence: its name, the value that it has if nothing else is
/// chosen, and the least and the largest value that it may have.
inline constexpr StringLiteral kParamAttrName = "heddle.param";
inline constexpr StringLiteral kDefaultAttrName = "heddle.default";
inline constexpr StringLiteral kRangeAttrName = "heddle.range";

/// The names of the params of `entry`.
SmallVector<StringRef> getParamNames(transform::NamedSequenceOp entry);

/// The matchers that `entry` names, none if it takes the payload's root. Fails,
/// with an error, if it names something else.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findMatchers(transform::NamedSequenceOp entry);

/// Returns `entry`, or a copy in the same module that takes the payload's root
/// only: its params have the values that `params` ("name=value") or their
/// defaults say, and its first argument is what its matcher finds. Fails, with
/// an error at the sequence, if it cannot be bound.
FailureOr<transform::NamedSequenceOp>
bindEntryPoint(transform::NamedSequenceOp entry, ArrayRef<std::string> params);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H

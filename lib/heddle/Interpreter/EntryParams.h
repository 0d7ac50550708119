//===- EntryParams.h - Entry points that take params ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry point gets the payload's root. If it takes params, or the ops that a
// matcher finds, it is bound to them first. See docs/Schedules.md.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H
#define HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H

#include "Loading/SequenceAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include <string>

namespace mlir::heddle {

/// The names of the params of `entry`, and of the sequence that it ends with.
SmallVector<StringRef> getParamNames(transform::NamedSequenceOp entry);

/// The matchers of the ops that `sequence` takes; empty if it takes any op.
/// Fails, with an error, if the attribute names something other than matchers.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findMatchers(transform::NamedSequenceOp sequence);

/// The matchers of the ops that `entry` starts from as an entry point: those
/// that `heddle.picks` names, or else those of the ops that it takes.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findPickers(transform::NamedSequenceOp entry);

/// The matchers of the ops for which `entry` is the first choice of those that
/// take them. On failure: an error was reported.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findPreferring(transform::NamedSequenceOp entry);

/// Returns `entry`, or a copy in the same module that takes the payload's root
/// only. In the copy, the params have the values from `params` ("name=value")
/// or their defaults, the first argument is replaced by the ops that the
/// matcher finds, and the sequence that `heddle.finish` names is included at
/// the end, with its params. If a param of that sequence has the name of a
/// param of `entry`, it gets the same value. Fails, with an error at the
/// sequence, if it cannot be bound.
FailureOr<transform::NamedSequenceOp>
bindEntryPoint(transform::NamedSequenceOp entry, ArrayRef<std::string> params);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H

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

#include "Loading/SequenceAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include <string>

namespace mlir::heddle {

/// The names of the params of `entry`.
SmallVector<StringRef> getParamNames(transform::NamedSequenceOp entry);

/// The matchers of the ops that `sequence` takes, none if it takes any. Fails,
/// with an error, if it names something else.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findMatchers(transform::NamedSequenceOp sequence);

/// The matchers of the ops that `entry` starts from as an entry point: those of
/// `heddle.picks`, or else those of the ops that it takes.
FailureOr<SmallVector<transform::NamedSequenceOp>>
findPickers(transform::NamedSequenceOp entry);

/// Returns `entry`, or a copy in the same module that takes the payload's root
/// only: its params have the values that `params` ("name=value") or their
/// defaults say, its first argument is what its matcher finds, and it ends with
/// the sequence that `heddle.finish` names. Fails, with an error at the
/// sequence, if it cannot be bound.
FailureOr<transform::NamedSequenceOp>
bindEntryPoint(transform::NamedSequenceOp entry, ArrayRef<std::string> params);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_ENTRYPARAMS_H

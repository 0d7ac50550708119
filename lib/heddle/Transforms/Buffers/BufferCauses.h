//===- BufferCauses.h - Why bufferization makes each buffer -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives ops on tensors, and what bufferization makes of them, locations with
// the cause (Analysis/Memory/MemoryCause.h). Each function is called after the
// step that it explains; an op that has a cause keeps it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERCAUSES_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERCAUSES_H

#include "WriteConflicts.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Allocations and copies that the payload or its schedule ask for.
void explainExistingBuffers(RewriterBase &rewriter, ModuleOp module);

/// What the copy of `operand`, made right before its op or right behind it, is
/// for. `conflicts` are from before the copies were inserted.
void explainInsertedCopies(RewriterBase &rewriter, ModuleOp module,
                           const WriteConflicts &conflicts);

/// Tensors that get a buffer of their own because nothing else is their
/// destination, and tensors that are put into others.
void explainNewTensors(RewriterBase &rewriter, ModuleOp module);

/// All allocations and copies of buffers that have no cause yet: `text`.
void explainRest(RewriterBase &rewriter, ModuleOp module, StringRef text);

/// What the deallocation added.
void explainDeallocation(RewriterBase &rewriter, ModuleOp module);

/// The location of a copy that is made at `op`, with the cause.
Location getCopyLocation(Operation *op, const Twine &text,
                         ArrayRef<Reason::Note> notes = {});

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERCAUSES_H

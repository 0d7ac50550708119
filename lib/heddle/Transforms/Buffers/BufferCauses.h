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

/// For allocations and copies that the payload or its schedule request.
void explainExistingBuffers(RewriterBase &rewriter, ModuleOp module);

/// For the copy of `operand` that was made right before or right after its op.
/// `conflicts` were found before the copies were inserted.
void explainInsertedCopies(RewriterBase &rewriter, ModuleOp module,
                           const WriteConflicts &conflicts);

/// For tensors that get a separate buffer because they have no other
/// destination, and for tensors that are inserted into others.
void explainNewTensors(RewriterBase &rewriter, ModuleOp module);

/// For all allocations and copies of buffers that have no cause yet. The cause
/// is `text`.
void explainRest(RewriterBase &rewriter, ModuleOp module, StringRef text);

/// For the ops that the deallocation added.
void explainDeallocation(RewriterBase &rewriter, ModuleOp module);

/// The location of a copy that is made at `op`, with the cause.
Location getCopyLocation(Operation *op, const Twine &text,
                         ArrayRef<Reason::Note> notes = {});

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERCAUSES_H

//===- BufferCauses.cpp - Why bufferization makes each buffer -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule: an allocation or a copy has the cause of the tensor that it was
// made for, because bufferization makes both at the location of the op on
// tensors. So the ops on tensors get their causes right before bufferization.
// An allocation or a copy without a cause after bufferization was made by a
// later step, and that step is its cause.
//
//===----------------------------------------------------------------------===//

#include "BufferCauses.h"

#include "heddle/Analysis/Memory/MemoryCause.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;
using bufferization::AllocTensorOp;
using bufferization::BufferizableOpInterface;

/// Gives `op` the cause, unless it has one.
static void setCause(RewriterBase &rewriter, Operation *op,
                     const Reason &cause) {
  if (!getMemoryCause(op->getLoc()))
    rewriter.modifyOpInPlace(op, [&] { op->setLoc(addMemoryCause(cause)); });
}

Location heddle::getCopyLocation(Operation *op, const Twine &text,
                                 ArrayRef<Reason::Note> notes) {
  return addMemoryCause(Reason(op, text, notes));
}

//===----------------------------------------------------------------------===//
// Before and after all others
//===----------------------------------------------------------------------===//

/// Ops that allocate or copy buffers themselves.
static bool isOnBuffers(Operation *op) {
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    return copy.hasPureBufferSemantics();
  return isa<memref::AllocOp, memref::AllocaOp, memref::CopyOp,
             bufferization::CloneOp>(op);
}

void heddle::explainExistingBuffers(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](Operation *op) {
    if (isOnBuffers(op) || isa<AllocTensorOp, linalg::CopyOp>(op))
      setCause(rewriter, op,
               Reason(op, quote(op) + " was there before bufferization"));
  });
}

void heddle::explainRest(RewriterBase &rewriter, ModuleOp module,
                         StringRef text) {
  module.walk([&](Operation *op) {
    if (isOnBuffers(op))
      setCause(rewriter, op, Reason(op, text));
  });
}

void heddle::explainDeallocation(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](bufferization::CloneOp clone) {
    setCause(rewriter, clone,
             Reason(clone, "in some cases the buffer belongs to somebody else, "
                           "who frees it"));
  });
  explainRest(rewriter, module,
              "it is a list of buffers whose owner is known at run time only");
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The reason why `alloc` was inserted, if it is for an operand with a conflict
/// or for the result of such an op.
static const Reason *findConflict(AllocTensorOp alloc,
                                  const WriteConflicts &conflicts) {
  for (OpOperand &use : alloc->getUses())
    if (const Reason *reason = conflicts.lookUp(use))
      return reason;
  Operation *copied =
      alloc.getCopy() ? alloc.getCopy().getDefiningOp() : alloc->getPrevNode();
  if (!copied)
    return nullptr;
  for (OpOperand &operand : copied->getOpOperands())
    if (const Reason *reason = conflicts.lookUp(operand))
      return reason;
  return nullptr;
}

void heddle::explainInsertedCopies(RewriterBase &rewriter, ModuleOp module,
                                   const WriteConflicts &conflicts) {
  module.walk([&](AllocTensorOp alloc) {
    if (const Reason *reason = findConflict(alloc, conflicts)) {
      setCause(rewriter, alloc, *reason);
      return;
    }
    Operation *user = alloc->use_empty() ? nullptr : *alloc->getUsers().begin();
    if (!user || !user->hasTrait<OpTrait::IsTerminator>())
      return;
    Operation *parent = user->getParentOp();
    Reason reason(alloc, quote(parent) + " does not yield the buffer that it "
                                         "started from");
    reason.addNote(user, "it yields another one here");
    setCause(rewriter, alloc, reason);
  });
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

namespace {
/// What becomes of a new tensor.
struct TensorStory {
  /// The last op that writes its buffer, and the first op that reads the
  /// result.
  Operation *writer = nullptr, *reader = nullptr;
};
} // namespace

/// The result that overwrites the value of `use`; null if that value is only
/// read.
static Value findTiedResult(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(user))
    return dps.isDpsInit(&use) && user->getNumResults() != 0
               ? Value(dps.getTiedOpResult(&use))
               : Value();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(user))
    return loop.getTiedLoopResult(&use);
  return nullptr;
}

static TensorStory findStory(Value value) {
  TensorStory story;
  llvm::SetVector<Value> seen;
  while (value && seen.insert(value)) {
    Value next;
    Operation *reader = nullptr;
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (Value tied = findTiedResult(use)) {
        next = tied;
        story.writer = user;
      } else if (!isa<tensor::DimOp>(user)) {
        // Uses are not ordered.
        if (!reader || (user->getBlock() == reader->getBlock() &&
                        user->isBeforeInBlock(reader)))
          reader = user;
      }
    }
    if (reader)
      story.reader = reader;
    value = next;
  }
  return story;
}

static Reason explainEmpty(Operation *op, Value value) {
  TensorStory story = findStory(value);
  if (!story.writer)
    return Reason(op, quote(op) + " needs a buffer of its own");
  std::string text = "it holds what " + quote(story.writer) + " computes";
  if (!story.reader)
    return Reason(op, text, Reason::Note(story.writer, "computed here"));
  if (isa<func::ReturnOp>(story.reader))
    return Reason(op,
                  text + ", a result of the function that no argument is the "
                         "destination of",
                  Reason::Note(story.writer, "computed here"));
  bool isCopied = isa<AllocTensorOp>(story.reader);
  Reason reason(op, text + (isCopied ? ", which is copied"
                                     : " for " + quote(story.reader)));
  reason.addNote(story.writer, "computed here");
  reason.addNote(story.reader, "read here");
  return reason;
}

/// The reason for the copy of an insertion, if bufferization leaves one.
static Reason explainInsertion(Operation *op, Value source) {
  Operation *maker = source.getDefiningOp();
  if (!maker)
    return Reason(op, quote(op) + " inserts an argument");
  if (isa<AllocTensorOp>(maker))
    return Reason(op, quote(op) + " inserts a copy",
                  Reason::Note(maker, "the copy"));
  return Reason(op,
                quote(op) + " inserts what " + quote(maker) +
                    " has in another buffer",
                Reason::Note(maker, "the other buffer"));
}

void heddle::explainNewTensors(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](Operation *op) {
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      return setCause(rewriter, op, explainInsertion(op, insert.getSource()));
    if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
      return setCause(rewriter, op, explainInsertion(op, insert.getSource()));
    if (isa<bufferization::MaterializeInDestinationOp>(op))
      return setCause(
          rewriter, op,
          Reason(op, quote(op) + " gets what is computed in another buffer"));
    if (isa<tensor::EmptyOp, AllocTensorOp>(op))
      return setCause(rewriter, op, explainEmpty(op, op->getResult(0)));
    auto bufferizable = dyn_cast<BufferizableOpInterface>(op);
    if (!bufferizable)
      return;
    for (Value result : op->getResults())
      if (isa<TensorType>(result.getType()) &&
          bufferizable.bufferizesToAllocation(result)) {
        setCause(rewriter, op,
                 Reason(op, quote(op) + " makes a tensor of its own"));
        return;
      }
  });
}

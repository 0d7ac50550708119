//===- BufferDefects.cpp - Bufferizations that change what is computed --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why upstream, where it turns tensors into buffers, lets a write change a
// value that is still read.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"
#include "MergedValues.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"
#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Empty tensors
//===----------------------------------------------------------------------===//

/// An iteration of the forall ends with more than one insertion.
std::optional<std::string> heddle::explainSeveralInsertions(Application &step) {
  WalkResult result = step.target->walk([](Block *block) {
    auto isInsertion = [](Operation &op) {
      return op.getName().getStringRef() == "tensor.parallel_insert_slice";
    };
    return llvm::count_if(*block, isInsertion) > 1 ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "may let one insertion at the end of 'scf.forall' overwrite what "
         "the next one reads; 'transform.heddle.bufferize' does not";
}

/// The destination of an insertion is computed from memory that is written
/// after an empty tensor, which may become a part of the destination.
std::optional<std::string>
heddle::explainInsertionAfterWrite(Application &step) {
  WalkResult result =
      step.target->walk([](SubsetInsertionOpInterface insertion) {
        SmallVector<Value> needed =
            insertion.getValuesNeededToBuildSubsetExtraction();
        for (Operation &op : *insertion->getBlock())
          if (op.getName().getStringRef() == "tensor.empty")
            return findLateRead(needed, &op) ? WalkResult::interrupt()
                                             : WalkResult::advance();
        return WalkResult::advance();
      });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "may compute a destination from memory before that memory is "
         "written; 'transform.heddle.bufferize' does not";
}

std::optional<std::string> heddle::explainEarlyWrite(Application &step) {
  Operation *writer = findEarlyWrite(step.target);
  if (!writer)
    return std::nullopt;
  return ("may let '" + writer->getName().getStringRef() +
          "' write into the memory of "
          "'bufferization.materialize_in_destination' while its old contents "
          "are still in use; 'transform.heddle.bufferize' does not")
      .str();
}

//===----------------------------------------------------------------------===//
// One-shot bufferization
//===----------------------------------------------------------------------===//

/// True if an empty tensor or a fill is the destination of several ops, or of
/// an op in a loop that does not contain it.
static bool isSharedDestination(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name != "tensor.empty" && name != "linalg.fill")
    return false;
  unsigned writers = 0;
  for (Value result : op->getResults())
    for (OpOperand &use : result.getUses())
      if (isDestination(use))
        writers += isRepeated(op, use.getOwner()) ? 2 : 1;
  return writers > 1;
}

/// True if `op` is a terminator with one tensor as two operands.
static bool endsWithSameTensor(Operation *op) {
  llvm::SmallDenseSet<Value> seen;
  return op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::any_of(op->getOperands(), [&](Value value) {
           return isa<TensorType>(value.getType()) &&
                  !seen.insert(value).second;
         });
}

/// A step of the schedule may have merged values in the target, so that
/// one-shot bufferization writes into one for the other.
std::optional<std::string> heddle::explainSharedTensors(Application &step) {
  auto *merged = step.state.getExtension<MergedValues>();
  if (merged)
    step.target->walk([&](Operation *op) {
      if (isSharedDestination(op) || endsWithSameTensor(op))
        step.earlierCause = merged->findMerge(op);
      return step.earlierCause ? WalkResult::interrupt()
                               : WalkResult::advance();
    });
  if (!step.earlierCause)
    return std::nullopt;
  return "may let a write into one value change another that was merged with "
         "it or taken out of a loop; 'transform.heddle.bufferize' does not";
}

/// Upstream's bufferization does not know that some bodies run again.
std::optional<std::string> heddle::explainRepeatedBodies(Application &step) {
  auto [writer, loop] = findUnseenWrite(step.target);
  if (!writer)
    return std::nullopt;
  return ("may let '" + writer->getName().getStringRef() +
          "' write into a tensor from outside of '" +
          loop->getName().getStringRef() +
          "', whose body may run again; 'transform.heddle.bufferize' does not")
      .str();
}

std::optional<std::string>
heddle::explainPartialVectorWrites(Application &step) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  WalkResult result = step.target->walk([&](vector::TransferWriteOp write) {
    bool isMistaken = isa<RankedTensorType>(write.getShapedType()) &&
                      !overwritesDestination(write) &&
                      !state.bufferizesToMemoryRead(write.getBaseMutable());
    return isMistaken ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "may lose the elements that a 'vector.transfer_write' leaves as they "
         "are; 'transform.heddle.bufferize' does not";
}

/// The layout of the buffer that `tensor` becomes if its slices become views.
static MemRefType getViewType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice)
    return MemRefType::get(type.getShape(), type.getElementType());
  return memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), getViewType(slice.getSource()), slice.getMixedOffsets(),
      slice.getMixedSizes(), slice.getMixedStrides());
}

/// The vectorizer numbers the elements of a tensor row by row.
std::optional<std::string> heddle::explainGatheredViews(Application &step) {
  WalkResult result = step.target->walk([](vector::GatherOp gather) {
    if (!isa<RankedTensorType>(gather.getBase().getType()))
      return WalkResult::advance();
    MemRefType view = getViewType(gather.getBase());
    return view.areTrailingDimsContiguous(view.getRank())
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "may make a view of what 'vector.gather' reads, whose rows are then "
         "taken for next to each other; 'transform.heddle.bufferize' does not";
}

/// It takes a tensor to be read where its buffer is asked for, and not later.
std::optional<std::string> heddle::explainOverwrittenBuffer(Application &step) {
  if (!findOverwrittenBuffer(step.target))
    return std::nullopt;
  return "may write into the tensor of a 'bufferization.to_buffer' while the "
         "memref is in use; 'transform.heddle.bufferize' does not";
}

std::optional<std::string> heddle::explainSeveralBlocks(Application &step) {
  Operation *writer = findWriteAmongBlocks(step.target);
  if (!writer)
    return std::nullopt;
  return ("may let '" + writer->getName().getStringRef() +
          "' write into a tensor that is still read, in a function of several "
          "blocks; 'transform.heddle.bufferize' does not")
      .str();
}

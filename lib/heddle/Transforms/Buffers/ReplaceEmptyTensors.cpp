//===- ReplaceEmptyTensors.cpp - Empty tensors by destinations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR 22 takes two insertions at the end of an scf.forall for independent also
// if one overwrites what the other reads, and two results of a function for two
// buffers. An empty tensor is therefore not replaced by a part of a destination
// if another insertion reads it, or if the function returns it as well.
//
// Upstream computes the destination before the op that uses the empty tensor,
// and moves the ops that make the destination there. Ops on tensors have no
// memory effects, but they may read a view of memory. An empty tensor is
// therefore not replaced if one of these ops would move past a write to what it
// reads.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_REPLACEEMPTYTENSORSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

/// Adds to `values` the values that may have the buffer of the operand `use`.
static void addAliases(OpOperand &use, SetVector<Value> &values) {
  Operation *user = use.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(user)) {
    if (Value argument = loop.getTiedLoopRegionIterArg(&use))
      values.insert(argument);
    if (Value result = loop.getTiedLoopResult(&use))
      values.insert(result);
    return;
  }
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(user)) {
    if (dps.isDpsInit(&use) && user->getNumResults() != 0)
      values.insert(dps.getTiedOpResult(&use));
    return;
  }
  // Slices, reshapes, casts, branches, and any other op that may be a view.
  for (Value result : user->getResults())
    if (isa<TensorType>(result.getType()))
      values.insert(result);
  if (user->hasTrait<OpTrait::IsTerminator>() && user->getParentOp())
    for (Value result : user->getParentOp()->getResults())
      values.insert(result);
}

/// True if an op for which `isKept` holds reads a value that may have the
/// buffer of `empty`. The result of `insertion` does not count.
static bool isReadBy(Operation *insertion, tensor::EmptyOp empty,
                     llvm::function_ref<bool(Operation *user)> isKept) {
  SetVector<Value> values;
  values.insert(empty);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      if (use.getOwner() == insertion)
        continue;
      if (isKept(use.getOwner()))
        return true;
      addAliases(use, values);
    }
  return false;
}

/// True if the buffer of `empty` cannot be a part of the destination of
/// `insertion`: another insertion of a forall reads it, or the function returns
/// it. A caller frees each result.
static bool needsOwnBuffer(Operation *insertion, tensor::EmptyOp empty) {
  bool inForall = isa<tensor::ParallelInsertSliceOp>(insertion);
  return isReadBy(insertion, empty, [&](Operation *user) {
    return isa<func::ReturnOp>(user) ||
           (inForall && isa<tensor::ParallelInsertSliceOp>(user));
  });
}

LogicalResult heddle::replaceEmptyTensors(RewriterBase &rewriter,
                                          ModuleOp module) {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  bufferization::OneShotAnalysisState state(module, options);
  if (failed(bufferization::analyzeModuleOp(module, state)))
    return failure();
  return bufferization::eliminateEmptyTensors(
      rewriter, module, state,
      [](RewriterBase &rewriter, SubsetInsertionOpInterface insertion,
         tensor::EmptyOp empty, Operation *user) -> Value {
        SmallVector<Value> needed =
            insertion.getValuesNeededToBuildSubsetExtraction();
        if (needsOwnBuffer(insertion, empty) || findLateRead(needed, empty) ||
            findLateRead(needed, user))
          return nullptr;
        return bufferization::buildSubsetExtraction(rewriter, insertion, empty,
                                                    user);
      });
}

namespace {
struct ReplaceEmptyTensorsPass
    : heddle::impl::ReplaceEmptyTensorsPassBase<ReplaceEmptyTensorsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (failed(heddle::replaceEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace

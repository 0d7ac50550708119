//===- DistributedStyleOp.cpp - Reductions over a grid of devices ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and application of shared_output_to_distributed_style: checks all
// reductions, then rewrites them. The algorithm is in Transforms.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "heddle/TransformOps/Loops/LoopOps.h"
#include "heddle/Transforms/Loops/DistributeReduction.h"

using namespace mlir;
using namespace mlir::heddle;

void SharedOutputToDistributedStyleOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getOperation()->getOpOperands(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure
SharedOutputToDistributedStyleOp::apply(transform::TransformRewriter &rewriter,
                                        transform::TransformResults &results,
                                        transform::TransformState &state) {
  SmallVector<Operation *> loops, inits, merges;
  for (auto [name, handle, payload] :
       {std::tuple("loop", getLoop(), &loops),
        std::tuple("init", getInit(), &inits),
        std::tuple("merge", getMerge(), &merges)}) {
    DiagnosedSilenceableFailure status =
        readHandle(*this, state, name, handle, *payload);
    if (!status.succeeded())
      return status;
  }
  if (loops.size() != inits.size() || loops.size() != merges.size())
    return emitSilenceableError()
           << "expects as many fills and merges as loops, but got "
           << loops.size() << " loops, " << inits.size() << " fills and "
           << merges.size() << " merges";
  DistributeOptions options{getGrid().value_or("").str(), getNoNans()};
  SmallVector<SharedReduction> reductions;
  for (auto [loop, init, merge] : llvm::zip_equal(loops, inits, merges)) {
    SharedReduction reduction{loop, init, merge};
    std::optional<Reason> reason = checkDistributeReduction(reduction, options);
    if (reason) {
      DiagnosedSilenceableFailure failure = emitSilenceableError()
                                            << reason->text;
      failure.attachNote(reason->loc) << "here";
      return failure;
    }
    reductions.push_back(reduction);
  }
  SmallVector<Operation *> newLoops, newInits;
  for (const SharedReduction &reduction : reductions) {
    DistributedReduction made =
        distributeReduction(rewriter, reduction, options);
    newLoops.push_back(made.loop);
    newInits.push_back(made.init);
  }
  results.set(cast<OpResult>(getNewLoop()), newLoops);
  results.set(cast<OpResult>(getNewInit()), newInits);
  return DiagnosedSilenceableFailure::success();
}

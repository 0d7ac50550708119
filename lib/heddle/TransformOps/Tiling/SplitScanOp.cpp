//===- SplitScanOp.cpp - transform.heddle.split_scan ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks all targets, then rewrites them. The algorithm is in Transforms.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Tiling/TilingOps.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Tiling/SplitScan.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

DiagnosedSilenceableFailure SplitScanOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  for (Operation *target : distinct)
    if (std::optional<Reason> reason = checkSplitScan(target, getBlock())) {
      DiagnosedSilenceableFailure failure = emitSilenceableError()
                                            << reason->text;
      failure.attachNote(reason->loc) << "this op";
      return failure;
    }
  SmallVector<Operation *> totals, starts, blocks;
  for (Operation *target : distinct) {
    SplitScanResult split = splitScan(rewriter, target, getBlock());
    totals.push_back(split.totals);
    starts.push_back(split.starts);
    blocks.push_back(split.blocks);
    (void)rewriter.notifyPayloadOperationReplaced(target, split.blocks);
    eraseDeadOps(rewriter, {target});
  }
  results.set(cast<OpResult>(getTotals()), totals);
  results.set(cast<OpResult>(getStarts()), starts);
  results.set(cast<OpResult>(getBlocks()), blocks);
  return DiagnosedSilenceableFailure::success();
}

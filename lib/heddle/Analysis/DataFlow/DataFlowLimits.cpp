//===- DataFlowLimits.cpp - What upstream's analyses miss -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analyses follow values between regions through terminators that implement
// RegionBranchTerminatorOpInterface. The terminator of scf.forall in MLIR 22
// does not.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/DataFlowLimits.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

/// True if a block of `op` ends in an op that passes values to its parent in a
/// way that the analyses do not see.
static bool hasUnseenEnd(RegionBranchOpInterface op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator() &&
          block.getTerminator()->getNumSuccessors() == 0 &&
          !isa<RegionBranchTerminatorOpInterface>(block.getTerminator()))
        return true;
  return false;
}

Operation *heddle::findOpWithUnknownResults(Operation *root) {
  Operation *found = nullptr;
  root->walk([&](RegionBranchOpInterface op) {
    if (op->getNumResults() == 0 || !hasUnseenEnd(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

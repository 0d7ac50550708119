//===- LoopSums.cpp - Does a loop of the payload accumulate? --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. A float gets from one iteration to another as a value that the loop
// carries, or in memory. So a loop accumulates no floats if it carries integers
// alone, if its ops are loads, stores and ops without effects, and if no array
// of floats is both loaded and stored. Different arguments are different arrays
// here: a run in which they share memory is sequential code of a defined order.
//
//===----------------------------------------------------------------------===//

#include "LoopSums.h"

#include "heddle/Analysis/DataFlow/Views.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::heddle;

/// Whether a value of this type may hold floats.
static bool mayHoldFloats(Type type) {
  return !getElementTypeOrSelf(type).isIntOrIndex();
}

bool heddle::mayAccumulate(Operation *op) {
  if (!isa<scf::ForOp, scf::ParallelOp>(op) ||
      llvm::any_of(op->getResultTypes(), mayHoldFloats))
    return true;
  llvm::SmallPtrSet<Value, 8> loaded, stored;
  WalkResult walked = op->walk([&](Operation *nested) {
    if (auto load = dyn_cast<memref::LoadOp>(nested)) {
      if (mayHoldFloats(load.getType()))
        loaded.insert(getBaseBuffer(load.getMemRef()));
      return WalkResult::advance();
    }
    if (auto store = dyn_cast<memref::StoreOp>(nested)) {
      if (mayHoldFloats(store.getValue().getType()))
        stored.insert(getBaseBuffer(store.getMemRef()));
      return WalkResult::advance();
    }
    bool isKnown = isa<scf::ForOp, scf::ParallelOp, scf::IfOp>(nested) ||
                   nested->hasTrait<OpTrait::IsTerminator>() ||
                   (nested->getNumRegions() == 0 && isPure(nested));
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walked.wasInterrupted() || llvm::any_of(loaded, [&](Value array) {
           return stored.contains(array);
         });
}

//===- OtherNames.cpp - Memory by another name ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects are asked of the op; whether two values are one buffer, of
// DistinctBuffers.
//
//===----------------------------------------------------------------------===//

#include "OtherNames.h"

#include "heddle/Analysis/DataFlow/DistinctBuffers.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

bool heddle::touchesByOtherName(Operation *op, Value memref,
                                AliasAnalysis &aliases, bool onlyWrites) {
  if (op->getNumRegions() > 0 && !isa<MemoryEffectOpInterface>(op))
    return false; // its ops are asked one by one
  auto effects = getEffectsRecursively(op);
  if (!effects)
    return true;
  return llvm::any_of(*effects, [&](const MemoryEffects::EffectInstance &it) {
    Value touched = it.getValue();
    bool counts = isa<MemoryEffects::Write>(it.getEffect()) ||
                  (isa<MemoryEffects::Read>(it.getEffect()) && !onlyWrites);
    if (!counts || touched == memref)
      return false;
    return !touched || !isa<BaseMemRefType>(touched.getType()) ||
           !areDistinctBuffers(aliases, touched, memref);
  });
}

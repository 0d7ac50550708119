//===- DistinctBuffers.cpp - Buffers without common elements --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two memrefs may be one buffer. Which elements of it are touched is
// decided elsewhere.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/DistinctBuffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<unsigned> heddle::getFunctionArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock() ||
      !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  return argument.getArgNumber();
}

static bool isNoAlias(Value value) {
  std::optional<unsigned> number = getFunctionArgument(value);
  if (!number)
    return false;
  auto function = cast<FunctionOpInterface>(
      cast<BlockArgument>(value).getOwner()->getParentOp());
  return bool(function.getArgAttr(*number, "llvm.noalias"));
}

static bool isAllocated(Value value) {
  auto op = value.getDefiningOp<MemoryEffectOpInterface>();
  return op && op.getEffectOnValue<MemoryEffects::Allocate>(value);
}

bool heddle::areDistinctBuffers(AliasAnalysis &aliases, Value a, Value b) {
  a = getBaseBuffer(a);
  b = getBaseBuffer(b);
  if (a == b)
    return false;
  auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
  if (globalA && globalB)
    return globalA.getNameAttr() != globalB.getNameAttr();
  if (globalA || globalB) {
    Value other = globalA ? b : a;
    if (isAllocated(other) || isNoAlias(other))
      return true;
  }
  if (getFunctionArgument(a) && getFunctionArgument(b))
    return isNoAlias(a) || isNoAlias(b);
  return aliases.alias(a, b).isNo();
}

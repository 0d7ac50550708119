//===- MemorySpace.cpp - The memory space of a tensor ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells encodings that are memory spaces from others.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Spaces/MemorySpace.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

Attribute heddle::getMemorySpace(TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  Attribute encoding = ranked ? ranked.getEncoding() : nullptr;
  return isa_and_present<IntegerAttr, gpu::AddressSpaceAttr>(encoding)
             ? encoding
             : Attribute();
}

bool heddle::hasOtherEncoding(RankedTensorType type) {
  return type.getEncoding() && !getMemorySpace(type);
}

bool heddle::hasEncodedOperand(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  });
}

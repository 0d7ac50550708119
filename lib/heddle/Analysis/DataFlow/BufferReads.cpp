//===- BufferReads.cpp - Tensors that a write changes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that moves past a write computes something else if it reads the memory
// that is written. An op on tensors reads memory if its operands come from it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/BufferReads.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `op` may change memory that others see.
static bool mayWrite(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](const auto &effect) {
    return isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
  });
}

/// True if `op` reads a tensor that comes from a buffer. A write into the
/// buffer changes such a tensor.
bool heddle::readsTensorsOfBuffers(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    Operation *def = value.getDefiningOp();
    if (isa_and_nonnull<bufferization::ToTensorOp>(def))
      return true;
    if (!def)
      def = value.getParentBlock()->getParentOp();
    if (def && !isa<FunctionOpInterface>(def) &&
        isa<TensorType>(value.getType()))
      values.insert(def->operand_begin(), def->operand_end());
  }
  return false;
}

/// The first op that may write between `op` and `reader`, or null.
Operation *heddle::findWrite(Operation *op, Operation *reader,
                             Operation *ancestor) {
  for (Operation *between = op->getNextNode(); between != ancestor;
       between = between->getNextNode())
    if (mayWrite(between))
      return between;
  // The region may run again after a later write in it.
  return ancestor != reader && mayWrite(ancestor) ? ancestor : nullptr;
}

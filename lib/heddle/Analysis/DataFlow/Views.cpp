//===- Views.cpp - What only views a buffer -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. ViewLikeOpInterface names one operand and one result. The result is
// a view of that operand. It says nothing about the other operands and results:
// a memref among the other operands is read (the shape of `memref.reshape`),
// and the other results are numbers (`memref.extract_strided_metadata`).
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/Views.h"

#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

OpOperand *heddle::getViewedOperand(Operation *op) {
  auto view = dyn_cast_or_null<ViewLikeOpInterface>(op);
  if (!view)
    return nullptr;
  // A shape that is its own source is read, too: the first operand is viewed.
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == view.getViewSource())
      return &operand;
  return nullptr;
}

Value heddle::getViewSource(Value value) {
  auto view = value.getDefiningOp<ViewLikeOpInterface>();
  return view && view.getViewDest() == value ? view.getViewSource() : Value();
}

Value heddle::getBaseBuffer(Value memref) {
  while (Value source = getViewSource(memref))
    memref = source;
  return memref;
}

bool heddle::isOnlyViewed(OpOperand &use) {
  OpOperand *viewed = getViewedOperand(use.getOwner());
  return viewed && (viewed == &use || isMistake("shape_unread"));
}

bool heddle::readsBufferForView(Operation *op) {
  return getViewedOperand(op) &&
         llvm::any_of(op->getOpOperands(), [](OpOperand &operand) {
           return isa<BaseMemRefType>(operand.get().getType()) &&
                  !isOnlyViewed(operand);
         });
}

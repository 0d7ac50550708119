//===- LowerCopies.cpp - Copies as memcpy or as loops ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the form of each copy between buffers. Loops are made of linalg.copy
// elsewhere.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERCOPIESPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

/// Whether the LLVM conversion turns a copy of such a buffer into a memcpy.
bool isContiguous(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && (type.getLayout().isIdentity() ||
                  memref::isStaticShapeAndContiguousRowMajor(type));
}

bool isMemcpy(Value source, Value target) {
  return isContiguous(source) && isContiguous(target) &&
         getElementTypeOrSelf(source) == getElementTypeOrSelf(target);
}

/// A copy without elements. Between views, the LLVM conversion would call a
/// runtime function for it.
bool isEmpty(memref::CopyOp copy) {
  auto type = dyn_cast<MemRefType>(copy.getSource().getType());
  return type && type.hasStaticShape() && type.getNumElements() == 0;
}

struct LowerCopies : heddle::impl::LowerCopiesPassBase<LowerCopies> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        Value source = copy.getSource(), target = copy.getTarget();
        if (isEmpty(copy))
          rewriter.eraseOp(copy);
        else if (!isMemcpy(source, target) &&
                 isa<MemRefType>(source.getType()) &&
                 isa<MemRefType>(target.getType()))
          rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, source, target);
      } else if (auto copy = dyn_cast<linalg::CopyOp>(op)) {
        Value source = copy.getInputs().front();
        Value target = copy.getOutputs().front();
        if (copy.hasPureBufferSemantics() && isMemcpy(source, target))
          rewriter.replaceOpWithNewOp<memref::CopyOp>(copy, source, target);
      }
    });
  }
};

} // namespace

//===- FloatsToField.cpp - All floats become elements of a field ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every float type another type, in place: all structural ops take the
// new element type as they are. Ops that compute become calls. The form in f64
// and the form in the field are made of the same IR, so that their calls have
// the same order.
//
//===----------------------------------------------------------------------===//

#include "FieldCalls.h"
#include "FloatOps.h"
#include "heddle/Lowering/Field/FieldConstant.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_FLOATSTOFIELDPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// The bits of a constant in the new type.
static llvm::APInt convert(const llvm::APFloat &value, bool record,
                           unsigned level) {
  Constant constant = readConstant(value, Field::get(level));
  if (record)
    return llvm::APFloat(constant.value).bitcastToAPInt();
  return llvm::APInt(64, constant.element);
}

/// Drops the conversions between floats: they have one type now.
static void dropCasts(RewriterBase &rewriter, ModuleOp module) {
  module->walk([&](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      rewriter.replaceOp(op, op->getOperand(0));
  });
}

namespace {
struct FloatsToField : heddle::impl::FloatsToFieldPassBase<FloatsToField> {
  using FloatsToFieldPassBase::FloatsToFieldPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (level >= kLevels) {
      emitError(module.getLoc()) << "expects a level below " << kLevels
                                 << ", but got " << level.getValue();
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    definePoison(rewriter, module);
    expandFloatOps(rewriter, module);
    FailureOr<std::vector<FloatOp>> ops = collectFloatOps(module);
    if (failed(ops) || failed(widenByteViews(rewriter, module)))
      return signalPassFailure();
    Type type = record ? Type(rewriter.getF64Type()) : rewriter.getI64Type();
    replaceFloats(module, type, [&](const llvm::APFloat &value) {
      return convert(value, record, level);
    });
    CallBuilder calls(rewriter, module, inlined, level);
    for (const FloatOp &op : *ops) {
      if (record) {
        if (isRecorded(op.kind))
          calls.record(op);
        continue;
      }
      Operation *product =
          op.product ? op.op->getOperand(*op.product).getDefiningOp() : nullptr;
      rewriter.replaceOp(op.op, calls.apply(op));
      if (product)
        rewriter.eraseOp(product);
    }
    dropCasts(rewriter, module);
  }
};
} // namespace

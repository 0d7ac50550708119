//===- LowerLinalgExt.cpp - linalg_ext on buffers to loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces each structured op of linalg_ext by loops. The op itself creates
// them (IR/LinalgExt).
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERLINALGEXTPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {
struct LowerLinalgExt : heddle::impl::LowerLinalgExtPassBase<LowerLinalgExt> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    WalkResult result = getOperation()->walk([&](linalg_ext::LinalgExtOp op) {
      if (op->getNumResults() != 0)
        return WalkResult::advance();
      if (failed(op.createLoops(rewriter))) {
        op.emitOpError("cannot be lowered to loops");
        return WalkResult::interrupt();
      }
      rewriter.eraseOp(op);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    getOperation()->walk(
        [&](linalg_ext::AliasOp op) { rewriter.replaceOp(op, op.getInput()); });
  }
};
} // namespace

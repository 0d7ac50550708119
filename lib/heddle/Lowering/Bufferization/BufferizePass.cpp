//===- BufferizePass.cpp - Bufferization as a pass ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options and reasons. The bufferization is in Transforms/Buffers.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Buffers/Bufferize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {
/// Keeps the reasons of a failed rewrite.
struct ReasonListener : RewriterBase::Listener {
  void notifyMatchFailure(
      Location loc,
      llvm::function_ref<void(Diagnostic &)> reasonCallback) override {
    reasons.emplace_back(loc, DiagnosticSeverity::Error);
    reasonCallback(reasons.back());
  }
  SmallVector<Diagnostic> reasons;
};

struct BufferizePass : heddle::impl::BufferizePassBase<BufferizePass> {
  using BufferizePassBase::BufferizePassBase;

  void runOnOperation() override {
    ReasonListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    heddle::BufferizeOptions options;
    options.results = results;
    options.deallocate = deallocate;
    // Nobody has written a schedule that could say so.
    options.allowRecursiveCalls = true;
    Operation *target = getOperation();
    if (succeeded(heddle::bufferize(rewriter, target, options)))
      return;
    for (Diagnostic &reason : listener.reasons)
      emitError(reason.getLocation()) << reason.str();
    signalPassFailure();
  }
};
} // namespace

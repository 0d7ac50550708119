//===- LowerViews.cpp - Views that upstream lowers wrong ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For views that no step of bufferization made: those of payloads on buffers
// and of other passes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Buffers/DroppedDims.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {
struct LowerViews : heddle::impl::LowerViewsPassBase<LowerViews> {
  using LowerViewsPassBase::LowerViewsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::separateDroppedDims(rewriter, getOperation());
  }
};
} // namespace

//===- LinalgExtPatternOps.cpp - Patterns on linalg_ext -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names pattern sets for schedules. The patterns are in IR/LinalgExt.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.h"
#include "Operands/HandleTypes.h"

#include "Operands/HandleReading.h"
#include "heddle/IR/LinalgExt/Patterns.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Fusion/AssumedFinite.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.cpp.inc"

void ApplyDecomposeLinalgExtPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  linalg_ext::populateDecomposePatterns(patterns);
}

void ApplyFromLinalgPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  linalg_ext::populateFromLinalgPatterns(patterns);
}

void ApplyRemoveAliasPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  linalg_ext::populateRemoveAliasPatterns(patterns);
}

void ApplyScaleByDiagPatternsOp::populatePatterns(RewritePatternSet &patterns) {
  linalg_ext::populateScaleByDiagPatterns(
      patterns, [step = getLoc()](RewriterBase &rewriter, Operation *product,
                                  Value factor) {
        if (auto func = product->getParentOfType<func::FuncOp>())
          assumeFinite(rewriter, func, findSourceArguments(func, factor),
                       "scale_by_diag", step);
      });
}

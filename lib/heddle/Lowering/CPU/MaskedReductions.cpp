//===- MaskedReductions.cpp - Reductions under a mask ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defects are those of MLIR 22.1. Reductions of integers are left to
// upstream.
//
//===----------------------------------------------------------------------===//

#include "MaskedReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;

/// The element that leaves a result of `reduction` as it is; null if upstream
/// lowers the reduction.
static FloatAttr getNeutralElement(vector::ReductionOp reduction) {
  auto type = dyn_cast<FloatType>(reduction.getDest().getType());
  if (!type)
    return {};
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  switch (reduction.getKind()) {
  case vector::CombiningKind::MAXIMUMF:
    return FloatAttr::get(type,
                          llvm::APFloat::getInf(semantics, /*Negative=*/true));
  case vector::CombiningKind::MINIMUMF:
    return FloatAttr::get(type, llvm::APFloat::getInf(semantics));
  case vector::CombiningKind::ADD:
    // A sum of -0.0 alone is -0.0, which 0.0 would change.
    return FloatAttr::get(type,
                          llvm::APFloat::getZero(semantics, /*Negative=*/true));
  case vector::CombiningKind::MUL:
    return FloatAttr::get(type, llvm::APFloat::getOne(semantics));
  case vector::CombiningKind::MAXNUMF:
  case vector::CombiningKind::MINNUMF:
    return FloatAttr::get(type, llvm::APFloat::getNaN(semantics));
  default:
    return {};
  }
}

static bool isExtremum(vector::ReductionOp reduction) {
  return reduction.getKind() == vector::CombiningKind::MAXIMUMF ||
         reduction.getKind() == vector::CombiningKind::MINIMUMF;
}

/// `reduction` of `lanes`. One of bf16, but for maxima and minima, is computed
/// in f32 and rounded once.
static Value makeReduction(RewriterBase &rewriter,
                           vector::ReductionOp reduction, Value lanes) {
  Location loc = reduction.getLoc();
  Type element = reduction.getDest().getType();
  Value start = reduction.getAcc();
  if (!element.isBF16() || isExtremum(reduction))
    return vector::ReductionOp::create(rewriter, loc, element,
                                       reduction.getKind(), lanes, start,
                                       reduction.getFastmath());
  Type wide = rewriter.getF32Type();
  lanes = arith::ExtFOp::create(
      rewriter, loc, cast<VectorType>(lanes.getType()).clone(wide), lanes);
  if (start)
    start = arith::ExtFOp::create(rewriter, loc, wide, start);
  Value result =
      vector::ReductionOp::create(rewriter, loc, wide, reduction.getKind(),
                                  lanes, start, reduction.getFastmath());
  return arith::TruncFOp::create(rewriter, loc, element, result);
}

/// Computes a reduction with `neutral` in the lanes that are masked off.
static void selectLanes(RewriterBase &rewriter, vector::MaskOp mask,
                        vector::ReductionOp reduction, FloatAttr neutral) {
  Location loc = mask.getLoc();
  VectorType type = reduction.getSourceVectorType();
  Value fill = arith::ConstantOp::create(
      rewriter, loc, DenseElementsAttr::get(type, Attribute(neutral)));
  // LLVM 22 merges a masked load and the selection under its mask into one op
  // at the place of the selection. A write to the buffer, or its deallocation,
  // may come before that place.
  Value loaded = LLVM::FreezeOp::create(rewriter, loc, reduction.getVector());
  Value lanes =
      arith::SelectOp::create(rewriter, loc, mask.getMask(), loaded, fill);
  rewriter.replaceOp(mask, makeReduction(rewriter, reduction, lanes));
}

void heddle::lowerMaskedReductions(RewriterBase &rewriter, Operation *root) {
  SmallVector<vector::MaskOp> masks;
  root->walk([&](vector::MaskOp mask) { masks.push_back(mask); });
  for (vector::MaskOp mask : masks) {
    auto reduction =
        dyn_cast_or_null<vector::ReductionOp>(mask.getMaskableOp());
    if (!reduction || mask.getPassthru())
      continue;
    rewriter.setInsertionPoint(mask);
    if (FloatAttr neutral = getNeutralElement(reduction))
      selectLanes(rewriter, mask, reduction, neutral);
  }
}

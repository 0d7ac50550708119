//===- MaskedReductions.cpp - Reductions under a mask ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defects are those of MLIR 22.1. Reductions of integers, and those that
// pass over NaNs, are left to upstream.
//
//===----------------------------------------------------------------------===//

#include "MaskedReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;

static bool isExtremum(vector::ReductionOp reduction) {
  return reduction.getKind() == vector::CombiningKind::MAXIMUMF ||
         reduction.getKind() == vector::CombiningKind::MINIMUMF;
}

/// Computes a maximum or a minimum with an infinity in the lanes that are
/// masked off.
static void selectLanes(RewriterBase &rewriter, vector::MaskOp mask,
                        vector::ReductionOp reduction) {
  Location loc = mask.getLoc();
  VectorType type = reduction.getSourceVectorType();
  auto element = cast<FloatType>(type.getElementType());
  bool isMaximum = reduction.getKind() == vector::CombiningKind::MAXIMUMF;
  auto neutral = rewriter.getFloatAttr(
      element, llvm::APFloat::getInf(element.getFloatSemantics(),
                                     /*Negative=*/isMaximum));
  Value fill = arith::ConstantOp::create(
      rewriter, loc, DenseElementsAttr::get(type, Attribute(neutral)));
  // LLVM 22 merges a masked load and the selection under its mask into one op
  // at the place of the selection. A write to the buffer, or its deallocation,
  // may come before that place.
  Value loaded = LLVM::FreezeOp::create(rewriter, loc, reduction.getVector());
  Value lanes =
      arith::SelectOp::create(rewriter, loc, mask.getMask(), loaded, fill);
  rewriter.replaceOpWithNewOp<vector::ReductionOp>(
      mask, element, reduction.getKind(), lanes, reduction.getAcc(),
      reduction.getFastmath());
}

/// A reduction of bf16 in f32.
static void widen(RewriterBase &rewriter, vector::MaskOp mask,
                  vector::ReductionOp reduction) {
  Location loc = mask.getLoc();
  auto extend = [&](Value value) -> Value {
    if (!value)
      return value;
    Type type = rewriter.getF32Type();
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      type = vector.clone(type);
    return arith::ExtFOp::create(rewriter, loc, type, value);
  };
  Value lanes = extend(reduction.getVector());
  Value start = extend(reduction.getAcc());
  Operation *wide = vector::ReductionOp::create(
      rewriter, loc, rewriter.getF32Type(), reduction.getKind(), lanes, start,
      reduction.getFastmath());
  wide = vector::maskOperation(rewriter, wide, mask.getMask());
  rewriter.replaceOpWithNewOp<arith::TruncFOp>(mask, rewriter.getBF16Type(),
                                               wide->getResult(0));
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
    if (isExtremum(reduction))
      selectLanes(rewriter, mask, reduction);
    else if (reduction.getDest().getType().isBF16())
      widen(rewriter, mask, reduction);
  }
}

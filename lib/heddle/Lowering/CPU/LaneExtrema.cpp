//===- LaneExtrema.cpp - Maxima and minima of the lanes of a vector -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last steps exchange lanes of a whole register: single lanes that compare
// signs would go through integer registers.
//
//===----------------------------------------------------------------------===//

#include "LaneExtrema.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// The bits of the smallest vector register.
static constexpr int64_t kRegisterBits = 128;

static bool isWideExtremum(vector::ReductionOp op) {
  switch (op.getKind()) {
  case vector::CombiningKind::MAXIMUMF:
  case vector::CombiningKind::MINIMUMF:
  case vector::CombiningKind::MAXNUMF:
  case vector::CombiningKind::MINNUMF:
    break;
  default:
    return false;
  }
  VectorType type = op.getSourceVectorType();
  Type element = type.getElementType();
  return (element.isF32() || element.isF64()) && type.getRank() == 1 &&
         !type.isScalable() && llvm::isPowerOf2_64(type.getNumElements()) &&
         type.getNumElements() * element.getIntOrFloatBitWidth() >
             kRegisterBits &&
         !isa<vector::MaskOp>(op->getParentOp());
}

static void halveLanes(RewriterBase &rewriter, vector::ReductionOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto combine = [&](Value a, Value b) {
    return vector::makeArithReduction(rewriter, loc, op.getKind(), a, b,
                                      op.getFastmathAttr());
  };
  Value lanes = op.getVector();
  int64_t count = op.getSourceVectorType().getNumElements();
  int64_t fewest =
      kRegisterBits /
      op.getSourceVectorType().getElementType().getIntOrFloatBitWidth();
  for (; count > fewest; count /= 2) {
    auto low = llvm::to_vector(llvm::seq<int64_t>(0, count / 2));
    auto high = llvm::to_vector(llvm::seq<int64_t>(count / 2, count));
    Value first = vector::ShuffleOp::create(rewriter, loc, lanes, lanes, low);
    Value second = vector::ShuffleOp::create(rewriter, loc, lanes, lanes, high);
    lanes = combine(first, second);
  }
  for (int64_t distance = fewest / 2; distance > 0; distance /= 2) {
    auto exchanged =
        llvm::map_to_vector(llvm::seq<int64_t>(0, fewest),
                            [&](int64_t lane) { return lane ^ distance; });
    Value other =
        vector::ShuffleOp::create(rewriter, loc, lanes, lanes, exchanged);
    lanes = combine(lanes, other);
  }
  Value result = vector::ExtractOp::create(rewriter, loc, lanes, 0);
  if (op.getAcc())
    result = combine(result, op.getAcc());
  rewriter.replaceOp(op, result);
}

void heddle::lowerLaneExtrema(RewriterBase &rewriter, Operation *root) {
  SmallVector<vector::ReductionOp> reductions;
  root->walk([&](vector::ReductionOp op) {
    if (isWideExtremum(op))
      reductions.push_back(op);
  });
  for (vector::ReductionOp op : reductions)
    halveLanes(rewriter, op);
}

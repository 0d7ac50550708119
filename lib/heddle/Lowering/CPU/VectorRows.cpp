//===- VectorRows.cpp - Ops on rows instead of n-D vectors ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers what upstream's lowerings of n-D vectors leave out: a few elementwise
// ops, and contractions with narrow factors and more dims than a matrix
// product.
//
//===----------------------------------------------------------------------===//

#include "VectorRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

static bool needsRows(Operation *op) {
  if (!isa<math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp,
           math::IsNaNOp, math::IsFiniteOp, math::SincosOp,
           arith::AddUIExtendedOp, arith::MulSIExtendedOp,
           arith::MulUIExtendedOp>(op))
    return false;
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  return type && type.getRank() > 1 && !type.isScalable();
}

/// The type of the last dim of a vector type.
static VectorType getRowType(Type type) {
  auto vector = cast<VectorType>(type);
  return VectorType::get(vector.getShape().back(), vector.getElementType());
}

static void unrollOp(RewriterBase &rewriter, Operation *op) {
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> outer(
      cast<VectorType>(op->getResult(0).getType()).getShape().drop_back());
  SmallVector<Type> rowTypes = llvm::map_to_vector(
      op->getResultTypes(), [](Type type) -> Type { return getRowType(type); });
  SmallVector<Value> results;
  for (Type type : op->getResultTypes())
    results.push_back(ub::PoisonOp::create(rewriter, loc, type));
  for (int64_t row = 0, e = computeProduct(outer); row < e; ++row) {
    SmallVector<int64_t> position = delinearize(row, computeStrides(outer));
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          vector::ExtractOp::create(rewriter, loc, operand, position));
    Operation *part = rewriter.create(loc, op->getName().getIdentifier(),
                                      operands, rowTypes, op->getAttrs());
    for (auto [result, value] : llvm::zip_equal(results, part->getResults()))
      result = vector::InsertOp::create(rewriter, loc, value, result, position);
  }
  rewriter.replaceOp(op, results);
}

void heddle::unrollRows(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (needsRows(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    unrollOp(rewriter, op);
}

/// `factor` with elements of the type of `sum`, which is as wide or wider.
static Value extend(RewriterBase &rewriter, Location loc, Value factor,
                    Type sum) {
  auto type = cast<VectorType>(factor.getType());
  Type wide = getElementTypeOrSelf(sum);
  if (type.getElementType() == wide)
    return factor;
  if (isa<FloatType>(wide))
    return arith::ExtFOp::create(rewriter, loc, type.clone(wide), factor);
  return arith::ExtSIOp::create(rewriter, loc, type.clone(wide), factor);
}

void heddle::extendFactors(RewriterBase &rewriter, Operation *root) {
  root->walk([&](vector::ContractionOp op) {
    Operation *outermost = op;
    if (auto mask = dyn_cast<vector::MaskOp>(op->getParentOp()))
      outermost = mask;
    rewriter.setInsertionPoint(outermost);
    Value lhs = extend(rewriter, op.getLoc(), op.getLhs(), op.getAccType());
    Value rhs = extend(rewriter, op.getLoc(), op.getRhs(), op.getAccType());
    if (lhs == op.getLhs() && rhs == op.getRhs())
      return;
    rewriter.modifyOpInPlace(op, [&] {
      op.getLhsMutable().set(lhs);
      op.getRhsMutable().set(rhs);
    });
  });
}

void heddle::orderFactors(RewriterBase &rewriter, Operation *root) {
  root->walk([&](vector::ContractionOp op) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    if (maps[2].getNumResults() == 0)
      return;
    AffineExpr lanes = maps[2].getResults().back();
    if (!llvm::is_contained(maps[0].getResults(), lanes) ||
        llvm::is_contained(maps[1].getResults(), lanes))
      return;
    std::swap(maps[0], maps[1]);
    rewriter.modifyOpInPlace(op, [&] {
      Value left = op.getLhs();
      op.getLhsMutable().set(op.getRhs());
      op.getRhsMutable().set(left);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
  });
}

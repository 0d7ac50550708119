//===- GenericBatchMatmul.cpp - Generics that are a batch_matmul ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg.generic with one dim to sum over, products of two tensors, and the
// dims in an order that a layout of batch_matmul has. The last two dims of the
// result are m and n; the operand with m is the left one, whichever comes
// first.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/Patterns.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
/// What the generic multiplies, as operands of batch_matmul.
struct Factors {
  OpOperand *lhs;
  OpOperand *rhs;
  std::string layout;
};
} // namespace

/// The argument of `body` that `value` is, or is converted from; null if it is
/// anything else.
static BlockArgument getArgument(Value value, Block *body) {
  Operation *cast = value.getDefiningOp();
  if (cast && isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
                  arith::TruncIOp, arith::ExtUIOp>(cast))
    value = cast->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == body ? argument : BlockArgument();
}

/// The op that multiplies the two inputs, if `body` adds products of them to
/// what is accumulated and does nothing else; else null.
static Operation *getProduct(Block *body) {
  if (body->getNumArguments() != 3)
    return nullptr;
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!sum || !isa<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  Value out = body->getArgument(2);
  Value added = sum->getOperand(0) == out   ? sum->getOperand(1)
                : sum->getOperand(1) == out ? sum->getOperand(0)
                                            : Value();
  Operation *product = added ? added.getDefiningOp() : nullptr;
  while (product && isa<arith::ExtFOp, arith::ExtSIOp>(product))
    product = product->getOperand(0).getDefiningOp();
  if (!product || !isa<arith::MulFOp, arith::MulIOp>(product))
    return nullptr;
  BlockArgument a = getArgument(product->getOperand(0), body),
                b = getArgument(product->getOperand(1), body);
  bool takesBoth =
      a && b && a != b && a.getArgNumber() < 2 && b.getArgNumber() < 2;
  return takesBoth ? product : nullptr;
}

/// Fails if the numbers are not those that batch_matmul computes.
static LogicalResult checkNumbers(RewriterBase &rewriter, linalg::GenericOp op,
                                  Operation *product) {
  auto isNumber = [](Type type) {
    auto integer = dyn_cast<IntegerType>(type);
    return (integer && integer.isSignless() && integer.getWidth() > 1) ||
           type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  };
  for (Value operand : op->getOperands()) {
    Type type = getElementTypeOrSelf(operand.getType());
    if (!isNumber(type))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &note) {
        note << "batch_matmul does not sum elements of type " << type
             << " as this op does";
      });
  }
  Type type = op.getBlock()->getArgument(2).getType();
  if (product->getResult(0).getType() != type)
    return rewriter.notifyMatchFailure(product, [&](Diagnostic &note) {
      note << "the product is computed in " << product->getResult(0).getType()
           << ", and batch_matmul does in " << type;
    });
  for (Value factor : product->getOperands()) {
    Operation *cast = factor.getDefiningOp();
    if (isa_and_nonnull<arith::ExtUIOp>(cast))
      return rewriter.notifyMatchFailure(
          cast, "batch_matmul extends integers as signed ones");
    if (isa_and_nonnull<arith::TruncFOp, arith::TruncIOp>(cast))
      return rewriter.notifyMatchFailure(
          cast, "a factor is narrowed before it is multiplied");
  }
  return success();
}

/// The dims of `map` as positions; empty if it is not a list of distinct dims.
static SmallVector<unsigned> getDims(AffineMap map) {
  SmallVector<unsigned> dims;
  if (!map.isProjectedPermutation())
    return dims;
  for (AffineExpr result : map.getResults())
    dims.push_back(cast<AffineDimExpr>(result).getPosition());
  return dims;
}

/// 'n' or 't' if `dims` are `batch` and then `row`, `column` or these two the
/// other way round.
static std::optional<char> getSide(ArrayRef<unsigned> dims,
                                   ArrayRef<unsigned> batch, unsigned row,
                                   unsigned column) {
  if (dims.size() != batch.size() + 2 || dims.take_front(batch.size()) != batch)
    return std::nullopt;
  ArrayRef<unsigned> last = dims.take_back(2);
  if (last[0] == row && last[1] == column)
    return 'n';
  if (last[0] == column && last[1] == row)
    return 't';
  return std::nullopt;
}

/// The factors, if the dims are those of a layout.
static FailureOr<Factors> getFactors(RewriterBase &rewriter,
                                     linalg::GenericOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  SmallVector<unsigned> out =
      getDims(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  if (out.size() + 1 != op.getNumLoops())
    return rewriter.notifyMatchFailure(
        op, "the result has not each dim but the one that is summed");
  ArrayRef<unsigned> batch = ArrayRef(out).drop_back(2);
  unsigned m = out[out.size() - 2], n = out.back(), k = reduced[0];
  OpOperand *lhs = op.getDpsInputOperand(0), *rhs = op.getDpsInputOperand(1);
  SmallVector<unsigned> left = getDims(op.getMatchingIndexingMap(lhs)),
                        right = getDims(op.getMatchingIndexingMap(rhs));
  if (!llvm::is_contained(left, m)) {
    std::swap(lhs, rhs);
    std::swap(left, right);
  }
  auto refuse = [&](OpOperand *operand, const Twine &why) {
    return rewriter.notifyMatchFailure(
        op, "operand " + Twine(operand->getOperandNumber()) + why);
  };
  for (unsigned dim : batch) {
    if (!llvm::is_contained(left, dim))
      return refuse(lhs, " is broadcast along dim " + Twine(dim));
    if (!llvm::is_contained(right, dim))
      return refuse(rhs, " is broadcast along dim " + Twine(dim));
  }
  std::optional<char> first = getSide(left, batch, m, k),
                      second = getSide(right, batch, k, n);
  if (!first || !second)
    return refuse(first ? rhs : lhs,
                  " has its dims in no order of a layout of batch_matmul");
  return Factors{lhs, rhs, std::string{*first, *second}};
}

FailureOr<Operation *>
linalg_ext::raiseGenericBatchMatmul(RewriterBase &rewriter,
                                    linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 1 ||
      op.getNumParallelLoops() < 3 ||
      op.getNumParallelLoops() + 1 != op.getNumLoops())
    return failure();
  Operation *product = getProduct(op.getBlock());
  if (!product)
    return failure();
  FailureOr<Factors> factors = getFactors(rewriter, op);
  if (failed(factors) || failed(checkNumbers(rewriter, op, product)))
    return failure();
  rewriter.setInsertionPoint(op);
  auto raised = BatchMatmulOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), factors->lhs->get(),
      factors->rhs->get(), op.getDpsInits()[0], factors->layout);
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    raised->setDiscardableAttr(attribute.getName(), attribute.getValue());
  rewriter.replaceAllUsesWith(op->getResults(), raised->getResults());
  return raised.getOperation();
}

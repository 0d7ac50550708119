//===- RaiseBatchMatmul.cpp - Ops of linalg that are a batch_matmul -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes a linalg.generic, linalg.contract or linalg.batch_matmul that
// sums products of two tensors along one dim, with the dims in an order that a
// layout of batch_matmul has. The last two dims of the result are m and n; the
// operand with m is the left one, whichever comes first. The body shows which
// values are multiplied and added; the named ops have a body, too.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/Patterns.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
/// What the op multiplies, as operands of batch_matmul.
struct Factors {
  OpOperand *lhs;
  OpOperand *rhs;
  MatmulLayout layout;
};
} // namespace

/// The argument of `body` that `value` is, or is converted from; null if it is
/// anything else.
static BlockArgument getArgument(Value value, Block *body) {
  Operation *cast = value.getDefiningOp();
  if (cast && cast->getNumOperands() == 1 && isa<CastOpInterface>(cast))
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
  bool isOfBits = isa_and_nonnull<arith::OrIOp>(sum) &&
                  sum->getResult(0).getType().isInteger(1);
  if (!sum || !(isOfBits || isa<arith::AddFOp, arith::AddIOp>(sum)))
    return nullptr;
  Value out = body->getArgument(2);
  Value added = sum->getOperand(0) == out   ? sum->getOperand(1)
                : sum->getOperand(1) == out ? sum->getOperand(0)
                                            : Value();
  Operation *product = added ? added.getDefiningOp() : nullptr;
  while (product && isa<arith::ExtFOp, arith::ExtSIOp>(product))
    product = product->getOperand(0).getDefiningOp();
  if (!product || !isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(product) ||
      isOfBits != isa<arith::AndIOp>(product))
    return nullptr;
  BlockArgument a = getArgument(product->getOperand(0), body),
                b = getArgument(product->getOperand(1), body);
  bool takesBoth =
      a && b && a != b && a.getArgNumber() < 2 && b.getArgNumber() < 2;
  return takesBoth ? product : nullptr;
}

/// Fails if the numbers are not those that batch_matmul computes.
static LogicalResult checkNumbers(RewriterBase &rewriter, linalg::LinalgOp op,
                                  Operation *product) {
  // The ops in the body of a named op are not in the text, so the reason is
  // about the named op.
  auto getPlace = [&](Operation *inner) {
    return isa<linalg::GenericOp>(op) ? inner : op.getOperation();
  };
  // batch_matmul sums bits by `or`.
  bool isOfBits = isa<arith::AndIOp>(product);
  auto isNumber = [&](Type type) {
    auto integer = dyn_cast<IntegerType>(type);
    return (integer && integer.isSignless() &&
            (integer.getWidth() == 1) == isOfBits) ||
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
    return rewriter.notifyMatchFailure(
        getPlace(product), [&](Diagnostic &note) {
          note << "the product is computed in "
               << product->getResult(0).getType()
               << ", and batch_matmul does in " << type;
        });
  for (Value factor : product->getOperands()) {
    Operation *cast = factor.getDefiningOp();
    if (!cast || isa<arith::ExtFOp, arith::ExtSIOp>(cast))
      continue;
    if (isa<arith::ExtUIOp>(cast))
      return rewriter.notifyMatchFailure(
          getPlace(cast), "batch_matmul extends integers as signed ones");
    if (isa<arith::TruncFOp, arith::TruncIOp>(cast))
      return rewriter.notifyMatchFailure(
          getPlace(cast), "a factor is narrowed before it is multiplied");
    return rewriter.notifyMatchFailure(getPlace(cast), [&](Diagnostic &note) {
      note << "a factor is converted by '" << cast->getName()
           << "', and batch_matmul takes floats alone or integers alone";
    });
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

/// False if `dims` are `batch` and then `row`, `column`; true if these two are
/// the other way round; nullopt for any other dims.
static std::optional<bool> hasTransposedDims(ArrayRef<unsigned> dims,
                                             ArrayRef<unsigned> batch,
                                             unsigned row, unsigned column) {
  if (dims.size() != batch.size() + 2 || dims.take_front(batch.size()) != batch)
    return std::nullopt;
  ArrayRef<unsigned> last = dims.take_back(2);
  if (last[0] == row && last[1] == column)
    return false;
  if (last[0] == column && last[1] == row)
    return true;
  return std::nullopt;
}

/// The factors, if the dims are those of a layout.
static FailureOr<Factors> getFactors(RewriterBase &rewriter,
                                     linalg::LinalgOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  SmallVector<unsigned> out =
      getDims(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  if (out.size() + 1 != op.getNumLoops())
    return rewriter.notifyMatchFailure(
        op, "the result does not have every dim except the summed one");
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
  std::optional<bool> first = hasTransposedDims(left, batch, m, k),
                      second = hasTransposedDims(right, batch, k, n);
  if (!first || !second)
    return refuse(
        first ? rhs : lhs,
        " has its dims in an order that no layout of batch_matmul has");
  return Factors{lhs, rhs, getMatmulLayout(*first, *second)};
}

/// Fails if the loops are not those of a batch_matmul on tensors.
static LogicalResult checkLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "the op is on memrefs");
  unsigned reduced = op.getNumReductionLoops(), kept = op.getNumParallelLoops();
  if (reduced != 1)
    return rewriter.notifyMatchFailure(
        op, "batch_matmul sums over 1 dim, not " + Twine(reduced));
  if (kept < 3)
    return rewriter.notifyMatchFailure(
        op, "batch_matmul has a result of 3 dims or more, not " + Twine(kept));
  return success();
}

FailureOr<Operation *> linalg_ext::raiseBatchMatmul(RewriterBase &rewriter,
                                                    linalg::LinalgOp op) {
  // Most generics have nothing to do with a matmul, so no reason is given for
  // those that fail here.
  bool isGeneric = isa<linalg::GenericOp>(op);
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() + op.getNumParallelLoops() !=
          op.getNumLoops() ||
      (isGeneric &&
       (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 1 ||
        op.getNumParallelLoops() < 3)))
    return failure();
  if (failed(checkLoops(rewriter, op)))
    return failure();
  Operation *product = getProduct(op.getBlock());
  if (!product && isGeneric)
    return failure();
  if (!product)
    return rewriter.notifyMatchFailure(
        op, "the elements are neither floats nor integers");
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

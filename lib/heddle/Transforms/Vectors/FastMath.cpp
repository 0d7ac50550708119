//===- FastMath.cpp - Flags for operations on floats ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which operations take which flags. Vectorization adds neutral
// elements: infinities and, for maxima that ignore NaN, NaN. So no such
// operation may get a flag that excludes its neutral element.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/FastMath.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;

/// Whether NaN is a neutral element of `op`.
static bool passesOverNaN(Operation *op) {
  if (auto reduction = dyn_cast<vector::ReductionOp>(op))
    return reduction.getKind() == vector::CombiningKind::MAXNUMF ||
           reduction.getKind() == vector::CombiningKind::MINNUMF;
  return isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
}

/// Those of `flags` that `op` may get.
static arith::FastMathFlags selectFlags(Operation *op,
                                        arith::FastMathFlags flags) {
  auto reduction = dyn_cast<vector::ReductionOp>(op);
  bool isInteger = reduction && !isa<FloatType>(reduction.getDest().getType());
  if (!isa<arith::ArithFastMathInterface>(op) || isInteger ||
      isa<arith::ExtFOp, arith::TruncFOp, arith::ScalingExtFOp,
          arith::ScalingTruncFOp>(op))
    return arith::FastMathFlags::none;
  return passesOverNaN(op) ? flags & ~arith::FastMathFlags::nnan : flags;
}

/// Whether the region of `op` is not printed, so that flags in it would get
/// lost.
static bool hidesBody(Operation *op) {
  return isa<linalg::LinalgOp>(op) &&
         !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op);
}

/// Whether `op` computes floats by operations that are not in the IR.
static bool hidesFloats(Operation *op, arith::FastMathFlags flags) {
  bool isFloat = llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
  if (!hidesBody(op))
    return isFloat && isa<linalg::SoftmaxOp, linalg_ext::LinalgExtOp>(op);
  return op
      ->walk([&](Operation *nested) {
        return selectFlags(nested, flags) != arith::FastMathFlags::none
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<unsigned> heddle::addFastMath(RewriterBase &rewriter,
                                        ArrayRef<Operation *> targets,
                                        arith::FastMathFlags flags,
                                        SmallVectorImpl<Reason> &left) {
  llvm::SetVector<Operation *> takers;
  llvm::SmallPtrSet<Operation *, 8> hidden;
  SmallVector<Reason> combiners;
  for (Operation *target : targets)
    target->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (hidesFloats(op, flags) && hidden.insert(op).second)
        left.emplace_back(op, quote(op) + " gets no flag: it has no body that "
                                          "could show one");
      if (hidesBody(op))
        return WalkResult::skip();
      if (isa<vector::MultiDimReductionOp, vector::ContractionOp>(op))
        combiners.emplace_back(op, quote(op) + " has no flags");
      if (selectFlags(op, flags) != arith::FastMathFlags::none)
        takers.insert(op);
      return WalkResult::advance();
    });
  if (takers.empty()) {
    llvm::append_range(left, combiners);
    if (!targets.empty())
      (void)rewriter.notifyMatchFailure(targets.front(), [&](Diagnostic &diag) {
        diag << "no operation on floats in '" << targets.front()->getName()
             << "' takes " << arith::stringifyFastMathFlags(flags);
      });
    return failure();
  }
  for (Operation *op : takers) {
    auto taker = cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlagsAttr own = taker.getFastMathFlagsAttr();
    auto all = arith::FastMathFlagsAttr::get(
        rewriter.getContext(),
        selectFlags(op, flags) |
            (own ? own.getValue() : arith::FastMathFlags::none));
    if (all != own)
      rewriter.modifyOpInPlace(
          op, [&] { op->setAttr(taker.getFastMathAttrName(), all); });
  }
  return takers.size();
}

//===- ClaimConjunction.h - Whether all claims of an op hold ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects conditions as values of type i1. Claims.cpp says which conditions an
// op declares, BoundClaims.cpp which of them are bounds.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_CLAIMCONJUNCTION_H
#define HEDDLE_LIB_EXECUTION_CHECK_CLAIMCONJUNCTION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::heddle {

/// The conjunction of what one op declares. What is known to hold is left out.
class ClaimConjunction {
public:
  ClaimConjunction(RewriterBase &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  /// Null if nothing was added.
  Value getAll() const { return all; }

  void add(Value holds) { all = all ? both(all, holds) : holds; }
  void addEqual(OpFoldResult a, OpFoldResult b);

  Value makeIndex(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, number);
  }
  Value compare(arith::CmpIPredicate predicate, OpFoldResult a,
                OpFoldResult b) {
    Value left = makeIndex(a), right = makeIndex(b);
    return arith::CmpIOp::create(rewriter, loc, predicate, left, right);
  }
  Value both(Value a, Value b) {
    return arith::AndIOp::create(rewriter, loc, a, b);
  }
  Value either(Value a, Value b) {
    return arith::OrIOp::create(rewriter, loc, a, b);
  }
  Value plus(OpFoldResult a, OpFoldResult b) {
    Value left = makeIndex(a), right = makeIndex(b);
    return arith::AddIOp::create(rewriter, loc, left, right);
  }
  Value times(OpFoldResult a, OpFoldResult b) {
    Value left = makeIndex(a), right = makeIndex(b);
    return arith::MulIOp::create(rewriter, loc, left, right);
  }
  /// The extent of dimension `dim` of a tensor or a memref.
  OpFoldResult getDim(Value shaped, int64_t dim);

  RewriterBase &rewriter;
  Location loc;

private:
  Value all;
};

/// The slice lies within `array`, unless it is empty along some dim. What it is
/// wrong about may not be read: it may be the destination of an op that reads
/// nothing of it.
void addSliceBounds(OffsetSizeAndStrideOpInterface slice, Value array,
                    ClaimConjunction &claim);

/// An operand with an index such as `2 * i + j`, over all iterations, has an
/// element for each, unless there are none. `extents` has the extents of the
/// loops, null where no operand gives it.
void addWindowBounds(linalg::LinalgOp op, ArrayRef<OpFoldResult> extents,
                     ClaimConjunction &claim);

/// Whether `op` reads or writes elements whose indices are bounded.
bool declaresAccess(Operation *op);

/// The elements that `op` reads or writes lie within its array, along each dim.
void addAccessBounds(Operation *op, ClaimConjunction &claim);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CLAIMCONJUNCTION_H

//===- LoopIndices.h - Index values inside of loops as bounds ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expresses an index value inside of loops by their induction variables and by
// values from outside. It reads IR and creates none.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_LOOPINDICES_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_LOOPINDICES_H

#include "heddle/Analysis/Footprint/ExtentTable.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// Index values inside of `roots`, as bounds over values from outside and over
/// the induction variables of the roots and of the loops in them. A null bound
/// means that nothing is known about the value.
class LoopIndices {
public:
  LoopIndices(BoundContext &context, ArrayRef<Operation *> roots)
      : context(context), outside(context), roots(roots) {}

  BoundContext &getContext() { return context; }
  /// The extents and indices of values from outside.
  ExtentTable &getOutside() { return outside; }
  /// Registers all loops of `loop`, an `scf.for`, `scf.forall`, `scf.parallel`
  /// or `affine.for`, as the next ones of the context. Loops inside of the
  /// roots are registered when a bound first needs them. False if its bounds
  /// are not known.
  bool addLoopsOf(Operation *loop);

  Bound get(OpFoldResult index);
  /// The same for the step of a loop, which is at least 1.
  Bound getStep(OpFoldResult step);
  /// Makes `bound` the answer for `value`.
  void set(Value value, Bound bound) { known[value] = bound; }
  /// The least result of `map` applied to `operands` if `isMin`, else the
  /// largest.
  Bound getAffine(AffineMap map, ValueRange operands, bool isMin = false);
  /// The size of a dimension of a tensor or memref. If nothing better is known,
  /// this is one symbol per dimension of a value.
  Bound getExtent(Value shaped, int64_t dim);
  /// True if `value` is defined outside of all roots.
  bool isOutside(Value value);

private:
  Bound compute(Value value);
  Bound computeOutside(Value value);
  Bound computeArith(Operation *op);
  Bound getComputedExtent(Value memref, int64_t dim);
  Bound addLoop(OpFoldResult lo, OpFoldResult hi, OpFoldResult step);
  Bound addLoop(Bound first, Bound end, Bound step);

  BoundContext &context;
  ExtentTable outside;
  SmallVector<Operation *> roots;
  llvm::DenseMap<Value, Bound> known;
  llvm::DenseMap<std::pair<Value, int64_t>, Bound> extents;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_LOOPS_LOOPINDICES_H

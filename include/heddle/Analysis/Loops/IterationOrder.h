//===- IterationOrder.h - Accesses that keep iterations in order *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the iterations of a loop must keep their order because of
// the memory that they touch. LoopKind decides the same for loops on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_ITERATIONORDER_H
#define HEDDLE_ANALYSIS_LOOPS_ITERATIONORDER_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::heddle {

/// Two ops of a loop, the second of which must not run before the first has
/// run in an earlier iteration. Both are one op if the effects of that op are
/// unknown.
struct CarriedAccess {
  Operation *earlier = nullptr;
  Operation *later = nullptr;
};

/// Which accesses of two iterations must keep their order.
enum class CarriedOrder {
  /// Accesses to one element, at least one of which is a write.
  All,
  /// A write in the earlier iteration, and a read in the later one.
  ReadsAfterWrites
};

/// The first such accesses of `loop`, an `scf.for` or `affine.for`, that are
/// not proved to touch different elements; nullopt if all of them are. Values
/// that the loop carries do not count as accesses.
std::optional<CarriedAccess> findCarriedAccess(Operation *loop,
                                               CarriedOrder order);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_ITERATIONORDER_H

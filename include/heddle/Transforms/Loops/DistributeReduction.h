//===- DistributeReduction.h - Reductions over devices ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a parallel reduction with one tensor of all partial results into one in
// which each iteration keeps its own and gets the others' by a collective of
// the shard dialect.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_DISTRIBUTEREDUCTION_H
#define HEDDLE_TRANSFORMS_LOOPS_DISTRIBUTEREDUCTION_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>

namespace mlir::heddle {

/// The three ops that `tile_reduction_using_forall` makes of a reduction.
struct SharedReduction {
  /// An `scf.forall` in which each iteration writes its slot of one tensor.
  Operation *loop;
  /// The `linalg.fill` that the loop starts from.
  Operation *init;
  /// Reduces the dim of the slots.
  Operation *merge;
};

struct DistributeOptions {
  /// The name of a `shard.grid`; if empty, one of the loop's size is found or
  /// made.
  std::string grid;
  /// No partial result is a NaN.
  bool noNaNs = false;
};

struct DistributedReduction {
  Operation *loop;
  Operation *init;
};

/// Why `reduction` cannot be distributed; none if it can.
std::optional<Reason>
checkDistributeReduction(const SharedReduction &reduction,
                         const DistributeOptions &options);

/// Rewrites `reduction`
///
/// ```mlir
/// %f = linalg.fill ins(%zero) outs(%e)                    // tensor<?x5xf32>
/// %p = scf.forall (%i) in (5) shared_outs(%o = %f) {
///   %s = tensor.extract_slice %o[0, %i] [%n, 1] [1, 1]
///   %q = linalg.generic ins(%x) outs(%s)                  // tensor<?xf32>
///   in_parallel { parallel_insert_slice %q into %o[0, %i] [%n, 1] [1, 1] }
/// }
/// %r = linalg.reduce { arith.addf } ins(%p) outs(%init) dimensions = [1]
/// ```
///
/// as
///
/// ```mlir
/// shard.grid @grid(shape = 5)
/// %f = linalg.fill ins(%zero) outs(%e)                    // tensor<?xf32>
/// %r = scf.forall (%i) in (5) shared_outs(%o = %f) {
///   %q = linalg.generic ins(%x) outs(%f)
///   %a = shard.all_reduce %q on @grid grid_axes = [0] reduction = sum
///   %c = linalg.generic { arith.addf } ins(%a) outs(%init)
///   in_parallel { parallel_insert_slice %c into %o[0] [%n] [1] }
/// }
/// ```
///
/// Device i runs iteration i, and each device has all of the result. `%init`
/// is counted once. The partial result starts from a value of the device's
/// own, so no two iterations write one buffer before the collective.
///
/// Requires: checkDistributeReduction finds no reason.
/// On success: the three ops of `reduction` are erased, but for a fill that has
/// other uses.
DistributedReduction distributeReduction(RewriterBase &rewriter,
                                         const SharedReduction &reduction,
                                         const DistributeOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_DISTRIBUTEREDUCTION_H

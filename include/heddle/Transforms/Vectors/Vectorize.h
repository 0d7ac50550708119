//===- Vectorize.h - Structured ops as vectors ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structured ops on tensors become vectors that fit the registers of a machine,
// with upstream's vectorizer and patterns. Vectors of any rank are lowered to
// those of the machine later, by the pipeline of the target.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORS_VECTORIZE_H
#define HEDDLE_TRANSFORMS_VECTORS_VECTORIZE_H

#include "heddle/Analysis/Vectors/VectorChoice.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Ops that were vectorized alike.
struct VectorizedOps {
  Location loc;     ///< of the first of them
  std::string name; ///< such as linalg.matmul
  /// The iterations that are computed at once, and their type: 8x32x1xf32.
  std::string vector;
  bool isMasked;     ///< for partial tiles
  int64_t registers; ///< that the vector takes
  unsigned count;
  double scalarOps; ///< that the vectors replace
  /// By instructions for dot products (`VectorTarget::dotProducts`).
  bool isDotProduct = false;
};

/// A structured op that a plan leaves as it is.
struct LeftScalar {
  unsigned number; ///< in a walk of the structured ops in the target
  std::string why;
};

/// The fate of each structured op of a target.
struct VectorReport {
  SmallVector<VectorizedOps> vectorized;
  /// The reasons why ops stay scalar, with the number of scalar operations.
  SmallVector<std::pair<Reason, double>> scalar;
  /// The ops most of whose operations would stay scalar. They are not cut.
  SmallVector<LeftScalar> left;
  /// Sums that loops carry in memory, because their tiles do not fit registers.
  SmallVector<Reason> spills;
  /// The partial tiles that were split off their loops.
  unsigned numPeeled = 0;

  double getScalarOps() const;
  /// The share of all operations that stay scalar: between 0 and 1.
  double getScalarShare() const;
  void append(const VectorReport &other);
};

/// How `done` differs from `plan`, as "'linalg.exp' as vector<8xf32>: planned 2
/// times, done 1 times"; nothing if the same ops became the same vectors.
std::optional<std::string> findDifference(const VectorReport &plan,
                                          const VectorReport &done);

/// Plans vectors for `target`, without changing it. The reasons name places,
/// not ops. That an op has no vector form concerns that op alone.
VectorReport planVectors(Operation *target, const VectorTarget &machine);

/// Replaces the structured ops on tensors inside `target` by vectors.
///
/// ```
///   scf.for %m .. step 8 iter_args(%c) {
///     scf.for %k .. step 1 iter_args(%t) {      // carries a tensor
///       linalg.matmul ins(%a, %b) outs(%t)      // 8x32x1
/// ```
/// becomes
/// ```
///   scf.for %m .. step 8 iter_args(%c) {
///     vector.transfer_read %c
///     scf.for %k .. step 1 iter_args(%v) {      // carries vector<8x32xf32>
///       vector.contract %av, %bv, %v
///     vector.transfer_write
/// ```
/// First the target is simplified, `linalg.softmax` and `tensor.pad` are
/// decomposed, and the last iteration of a loop is split off where its tile is
/// partial. An op that does not fit the registers gets loops around a tile that
/// does; a reduction along rows is computed in vectors of partial results.
/// Partial tiles are masked. Loops carry what they accumulate as vectors.
///
/// An op that stays scalar by `plan`, the plan for `target`, stays as it is. Of
/// other ops a part may stay scalar, in its generic form.
VectorReport vectorize(RewriterBase &rewriter, Operation *target,
                       const VectorTarget &machine, const VectorReport &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_VECTORS_VECTORIZE_H

//===- ElementwiseOps.h - Which ops fuse element by element -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about one op or one use that elementwise fusion asks. Which ops are
// merged is decided in MergePlan.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ELEMENTWISE_ELEMENTWISEOPS_H
#define HEDDLE_ANALYSIS_ELEMENTWISE_ELEMENTWISEOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace mlir::heddle {

/// Empty if `op` can become a part of a merged op. Such an op is a generic, a
/// map, a reduce or an all-parallel named op on tensors. It has a use and no
/// effects, and does not read a destination without contents. Otherwise the
/// reason, as the predicate of a sentence about the op. A fill is refused: its
/// readers read its scalar instead.
StringRef findElementwiseObstacle(Operation *op);

inline bool isElementwiseCandidate(Operation *op) {
  return findElementwiseObstacle(op).empty();
}

/// The element of the value of `use` that an iteration of its owner reads. The
/// map is null if the value cannot be computed in the owner: `use` must be an
/// input, or a destination that is read where it is written.
AffineMap getReadMap(OpOperand &use);

/// Maps iterations of the owner of `use` to the iterations of the producer that
/// compute what they read. A null map, and a `reason` about the producer, if
/// the producer cannot be computed in the owner.
AffineMap getProducerLoops(OpOperand &use, StringRef &reason);

/// The constant or the value that all elements read through `use` have; null if
/// there is none.
OpFoldResult getUniformScalar(OpOperand &use);

/// How many times an op is computed. As in other plans, a dynamic extent
/// counts as the nominal one; `isKnown` is then false.
struct RecomputeFactor {
  double value = 1;
  bool isKnown = true;
};

/// The number of iterations of loops with `extents` for each point of a domain
/// with `ownExtents`. `loops` maps the iterations to the points.
RecomputeFactor getRecomputeFactor(ArrayRef<int64_t> ownExtents,
                                   AffineMap loops, ArrayRef<int64_t> extents);
/// "256 times", or a text without a number if the factor is not known.
std::string toText(const RecomputeFactor &factor);

/// True if the body of `op` does more than move what it reads.
bool computesSomething(linalg::LinalgOp op);

/// True if `op` is an op of linalg or linalg_ext that computes tensors.
bool isStructuredOp(Operation *op);

/// The loops whose extents follow from `maps`: those that are a result of a
/// map.
llvm::SmallBitVector getCoveredLoops(ArrayRef<AffineMap> maps,
                                     unsigned numLoops);

/// Finds the values that shapes come from. Follows each chain of destinations
/// once.
class ShapeSources {
public:
  /// A value that has the shape of `value` and is not a result of a linalg op.
  Value get(Value value);

private:
  llvm::DenseMap<Value, Value> known;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_ELEMENTWISE_ELEMENTWISEOPS_H

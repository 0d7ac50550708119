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

/// Empty if `op` can become a part of a merged op: a generic, a map, a reduce
/// or an all-parallel named op, on tensors, without effects, that has a use and
/// reads no destination without contents. Otherwise the reason, as the rest of
/// a sentence about the op. A fill is refused: its readers read its scalar.
StringRef findElementwiseObstacle(Operation *op);

inline bool isElementwiseCandidate(Operation *op) {
  return findElementwiseObstacle(op).empty();
}

/// Which element of the value of `use` an iteration of its candidate reads, if
/// the value can be computed there instead: inputs, and destinations that are
/// read where they are written. A null map otherwise.
AffineMap getReadMap(OpOperand &use);

/// Maps iterations of the candidate that has `use` to the iterations of the
/// candidate that computes what they read. A null map, and a `reason` about the
/// producer, if the one cannot be computed in the other.
AffineMap getProducerLoops(OpOperand &use, StringRef &reason);

/// If all elements that a candidate reads through `use` are one scalar: that
/// constant, or the scalar value.
OpFoldResult getUniformScalar(OpOperand &use);

/// How many times something is computed. A dynamic extent is taken for the
/// nominal one, as in other plans, and the factor is not known then.
struct RecomputeFactor {
  double value = 1;
  bool isKnown = true;
};

/// How many iterations of loops of `extents` there are for each point of a
/// domain of `ownExtents`, to which `loops` maps them.
RecomputeFactor getRecomputeFactor(ArrayRef<int64_t> ownExtents,
                                   AffineMap loops, ArrayRef<int64_t> extents);
/// "256 times", or what can be said if it is not known.
std::string toText(const RecomputeFactor &factor);

/// True if the body of `op` does more than move what it reads.
bool computesSomething(linalg::LinalgOp op);

/// True if `op` is of those that compute tensors: of linalg or linalg_ext.
bool isStructuredOp(Operation *op);

/// The loops whose extents `maps` give: those that are the result of a map.
llvm::SmallBitVector getCoveredLoops(ArrayRef<AffineMap> maps,
                                     unsigned numLoops);

/// Finds the values that shapes come from, along chains of destinations, each
/// chain once.
class ShapeSources {
public:
  /// A value of the shape of `value` that is no result of a linalg op.
  Value get(Value value);

private:
  llvm::DenseMap<Value, Value> known;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_ELEMENTWISE_ELEMENTWISEOPS_H

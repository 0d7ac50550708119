//===- MergedGeneric.h - One generic for several ops ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the op that computes what the ops of one group compute. It replaces
// no use: FuseElementwise.cpp does that.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_MERGEDGENERIC_H
#define HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_MERGEDGENERIC_H

#include "heddle/Analysis/Elementwise/ElementwiseOps.h"
#include "heddle/Analysis/Elementwise/MergePlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// A tensor without contents that has the shape of `source`. It is `source`
/// itself if that has no contents.
Value createEmptyLike(RewriterBase &rewriter, Location loc, Value source,
                      RankedTensorType type);

/// Creates the op of `group` before its last member. `replacements` pairs the
/// results that are kept with those of the new op.
linalg::GenericOp
createMergedGeneric(RewriterBase &rewriter, const ElementwiseGroup &group,
                    ShapeSources &shapes,
                    SmallVectorImpl<std::pair<Value, Value>> &replacements);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_MERGEDGENERIC_H

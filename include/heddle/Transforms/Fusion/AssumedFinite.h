//===- AssumedFinite.h - Arguments that are assumed finite ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a schedule may compute the same as the payload only if some values
// are finite. It declares that by an attribute of the arguments from which
// these values are computed, and `heddle check` reads the attribute.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_ASSUMEDFINITE_H
#define HEDDLE_TRANSFORMS_FUSION_ASSUMEDFINITE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// On an argument: the values that are computed from it are assumed to be
/// finite. Its value names the step that declares it: "'skip_masked' in line
/// 38 of causal.mlir".
inline constexpr StringLiteral kAssumedFiniteAttrName = "heddle.assumed_finite";

/// The arguments of `func` from which one of `values` is computed, in their
/// order. The destinations of an op count as values from which its results are
/// computed.
SmallVector<unsigned> findSourceArguments(func::FuncOp func, ValueRange values);

/// Marks `arguments` of `func`. An argument that is marked already keeps its
/// mark. `step` is the location of what declares it, if it has one.
void assumeFinite(RewriterBase &rewriter, func::FuncOp func,
                  ArrayRef<unsigned> arguments, StringRef option,
                  std::optional<Location> step);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_ASSUMEDFINITE_H

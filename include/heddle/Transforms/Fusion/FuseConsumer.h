//===- FuseConsumer.h - An epilogue in a nest that exists -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes an op that reads what a nest returns in the loops of that nest, tile
// by tile. In which loop, and on which box, is decided in
// Analysis/Fusion/ConsumerPlan.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_FUSECONSUMER_H
#define HEDDLE_TRANSFORMS_FUSION_FUSECONSUMER_H

#include "heddle/Analysis/Fusion/ConsumerPlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct FuseConsumerResult {
  /// The op that computes a tile of the consumer.
  Operation *tiled = nullptr;
  /// The loops around it, outermost first.
  SmallVector<Operation *> loops;
};

/// Does what `plan` says:
///
/// ```mlir
/// %0 = scf.for .. iter_args(%a = %init) {   // the nest
///   %t = ..                                 // loops of a reduction
///   %i = tensor.insert_slice %t into %a
///   scf.yield %i
/// }
/// %1 = linalg.generic ins(%0) outs(%out)    // the consumer
/// ```
///
/// becomes
///
/// ```mlir
/// %1 = scf.for .. iter_args(%o = %out) {
///   %t = ..
///   %s = tensor.extract_slice %o
///   %u = linalg.generic ins(%t) outs(%s)
///   %i = tensor.insert_slice %u into %o
///   scf.yield %i
/// }
/// ```
///
/// Where others read what the nest returned, the loops carry that as well.
/// On success: uses of the consumer read the result of the nest. The consumer
/// is dead, and still in the IR: the caller erases it.
/// Requires: the consumer implements EmissionOpInterface.
FuseConsumerResult fuseConsumer(RewriterBase &rewriter,
                                const ConsumerPlan &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSECONSUMER_H

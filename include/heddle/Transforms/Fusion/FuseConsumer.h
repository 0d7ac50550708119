//===- FuseConsumer.h - An epilogue in a nest that exists -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the computation of an op that reads the results of a nest into the
// loops of that nest, tile by tile. Analysis/Fusion/ConsumerPlan.h decides in
// which loop, and on which box.
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
/// Where other ops read the results of the nest, the loops carry those as well.
/// On success: uses of the consumer read the new result of the nest. The
/// consumer is dead but still in the IR, and the caller erases it.
/// Requires: the consumer implements EmissionOpInterface.
FuseConsumerResult fuseConsumer(RewriterBase &rewriter,
                                const ConsumerPlan &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSECONSUMER_H

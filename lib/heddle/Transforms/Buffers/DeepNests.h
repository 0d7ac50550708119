//===- DeepNests.h - Nests too deep for the analysis ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's one-shot analysis asks twice per loop whether what the loop
// carries is read inside: its time doubles with each loop of a nest.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_DEEPNESTS_H
#define HEDDLE_TRANSFORMS_BUFFERS_DEEPNESTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Inlines the loops of one iteration in `root` where loops that carry values
/// are nested too deeply for the analysis to finish within seconds. Fails, with
/// an error at the innermost loop, if too many loops are left.
LogicalResult flattenDeepNests(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_DEEPNESTS_H

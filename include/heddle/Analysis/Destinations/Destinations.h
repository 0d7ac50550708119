//===- Destinations.h - What an op does with a destination ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an op writes into a value, and how often; and for a structured op,
// whether its result depends on what the destination held. The questions look
// alike and differ:
//
//   linalg.generic, destination not read   reachesAll overwrites readsContents
//   (i, j) -> (j, i)                        yes        yes        no
//   (i, k) -> (i), the k loop runs 8 times  yes        yes        no
//   (i, k) -> (i), k may run 0 times        yes        no         yes
//   (i)    -> (i, 0), on tensor<8x1xf32>    no         yes        no
//   (i)    -> (i, i)                        no         no         yes
//
// Whether the body reads the destination is upstream's question:
// LinalgOp::payloadUsesValueFromOperand. Which buffers result from a write is
// not asked here, and which box of a destination a loop nest covers is in
// Bounds/Box.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H
#define HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::heddle {

/// True if the op that has `use` writes into it, itself or in its body: a
/// destination, or what a loop starts from.
bool isDestination(OpOperand &use);

/// True if `user` may be executed more than once for each execution of `def`:
/// it is in a loop in which `def` is not.
bool isRepeated(Operation *def, Operation *user);

/// True if every element of the result of `init` belongs to an iteration of
/// `op`, provided that each loop that the result has no dim of runs at least
/// once: the dims of the result are distinct loops.
bool reachesAllElements(linalg::LinalgOp op, OpOperand &init);

/// True if `op` writes every element of the result of `init`, in any case: the
/// dims of the result are distinct loops, or the only index of a dim of extent
/// 1, and every other loop has a static extent of at least 1.
bool overwritesDestination(linalg::LinalgOp op, OpOperand &init);

/// True if the result of `init` may depend on what `init` held: the body reads
/// it, or `op` does not overwrite it.
bool readsContents(linalg::LinalgOp op, OpOperand &init);

/// True if the result of `init` may depend on what `init` held, and `init` held
/// something: it is not a tensor.empty.
bool startsFromContents(linalg::LinalgOp op, OpOperand &init);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H

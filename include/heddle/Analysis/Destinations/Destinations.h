//===- Destinations.h - What an op does with a destination ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an op writes into a value, and how often; whether it reads the
// elements of an operand. For a structured op, also whether its result depends
// on the old contents of the destination. These questions look alike but have
// different answers:
//
//   linalg.generic, destination not read   reachesAll overwrites readsContents
//   (i, j) -> (j, i)                        yes        yes        no
//   (i, k) -> (i), the k loop runs 8 times  yes        yes        no
//   (i, k) -> (i), k may run 0 times        yes        no         yes
//   (i)    -> (i, 0), on tensor<8x1xf32>    no         yes        no
//   (i)    -> (i, i)                        no         no         yes
//
// No other file asks LinalgOp::payloadUsesValueFromOperand
// (test/check-layers.py looks): upstream's answer is wrong for linalg.map.
// Bounds/Box.h says which box of a destination a loop nest covers. The buffers
// that result from a write are not a matter of this file.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H
#define HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::heddle {

/// True if the owner of `use` writes into it, itself or in its body: `use` is a
/// destination or the initial value of a loop.
bool isDestination(OpOperand &use);

/// True if `user` may be executed more than once for each execution of `def`:
/// it is in a loop that does not contain `def`.
bool isRepeated(Operation *def, Operation *user);

/// True if the dims of the result of `init` are distinct loops. Every element
/// of the result then belongs to an iteration of `op`, provided that each loop
/// without a dim in the result runs at least once.
bool reachesAllElements(linalg::LinalgOp op, OpOperand &init);

/// True if `op` always writes every element of the result of `init`: each dim
/// of the result is a distinct loop, or has extent 1 and the index 0, and every
/// other loop has a static extent of at least 1.
bool overwritesDestination(linalg::LinalgOp op, OpOperand &init);

/// True if `op` always writes every element of its destination: from the first
/// index of each dim on, and at least as many elements as the dim has, also by
/// its mask. Upstream compares the sizes of the vector and those of the
/// destination one after the other, whatever dims the vector has.
bool overwritesDestination(vector::TransferWriteOp op);

/// True if the body of `op` uses the element of `operand` that belongs to an
/// iteration. `operand` is an input or a destination.
bool bodyReads(linalg::LinalgOp op, OpOperand &operand);

/// True if the body of `op` uses the old elements of a destination.
bool bodyReadsDestination(linalg::LinalgOp op);

/// True if the result of `init` may depend on the contents of `init`: the body
/// reads them, or `op` does not overwrite them.
bool readsContents(linalg::LinalgOp op, OpOperand &init);

/// True if a result of the owner of `use` may hold an element of the value of
/// `use`, or depend on one, or if the owner may load one from memory. False for
/// an op that reads the shape alone. A view of memory does not read the memory
/// that it is a view of; the result of a slice, a reshape or a cast of a tensor
/// holds its elements. Ops of any dialect are asked through interfaces; one
/// that does not say is taken to read. Uses in the regions of an op are uses of
/// their own.
bool readsElements(OpOperand &use);

/// True if the result of `init` may depend on the contents of `init`, and
/// `init` has contents: it is not a tensor.empty.
bool startsFromContents(linalg::LinalgOp op, OpOperand &init);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONS_H

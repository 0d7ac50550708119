//===- KeepInPlace.h - Ops that must write in place -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks ops whose destination the next bufferization must not copy. Bufferize.h
// fails if it would copy one.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H
#define HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Marks each of `targets`: the next bufferization must give its result the
/// buffer of its destination, without a copy. `results` are the numbers of the
/// results that are meant; if it is empty, all results with a destination are
/// meant. `line` is the line of the schedule that asks for it.
///
/// ```mlir
/// %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>)
///     -> tensor<8xf32>
/// ```
/// ```mlir
/// %0 = linalg.exp {heddle.keep_in_place = [...]}
///     ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
/// ```
///
/// The function around an op lists the marks in it, so that a lost mark is
/// noticed. On failure: the IR is untouched; a target is not in a function, or
/// a result has no destination.
LogicalResult keepInPlace(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                          ArrayRef<int64_t> results, Location line);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H

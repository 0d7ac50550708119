//===- KeepInPlace.h - Ops that must write in place -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks ops whose destination the next bufferization must not copy. Whether it
// would is found in Bufferize.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H
#define HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Marks each of `targets`: at the next bufferization, the buffer of its
/// destination becomes that of its result, without a copy. `results` are the
/// numbers of the results that are meant; none means all that have a
/// destination. `line` is the line of the schedule that asks for it.
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
/// The function of an op lists what is kept in it, so that a mark that is lost
/// is noticed. On failure: the IR is untouched; a target is not in a function,
/// or a result has no destination.
LogicalResult keepInPlace(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                          ArrayRef<int64_t> results, Location line);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_KEEPINPLACE_H

//===- ShrinkBuffer.h - A buffer of what one iteration touches --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the buffer between affine loops that were fused smaller. Whether one
// iteration alone touches what it needs is asked before.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H
#define HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H

#include "heddle/Transforms/Loops/FuseAffineLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::heddle {

/// Replaces `memref`, which is allocated, and which only affine loads and stores
/// in `loop` and deallocations use (isPrivateTo), by a buffer of what one iteration of its loops down to `depth`, counted from the
/// outermost one around it, touches, if that is less. Returns none then, else
/// why the IR is untouched.
std::optional<StringRef> shrinkBuffer(RewriterBase &rewriter, Value memref,
                                      affine::AffineForOp loop, unsigned depth,
                                      const AffineFusionOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H

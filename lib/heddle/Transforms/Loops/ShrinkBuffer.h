//===- ShrinkBuffer.h - A buffer of what one iteration touches --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the buffer between affine loops that were fused smaller. The caller
// knows that each iteration touches only its own part.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H
#define HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H

#include "heddle/Transforms/Loops/FuseAffineLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::heddle {

/// Replaces `memref` by a buffer of the region that one iteration accesses, if
/// that is smaller. The iteration is one of the loops down to `depth`, counted
/// from the outermost one around `loop`. Requires that `memref` is allocated,
/// and that only affine loads and stores in `loop` and deallocations use it
/// (isPrivateTo). Returns none on success, else why the IR is untouched.
std::optional<StringRef> shrinkBuffer(RewriterBase &rewriter, Value memref,
                                      affine::AffineForOp loop, unsigned depth,
                                      const AffineFusionOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPS_SHRINKBUFFER_H

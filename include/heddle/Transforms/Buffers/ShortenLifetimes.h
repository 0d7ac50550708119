//===- ShortenLifetimes.h - Buffers live while they are used ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves allocations right before the first use and deallocations right after
// the last use. It does not decide which buffers are freed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_SHORTENLIFETIMES_H
#define HEDDLE_TRANSFORMS_BUFFERS_SHORTENLIFETIMES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Moves each `memref.alloc` under `root` down to its first use and each
/// `memref.dealloc` up to the last use of its buffer, within their blocks:
///
/// ```mlir
/// %a = memref.alloc() : memref<64xf32>
/// %b = memref.alloc() : memref<64xf32>
/// linalg.exp ins(%x) outs(%a)
/// linalg.reduce ins(%a) outs(%s)
/// linalg.negf ins(%x) outs(%b)
/// linalg.copy ins(%b) outs(%y)
/// memref.dealloc %a : memref<64xf32>
/// memref.dealloc %b : memref<64xf32>
/// ```
/// ```mlir
/// %a = memref.alloc() : memref<64xf32>
/// linalg.exp ins(%x) outs(%a)
/// linalg.reduce ins(%a) outs(%s)
/// memref.dealloc %a : memref<64xf32>
/// %b = memref.alloc() : memref<64xf32>
/// linalg.negf ins(%x) outs(%b)
/// linalg.copy ins(%b) outs(%y)
/// memref.dealloc %b : memref<64xf32>
/// ```
///
/// A buffer that something may keep (a function without a body, an address
/// taken as a number, a buffer of buffers) is freed where it was.
///
/// Requires: `root` is a function, or holds the functions that it calls.
/// Returns the number of ops that were moved.
unsigned shortenLifetimes(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_SHORTENLIFETIMES_H

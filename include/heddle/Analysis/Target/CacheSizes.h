//===- CacheSizes.h - Caches of the target ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much of the caches one thread may count on. The sizes that the machine
// reports are in HostProperties.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_TARGET_CACHESIZES_H
#define HEDDLE_ANALYSIS_TARGET_CACHESIZES_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The bytes of the data cache of `level`, 1 to 3: `l1_bytes`, `l2_bytes` or
/// `l3_bytes` of the target of `op`, or else of the machine that this program
/// runs on. Nothing if neither is known, or if the target names no number.
std::optional<int64_t> getCacheBytes(Operation *op, int64_t level);

/// The bytes that one core may count on in the last cache: `l3_bytes`, but at
/// most eight times `l2_bytes`, because many cores share it; `l2_bytes` where
/// there is no third level. They are those of the target of `op`, or else of
/// the machine that this program runs on. Nothing if `l2_bytes` is not known.
std::optional<int64_t> getLastCacheShare(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_TARGET_CACHESIZES_H

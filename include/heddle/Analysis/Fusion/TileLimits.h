//===- TileLimits.h - How much memory a tile may take -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of the payload may say how large its tiles may be when it is fused.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_TILELIMITS_H
#define HEDDLE_ANALYSIS_FUSION_TILELIMITS_H

#include "mlir/Support/LLVM.h"

namespace mlir::heddle {

/// An integer attribute: the most bytes that the results of the op may take in
/// the loop that computes it. A plan in which they may take more is refused.
inline constexpr StringLiteral kMaxTileBytesAttrName = "heddle.max_tile_bytes";

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_TILELIMITS_H

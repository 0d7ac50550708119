//===- TilingFootprints.h - Footprints of any op with tiles -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The footprint model of TilingInterface ops that have none of their own. Only
// LinalgFootprints.cpp uses this.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_TILINGFOOTPRINTS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_TILINGFOOTPRINTS_H

namespace mlir {
class DialectRegistry;

namespace heddle {
void registerTilingFootprints(DialectRegistry &registry);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_ANALYSIS_FOOTPRINT_TILINGFOOTPRINTS_H

//===- PackFootprints.h - Boxes through unpacked layouts --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The footprint model of linalg.unpack. A linalg.pack says itself, through its
// tiling interface, what a tile reads. Only LinalgFootprints.cpp uses this.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_PACKFOOTPRINTS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_PACKFOOTPRINTS_H

namespace mlir {
class MLIRContext;

namespace heddle {
void attachUnpackFootprint(MLIRContext *context);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_ANALYSIS_FOOTPRINT_PACKFOOTPRINTS_H

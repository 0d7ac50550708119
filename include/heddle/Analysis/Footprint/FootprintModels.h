//===- FootprintModels.h - Footprints of upstream's ops ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the footprint interface for linalg ops and for the tensor ops that
// move data. Ops of other dialects bring their own model.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H

namespace mlir {
class DialectRegistry;

namespace heddle {
/// Attaches FootprintOpInterface to every structured linalg op and to
/// tensor.pad, extract_slice, insert_slice, expand_shape, collapse_shape, cast,
/// concat and empty; and to every other op that implements TilingInterface when
/// its dialect is loaded, a model that asks that interface (TilingProbe.h).
void registerFootprintModels(DialectRegistry &registry);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H

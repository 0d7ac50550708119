//===- FootprintModels.h - Footprints of upstream's ops ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the footprint models of ops that do not implement the interface
// themselves. There is one file per op family.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H

namespace mlir {
class DialectRegistry;

namespace heddle {
/// Attaches FootprintOpInterface to the ops of the families in OpFamilies.def,
/// when their dialect is loaded: to structured linalg ops, linalg.unpack and
/// the tensor ops that move data. Every other op that implements
/// TilingInterface gets a model that queries that interface (TilingProbe.h).
void registerFootprintModels(DialectRegistry &registry);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINTMODELS_H

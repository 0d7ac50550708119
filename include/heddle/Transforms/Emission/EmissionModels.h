//===- EmissionModels.h - Tiles of upstream's ops ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the emission models of ops that do not implement the interface
// themselves. There is one file per op family.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_EMISSIONMODELS_H
#define HEDDLE_TRANSFORMS_EMISSION_EMISSIONMODELS_H

namespace mlir {
class DialectRegistry;

namespace heddle {
/// Attaches EmissionOpInterface to the ops of the families in OpFamilies.def,
/// when their dialect is loaded: to each op that registerFootprintModels gives
/// a footprint.
void registerEmissionModels(DialectRegistry &registry);
} // namespace heddle
} // namespace mlir

#endif // HEDDLE_TRANSFORMS_EMISSION_EMISSIONMODELS_H

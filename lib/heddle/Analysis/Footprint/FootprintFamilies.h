//===- FootprintFamilies.h - Registration by op family ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the registration of each op family's footprint models. The families
// are listed in OpFamilies.def.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_FOOTPRINT_FOOTPRINTFAMILIES_H
#define HEDDLE_LIB_ANALYSIS_FOOTPRINT_FOOTPRINTFAMILIES_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::heddle {

#define HEDDLE_OP_FAMILY(Name)                                                 \
  void register##Name##Footprints(DialectRegistry &registry);
#include "heddle/Analysis/Footprint/OpFamilies.def"

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_FOOTPRINT_FOOTPRINTFAMILIES_H

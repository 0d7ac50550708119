//===- EmissionFamilies.h - Registration by op family -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the registration of each op family's emission models. The families
// are listed in OpFamilies.def.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_EMISSION_EMISSIONFAMILIES_H
#define HEDDLE_LIB_TRANSFORMS_EMISSION_EMISSIONFAMILIES_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::heddle {

#define HEDDLE_OP_FAMILY(Name)                                                 \
  void register##Name##Emission(DialectRegistry &registry);
#include "heddle/Analysis/Footprint/OpFamilies.def"

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_EMISSION_EMISSIONFAMILIES_H

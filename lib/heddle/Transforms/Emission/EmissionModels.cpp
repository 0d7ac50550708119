//===- EmissionModels.cpp - Tiles of upstream's ops -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the models of all op families.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/EmissionModels.h"

#include "EmissionFamilies.h"

using namespace mlir;

void heddle::registerEmissionModels(DialectRegistry &registry) {
#define HEDDLE_OP_FAMILY(Name) register##Name##Emission(registry);
#include "heddle/Analysis/Footprint/OpFamilies.def"
}

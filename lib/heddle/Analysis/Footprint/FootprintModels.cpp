//===- FootprintModels.cpp - Footprints of upstream's ops -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the models of all op families.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/FootprintModels.h"

#include "FootprintFamilies.h"

using namespace mlir;

void heddle::registerFootprintModels(DialectRegistry &registry) {
#define HEDDLE_OP_FAMILY(Name) register##Name##Footprints(registry);
#include "heddle/Analysis/Footprint/OpFamilies.def"
}

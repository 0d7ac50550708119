//===- Footprint.cpp - Which box is read for which ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes the generated definitions of the footprint interface. The models of
// ops are in other files.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/Footprint.h"

using namespace mlir;

#include "heddle/Analysis/Footprint/Footprint.cpp.inc"

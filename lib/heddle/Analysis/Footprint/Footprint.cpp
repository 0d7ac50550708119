//===- Footprint.cpp - Which box is read for which ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated definitions of the footprint interface; no model of any op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/Footprint.h"

using namespace mlir;

#include "heddle/Analysis/Footprint/Footprint.cpp.inc"

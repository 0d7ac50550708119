//===- Emission.cpp - How a tile is made ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated definitions of the emission interface. The models of ops are in
// other files.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/Emission.h"

using namespace mlir;

#include "heddle/Transforms/Emission/Emission.cpp.inc"

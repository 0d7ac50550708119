//===- LinalgExtDialect.cpp - The linalg_ext dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the ops. Each op is defined in its own file.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::linalg_ext;

#include "heddle/IR/LinalgExt/LinalgExtOpsDialect.cpp.inc"

#include "heddle/IR/LinalgExt/LinalgExtInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/IR/LinalgExt/LinalgExtOps.cpp.inc"

void LinalgExtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "heddle/IR/LinalgExt/LinalgExtOps.cpp.inc"
      >();
}

//===- LinalgExt.h - The linalg_ext dialect ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its interface and its ops. The models of Heddle's own interfaces
// are in the libraries that define these.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_LINALGEXT_H
#define HEDDLE_IR_LINALGEXT_LINALGEXT_H

#include "heddle/IR/LinalgExt/StructuredOps.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "heddle/IR/LinalgExt/LinalgExtOpsDialect.h.inc"
#include "heddle/IR/LinalgExt/MatmulLayout.h.inc"

namespace mlir::linalg_ext {
inline MatmulLayout getMatmulLayout(bool transposesLhs, bool transposesRhs) {
  if (transposesLhs)
    return transposesRhs ? MatmulLayout::TT : MatmulLayout::TN;
  return transposesRhs ? MatmulLayout::NT : MatmulLayout::NN;
}
} // namespace mlir::linalg_ext

#define GET_OP_CLASSES
#include "heddle/IR/LinalgExt/LinalgExtOps.h.inc"

namespace mlir::linalg_ext {
/// An i1: whether a safe softmax divides by the float `sum`, which is positive
/// and finite then, and not by 1.
Value createIsDivisor(OpBuilder &builder, Location loc, Value sum);

/// `sum` where createIsDivisor is true, and 1 elsewhere.
Value createSafeDivisor(OpBuilder &builder, Location loc, Value sum);
} // namespace mlir::linalg_ext

#endif // HEDDLE_IR_LINALGEXT_LINALGEXT_H

//===- HeddleTransformBase.td - Base of our transform ops -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all transform ops of Heddle share. Each family of ops has its own file.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD
#define HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD

include "mlir/Dialect/Transform/IR/TransformAttrs.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

/// A transform op whose class lives in mlir::heddle.
class Heddle_TransformOp<string mnemonic, list<Trait> traits = []>
    : TransformDialectOp<mnemonic, traits> {
  let cppNamespace = "::mlir::heddle";
}

#endif // HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD

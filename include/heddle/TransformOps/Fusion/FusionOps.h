//===- FusionOps.h - Transform ops that fuse --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that tile roots and fuse other ops with them. The algorithms
// are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H

#include "heddle/Analysis/Fusion/Recurrence.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::heddle {

/// Fails if there are more operands and results than any payload needs.
LogicalResult
verifyNumHandles(size_t number,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

/// Upstream's verifiers of transform ops look at each effect for each operand
/// and result: with 100,000 of them they take minutes. So the parser limits
/// their number, and so does this trait, which is listed before the interface.
template <typename ConcreteType>
class LimitedHandlesTrait
    : public OpTrait::TraitBase<ConcreteType, LimitedHandlesTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyNumHandles(op->getNumOperands() + op->getNumResults(),
                            [op] { return op->emitOpError(); });
  }
};

} // namespace mlir::heddle

#define GET_OP_CLASSES
#include "heddle/TransformOps/Fusion/FusionOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H

//===- StructureTensors.h - Structured ops of tensor arithmetic -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frontends write arith, math, gathers and scatters on whole tensors. Here they
// become structured ops, which can be fused, tiled, vectorized and bufferized.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_ELEMENTWISE_STRUCTURETENSORS_H
#define HEDDLE_TRANSFORMS_ELEMENTWISE_STRUCTURETENSORS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// True if `op` computes tensors and `structureTensors` makes a structured op
/// of it: an op with the trait ElementwiseMappable whose operands and results
/// are ranked tensors, `tensor.gather`, or `tensor.scatter`. Ops whose tensors
/// have an encoding stay as they are.
bool canBeStructured(Operation *op);

/// Makes structured ops of the ops under `root` that can be structured:
///
///   arith.addf %x, %y             linalg.generic
///   tensor.gather %x[%i]          linalg.generic that extracts from %x
///   tensor.scatter %x into %y[%i] linalg_ext.scatter {unique_indices}
void structureTensors(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_ELEMENTWISE_STRUCTURETENSORS_H

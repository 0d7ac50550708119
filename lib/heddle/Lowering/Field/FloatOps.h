//===- FloatOps.h - What an op does with floats -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the ops of a lowered function: those that compute floats, those that
// only move them, and those that have no meaning in a field.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_FIELD_FLOATOPS_H
#define HEDDLE_LIB_LOWERING_FIELD_FLOATOPS_H

#include "heddle/Lowering/Field/FieldOps.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle::field {

/// An op that computes floats, or that converts floats to integers.
struct FloatOp {
  Operation *op = nullptr;
  FieldOp kind = FieldOp::Add;
  /// The number of the op for the runtime.
  int64_t code = 0;
  /// The operands have to be exchanged, so that a constant comes second.
  bool isSwapped = false;
  /// For MultiplyAdd: the operand of the sum `op` that is a product with no
  /// other reader.
  std::optional<unsigned> product;
};

/// Whether a type or its elements are floats.
bool hasFloats(Type type);

/// Whether `op` has operands, results or elements that are floats.
bool usesFloats(Operation *op);

/// Whether an operand or a result of `op` is a vector of unknown length.
bool hasScalableVectors(Operation *op);

/// Whether `op` moves floats, whatever their type is. A select and a conversion
/// between floats do.
bool movesFloats(Operation *op);

/// The ops of `module` that compute floats, in the order of a walk. Emits an
/// error on the first op that cannot be converted.
FailureOr<std::vector<FloatOp>> collectFloatOps(ModuleOp module);

/// Replaces all float types of `module` by `type`, f64 or i64, and each float
/// constant by the bits that `convert` gives.
void replaceFloats(
    ModuleOp module, Type type,
    llvm::function_ref<llvm::APInt(const llvm::APFloat &)> convert);

/// The floats, and vectors of floats, that may have any value.
SmallVector<ub::PoisonOp> collectPoison(ModuleOp module);

/// Sets floats that may have any value, such as masked-off lanes, to 1: what is
/// computed of them then says nothing about the function.
void definePoison(RewriterBase &rewriter, ModuleOp module);

/// Expands reductions of vectors, masked ones included, and atomic updates into
/// ops on scalars and vectors. After that, each op on floats is one operation
/// whose order is explicit.
void expandFloatOps(RewriterBase &rewriter, ModuleOp module);

/// Enlarges byte buffers that are viewed as floats for elements of 8 bytes.
/// Emits an error on a view that cannot be widened.
LogicalResult widenByteViews(RewriterBase &rewriter, ModuleOp module);

} // namespace mlir::heddle::field

#endif // HEDDLE_LIB_LOWERING_FIELD_FLOATOPS_H

//===- IncludeDefaults.cpp - Includes that leave params out ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds the ops that give params their defaults. Whether a default has the type
// of its param is left to the verifier of that op.
//
//===----------------------------------------------------------------------===//

#include "IncludeDefaults.h"

#include "ParamRange.h"
#include "SequenceAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

/// Adds the operands for `sequence` that `include` lacks.
static LogicalResult addDefaults(transform::IncludeOp include,
                                 NamedSequenceOp sequence) {
  OpBuilder builder(include);
  SmallVector<Value> operands(include.getOperands());
  ArrayRef<Type> types = sequence.getArgumentTypes();
  for (unsigned i = operands.size(), e = types.size(); i != e; ++i) {
    if (!isa<transform::TransformParamTypeInterface>(types[i]))
      return success(); // The verifier says what is missing.
    Attribute value = sequence.getArgAttr(i, kDefaultAttrName);
    auto name = sequence.getArgAttrOfType<StringAttr>(i, kParamAttrName);
    if (!value) {
      InFlightDiagnostic diag = emitError(include.getLoc())
                                << "expects " << types.size()
                                << " operands for '@" << sequence.getName()
                                << "', but got " << include->getNumOperands()
                                << "; param ";
      if (name)
        diag << name << " has no default";
      else
        diag << i << " has no default";
      diag.attachNote(sequence.getLoc()) << "the sequence";
      return diag;
    }
    operands.push_back(transform::ParamConstantOp::create(
        builder, include.getLoc(), types[i], value));
  }
  include->setOperands(operands);
  return success();
}

/// Compares the constants that `include` passes with the ranges of `sequence`.
static LogicalResult checkRanges(transform::IncludeOp include,
                                 NamedSequenceOp sequence) {
  size_t most = std::min<size_t>(include->getNumOperands(),
                                 sequence.getArgumentTypes().size());
  for (unsigned i = 0; i < most; ++i) {
    auto constant =
        include->getOperand(i).getDefiningOp<transform::ParamConstantOp>();
    if (constant && failed(checkParamRange(include.getLoc(), sequence, i,
                                           constant.getValue())))
      return failure();
  }
  return success();
}

LogicalResult heddle::addIncludeDefaults(ModuleOp module) {
  SymbolTableCollection symbols;
  auto result = module.walk([&](transform::IncludeOp include) {
    auto sequence = symbols.lookupNearestSymbolFrom<NamedSequenceOp>(
        include, include.getTargetAttr());
    if (!sequence)
      return WalkResult::advance();
    if (include->getNumOperands() < sequence.getArgumentTypes().size() &&
        failed(addDefaults(include, sequence)))
      return WalkResult::interrupt();
    return WalkResult(checkRanges(include, sequence));
  });
  return failure(result.wasInterrupted());
}

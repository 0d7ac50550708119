//===- MatchOps.cpp - Steps of matchers -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These ops match the types of an op, and properties of its computation that
// upstream's ops do not match.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Matching/MatchOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/Analysis/Kernels/ElementScale.h"
#include "heddle/Analysis/Kernels/IndexMask.h"
#include "heddle/Analysis/Kernels/RowStatistics.h"
#include "heddle/Analysis/Kernels/WindowOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Vectors/ExpandZeroPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Matching/MatchOps.cpp.inc"

/// Calls `match` with each op that `handle` names, until one does not match.
static DiagnosedSilenceableFailure matchTargets(
    transform::TransformOpInterface op, transform::TransformState &state,
    Value handle,
    llvm::function_ref<DiagnosedSilenceableFailure(Operation *)> match) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", handle, targets);
  for (Operation *target : targets) {
    if (!status.succeeded())
      break;
    status = match(target);
  }
  return status;
}

DiagnosedSilenceableFailure
MatchTensorsOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  auto match = [&](Operation *target) -> DiagnosedSilenceableFailure {
    if (target->getNumResults() == 0)
      return emitSilenceableError() << "expects an op on tensors, but '"
                                    << target->getName() << "' has no result";
    SmallVector<Type> types(target->getOperandTypes());
    llvm::append_range(types, target->getResultTypes());
    for (Type type : types)
      if (isa<ShapedType>(type) && !isa<TensorType>(type))
        return emitSilenceableError()
               << "expects an op on tensors, but '" << target->getName()
               << "' has a " << type;
    return DiagnosedSilenceableFailure::success();
  };
  return matchTargets(*this, state, getTarget(), match);
}

LogicalResult MatchWindowOp::verify() {
  if (getNames().empty())
    return emitOpError("expects the name of an op");
  for (StringRef name : getNames().getAsValueRange<StringAttr>())
    if (failed(verifyChoice(getOperation(), "names", name, getWindowOpNames())))
      return failure();
  return success();
}

DiagnosedSilenceableFailure
MatchWindowOp::apply(transform::TransformRewriter &,
                     transform::TransformResults &,
                     transform::TransformState &state) {
  auto match = [&](Operation *target) -> DiagnosedSilenceableFailure {
    if (llvm::none_of(getNames().getAsValueRange<StringAttr>(),
                      [&](StringRef name) { return isWindowOp(target, name); }))
      return emitSilenceableError()
             << "expects an op that computes " << getNames() << ", but '"
             << target->getName() << "' does not";
    return DiagnosedSilenceableFailure::success();
  };
  return matchTargets(*this, state, getTarget(), match);
}

DiagnosedSilenceableFailure
MatchIndexMaskOp::apply(transform::TransformRewriter &,
                        transform::TransformResults &,
                        transform::TransformState &state) {
  auto match = [&](Operation *target) -> DiagnosedSilenceableFailure {
    if (!isMaskedByIndices(target))
      return emitSilenceableError()
             << "expects rows of which a comparison of linalg.index values "
                "makes some -inf, but '"
             << target->getName() << "' is not computed from any";
    return DiagnosedSilenceableFailure::success();
  };
  return matchTargets(*this, state, getTarget(), match);
}

DiagnosedSilenceableFailure
MatchNormalizationOp::apply(transform::TransformRewriter &,
                            transform::TransformResults &,
                            transform::TransformState &state) {
  auto match = [&](Operation *target) -> DiagnosedSilenceableFailure {
    RowStatistics rows = findRowStatistics(target);
    std::optional<NormalizationKind> kind = rows.getKind();
    auto refuse = [&] {
      return emitSilenceableError()
             << "expects the end of a normalization of kind \""
             << stringifyNormalizationKind(getKind()) << "\", but '"
             << target->getName() << "' ";
    };
    if (!kind)
      return refuse() << "combines its rows with no reduction of them";
    if (kind != getKind())
      return refuse() << "is in one of kind \""
                      << stringifyNormalizationKind(*kind) << '"';
    if (isStepOfRows(target, rows.rowDims))
      return refuse() << "is a step before another reduction of its rows";
    return DiagnosedSilenceableFailure::success();
  };
  return matchTargets(*this, state, getTarget(), match);
}

DiagnosedSilenceableFailure
MatchIntegerProductOp::apply(transform::TransformRewriter &,
                             transform::TransformResults &,
                             transform::TransformState &state) {
  auto isPair = [](Operation *factor, Operation *sum) {
    return isa<arith::MulIOp>(factor) && isa<arith::AddIOp>(sum);
  };
  auto match = [&](Operation *target) -> DiagnosedSilenceableFailure {
    auto structured = dyn_cast<linalg::LinalgOp>(target);
    if (hasZeroPoints(target) ||
        (structured &&
         linalg::detail::isContractionBody(*structured.getBlock(), isPair)))
      return DiagnosedSilenceableFailure::success();
    return emitSilenceableError()
           << "expects a sum of products of integers, but got '"
           << target->getName() << "'";
  };
  return matchTargets(*this, state, getTarget(), match);
}

LogicalResult GetOperandSourceOp::verify() {
  if (int64_t number = getNumberAttr().getInt(); number < 0)
    return emitOpError("expects the number of an operand, but got ") << number;
  return success();
}

/// What `value` is a reshape or a cast of, or, if `scaled`, what it scales;
/// null if it is computed otherwise.
static Value getReshapedOrScaled(Value value, bool scaled) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<tensor::CastOp, tensor::CollapseShapeOp,
                      tensor::ExpandShapeOp>(op))
    return op->getOperand(0);
  return op && scaled ? getScaledOperand(op) : Value();
}

DiagnosedSilenceableFailure GetOperandSourceOp::applyToTargets(
    transform::TransformRewriter &, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  SmallVector<Operation *> sources;
  for (Operation *target : targets) {
    auto refuse = [&] {
      return emitSilenceableError() << "expects operand " << getNumber()
                                    << " of '" << target->getName() << "' ";
    };
    if (getNumber() >= target->getNumOperands())
      return refuse() << "to exist, but there are " << target->getNumOperands();
    Value value = target->getOperand(getNumber());
    while (Value input = getReshapedOrScaled(value, getScaled()))
      value = input;
    if (!value.getDefiningOp())
      return refuse() << "to be computed, but it comes from an argument";
    auto type = dyn_cast<ShapedType>(value.getType());
    if (getRank() &&
        (!type || !type.hasRank() || type.getShape().size() != *getRank()))
      return refuse() << "to come from a result of " << *getRank()
                      << " dims, but got " << value.getType();
    sources.push_back(value.getDefiningOp());
  }
  results.set(cast<OpResult>(getSource()), sources);
  return DiagnosedSilenceableFailure::success();
}

//===- ReshapingOps.cpp - Ops that give an op another form ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// collapse_dims, fold_reshapes, transpose_results and outline: checks all
// targets, then rewrites them. The algorithms are in Transforms.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Tiling/TilingOps.h"
#include "heddle/Transforms/Tiling/CollapseDims.h"
#include "heddle/Transforms/Tiling/FoldReshapes.h"
#include "heddle/Transforms/Tiling/Outline.h"
#include "heddle/Transforms/Tiling/TransposeResults.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// collapse_dims
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure CollapseDimsOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  SmallVector<ReassociationIndices> groups;
  for (auto group : getDims().getAsRange<ArrayAttr>()) {
    ReassociationIndices &dims = groups.emplace_back();
    for (auto dim : group.getAsRange<IntegerAttr>())
      dims.push_back(dim.getInt());
  }
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  for (Operation *target : distinct)
    if (std::optional<Reason> reason = checkCollapseDims(target, groups))
      return refuseTarget(*this, *reason);
  SmallVector<Operation *> made;
  for (Operation *target : distinct)
    made.push_back(collapseDims(rewriter, target, groups));
  results.set(cast<OpResult>(getCollapsed()), made);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// fold_reshapes
//===----------------------------------------------------------------------===//

LogicalResult FoldReshapesOp::verify() {
  if (int64_t rank = getRankAttr().getInt(); rank < 2)
    return emitOpError("expects 'rank' >= 2, but got ") << rank;
  return success();
}

/// Says which operands of `product` are still reshaped.
static void remarkReshapes(FoldReshapesOp op, Operation *product) {
  for (OpOperand &operand : product->getOpOperands()) {
    // The first reshape is one of the payload.
    Operation *reshape = nullptr;
    for (Operation *def = operand.get().getDefiningOp();
         isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(def);
         def = def->getOperand(0).getDefiningOp())
      reshape = def;
    if (!reshape)
      continue;
    InFlightDiagnostic remark =
        op.emitRemark() << "operand " << operand.getOperandNumber()
                        << " of the target is still reshaped: the reshape is "
                           "not of the first of "
                        << op.getRank()
                        << " dims, or its sizes are not known to be equal";
    remark.attachNote(product->getLoc()) << "the target";
    remark.attachNote(reshape->getLoc()) << "the reshape";
  }
}

DiagnosedSilenceableFailure FoldReshapesOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  for (Operation *target : distinct)
    if (std::optional<Reason> reason = checkFoldReshapes(target))
      return refuseTarget(*this, *reason);
  // A product may be before another one.
  SmallVector<Operation *> current(distinct.begin(), distinct.end());
  auto replaced = [&](Operation *before, Operation *after) {
    llvm::replace(current, before, after);
    (void)rewriter.notifyPayloadOperationReplaced(before, after);
  };
  for (size_t i = 0; i < current.size(); ++i)
    foldReshapes(rewriter, current[i], getRank(), replaced);
  for (Operation *product : current)
    remarkReshapes(*this, product);
  results.set(cast<OpResult>(getFolded()), current);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// transpose_results
//===----------------------------------------------------------------------===//

LogicalResult TransposeResultsOp::verify() {
  ArrayRef<int64_t> permutation = getPermutation();
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, sorted.size())))
    return emitOpError("expects 'permutation' to be a permutation of 0 to ")
           << int64_t(sorted.size()) - 1 << ", but got [" << permutation << "]";
  if (llvm::is_sorted(permutation))
    return emitOpError("expects 'permutation' to reorder dims, but got [")
           << permutation << "]";
  return success();
}

DiagnosedSilenceableFailure TransposeResultsOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  TransposeResultsOptions options{getPermutation(), getInterchange()};
  if (std::optional<Reason> reason = checkTransposeResults(targets, options)) {
    if (!getBestEffort())
      return refuseTarget(*this, *reason);
    InFlightDiagnostic remark = emitRemark("changes nothing: ") << reason->text;
    remark.attachNote(reason->loc) << "the target";
    attachNotes(*remark.getUnderlyingDiagnostic(), *reason);
    results.set(cast<OpResult>(getTransposed()), ArrayRef<Operation *>());
    return DiagnosedSilenceableFailure::success();
  }
  auto replaced = [&](Operation *before, Operation *after) {
    // It fails if no handle names the reader.
    (void)rewriter.notifyPayloadOperationReplaced(before, after);
  };
  results.set(cast<OpResult>(getTransposed()),
              transposeResults(rewriter, targets, options, replaced));
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// outline
//===----------------------------------------------------------------------===//

LogicalResult OutlineOp::verify() {
  if (getFuncName().empty())
    return emitOpError("expects 'func_name' to be a name, but got \"\"");
  return success();
}

DiagnosedSilenceableFailure OutlineOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  OutlineOptions options{getFuncName(), getLibcall()};
  if (std::optional<Reason> reason =
          checkOutline(distinct.getArrayRef(), options))
    return refuseTarget(*this, *reason);
  llvm::SetVector<Operation *> functions;
  SmallVector<Operation *> calls;
  for (Operation *target : distinct) {
    func::CallOp call = outline(rewriter, target, options);
    calls.push_back(call);
    functions.insert(
        SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
  }
  results.set(cast<OpResult>(getFunctions()), functions.getArrayRef());
  results.set(cast<OpResult>(getCalls()), calls);
  return DiagnosedSilenceableFailure::success();
}

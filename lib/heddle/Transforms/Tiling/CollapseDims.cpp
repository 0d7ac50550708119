//===- CollapseDims.cpp - One dim of several ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream collapses the dims, if each operand has all dims of a group side by
// side, or none of them. It asks its callers to know that.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/CollapseDims.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;
using llvm::formatv;

/// What is wrong with the groups themselves.
static std::string findWrongGroup(linalg::GenericOp op,
                                  ArrayRef<ReassociationIndices> groups) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  int64_t next = 0;
  bool collapses = false;
  for (const ReassociationIndices &group : groups) {
    collapses |= group.size() > 1;
    for (int64_t dim : group) {
      if (dim != next++)
        return formatv(
            "expects groups of the dims 0 to {0} in their order, but "
            "got {1} at place {2}",
            int64_t(types.size()) - 1, dim, next - 1);
      if (dim >= int64_t(types.size()))
        return formatv("has {0} dims, but got dim {1}", types.size(), dim);
      if (types[dim] != types[group.front()])
        return formatv("dims {0} and {1} are not both parallel or both "
                       "reductions",
                       group.front(), dim);
    }
  }
  if (next != int64_t(types.size()))
    return formatv("has {0} dims, but got groups of {1}", types.size(), next);
  return collapses ? "" : "each group has one dim: nothing is collapsed";
}

/// What is wrong with an operand.
static std::string findWrongOperand(linalg::GenericOp op,
                                    ArrayRef<ReassociationIndices> groups) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    unsigned number = operand.getOperandNumber();
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (type && type.getEncoding())
      return formatv("operand {0} has an encoding, which a reshape would drop",
                     number);
    if (!map.isProjectedPermutation())
      return formatv(
          "operand {0} is read through {1}, where dims are more than "
          "picked",
          number, map);
    for (const ReassociationIndices &group : groups)
      if (!linalg::isDimSequencePreserved(map, group))
        return formatv("operand {0} does not have the dims {1} to {2} side by "
                       "side",
                       number, group.front(), group.back());
  }
  return "";
}

std::optional<Reason>
heddle::checkCollapseDims(Operation *op,
                          ArrayRef<ReassociationIndices> groups) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return Reason(
        op, formatv("expects 'linalg.generic', but got '{0}'", op->getName()));
  if (!generic.hasPureTensorSemantics() || generic.getNumResults() == 0)
    return Reason(op, "is not on tensors");
  std::string wrong = findWrongGroup(generic, groups);
  if (wrong.empty())
    wrong = findWrongOperand(generic, groups);
  return wrong.empty() ? std::nullopt : std::optional(Reason(op, wrong));
}

Operation *heddle::collapseDims(RewriterBase &rewriter, Operation *op,
                                ArrayRef<ReassociationIndices> groups) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> collapsed = linalg::collapseOpIterationDims(
      cast<linalg::LinalgOp>(op), groups, rewriter);
  assert(succeeded(collapsed) && "upstream has no other reason");
  rewriter.replaceOp(op, collapsed->results);
  return collapsed->collapsedOp;
}

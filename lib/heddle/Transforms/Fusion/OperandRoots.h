//===- OperandRoots.h - The roots of fuse_operands --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What both forms of fuse_operands share: the ops that compute operands, and
// the check that nothing else is left outside.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FUSION_OPERANDROOTS_H
#define HEDDLE_LIB_TRANSFORMS_FUSION_OPERANDROOTS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::heddle {

/// The ops that compute the operands of `target`, once each and in the order of
/// the block. On failure `reason` says why an operand has none.
FailureOr<SmallVector<Operation *>>
findOperandRoots(Operation *target, std::optional<Reason> &reason);

/// Fails if an op other than an empty, a constant or a fill is in `leftOut`.
LogicalResult checkWhole(ArrayRef<Reason> leftOut,
                         std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_FUSION_OPERANDROOTS_H

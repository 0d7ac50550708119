//===- Footprint.h - Which box is read for which ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface that ops implement to take part in fusion plans, and the types
// that it returns. Code that the models of many ops share is in
// lib/heddle/Analysis/Footprint/ResultFootprint.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H
#define HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::heddle {

/// The iteration space of an op, or why there is none.
struct IterationDomain {
  IterationDomain(SmallVector<Bound> extents) : extents(std::move(extents)) {}
  /// `text` says why `op` cannot be computed by boxes, and follows "it".
  static IterationDomain refuse(Operation *op, const Twine &text) {
    IterationDomain domain(SmallVector<Bound>{});
    domain.obstacle = Reason(op, text);
    return domain;
  }

  /// One per iteration dim; empty if there is an obstacle.
  SmallVector<Bound> extents;
  std::optional<Reason> obstacle;
};

/// How an op uses one of its operands.
enum class OperandRole {
  /// Sliced and read.
  Input,
  /// A destination whose elements the op reads.
  ReadDestination,
  /// A destination that carries no data in.
  UnreadDestination,
  /// Not sliced: a scalar, an index, a whole value.
  Whole,
};

/// The role of an operand of a structured op: each tensor is sliced.
OperandRole getStructuredRole(OpOperand &operand);

} // namespace mlir::heddle

#include "heddle/Analysis/Footprint/Footprint.h.inc"

#endif // HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H

//===- LoopKind.h - Are the iterations of a loop independent ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves that the iterations of a loop on tensors are independent, or finds
// that they accumulate. Transforms/Loops/LoopHint.h labels loops with the
// answer.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H
#define HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::heddle {

enum class LoopKind {
  /// The iterations are proved independent: any order gives the same result.
  Parallel,
  /// Not parallel. All values that iterations pass on are accumulated by ops
  /// with reduction dims.
  Reduction,
  /// Nothing is proved.
  Unknown,
};

/// The attribute of a labelled loop: "parallel" or "reduction".
constexpr StringLiteral kLoopKindAttr = "heddle.loop_kind";

struct LoopClass {
  LoopKind kind = LoopKind::Unknown;
  /// Why the loop is not parallel; nullopt if it is.
  std::optional<Reason> obstacle;
};

/// Classifies `loop`. Its iterations are independent if nothing in it has
/// effects, and if every tensor that it carries is read and written only
/// through windows that do not overlap between iterations.
LoopClass classifyLoop(scf::ForOp loop);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H

//===- LoopKind.h - Are the iterations of a loop independent ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves that the iterations of a loop on tensors are independent, or finds
// that they accumulate. Labelling loops with the answer is in
// Transforms/LoopHint.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H
#define HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::heddle {

enum class LoopKind {
  /// The iterations are proved independent: any order gives the same.
  Parallel,
  /// Not parallel, and all that iterations pass on is accumulated by ops with
  /// reduction dims.
  Reduction,
  /// Nothing is proved.
  Unknown,
};

/// The attribute of a labelled loop: "parallel" or "reduction".
constexpr StringLiteral kLoopKindAttr = "heddle.loop_kind";

struct LoopClass {
  LoopKind kind = LoopKind::Unknown;
  /// Why it is not parallel; none if it is.
  std::optional<Reason> obstacle;
};

/// Classifies `loop`. Independent means: nothing in it has effects, and every
/// tensor that it carries is read and written through windows only, such that
/// no window of one iteration meets one of another.
LoopClass classifyLoop(scf::ForOp loop);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LOOPKIND_H

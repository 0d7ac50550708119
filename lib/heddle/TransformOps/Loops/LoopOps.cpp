//===- LoopOps.cpp - Transform ops on loops -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and application of the ops that look at or change loops. The
// algorithms are plain functions in Analysis and Transforms.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Loops/LoopOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Loops/LoopHint.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Loops/LoopOps.cpp.inc"

//===----------------------------------------------------------------------===//
// TileLoopHintOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure TileLoopHintOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &) {
  for (Operation *target : targets) {
    if (target->getParentOfType<scf::ForOp>())
      continue;
    DiagnosedSilenceableFailure status =
        emitSilenceableError() << "expects an 'scf.for' around the target";
    status.attachNote(target->getLoc()) << "the target";
    return status;
  }
  for (Operation *target : targets)
    for (auto &[loop, answer] : hintLoops(rewriter, target))
      if (getExplain() && answer.kind != LoopKind::Parallel)
        (loop->emitRemark("not parallel: ") << answer.obstacle->text)
                .attachNote(answer.obstacle->loc)
            << "this op";
  return DiagnosedSilenceableFailure::success();
}

//===- DataFlowLimits.h - What upstream's analyses miss ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds ops for which upstream's sparse data flow analyses (constants and
// integer ranges) give wrong results.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H
#define HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The first op in `root` whose results the analyses do not compute; null if
/// there is none. The analyses miss what an scf.forall inserts in parallel, so
/// they assume that a shared tensor keeps its initial value. They also skip a
/// terminator with an operand that they did not compute. Around such a
/// terminator they assume that all values that the loop carries keep their
/// initial values.
Operation *findOpWithUnknownResults(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H

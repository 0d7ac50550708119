//===- DataFlowLimits.h - What upstream's analyses miss ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around which ops upstream's sparse data flow analyses, those of constants and
// of integer ranges, are wrong.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H
#define HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The first op in `root` for whose results the analyses find no value; null if
/// there is none. They find none for what an scf.forall inserts in parallel, so
/// they take the start of a shared tensor for all that it ever holds. And they
/// look at no terminator that has an operand without a value: they take a loop
/// that yields one to keep all its starts.
Operation *findOpWithUnknownResults(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_DATAFLOWLIMITS_H

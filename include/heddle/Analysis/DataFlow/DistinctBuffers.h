//===- DistinctBuffers.h - Buffers without common elements ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether two memrefs may be one buffer. Other files decide which of
// its elements an op touches.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_DISTINCTBUFFERS_H
#define HEDDLE_ANALYSIS_DATAFLOW_DISTINCTBUFFERS_H

#include "heddle/Analysis/DataFlow/Views.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include <optional>

namespace mlir::heddle {

/// The number of the function argument that `value` is, or none.
std::optional<unsigned> getFunctionArgument(Value value);

/// True if the buffers of the two memrefs have no element in common. Two
/// arguments of a function may be one buffer unless one is `llvm.noalias`.
bool areDistinctBuffers(AliasAnalysis &aliases, Value a, Value b);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_DISTINCTBUFFERS_H

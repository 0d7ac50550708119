//===- Footprint.h - Which box is read for which ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface that ops implement to take part in fusion plans. Its questions
// and answers are declared here; boxes and bounds belong to Analysis.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H
#define HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H

#include "mlir/IR/OpDefinition.h"
#include <string>

namespace mlir::heddle {

class Bound;
struct Box;
class ExtentTable;

/// What an op does with one of its operands.
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

} // namespace mlir::heddle

#include "heddle/Analysis/Footprint/Footprint.h.inc"

#endif // HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_H

//===- NestReport.h - What is in which loop ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the loops of a function and what they compute. It looks at the IR
// alone and not at how it was made.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_NESTREPORT_H
#define HEDDLE_ANALYSIS_LOOPS_NESTREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace mlir::heddle {

/// One line of the report: a loop, a buffer, or the ops that came from one
/// payload op.
struct NestLine {
  unsigned depth; ///< the number of loops and branches around it
  std::string text;
  std::optional<Location> loc; ///< of the payload op that it computes
};

/// An outermost loop of the function, or the ops between two outermost loops.
struct Nest {
  SmallVector<NestLine> lines;
  /// Arithmetic ops, counted once per vector element, masked or not. A loop
  /// with an unknown trip count counts as one trip.
  double operations = 0;
  /// The bytes that are read from and written to buffers.
  double bytes = 0;
  bool hasUnknownTrips = false;
};

struct NestReport {
  std::string function;
  std::vector<Nest> nests;

  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// Describes `function`, on tensors or on buffers.
NestReport describeNests(FunctionOpInterface function);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_NESTREPORT_H

//===- NestReport.h - What is in which loop ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the loops of a function and what they compute, whatever made them.
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

/// A loop, a buffer, or ops of one place of the payload.
struct NestLine {
  unsigned depth; ///< the number of loops and branches around it
  std::string text;
  std::optional<Location> loc; ///< of the payload op that it computes
};

/// A loop that no other one of the function is around, or what stands between
/// two such loops.
struct Nest {
  SmallVector<NestLine> lines;
  /// Sums, products and the like, one for each element of a vector, masked or
  /// not. A loop whose trips are not known counts as one trip.
  double operations = 0;
  /// What is read from and written to buffers.
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

//===- FormulaReport.h - What runs in a finite field showed -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One of the judgments of a check: do both functions compute the same formulas?
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_FORMULAREPORT_H
#define HEDDLE_EXECUTION_CHECK_FORMULAREPORT_H

#include "heddle/Execution/Check/Compare.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::heddle {

struct Packer;
struct Unpacker;

struct FormulaReport {
  enum Outcome {
    NotRun,    ///< the function has no floats, or was not run
    Equal,     ///< in every element
    Different, ///< an element differs, and nothing excuses it
    Undecided  ///< `reason` says why
  };
  Outcome outcome = NotRun;
  std::string reason;
  /// Where the scheduled function is less stable on large numbers than the
  /// payload; "" if it is not.
  std::string instability;
  /// Sizes and draws of numbers, and how many points of the field in all.
  unsigned runs = 0, points = 0;
  /// Runs that were not made because the others took too long.
  unsigned runsLeftOut = 0;
  /// Runs on large numbers, for stability, that were left out for that reason.
  unsigned largeRunsLeftOut = 0;
  /// Elements compared, and the counts of both functions at all points.
  int64_t elements = 0, functions = 0, divisions = 0, comparisons = 0;
  /// Comparisons of numbers that are too close for f64 to tell apart.
  int64_t nearComparisons = 0;
  /// For Different: which output, where, and in which run.
  std::string result, inputs;
  std::optional<Difference> difference;

  /// "equal as formulas (...)", or the reason why that is not decided; "" if
  /// nothing was run.
  std::string describe() const;
  void pack(Packer &packer) const;
  static FormulaReport unpack(Unpacker &unpacker);
  llvm::json::Value toJSON() const;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_FORMULAREPORT_H

//===- NameReport.h - Which expressions both functions compute --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One of the judgments of a check: is each element the same expression of the
// elements of the arguments (FloatsToNames.cpp)?
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_NAMEREPORT_H
#define HEDDLE_EXECUTION_CHECK_NAMEREPORT_H

#include "heddle/Execution/Check/Compare.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::heddle {

struct Packer;
struct Unpacker;

struct NameReport {
  enum Outcome {
    NotRun,   ///< the function was not run
    Same,     ///< in every element of every run
    Other,    ///< some element has another expression
    Undecided ///< `reason` says why
  };
  Outcome outcome = NotRun;
  std::string reason;
  /// Runs that were made, and those that took too long.
  unsigned runs = 0, runsLeftOut = 0;
  /// For Same: the order of the sums is the same, too, in all runs.
  bool isOrdered = false;
  /// Elements that were compared.
  int64_t elements = 0;
  /// For Other: which output, where, and in which run.
  std::string result, inputs;
  std::optional<Difference> difference;

  /// "the same expressions (...)", which others there are, or why that is not
  /// decided; "" if nothing was run.
  std::string describe() const;
  void pack(Packer &packer) const;
  static NameReport unpack(Unpacker &unpacker);
  llvm::json::Value toJSON() const;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_NAMEREPORT_H

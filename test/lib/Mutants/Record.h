//===- Record.h - Which mutants were judged, and how ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file with one line of JSON for each mutant. A hunt that is stopped goes on
// where it was: what the file holds is not judged again.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_LIB_MUTANTS_RECORD_H
#define HEDDLE_TEST_LIB_MUTANTS_RECORD_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace mlir::heddle::mutants {

/// What became of one mistake.
struct Outcome {
  /// "killed", "survived", "equivalent", "invalid" or "impossible".
  std::string verdict;
  /// The judgment that found the mutant wrong, or the reason why it is
  /// equivalent.
  std::string judgment;

  /// Whether check judged the mutant: it was killed, survived, or was called
  /// equal and then found equivalent.
  bool wasJudged() const { return verdict != "invalid" && !isTrivial(); }
  /// The mistake was not possible, or the mutant has the canonical form of the
  /// scheduled module.
  bool isTrivial() const {
    return verdict == "impossible" || judgment == "canonical form";
  }
};

/// The lines of one module in a record.
class Record {
public:
  /// Reads the lines of `module` from `file`, which need not exist.
  static llvm::Expected<Record> read(StringRef file, StringRef module);
  /// Keeps nothing.
  Record() = default;

  /// The outcome of mistake `number`, if it is known.
  std::optional<Outcome> find(unsigned number) const;
  /// Whether check called the module itself equal.
  bool isKnownEqual() const { return isEqual; }

  /// Appends a line about the module.
  void add(llvm::json::Object line) const;

private:
  std::string file, module;
  bool isEqual = false;
  DenseMap<unsigned, Outcome> outcomes;
};

} // namespace mlir::heddle::mutants

#endif // HEDDLE_TEST_LIB_MUTANTS_RECORD_H

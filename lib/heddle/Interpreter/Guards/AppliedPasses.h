//===- AppliedPasses.h - The passes that a step runs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which passes `transform.apply_registered_pass` runs, and with which options.
// What is wrong with a pass is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_APPLIEDPASSES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_APPLIEDPASSES_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// A pass as it runs. Options that are not given have their defaults.
class AppliedPass {
public:
  AppliedPass(StringRef name, StringRef options);

  StringRef getName() const { return name; }

  /// True if the flag `option` is on, or cannot be read.
  bool isSet(StringRef option) const;

  /// The elements of the list `option`; empty if it is the default list.
  SmallVector<StringRef> getList(StringRef option) const;

  /// The same as numbers; nothing if an element is not a number.
  std::optional<SmallVector<int64_t>> getNumbers(StringRef option) const;

  const llvm::StringMap<std::string> &getOptions() const { return options; }

  /// What the pass makes of a copy of `target`; null if it fails.
  OwningOpRef<Operation *> runOnCopy(Operation *target) const;

private:
  std::string name;
  /// The options as they are printed.
  std::string text;
  llvm::StringMap<std::string> options;
};

/// The passes that the transform op `op` runs, in order: those of a pipeline,
/// too, and those of pipelines that are options of a pass. Empty if `op` runs
/// none, or fails because its pass or an option does not exist. Requires: the
/// operands of `op` are live in `state`.
SmallVector<AppliedPass>
getAppliedPasses(Operation *op, const transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_APPLIEDPASSES_H

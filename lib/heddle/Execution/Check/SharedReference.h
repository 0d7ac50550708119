//===- SharedReference.h - One payload for several schedules ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the checks of several schedules of one payload share: the compiled forms
// of the payload, and the results of its runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_SHAREDREFERENCE_H
#define HEDDLE_LIB_EXECUTION_CHECK_SHAREDREFERENCE_H

#include "heddle/Execution/Run/Jit.h"

#include <map>
#include <string>

namespace mlir::heddle {

struct Run;

class SharedReference {
public:
  using Compile = llvm::function_ref<std::shared_ptr<JitModule>()>;

  /// The code named `key`, which `compile` makes the first time. Null, each
  /// time, if `compile` returns null.
  std::shared_ptr<JitModule> getCode(const std::string &key, Compile compile);

  /// The result of an earlier call, or null. It stays where it is.
  const JitResult *findResult(const std::string &key) const;

  /// Keeps the result of a call that returned, as long as all results together
  /// are not too large.
  void keepResult(const std::string &key, const JitResult &result);

private:
  std::map<std::string, std::shared_ptr<JitModule>> code;
  std::map<std::string, JitResult> results;
  size_t bytes = 0; ///< of `results`
};

/// Names all that a call of the payload depends on: the function, its form
/// ("own", "f64"), the numbers, the extents, the memory, the calls.
std::string describeCall(StringRef function, StringRef form, const Run &run);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_SHAREDREFERENCE_H

//===- ResultArguments.cpp - Where a compiled function leaves results -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the results of a payload function with the results and arguments of
// the function that a schedule made of it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/Jit.h"

using namespace mlir;
using namespace mlir::heddle;

std::string heddle::findResultArguments(
    const JitFunction &payload, const JitFunction &scheduled,
    SmallVectorImpl<std::optional<unsigned>> &resultArguments) {
  size_t numResults = payload.results.size();
  size_t numInputs = payload.inputs.size();
  resultArguments.assign(numResults, std::nullopt);
  SmallVector<unsigned> extra; // unmarked arguments that the payload lacks
  for (auto [i, results] : llvm::enumerate(scheduled.resultsInArguments)) {
    for (int64_t result : results)
      if (result >= 0 && result < static_cast<int64_t>(numResults))
        resultArguments[result] = i;
    if (i >= numInputs && results.empty())
      extra.push_back(i);
  }
  size_t next = 0;
  for (auto [i, type] : llvm::enumerate(payload.results))
    if (next < extra.size() && isa<MemRefType>(type) && !resultArguments[i])
      resultArguments[i] = extra[next++];
  size_t returned = llvm::count(resultArguments, std::nullopt);
  if (scheduled.inputs.size() >= numInputs && next == extra.size() &&
      returned == scheduled.results.size())
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "expects the scheduled function to take the payload's " << numInputs
      << " arguments and to return its " << numResults
      << " results (or to take one more argument for each), but it takes "
      << scheduled.inputs.size() << " and returns " << scheduled.results.size();
  return text;
}

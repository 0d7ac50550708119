//===- IterationLabels.cpp - Which accesses may happen at once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of nested loops, and the mapping from a label back to an
// iteration.
//
//===----------------------------------------------------------------------===//

#include "IterationLabels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

void IterationLabels::enter(int64_t site) {
  if (depth == kMaxDepth) {
    incomplete = true;
    ++unlabeled;
    return;
  }
  Level &level = levels[depth];
  level.site = site;
  level.iterations = 0;
  level.dims.clear();
  level.starts.clear();
  intervals[depth++] = {next, next};
}

void IterationLabels::addDim(int64_t lower, int64_t upper, int64_t step) {
  if (unlabeled != 0)
    return;
  int64_t trips = step > 0 && upper > lower
                      ? llvm::divideCeilSigned(upper - lower, step)
                      : 0;
  levels[depth - 1].dims.push_back({lower, step, trips});
}

void IterationLabels::beginIteration() {
  if (unlabeled != 0)
    return;
  if (next == kEnd)
    incomplete = true;
  else
    current = next++;
  intervals[depth - 1].current = current;
  Level &level = levels[depth - 1];
  uint64_t number = level.iterations++;
  if (level.starts.empty() || current - level.starts.back().first !=
                                  number - level.starts.back().second)
    level.starts.emplace_back(current, number);
}

std::pair<int64_t, uint64_t> IterationLabels::leave() {
  if (unlabeled != 0) {
    --unlabeled;
    return {-1, 0};
  }
  const Level &level = levels[--depth];
  current = depth == 0 ? kSerial : intervals[depth - 1].current;
  return {level.site, level.iterations};
}

std::string IterationLabels::Level::format(uint64_t iteration) const {
  // The first iteration has number 0 also in a loop whose bounds are unknown.
  if (dims.empty())
    return "number " + std::to_string(iteration + 1);
  SmallVector<int64_t> index;
  for (const Dim &dim : llvm::reverse(dims)) {
    uint64_t trips = std::max<int64_t>(1, dim.trips);
    index.push_back(dim.lower +
                    dim.step * static_cast<int64_t>(iteration % trips));
    iteration /= trips;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "(";
  llvm::interleaveComma(llvm::reverse(index), os);
  os << ")";
  return text;
}

IterationLabels::Meeting IterationLabels::describe(uint32_t label) const {
  unsigned d = 0;
  while (label < intervals[d].first || label >= intervals[d].current)
    ++d;
  const Level &level = levels[d];
  auto after = llvm::partition_point(
      level.starts, [&](const auto &start) { return start.first <= label; });
  // A label between the labels of two iterations belongs to a loop that is
  // nested in the first one.
  uint64_t number =
      std::prev(after)->second + (label - std::prev(after)->first);
  if (after != level.starts.end())
    number = std::min(number, after->second - 1);
  return {level.site, level.format(number), level.format(level.iterations - 1)};
}

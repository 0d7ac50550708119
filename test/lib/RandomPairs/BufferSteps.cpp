//===- BufferSteps.cpp - Random steps around bufferization ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws the options of the transform ops on buffers, and bufferization by
// upstream's steps, as docs/Schedules.md lists them. One of these is left out:
// the runner cannot know which results `drop-equivalent-buffer-results` drops.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

static std::string inBraces(ArrayRef<std::string> options) {
  return options.empty() ? "" : "{" + llvm::join(options, ", ") + "} ";
}

std::string mlir::heddle::pairs::drawBufferizeOptions(Random &random) {
  SmallVector<std::string> options;
  static constexpr const char *kReturns[] = {"keep", "drop_arguments",
                                             "out_params"};
  int64_t returns = random.range(0, 3);
  if (returns < 3)
    options.push_back(formatv("returns = \"{0}\"", kReturns[returns]));
  // A parameter for a result has no layout of its own.
  if (returns != 2 && random.chance(25))
    options.push_back("layout = \"inferred\"");
  if (random.chance(30))
    options.push_back("memcpy = \"memref.copy\"");
  if (random.chance(30))
    options.push_back("hoist = false");
  if (random.chance(15))
    options.push_back("deallocate = false");
  if (int64_t roll = random.range(0, 99); roll < 20)
    options.push_back(roll < 12 ? "alignment = 16" : "alignment = 256");
  return inBraces(options);
}

std::string mlir::heddle::pairs::drawArenaOptions(Random &random) {
  static constexpr const char *kArenas[] = {"function", "argument", "stack"};
  SmallVector<std::string> options;
  if (int64_t arena = random.range(0, 3); arena < 3)
    options.push_back(formatv("arena = \"{0}\"", kArenas[arena]));
  if (int64_t roll = random.range(0, 99); roll < 30)
    options.push_back(roll < 20 ? "parallel_limit = 100"
                                : "parallel_limit = 0");
  if (int64_t roll = random.range(0, 99); roll < 10)
    options.push_back(roll < 5 ? "stack_limit = 1048576" : "stack_limit = 64");
  if (random.chance(10))
    options.push_back("explain");
  return inBraces(options);
}

std::string mlir::heddle::pairs::drawMemoryReports(Random &random,
                                                   StringRef function) {
  static constexpr const char *kBounds[] = {
      "allocations", "copies", "allocated_bytes", "copied_bytes", "peak_bytes"};
  std::string text;
  if (random.chance(15))
    text += formatv("transform.heddle.report_memory {0} : "
                    "!transform.any_op\n",
                    function);
  if (!random.chance(15))
    return text;
  SmallVector<std::string> bounds;
  int64_t first = random.range(0, 4);
  for (auto [number, bound] : llvm::enumerate(kBounds))
    if (int64_t(number) == first || random.chance(30))
      bounds.push_back(formatv("{0} = {1}", bound, random.range(0, 4) * 100));
  return text + formatv("transform.heddle.assert_memory {0} {1}: "
                        "!transform.any_op\n",
                        function, inBraces(bounds))
                    .str();
}

std::string mlir::heddle::pairs::drawRecomputation(Random &random,
                                                   StringRef op) {
  return formatv("%readers = transform.get_consumers_of_result {0}[0] : "
                 "(!transform.any_op) -> !transform.any_op\n"
                 "%again = transform.heddle.recompute {0} for %readers {1}: "
                 "(!transform.any_op, !transform.any_op) -> "
                 "!transform.any_op\n",
                 op, random.chance(20) ? "{explain} " : "");
}

std::string mlir::heddle::pairs::drawKeptInPlace(Random &random, StringRef op) {
  return formatv("transform.heddle.keep_in_place {0} {1}: !transform.any_op\n",
                 op,
                 random.chance(40) ? "{result_numbers = array<i64: 0>} " : "");
}

/// `%to = transform.apply_registered_pass "pass" to %from`
static std::string applyPass(StringRef to, StringRef pass, StringRef from,
                             StringRef options = "") {
  return formatv("%{0} = transform.apply_registered_pass \"{1}\"{2} to %{3} : "
                 "(!transform.any_op) -> !transform.any_op\n",
                 to, pass, options, from);
}

namespace {
/// Steps that are written one after the other.
struct StepWriter {
  std::string text, module = "module";
  unsigned number = 0;

  std::string define() { return "v" + std::to_string(number++); }
  void onModule(StringRef pass) {
    std::string next = define();
    text += applyPass(next, pass, module);
    module = next;
  }
  std::string matchFunctions() {
    std::string functions = define();
    text +=
        formatv("%{0} = transform.structured.match ops{{[\"func.func\"]} in "
                "%{1} : (!transform.any_op) -> !transform.any_op\n",
                functions, module);
    return functions;
  }
  void onFunctions(StringRef pass) {
    std::string functions = matchFunctions();
    text += applyPass(define(), pass, functions);
  }
};
} // namespace

std::string mlir::heddle::pairs::drawUpstreamSteps(Random &random) {
  StepWriter steps;
  if (random.chance(50)) {
    std::string functions = steps.matchFunctions();
    steps.text += "transform.bufferization.eliminate_empty_tensors %" +
                  functions + " : !transform.any_op\n";
  }
  for (StringRef pass :
       {"heddle-separate-results", "heddle-unshare-destinations",
        "heddle-copy-repeated-destinations", "heddle-pin-partial-writes"})
    steps.onModule(pass);
  steps.text += formatv(
      "%buffers = transform.bufferization.one_shot_bufferize "
      "layout{{IdentityLayoutMap} %{0} {{bufferize_function_boundaries = true, "
      "allow_return_allocs_from_loops = true, memcpy_op = \"{1}\"} : "
      "(!transform.any_op) -> !transform.any_op\n",
      steps.module, random.chance(50) ? "linalg.copy" : "memref.copy");
  steps.module = "buffers";
  if (random.chance(30))
    steps.onModule("buffer-results-to-out-params");
  if (random.chance(30))
    steps.onFunctions("buffer-hoisting");
  if (random.chance(60))
    steps.onFunctions("buffer-loop-hoisting");
  for (StringRef pass : {"ownership-based-buffer-deallocation", "canonicalize",
                         "buffer-deallocation-simplification",
                         "bufferization-lower-deallocations", "canonicalize",
                         "convert-bufferization-to-memref"})
    steps.onModule(pass);
  for (StringRef pass :
       {"optimize-allocation-liveness", "promote-buffers-to-stack"})
    if (random.chance(30))
      steps.onFunctions(pass);
  if (random.chance(50)) {
    std::string functions = steps.matchFunctions();
    steps.text +=
        formatv("transform.sequence %{0} : !transform.any_op "
                "failures(suppress) {{\n^bb0(%f: !transform.any_op):\n"
                "%p = transform.heddle.plan_memory %f {1}: "
                "(!transform.any_op) -> !transform.any_op\n}\n",
                functions, drawArenaOptions(random));
  }
  return steps.text;
}

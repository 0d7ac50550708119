//===- ControlFlowSchedule.cpp - Bufferizing schedules ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule that bufferizes a payload with control flow, and the signature of
// the payload in the form that the runner knows.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

std::string mlir::heddle::pairs::drawBufferizeOptions(Random &random) {
  SmallVector<std::string> options;
  static constexpr const char *kReturns[] = {"keep", "drop_arguments",
                                             "out_params"};
  int64_t returns = random.range(0, 3);
  if (returns < 3)
    options.push_back(llvm::formatv("returns = \"{0}\"", kReturns[returns]));
  // A parameter for a result has no layout of its own.
  if (returns != 2 && random.chance(25))
    options.push_back("layout = \"inferred\"");
  if (random.chance(30))
    options.push_back("memcpy = \"memref.copy\"");
  if (random.chance(30))
    options.push_back("hoist = false");
  if (random.chance(15))
    options.push_back("deallocate = false");
  if (random.chance(20))
    options.push_back("alignment = 16");
  return options.empty() ? "" : "{" + llvm::join(options, ", ") + "} ";
}

/// The steps of the schedule before it bufferizes; mostly none.
static const char *drawPreparation(Random &random) {
  static constexpr const char *kPreparations[] = {
      "transform.apply_cse to %f : !transform.any_op",
      ("transform.apply_patterns to %f {\n"
       "transform.apply_patterns.canonicalization\n} : !transform.any_op"),
      "transform.apply_licm to %loops : !transform.any_op",
      "transform.cleanup %f : !transform.any_op"};
  return random.chance(60) ? "" : kPreparations[random.range(0, 3)];
}

std::string mlir::heddle::pairs::drawArenaOptions(Random &random) {
  std::vector<std::string> options;
  if (random.chance(40))
    options.push_back("arena = \"stack\"");
  if (random.chance(30))
    options.push_back("parallel_limit = 100");
  return options.empty() ? "" : "{" + llvm::join(options, ", ") + "} ";
}

static std::string printFlowSchedule(Random &random, bool upstream,
                                     bool hasPreparation, bool hasOptions) {
  std::string preparation = drawPreparation(random);
  std::string options = drawBufferizeOptions(random);
  // The op is refused if no buffer can be placed.
  bool plansMemory = !upstream && hasOptions && random.chance(50);
  std::string text;
  if (plansMemory)
    text = "transform.named_sequence @plan(%module: !transform.any_op "
           "{transform.consumed}) {\n"
           "%p = transform.heddle.plan_memory %module " +
           drawArenaOptions(random) +
           ": (!transform.any_op) -> !transform.any_op\n"
           "transform.yield\n}\n";
  text += "transform.named_sequence @__transform_main(%module: "
          "!transform.any_op {transform.consumed}) {\n";
  if (hasPreparation && !preparation.empty())
    text += "%f = transform.structured.match ops{[\"func.func\"]} in %module "
            ": (!transform.any_op) -> !transform.any_op\n"
            "%loops = transform.structured.match "
            "interface{LoopLikeInterface} in %module "
            ": (!transform.any_op) -> !transform.any_op\n" +
            preparation + "\n";
  std::string op =
      upstream ? "transform.bufferization.one_shot_bufferize layout{"
                 "IdentityLayoutMap} %module {bufferize_function_boundaries = "
                 "true, allow_return_allocs_from_loops = true} "
               : "transform.heddle.bufferize %module ";
  text += "%b = " + op + (hasOptions && !upstream ? options : "") +
          ": (!transform.any_op) -> !transform.any_op\n";
  if (plansMemory)
    text += "transform.include @plan failures(suppress) (%b) : "
            "(!transform.any_op) -> ()\n";
  text += "transform.yield\n}\n";
  return text;
}

/// Tells the runner the types of the arguments and results of `@payload`.
static void describeSignature(const FlowProgram &flow, const FlowBlock &payload,
                              bool mayBeEmpty, Program &program) {
  program.numRuns = 4;
  Symbol extent, flag;
  extent.isStatic = flow.extent != 0;
  if (extent.isStatic)
    extent.values.assign(4, flow.extent);
  else
    extent.values = {1, 4, mayBeEmpty ? 0 : 2, 7};
  flag.isStatic = false;
  flag.values = {0, 1, 2, 3};
  program.symbols = {extent, flag};
  int size = program.extents.symbol(0);
  // The runner passes only arguments that are read somewhere.
  Node reader;
  for (size_t index = 0; index < payload.arguments.size(); ++index) {
    reader.inputs.push_back(program.values.size());
    program.values.emplace_back().dims = {Dim{size}};
  }
  program.nodes.push_back(reader);
  for (size_t index = 0; index < payload.yields.size(); ++index) {
    program.returns.push_back(program.values.size());
    GraphValue &result = program.values.emplace_back();
    result.dims = {Dim{size}};
    result.node = 0;
  }
}

Pair mlir::heddle::pairs::drawFlowPair(uint64_t seed,
                                       ArrayRef<unsigned> dropped,
                                       bool upstream, bool hasBlocks,
                                       unsigned *numParts) {
  Random random(seed);
  bool mayBeEmpty = random.chance(15);
  FlowProgram flow = generateFlow(random, {mayBeEmpty, hasBlocks});
  // After the steps, parts are the results of the payload, then the preparing
  // steps of the schedule, then its options.
  FlowBlock &payload = flow.functions.front();
  unsigned firstResult = flow.numSteps;
  unsigned preparation = firstResult + payload.yields.size();
  auto has = [&](unsigned part) { return !llvm::is_contained(dropped, part); };
  SmallVector<int> kept;
  for (auto [index, value] : llvm::enumerate(payload.yields))
    if (has(firstResult + index))
      kept.push_back(value);
  payload.yields =
      kept.empty() ? SmallVector<int>{payload.yields.front()} : kept;
  if (numParts)
    *numParts = preparation + 2;

  Pair pair;
  pair.program.seed = seed;
  describeSignature(flow, payload, mayBeEmpty, pair.program);
  llvm::raw_string_ostream os(pair.payloadText);
  printFlow(flow, dropped, os);
  pair.scheduleText = printFlowSchedule(random, upstream, has(preparation),
                                        has(preparation + 1));
  pair.hasManySteps = StringRef(pair.scheduleText).contains("%f =");
  return pair;
}

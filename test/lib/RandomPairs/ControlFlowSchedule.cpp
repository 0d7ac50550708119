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

/// A sequence that computes ops again before their readers, or insists that
/// they write in place; mostly none.
static std::string drawMarks(uint64_t seed) {
  static constexpr const char *kOps[] = {"linalg.generic", "linalg.add",
                                         "linalg.fill", "tensor.insert_slice",
                                         "tensor.insert"};
  // Drawn apart, so that the rest of a seed stays as it was.
  Random random(seed ^ 0x2545F4914F6CDD1Dull);
  std::string text;
  if (random.chance(15))
    text += drawKeptInPlace(random, "%op");
  if (random.chance(20))
    text += drawRecomputation(random, "%op");
  if (text.empty())
    return "";
  return llvm::formatv("transform.named_sequence @mark(%module: "
                       "!transform.any_op {{transform.readonly}) {{\n"
                       "%ops = transform.structured.match ops{{[\"{0}\"]} in "
                       "%module : (!transform.any_op) -> !transform.any_op\n"
                       "transform.foreach %ops : !transform.any_op {{\n"
                       "^bb0(%op: !transform.any_op):\n{1}}\n"
                       "transform.yield\n}\n",
                       kOps[random.range(0, 4)], text);
}

static std::string printFlowSchedule(Random &random, uint64_t seed,
                                     bool upstream, bool hasUnknownOps,
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
           ": (!transform.any_op) -> !transform.any_op\n" +
           drawMemoryReports(random, "%p") + "transform.yield\n}\n";
  std::string marks = upstream || !hasPreparation ? "" : drawMarks(seed);
  text += marks;
  text += "transform.named_sequence @__transform_main(%module: "
          "!transform.any_op {transform.consumed}) {\n";
  if (hasPreparation && !preparation.empty())
    text += "%f = transform.structured.match ops{[\"func.func\"]} in %module "
            ": (!transform.any_op) -> !transform.any_op\n"
            "%loops = transform.structured.match "
            "interface{LoopLikeInterface} in %module "
            ": (!transform.any_op) -> !transform.any_op\n" +
            preparation + "\n";
  if (!marks.empty())
    text += "transform.include @mark failures(suppress) (%module) : "
            "(!transform.any_op) -> ()\n";
  std::string op =
      upstream ? "transform.bufferization.one_shot_bufferize layout{"
                 "IdentityLayoutMap} %module {bufferize_function_boundaries = "
                 "true, allow_return_allocs_from_loops = true} "
               : "transform.heddle.bufferize %module ";
  // The first bufferization leaves these ops on tensors, between two buffers.
  if (hasUnknownOps) {
    text += "%part = transform.heddle.bufferize %module "
            "{allow_unknown_ops = true, deallocate = false} : "
            "(!transform.any_op) -> !transform.any_op\n"
            "%linalg = transform.apply_registered_pass "
            "\"convert-elementwise-to-linalg\" to %part : "
            "(!transform.any_op) -> !transform.any_op\n";
    op = "transform.heddle.bufferize %linalg ";
  }
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
  // Drawn apart, so that the rest of a seed stays as it was.
  Random own(seed ^ 0xBF58476D1CE4E5B9ull);
  flow.space = !upstream && own.chance(15) ? own.range(1, 3) : 0;
  flow.hasUnknownOps = !upstream && own.chance(20);
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
  pair.scheduleText =
      printFlowSchedule(random, seed, upstream, flow.hasUnknownOps,
                        has(preparation), has(preparation + 1));
  StringRef schedule = pair.scheduleText;
  pair.hasManySteps = schedule.contains("%f =") || schedule.contains("@mark") ||
                      flow.hasUnknownOps;
  return pair;
}

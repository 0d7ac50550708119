//===- PayloadElementwise.cpp - Graphs of elementwise ops -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Payloads and schedules for transform.heddle.fuse_elementwise: many small ops,
// read and returned at random, with some between them that are not merged.
//
//===----------------------------------------------------------------------===//

#include "PayloadGenerator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::heddle::pairs;
using llvm::SmallVector;

bool Generator::drawElementwiseNode() {
  int64_t roll = random.range(0, 99);
  if (roll < 68)
    return addElementwise();
  if (roll < 72)
    return addPartialWrite();
  if (roll < 84)
    return addReduction();
  if (roll < 89)
    return addMatmul();
  if (roll < 91)
    return addStencil();
  if (roll < 93)
    return addExtractSlice();
  if (roll < 94)
    return addCast();
  if (roll < 97)
    return addExpand();
  return addCollapse();
}

Program mlir::heddle::pairs::generateElementwiseProgram(uint64_t seed) {
  return Generator(seed).runElementwise();
}

Program Generator::runElementwise() {
  isElementwise = true;
  drawSymbols();
  SmallVector<int> extents;
  for (unsigned rank = random.range(1, 3); rank; --rank)
    extents.push_back(drawExtent());
  addArgument(extents);
  unsigned wanted = random.range(2, random.chance(30) ? 40 : 12);
  for (unsigned tries = 0; tries < 4 * wanted + 20; ++tries)
    if (program.nodes.size() < wanted)
      addNode();
  drawReturns();
  return std::move(program);
}

Schedule
mlir::heddle::pairs::generateElementwiseSchedule(const Program &program) {
  Random random(program.seed ^ 0x5DEECE66Dull);
  Schedule schedule;
  // Neighbouring seeds have different combinations, so that all are as common.
  unsigned combination = program.seed % kElementwiseCombinations;
  const char *flags[] = {"shared_input", "diff_shapes", "one_use"};
  for (auto [bit, flag] : llvm::enumerate(flags))
    if (combination >> bit & 1)
      schedule.flags.push_back(flag);
  const char *bounds[] = {"max_operands", "max_ops"};
  for (auto [bit, bound] : llvm::enumerate(bounds))
    if (combination >> (3 + bit) & 1)
      schedule.flags.push_back(std::string(bound) + " = " +
                               std::to_string(random.range(2, 9)));
  return schedule;
}

void mlir::heddle::pairs::printElementwiseSchedule(const Schedule &schedule,
                                                   llvm::raw_ostream &os) {
  SmallVector<std::string> flags = schedule.flags;
  os << "  transform.named_sequence @__transform_main(\n"
     << "      %function: !transform.any_op {transform.readonly}) {\n"
     << "    %merged = transform.heddle.fuse_elementwise %function {"
     << llvm::join(flags, ", ") << "}\n"
     << "      : (!transform.any_op) -> !transform.any_op\n"
     << "    transform.yield\n  }\n";
}

//===- ControlFlowGenerator.cpp - Draws loops, branches, calls --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a tree of steps. Patterns that lead to wrong bufferization are drawn
// often: equal values, one value twice in a terminator, destinations that are
// read later.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

namespace {

class FlowGenerator {
public:
  FlowGenerator(Random &random, FlowOptions options)
      : random(random), options(options) {}
  FlowProgram run();

private:
  /// Values that a step can read, and bare destinations.
  struct Scope {
    SmallVector<int> values;
    SmallVector<int> empties;
    unsigned function = 0;
    unsigned depth = 0;
  };

  void drawBlock(FlowBlock &block, Scope scope, unsigned numSteps,
                 unsigned numYields);
  FlowStep drawStep(const Scope &scope);
  bool repeatStep(const FlowBlock &block, FlowStep &step);
  void drawLinalg(FlowStep &step, const Scope &scope);
  void drawRegions(FlowStep &step, const Scope &scope);
  void drawCall(FlowStep &step, const Scope &scope);
  void drawCondition(FlowStep &step, const Scope &scope);
  StepKind drawKind(const Scope &scope);

  int newValue() { return program.numValues++; }
  /// Mostly one of the latest values.
  int pick(const Scope &scope) {
    unsigned size = scope.values.size();
    if (size > 3 && random.chance(60))
      return scope.values[size - 1 - random.range(0, 2)];
    return random.pick(scope.values);
  }
  int pickInit(const Scope &scope) {
    if (random.chance(30))
      return -1;
    if (!scope.empties.empty() && random.chance(35))
      return random.pick(scope.empties);
    return pick(scope);
  }

  Random &random;
  FlowOptions options;
  FlowProgram program;
};

} // namespace

StepKind FlowGenerator::drawKind(const Scope &scope) {
  int64_t draw = random.range(0, 99);
  if (draw < 6)
    return StepKind::Empty;
  if (draw < 9 && program.extent)
    return StepKind::Constant;
  if (draw < 18)
    return StepKind::Fill;
  if (draw < 45)
    return StepKind::Linalg;
  if (draw < 56)
    return StepKind::UpdateSlice;
  if (draw < 61 && !options.mayBeEmpty)
    return StepKind::InsertElement;
  if (draw < 64)
    return StepKind::Select;
  if (draw < 74 && scope.function + 1 < program.functions.size())
    return StepKind::Call;
  // A callee of several blocks cannot be inlined into a loop.
  if (draw < 77 && options.hasBlocks && scope.depth == 0 && scope.function == 0)
    return StepKind::Branch;
  if (scope.depth >= 2)
    return StepKind::Linalg;
  if (draw < 84)
    return StepKind::For;
  if (draw < 90)
    return StepKind::If;
  if (draw < 95)
    return StepKind::While;
  return StepKind::Forall;
}

void FlowGenerator::drawCondition(FlowStep &step, const Scope &scope) {
  step.constant = random.range(0, 3);
  if (!options.mayBeEmpty && random.chance(40))
    step.condition = pick(scope);
}

void FlowGenerator::drawLinalg(FlowStep &step, const Scope &scope) {
  step.variant = random.range(0, kNumLinalgVariants - 1);
  auto variant = static_cast<LinalgVariant>(step.variant);
  step.operands.push_back(pick(scope));
  if (variant <= LinalgVariant::Max)
    step.operands.push_back(pick(scope));
  step.inits.push_back(variant == LinalgVariant::Accumulate ? pick(scope)
                                                            : pickInit(scope));
  step.results.push_back(newValue());
  if (variant != LinalgVariant::Split)
    return;
  step.inits.push_back(random.chance(25) ? step.inits.front()
                                         : pickInit(scope));
  step.results.push_back(newValue());
}

/// Steps with blocks in them: each takes and gives one to three tensors.
void FlowGenerator::drawRegions(FlowStep &step, const Scope &scope) {
  unsigned count = random.range(1, 3);
  bool isIf = step.kind == StepKind::If || step.kind == StepKind::Branch;
  drawCondition(step, scope);
  if (!isIf) {
    step.condition = -1;
    step.constant = random.range(0, 4);
    for (unsigned index = 0; index < count; ++index)
      step.operands.push_back(index && random.chance(30) ? step.operands.back()
                                                         : pick(scope));
  }
  unsigned numBlocks = isIf || step.kind == StepKind::While ? 2 : 1;
  for (unsigned number = 0; number < numBlocks; ++number) {
    FlowBlock block;
    Scope inner = scope;
    ++inner.depth;
    if (!isIf)
      for (unsigned index = 0; index < count; ++index)
        block.arguments.push_back(newValue());
    inner.values.append(block.arguments);
    drawBlock(block, inner, random.range(0, 4 - inner.depth), count);
    step.blocks.push_back(std::move(block));
  }
  for (unsigned index = 0; index < count; ++index)
    step.results.push_back(newValue());
}

void FlowGenerator::drawCall(FlowStep &step, const Scope &scope) {
  step.constant =
      random.range(scope.function + 1, program.functions.size() - 1);
  const FlowBlock &callee = program.functions[step.constant];
  for (unsigned index = 0; index < callee.arguments.size(); ++index)
    step.operands.push_back(index && random.chance(30) ? step.operands.back()
                                                       : pick(scope));
  for (unsigned index = 0; index < callee.yields.size(); ++index)
    step.results.push_back(newValue());
}

/// The same computation once more: a value that is equal to another.
bool FlowGenerator::repeatStep(const FlowBlock &block, FlowStep &step) {
  if (block.steps.empty() || !random.chance(18))
    return false;
  const FlowStep &last = block.steps.back();
  if (last.kind == StepKind::Empty || !last.blocks.empty())
    return false;
  step = last;
  for (int &result : step.results)
    result = newValue();
  return true;
}

FlowStep FlowGenerator::drawStep(const Scope &scope) {
  FlowStep step;
  step.kind = drawKind(scope);
  switch (step.kind) {
  case StepKind::Empty:
    break;
  case StepKind::Constant:
  case StepKind::Fill:
    step.constant = random.range(0, 2);
    step.inits.push_back(pickInit(scope));
    break;
  case StepKind::Linalg:
    drawLinalg(step, scope);
    return step;
  case StepKind::UpdateSlice:
    step.variant = random.range(0, 11);
    step.operands = {pick(scope), pick(scope)};
    if (random.chance(50))
      step.operands[1] = step.operands[0];
    break;
  case StepKind::InsertElement:
    step.constant = random.range(0, 3);
    step.operands = {pick(scope)};
    break;
  case StepKind::Select:
    drawCondition(step, scope);
    step.operands = {pick(scope), pick(scope)};
    break;
  case StepKind::Call:
    drawCall(step, scope);
    return step;
  case StepKind::Forall: {
    unsigned count = random.range(1, 2);
    step.variant = random.range(0, 23);
    for (unsigned index = 0; index < count; ++index)
      step.inits.push_back(pick(scope));
    step.operands = {pick(scope)};
    if (random.chance(40))
      step.operands = {step.inits.front()};
    for (unsigned index = 0; index < count; ++index)
      step.results.push_back(newValue());
    return step;
  }
  case StepKind::For:
  case StepKind::If:
  case StepKind::While:
  case StepKind::Branch:
    drawRegions(step, scope);
    return step;
  }
  step.results.push_back(newValue());
  return step;
}

void FlowGenerator::drawBlock(FlowBlock &block, Scope scope, unsigned numSteps,
                              unsigned numYields) {
  size_t numOuter = scope.values.size() - block.arguments.size();
  for (unsigned index = 0; index < numSteps; ++index) {
    FlowStep step;
    if (!repeatStep(block, step))
      step = drawStep(scope);
    step.number = program.numSteps++;
    (step.kind == StepKind::Empty ? scope.empties : scope.values)
        .append(step.results);
    block.steps.push_back(std::move(step));
  }
  SmallVector<int> own(scope.values.begin() + numOuter, scope.values.end());
  for (unsigned index = 0; index < numYields; ++index) {
    if (index && random.chance(20))
      block.yields.push_back(block.yields.back());
    else if (!own.empty() && random.chance(80))
      block.yields.push_back(random.pick(own));
    else
      block.yields.push_back(pick(scope));
  }
}

FlowProgram FlowGenerator::run() {
  static constexpr int64_t kExtents[] = {1, 3, 4, 5};
  if (!options.mayBeEmpty && random.chance(60))
    program.extent = kExtents[random.range(0, 3)];
  // Callees are drawn first, because a call needs the number of their results.
  program.functions.resize(random.range(1, 3));
  for (unsigned index = program.functions.size(); index-- > 0;) {
    FlowBlock &function = program.functions[index];
    Scope scope;
    scope.function = index;
    for (unsigned number = random.range(1, 3); number > 0; --number)
      function.arguments.push_back(newValue());
    scope.values = function.arguments;
    unsigned numSteps = index ? random.range(0, 4) : random.range(2, 9);
    drawBlock(function, scope, numSteps, random.range(1, index ? 3 : 4));
  }
  return std::move(program);
}

FlowProgram mlir::heddle::pairs::generateFlow(Random &random,
                                              FlowOptions options) {
  return FlowGenerator(random, options).run();
}

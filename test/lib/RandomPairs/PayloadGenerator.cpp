//===- PayloadGenerator.cpp - Random payload graphs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a payload graph from a seed. Every slice is in bounds for every size by
// construction, and every f32 value is a whole number below 2^22, so that no
// legal reordering changes a result. Bodies are drawn in PayloadBodies.cpp.
//
//===----------------------------------------------------------------------===//

#include "PayloadGenerator.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir::heddle::pairs;
using llvm::ArrayRef;
using llvm::SmallVector;

Map mlir::heddle::pairs::identityMap(unsigned rank) {
  Map map;
  for (unsigned dim = 0; dim < rank; ++dim)
    map.push_back({{{static_cast<int>(dim), 1}}, 0});
  return map;
}

//===----------------------------------------------------------------------===//
// Sizes and values
//===----------------------------------------------------------------------===//

void Generator::drawSymbols() {
  bool isDynamic = random.chance(55);
  program.isFloat = random.chance(25);
  program.useAffine = random.chance(60);
  program.numRuns = isDynamic ? 4 : 1;
  unsigned count = random.range(2, 4);
  for (unsigned index = 0; index < count; ++index) {
    Symbol symbol;
    symbol.isStatic = !isDynamic || random.chance(25);
    for (unsigned run = 0; run < program.numRuns; ++run) {
      int64_t roll = random.range(0, 99);
      int64_t value = roll < 4    ? 0
                      : roll < 12 ? 1
                                  : random.range(2, roll < 80 ? 9 : 13);
      if (symbol.isStatic && run)
        value = symbol.values[0];
      symbol.values.push_back(value);
    }
    program.symbols.push_back(symbol);
    baseExtents.push_back(program.extents.symbol(index));
  }
}

int Generator::drawExtent() {
  int extent = random.pick(baseExtents);
  if (random.chance(12))
    return binary(ExtentKind::Mul, extent, constant(random.range(2, 3)));
  if (random.chance(6))
    return constant(random.range(1, 4));
  return extent;
}

int Generator::addArgument(ArrayRef<int> extents) {
  GraphValue value;
  for (int extent : extents)
    value.dims.push_back({extent, program.numRuns > 1 && random.chance(5)});
  value.bound = kArgumentMagnitude;
  program.values.push_back(value);
  isUsed.push_back(true);
  return program.values.size() - 1;
}

SmallVector<int> Generator::extentsOf(int value) {
  SmallVector<int> extents;
  for (Dim dim : program.values[value].dims)
    extents.push_back(dim.extent);
  return extents;
}

/// Appends `node` with one result per entry of `results`.
int Generator::finish(Node node, ArrayRef<SmallVector<int>> results,
                      ArrayRef<double> bounds) {
  int index = program.nodes.size();
  node.dimFromOperand = random.chance(40);
  for (auto [number, extents] : llvm::enumerate(results)) {
    GraphValue value;
    value.node = index;
    value.bound = bounds[number];
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      bool hidden = false;
      if (number < node.inits.size() && node.inits[number] >= 0)
        hidden = program.values[node.inits[number]].dims[dim].hidden;
      value.dims.push_back({extent, hidden});
    }
    node.results.push_back(program.values.size());
    program.values.push_back(value);
    isUsed.push_back(false);
  }
  for (int input : node.inputs)
    isUsed[input] = true;
  for (int init : node.inits)
    if (init >= 0)
      isUsed[init] = true;
  program.nodes.push_back(std::move(node));
  return program.nodes.back().results.front();
}

int Generator::addFill(ArrayRef<int> extents) {
  Node node;
  node.kind = NodeKind::Fill;
  node.loops.assign(extents.begin(), extents.end());
  node.isReduction.assign(extents.size(), false);
  static const int64_t values[] = {0, 0, 0, 1, -2, 3};
  node.constant = values[random.range(0, 5)];
  int init = random.chance(20) ? findValue(extents, /*allowEmpty=*/true) : -1;
  node.inits = {init};
  return finish(std::move(node), {SmallVector<int>(extents)},
                {std::abs(double(node.constant))});
}

/// A value of a rank in [minRank, maxRank]; mostly one that nobody read yet.
int Generator::pickValue(unsigned minRank, unsigned maxRank) {
  SmallVector<int> fresh, all;
  for (auto [id, value] : llvm::enumerate(program.values)) {
    if (value.isEmpty || value.dims.size() < minRank ||
        value.dims.size() > maxRank)
      continue;
    all.push_back(id);
    if (!isUsed[id])
      fresh.push_back(id);
  }
  if (!fresh.empty() && random.chance(75))
    return random.pick(fresh);
  if (!all.empty() && random.chance(85))
    return random.pick(all);
  SmallVector<int> extents;
  for (unsigned rank = std::max(minRank, 1u); rank; --rank)
    extents.push_back(drawExtent());
  if (!isSmall(extents) || maxRank == 0)
    return -1;
  return addArgument(extents);
}

/// A value with exactly these extents, or -1.
int Generator::findValue(ArrayRef<int> extents, bool allowEmpty) {
  SmallVector<int> found;
  for (auto [id, value] : llvm::enumerate(program.values))
    if (ArrayRef<int>(extentsOf(id)) == extents &&
        (allowEmpty || !value.isEmpty))
      found.push_back(id);
  return found.empty() ? -1 : random.pick(found);
}

/// A destination; -1 for a separate tensor.empty, if the destination is not
/// read.
int Generator::drawInit(ArrayRef<int> extents, bool reads,
                        ArrayRef<int> inputs) {
  if (reads && !wantsHeldInit && random.chance(25))
    return addFill(extents);
  int64_t roll = random.range(0, 99);
  if (!reads && roll < 50)
    return -1;
  if (!reads && roll < 56) {
    Node node;
    node.kind = NodeKind::Empty;
    int value = finish(std::move(node), {SmallVector<int>(extents)}, {0});
    program.values[value].isEmpty = true;
    return value;
  }
  if (roll < 66 && !wantsHeldInit) {
    for (int input : inputs)
      if (ArrayRef<int>(extentsOf(input)) == extents &&
          !program.values[input].isEmpty)
        return input;
  }
  if (roll < 82) {
    int found = findValue(extents, /*allowEmpty=*/!reads);
    if (found >= 0)
      return found;
  }
  if (roll < 90 || wantsHeldInit)
    return addArgument(extents);
  return addFill(extents);
}

/// Assigns a distinct loop of the same extent to each dim of `value`.
bool Generator::matchLoops(int value, ArrayRef<int> loops, Map &map) {
  SmallVector<bool> taken(loops.size(), false);
  unsigned start = random.chance(50) ? random.range(0, 3) : 0;
  map.clear();
  for (int extent : extentsOf(value)) {
    int found = -1;
    for (unsigned step = 0; step < loops.size() && found < 0; ++step) {
      unsigned loop = (step + start) % loops.size();
      if (!taken[loop] && loops[loop] == extent)
        found = loop;
    }
    if (found < 0)
      return false;
    taken[found] = true;
    map.push_back({{{found, 1}}, 0});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Whole payloads
//===----------------------------------------------------------------------===//

bool Generator::addNode() {
  Program before = program;
  std::vector<bool> usedBefore = isUsed;
  SmallVector<int> returnedBefore = mustReturn;
  if (drawNode() && program.isValid())
    return true;
  program = before;
  isUsed = usedBefore;
  mustReturn = returnedBefore;
  return false;
}

bool Generator::drawNode() {
  if (isElementwise)
    return drawElementwiseNode();
  int64_t roll = random.range(0, 99);
  if (roll < 24)
    return addElementwise();
  if (roll < 30)
    return addHalo();
  if (roll < 34)
    return addPartialWrite();
  if (roll < 47)
    return addReduction();
  if (roll < 61)
    return addMatmul();
  if (roll < 70)
    return addWindow();
  if (roll < 77)
    return addStencil();
  if (roll < 83)
    return addPad();
  if (roll < 88)
    return addExtractSlice();
  if (roll < 91)
    return addInsertSlice();
  if (roll < 93)
    return addConcat();
  if (roll < 95)
    return addCast();
  if (roll < 97)
    return addExpand();
  return addCollapse();
}

void Generator::drawReturns() {
  SmallVector<int> candidates;
  for (auto [id, value] : llvm::enumerate(program.values))
    if (!value.isEmpty && value.node >= 0)
      candidates.push_back(id);
  for (int id : candidates) {
    bool isLast = id == candidates.back();
    if (isLast || llvm::is_contained(mustReturn, id) ||
        random.chance(isUsed[id] ? 20 : 60))
      program.returns.push_back(id);
  }
  if (random.chance(3))
    for (auto [id, value] : llvm::enumerate(program.values))
      if (value.node < 0) {
        program.returns.push_back(id);
        break;
      }
  while (program.returns.size() > (isElementwise ? 12 : 5))
    program.returns.erase(program.returns.begin());
}

Program Generator::run() {
  drawSymbols();
  unsigned rank = random.chance(25) ? 1 : random.chance(70) ? 2 : 3;
  SmallVector<int> extents;
  for (unsigned dim = 0; dim < rank; ++dim)
    extents.push_back(drawExtent());
  addArgument(extents);
  unsigned wanted = random.range(2, 9);
  auto hasRoot = [&] {
    return llvm::any_of(program.nodes, [](const Node &node) {
      return node.isRootCandidate() && !node.loops.empty();
    });
  };
  for (unsigned tries = 0; tries < 60; ++tries) {
    if (program.nodes.size() >= wanted && hasRoot())
      break;
    addNode();
  }
  drawReturns();
  return std::move(program);
}

Program mlir::heddle::pairs::generateProgram(uint64_t seed) {
  return Generator(seed).run();
}

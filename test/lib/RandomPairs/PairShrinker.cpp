//===- PairShrinker.cpp - Smaller pairs -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates the ways to make a pair smaller. Whether a smaller pair still
// fails in the same way is not decided here.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace mlir::heddle::pairs;

namespace {

/// Takes one of the steps that the member functions enumerate, always in the
/// same order. Each function returns nothing if the step is not one of its
/// steps, and otherwise whether the pair became smaller.
class Shrinker {
public:
  Shrinker(Program &program, Schedule &schedule, unsigned step)
      : program(program), schedule(schedule), left(step) {}
  std::optional<bool> run();

private:
  std::optional<bool> shrinkSchedule();
  std::optional<bool> shrinkPlaces();
  std::optional<bool> dropParts();
  std::optional<bool> shrinkSizes();
  std::optional<bool> simplifyOps();
  /// Drops nodes that are no longer needed. Returns true if there were any.
  bool clean();

  bool isThis() { return left-- == 0; }
  bool isRoot(int node) const {
    return llvm::is_contained(schedule.roots, node);
  }

  Program &program;
  Schedule &schedule;
  unsigned left;
};

} // namespace

/// Replaces the results of `node` by new arguments.
static bool replaceByArguments(Program &program, int node) {
  Node &old = program.nodes[node];
  if (old.removed || old.kind == NodeKind::Empty)
    return false;
  for (int result : old.results) {
    GraphValue &value = program.values[result];
    value.node = -1;
    llvm::erase(program.returns, result);
  }
  old.removed = true;
  return true;
}

/// Lets users of `node` read one of its inputs instead.
static bool bypass(Program &program, int node, unsigned inputNumber) {
  Node &old = program.nodes[node];
  if (old.removed || inputNumber >= old.inputs.size() ||
      old.results.size() != 1)
    return false;
  int from = old.results[0], to = old.inputs[inputNumber];
  const GraphValue &was = program.values[from], &is = program.values[to];
  if (is.isEmpty || was.dims.size() != is.dims.size())
    return false;
  for (auto [left, right] : llvm::zip(was.dims, is.dims))
    if (left.extent != right.extent || left.hidden != right.hidden)
      return false;
  auto replace = [&](int &value) {
    if (value == from)
      value = to;
  };
  for (Node &user : program.nodes) {
    llvm::for_each(user.inputs, replace);
    llvm::for_each(user.inits, replace);
    for (BodyOp &op : user.body)
      if (op.kind == BodyKind::DimOf || op.kind == BodyKind::Extract)
        replace(op.lhs);
  }
  llvm::for_each(program.returns, replace);
  old.removed = true;
  return true;
}

/// Drops an input that the body does not read.
static bool dropInput(Node &node, unsigned input) {
  if (node.removed || node.kind != NodeKind::Generic || !node.named.empty() ||
      input >= node.inputs.size())
    return false;
  for (const BodyOp &op : node.body)
    if (op.kind == BodyKind::Input && op.lhs == static_cast<int>(input))
      return false;
  // Every loop must still have an operand that gives its extent.
  std::vector<bool> hasExtent(node.loops.size(), false);
  for (auto [number, map] : llvm::enumerate(node.maps))
    for (const MapResult &result : map)
      if (number != input && result.terms.size() == 1 && !result.constant &&
          result.terms.front().second == 1)
        hasExtent[result.terms.front().first] = true;
  if (llvm::is_contained(hasExtent, false))
    return false;
  node.inputs.erase(node.inputs.begin() + input);
  node.maps.erase(node.maps.begin() + input);
  for (BodyOp &op : node.body)
    if (op.kind == BodyKind::Input && op.lhs > static_cast<int>(input))
      --op.lhs;
  return true;
}

/// Makes a body smaller: an op on two values is replaced by one of them.
static bool simplifyBody(Node &node, unsigned number, bool keepLeft) {
  if (node.removed || !node.named.empty() || number >= node.body.size())
    return false;
  BodyOp &op = node.body[number];
  if (op.kind < BodyKind::Add)
    return false;
  int kept = keepLeft ? op.lhs : op.rhs;
  int lost = keepLeft ? op.rhs : op.lhs;
  // An accumulation must remain an accumulation.
  if (node.body[lost].kind == BodyKind::Output)
    return false;
  bool isUsed = false;
  for (unsigned later = number + 1; later < node.body.size(); ++later) {
    BodyOp &user = node.body[later];
    if (user.kind < BodyKind::Add)
      continue;
    for (int *operand : {&user.lhs, &user.rhs})
      if (*operand == static_cast<int>(number)) {
        *operand = kept;
        isUsed = true;
      }
  }
  for (int &yield : node.yields)
    if (yield == static_cast<int>(number)) {
      yield = kept;
      isUsed = true;
    }
  // Drop captures that nothing reads any more.
  for (auto [id, part] : llvm::enumerate(node.body))
    if (!node.isLive(id))
      part = {BodyKind::Constant, 0, 0, {}};
  return isUsed;
}

std::optional<bool> Shrinker::shrinkSchedule() {
  for (std::string &step : schedule.chain)
    if (isThis())
      return !std::exchange(step, std::string()).empty();
  for (bool dropLast : {true, false})
    if (isThis()) {
      if (schedule.roots.size() <= 1)
        return false;
      schedule.roots.erase(dropLast ? schedule.roots.end() - 1
                                    : schedule.roots.begin());
      return true;
    }
  for (bool *flag :
       {&schedule.useForall, &schedule.keepIntermediates, &schedule.explain,
        &schedule.applyCleanup, &schedule.hasParams, &schedule.isSeparate,
        &schedule.isBestEffort})
    if (isThis())
      return std::exchange(*flag, false);
  for (std::string *factor : {&schedule.maxRecompute, &schedule.placementSlack})
    if (isThis())
      return !std::exchange(*factor, std::string()).empty();
  for (auto *list :
       {&schedule.interchange, &schedule.innerSizes, &schedule.tileNums})
    if (isThis()) {
      bool had = !list->empty();
      list->clear();
      return had;
    }
  for (unsigned index = 0; index < 4; ++index)
    if (isThis()) {
      if (index >= schedule.stop.size())
        return false;
      schedule.stop.erase(schedule.stop.begin() + index);
      return true;
    }
  for (unsigned index = 0; index < 4; ++index)
    if (isThis()) {
      if (index >= schedule.consumers.size())
        return false;
      schedule.consumers.erase(schedule.consumers.begin() + index);
      return true;
    }
  if (isThis())
    return !std::exchange(schedule.only, llvm::SmallVector<int>()).empty();
  for (int64_t &size : schedule.sizes)
    if (isThis())
      return std::exchange(size, 0) != 0;
  return std::nullopt;
}

/// Fewer producers in loops that the author chose, and fewer options.
std::optional<bool> Shrinker::shrinkPlaces() {
  for (auto *places : {&schedule.placed, &schedule.at})
    for (unsigned index = 0; index < 4; ++index)
      if (isThis()) {
        if (index >= places->size())
          return false;
        places->erase(places->begin() + index);
        return true;
      }
  if (isThis()) {
    bool had = !schedule.operandsOptions.empty();
    schedule.operandsOptions.clear();
    schedule.gridSize = 0;
    return had;
  }
  return std::nullopt;
}

std::optional<bool> Shrinker::dropParts() {
  if (isThis())
    return clean();
  for (unsigned index = 0; index < 6; ++index)
    if (isThis()) {
      if (index >= program.returns.size() || program.returns.size() == 1)
        return false;
      program.returns.erase(program.returns.begin() + index);
      return true;
    }
  for (unsigned node = 0; node < program.nodes.size(); ++node)
    if (isThis())
      return !isRoot(node) && replaceByArguments(program, node);
  for (unsigned node = 0; node < program.nodes.size(); ++node)
    for (unsigned input = 0; input < 2; ++input)
      if (isThis())
        return !isRoot(node) && bypass(program, node, input);
  for (Node &node : program.nodes)
    for (unsigned init = 0; init < 2; ++init)
      if (isThis()) {
        if (node.removed || init >= node.inits.size() || node.inits[init] < 0 ||
            node.kind == NodeKind::InsertSlice || node.readsInit(init))
          return false;
        node.inits[init] = -1;
        for (Dim &dim : program.values[node.results[init]].dims)
          dim.hidden = false;
        return true;
      }
  return std::nullopt;
}

/// Fewer runs, then static extents, then smaller extents.
std::optional<bool> Shrinker::shrinkSizes() {
  for (unsigned run = 0; run < 4; ++run)
    if (isThis()) {
      if (program.numRuns == 1 || run >= program.numRuns)
        return false;
      for (Symbol &symbol : program.symbols)
        symbol.values = {symbol.values[run]};
      program.numRuns = 1;
      return true;
    }
  for (Symbol &symbol : program.symbols)
    if (isThis())
      return program.numRuns == 1 && !std::exchange(symbol.isStatic, true);
  for (Symbol &symbol : program.symbols)
    for (int64_t amount : {8, 4, 2, 1})
      if (isThis()) {
        if (program.numRuns > 1 || symbol.values[0] < amount)
          return false;
        symbol.values[0] -= amount;
        return true;
      }
  return std::nullopt;
}

std::optional<bool> Shrinker::simplifyOps() {
  for (Node &node : program.nodes)
    for (unsigned number = 0; number < node.body.size(); ++number)
      for (bool keepLeft : {true, false})
        if (isThis())
          return simplifyBody(node, number, keepLeft);
  for (Node &node : program.nodes)
    for (unsigned input = 0; input < 3; ++input)
      if (isThis())
        return dropInput(node, input);
  int zero = program.extents.constant(0);
  for (Node &node : program.nodes)
    for (int &offset : node.offsets)
      if (isThis())
        return node.kind != NodeKind::Pad && !node.removed &&
               std::exchange(offset, zero) != zero;
  for (Node &node : program.nodes)
    if (isThis()) {
      bool isMove = node.named == "transpose" || node.named == "broadcast";
      if (node.removed || node.named.empty() || isMove)
        return false;
      node.named.clear();
      return true;
    }
  if (isThis())
    return std::exchange(program.isFloat, false);
  return std::nullopt;
}

bool Shrinker::clean() {
  auto countLive = [&] {
    return llvm::count_if(program.nodes,
                          [](const Node &node) { return !node.removed; });
  };
  auto isGone = [&](int node) { return program.nodes[node].removed; };
  auto before = countLive();
  llvm::erase_if(schedule.stop, isGone);
  llvm::erase_if(schedule.consumers, isGone);
  llvm::erase_if(schedule.only, isGone);
  llvm::erase_if(schedule.placed,
                 [&](std::pair<int, int> part) { return isGone(part.first); });
  llvm::erase_if(schedule.at,
                 [&](std::pair<int, int> part) { return isGone(part.first); });
  llvm::SmallVector<int> keep(schedule.roots);
  keep.append(schedule.stop);
  keep.append(schedule.only);
  program.removeDead(keep);
  return countLive() != before;
}

std::optional<bool> Shrinker::run() {
  for (auto part :
       {&Shrinker::shrinkSchedule, &Shrinker::shrinkPlaces,
        &Shrinker::dropParts, &Shrinker::shrinkSizes, &Shrinker::simplifyOps})
    if (std::optional<bool> changed = (this->*part)()) {
      if (*changed)
        clean();
      return changed;
    }
  return std::nullopt;
}

bool mlir::heddle::pairs::shrink(Program &program, Schedule &schedule,
                                 unsigned step, bool *changed) {
  std::optional<bool> result = Shrinker(program, schedule, step).run();
  *changed = result.value_or(false);
  return result.has_value();
}

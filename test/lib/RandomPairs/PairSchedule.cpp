//===- PairSchedule.cpp - Random schedules, and smaller pairs ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws and prints a schedule for a payload graph, and enumerates the ways to
// make a pair smaller. Whether a smaller pair still fails is not decided here.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::heddle::pairs;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

static bool hasProducer(const Program &program, const Node &node) {
  return llvm::any_of(node.inputs, [&](int input) {
    int producer = program.values[input].node;
    return producer >= 0 && program.nodes[producer].kind != NodeKind::Empty;
  });
}

static SmallVector<int64_t> drawSizes(Random &random, unsigned rank,
                                      int64_t most) {
  SmallVector<int64_t> sizes(rank, 0);
  for (unsigned tries = 0; tries < 3; ++tries) {
    for (int64_t &size : sizes)
      size = random.chance(30)   ? 0
             : random.chance(92) ? random.range(1, most)
                                 : random.range(10, 20);
    if (llvm::any_of(sizes, [](int64_t size) { return size != 0; }))
      break;
  }
  if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    sizes[random.range(0, rank - 1)] = random.range(1, most);
  return sizes;
}

Schedule mlir::heddle::pairs::generateSchedule(const Program &program,
                                               bool upstream) {
  Random random(program.seed ^ 0x5DEECE66Dull);
  Schedule schedule;
  SmallVector<int> candidates, good;
  for (auto [number, node] : llvm::enumerate(program.nodes)) {
    if (!node.isRootCandidate() || node.loops.empty())
      continue;
    candidates.push_back(number);
    if (hasProducer(program, node))
      good.append(number + 1 == program.nodes.size() ? 3 : 1, number);
  }
  if (candidates.empty())
    return schedule;
  int root = !good.empty() && random.chance(95) ? random.pick(good)
                                                : random.pick(candidates);
  schedule.roots = {root};
  unsigned rank = program.nodes[root].loops.size();
  schedule.sizes = drawSizes(random, rank, 6);
  if (random.chance(30) && rank > 1) {
    for (unsigned dim = 0; dim < rank; ++dim)
      schedule.interchange.push_back(dim);
    for (unsigned dim = rank - 1; dim; --dim)
      std::swap(schedule.interchange[dim],
                schedule.interchange[random.range(0, dim)]);
  }
  schedule.useForall = random.chance(15);
  // What follows is drawn for upstream too, so that pairs stay comparable.
  bool isJoint = random.chance(15), isKept = random.chance(15),
       isStopped = random.chance(12), isNested = random.chance(12);
  if (upstream)
    return schedule;
  if (isJoint) {
    // Another op with the same leading extent; mostly legal.
    for (int other : candidates) {
      const Node &node = program.nodes[other];
      if (other == root || schedule.roots.size() > 2 ||
          node.loops[0] != program.nodes[root].loops[0] || random.chance(40))
        continue;
      schedule.roots.push_back(other);
      if (random.chance(70))
        for (unsigned dim = 1; dim < schedule.sizes.size(); ++dim)
          if (dim >= node.loops.size() ||
              node.loops[dim] != program.nodes[root].loops[dim])
            schedule.sizes[dim] = 0;
      if (llvm::all_of(schedule.sizes, [](int64_t size) { return !size; }))
        schedule.sizes[0] = 2;
      schedule.interchange.clear();
    }
  }
  schedule.keepIntermediates = isKept;
  if (isStopped)
    for (auto [number, node] : llvm::enumerate(program.nodes))
      if (node.kind != NodeKind::Empty && random.chance(30) &&
          !llvm::is_contained(schedule.roots, int(number)))
        schedule.stop.push_back(number);
  if (isNested && schedule.roots.size() == 1)
    schedule.innerSizes = drawSizes(random, rank, 3);
  return schedule;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Loops of a nest with `sizes`: one each, but one for all leading parallel
/// loops in a forall (upstream: one forall for all).
static unsigned countLoops(const Program &program, const Schedule &schedule,
                           bool upstream) {
  unsigned count = 0, leading = 0;
  bool isLeading = true;
  unsigned rank = schedule.sizes.size();
  for (unsigned position = 0; position < rank; ++position) {
    unsigned dim = schedule.interchange.empty()
                       ? position
                       : schedule.interchange[position];
    if (!schedule.sizes[dim])
      continue;
    ++count;
    for (int root : schedule.roots) {
      const Node &node = program.nodes[root];
      if (dim < node.loops.size() && node.isReduction[dim])
        isLeading = false;
    }
    leading += isLeading;
  }
  if (!schedule.useForall || count == 0)
    return count;
  if (upstream)
    return 1;
  return leading ? count - leading + 1 : count;
}

static std::string list(llvm::ArrayRef<int64_t> numbers) {
  return "[" +
         llvm::join(llvm::map_range(
                        numbers,
                        [](int64_t number) { return std::to_string(number); }),
                    ", ") +
         "]";
}

static std::string handleTypes(unsigned count) {
  return llvm::join(SmallVector<std::string>(count, "!transform.any_op"), ", ");
}

static void printFuse(llvm::raw_ostream &os, llvm::StringRef opName,
                      llvm::StringRef prefix, llvm::StringRef operand,
                      llvm::StringRef options, llvm::StringRef attributes,
                      unsigned numOperands, unsigned numLoops) {
  os << "    %" << prefix << "tiled";
  if (numLoops)
    os << ", %" << prefix << "loops";
  if (numLoops > 1)
    os << ":" << numLoops;
  os << " = transform.structured." << opName << " " << operand << " " << options
     << attributes << "\n      : (" << handleTypes(numOperands) << ") -> ("
     << handleTypes(numLoops + 1) << ")\n";
}

void mlir::heddle::pairs::printSchedule(const Program &program,
                                        const Schedule &schedule,
                                        llvm::StringRef opName,
                                        llvm::raw_ostream &os) {
  bool upstream = opName == "fuse";
  os << "  transform.named_sequence @__transform_main(\n"
     << "      %function: !transform.any_op {transform.readonly}) {\n";
  auto match = [&](llvm::StringRef name, llvm::ArrayRef<int> nodes) {
    SmallVector<std::string> parts;
    for (auto [index, node] : llvm::enumerate(nodes)) {
      std::string part =
          nodes.size() == 1 ? name.str() : name.str() + std::to_string(index);
      parts.push_back("%" + part);
      os << llvm::formatv(
          "    %{0} = transform.structured.match attributes {{tag = \"n{1}\"} "
          "in %function\n      : (!transform.any_op) -> !transform.any_op\n",
          part, node);
    }
    if (nodes.size() > 1)
      os << "    %" << name << " = transform.merge_handles "
         << llvm::join(parts, ", ") << " : !transform.any_op\n";
  };
  match("root", schedule.roots);
  std::string options = "tile_sizes " + list(schedule.sizes);
  if (!schedule.interchange.empty())
    options += " interchange " + list(schedule.interchange);
  if (!schedule.stop.empty()) {
    match("stop", schedule.stop);
    options += " stop %stop";
  }
  SmallVector<std::string> flags;
  if (schedule.useForall)
    flags.push_back("use_forall");
  if (schedule.keepIntermediates)
    flags.push_back("keep_intermediates");
  if (schedule.roots.size() > 1)
    flags.push_back("joint");
  std::string attributes =
      flags.empty() ? "" : " {" + llvm::join(flags, ", ") + "}";
  printFuse(os, opName, "", "%root", options, attributes,
            schedule.stop.empty() ? 1 : 2,
            countLoops(program, schedule, upstream));
  if (!schedule.innerSizes.empty()) {
    Schedule inner;
    inner.roots = schedule.roots;
    inner.sizes = schedule.innerSizes;
    printFuse(os, opName, "inner_", "%tiled", "tile_sizes " + list(inner.sizes),
              "", 1, countLoops(program, inner, upstream));
  }
  os << "    transform.yield\n  }\n";
}

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

namespace {

/// Counts steps down to the one that is wanted.
struct Step {
  unsigned left;
  bool isThis() { return left-- == 0; }
};

} // namespace

/// Replaces the results of `node` by new arguments.
static bool replaceByArguments(Program &program, int node) {
  Node &old = program.nodes[node];
  if (old.removed || old.kind == NodeKind::Empty)
    return false;
  for (int result : old.results) {
    Value &value = program.values[result];
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
  const Value &was = program.values[from], &is = program.values[to];
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

/// Lets a body yield less: a join of two values becomes one of them.
static bool simplifyBody(Node &node, unsigned number, bool keepLeft) {
  if (node.removed || !node.named.empty() || number >= node.body.size())
    return false;
  BodyOp &op = node.body[number];
  if (op.kind < BodyKind::Add)
    return false;
  int kept = keepLeft ? op.lhs : op.rhs;
  int lost = keepLeft ? op.rhs : op.lhs;
  // An accumulation must go on accumulating.
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

bool mlir::heddle::pairs::shrink(Program &program, Schedule &schedule,
                                 unsigned step, bool *changed) {
  *changed = false;
  Step left{step};
  auto isRoot = [&](int node) {
    return llvm::is_contained(schedule.roots, node);
  };
  auto finish = [&](bool didChange) {
    *changed = didChange;
    if (didChange) {
      llvm::erase_if(schedule.stop,
                     [&](int node) { return program.nodes[node].removed; });
      program.removeDead(schedule.roots);
      llvm::erase_if(schedule.stop,
                     [&](int node) { return program.nodes[node].removed; });
    }
    return true;
  };
  // Schedule.
  if (left.isThis()) {
    bool had = schedule.roots.size() > 1;
    if (had)
      schedule.roots.pop_back();
    return finish(had);
  }
  if (left.isThis()) {
    bool had = schedule.roots.size() > 1;
    if (had)
      schedule.roots.erase(schedule.roots.begin());
    had &= program.nodes[schedule.roots.front()].loops.size() ==
           schedule.sizes.size();
    return finish(had);
  }
  for (bool *flag : {&schedule.useForall, &schedule.keepIntermediates})
    if (left.isThis())
      return finish(std::exchange(*flag, false));
  for (auto *list : {&schedule.interchange, &schedule.innerSizes})
    if (left.isThis()) {
      bool had = !list->empty();
      list->clear();
      return finish(had);
    }
  for (unsigned index = 0; index < 4; ++index)
    if (left.isThis()) {
      if (index >= schedule.stop.size())
        return finish(false);
      schedule.stop.erase(schedule.stop.begin() + index);
      return finish(true);
    }
  for (int64_t &size : schedule.sizes)
    if (left.isThis())
      return finish(std::exchange(size, 0) != 0);
  // Payload: whole parts first.
  if (left.isThis())
    return finish(true);
  for (unsigned index = 0; index < 6; ++index)
    if (left.isThis()) {
      if (index >= program.returns.size() || program.returns.size() == 1)
        return finish(false);
      program.returns.erase(program.returns.begin() + index);
      return finish(true);
    }
  for (unsigned node = 0; node < program.nodes.size(); ++node)
    if (left.isThis())
      return finish(!isRoot(node) && replaceByArguments(program, node));
  for (unsigned node = 0; node < program.nodes.size(); ++node)
    for (unsigned input = 0; input < 2; ++input)
      if (left.isThis())
        return finish(!isRoot(node) && bypass(program, node, input));
  for (Node &node : program.nodes)
    for (unsigned init = 0; init < 2; ++init)
      if (left.isThis()) {
        if (node.removed || init >= node.inits.size() || node.inits[init] < 0 ||
            node.kind == NodeKind::InsertSlice || node.readsInit(init))
          return finish(false);
        node.inits[init] = -1;
        for (Dim &dim : program.values[node.results[init]].dims)
          dim.hidden = false;
        return finish(true);
      }
  // Sizes: fewer runs, static extents, smaller extents.
  for (unsigned run = 0; run < 4; ++run)
    if (left.isThis()) {
      if (program.numRuns == 1 || run >= program.numRuns)
        return finish(false);
      for (Symbol &symbol : program.symbols)
        symbol.values = {symbol.values[run]};
      program.numRuns = 1;
      return finish(true);
    }
  for (Symbol &symbol : program.symbols)
    if (left.isThis()) {
      if (program.numRuns > 1 || symbol.isStatic)
        return finish(false);
      symbol.isStatic = true;
      return finish(true);
    }
  for (Symbol &symbol : program.symbols)
    for (int64_t amount : {8, 4, 2, 1})
      if (left.isThis()) {
        if (program.numRuns > 1 || symbol.values[0] < amount)
          return finish(false);
        symbol.values[0] -= amount;
        return finish(true);
      }
  // Details of single ops.
  for (Node &node : program.nodes)
    for (unsigned number = 0; number < node.body.size(); ++number)
      for (bool keepLeft : {true, false})
        if (left.isThis())
          return finish(simplifyBody(node, number, keepLeft));
  for (Node &node : program.nodes)
    for (unsigned input = 0; input < 3; ++input)
      if (left.isThis())
        return finish(dropInput(node, input));
  int zero = program.extents.constant(0);
  for (Node &node : program.nodes)
    for (auto *amounts : {&node.offsets})
      for (int &amount : *amounts)
        if (left.isThis())
          return finish(node.kind != NodeKind::Pad && !node.removed &&
                        std::exchange(amount, zero) != zero);
  for (Node &node : program.nodes)
    if (left.isThis()) {
      if (node.removed || node.kind != NodeKind::Generic ||
          node.named.empty() || node.named == "transpose" ||
          node.named == "broadcast")
        return finish(false);
      node.named.clear();
      return finish(true);
    }
  if (left.isThis())
    return finish(std::exchange(program.isFloat, false));
  return false;
}

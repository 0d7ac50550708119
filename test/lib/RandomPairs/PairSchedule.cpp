//===- PairSchedule.cpp - Random schedules ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a schedule for a payload graph and prints it as a named sequence. How a
// schedule becomes smaller is in PairShrinker.cpp.
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
  schedule.canonicalize = program.seed % 2;
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
                                        llvm::StringRef mistake,
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
  if (!mistake.empty())
    flags.push_back("heddle.test_break = \"" + mistake.str() + "\"");
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

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

/// True if all result maps use each dim at most once, as the tiled dims of a
/// root require.
static bool hasPlainMaps(const Node &node) {
  for (const Map &map : node.maps) {
    SmallVector<int> seen;
    for (const MapResult &result : map)
      for (auto [loop, coefficient] : result.terms) {
        if (llvm::is_contained(seen, loop))
          return false;
        seen.push_back(loop);
      }
  }
  return true;
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

/// Nodes that are no roots, each with a chance of `percent`.
static SmallVector<int> drawNodes(Random &random, const Program &program,
                                  llvm::ArrayRef<int> roots, unsigned percent) {
  SmallVector<int> drawn;
  for (auto [number, node] : llvm::enumerate(program.nodes))
    if (node.kind != NodeKind::Empty && random.chance(percent) &&
        !llvm::is_contained(roots, int(number)))
      drawn.push_back(number);
  return drawn;
}

/// The options for recomputation and for the depth at which ops are placed.
static void drawCosts(Random &random, Schedule &schedule, bool isDeep) {
  static const char *const recomputes[] = {"1.0", "1.5", "2.0", "1.0e9"};
  static const char *const slacks[] = {"1.0", "1.5", "4.0", "1.0e9", "1.0e9"};
  if (random.chance(12))
    schedule.maxRecompute = recomputes[random.range(0, 3)];
  if (random.chance(isDeep ? 70 : 30))
    schedule.placementSlack = slacks[random.range(isDeep ? 2 : 0, 4)];
}

/// Equivalent spellings: sizes and interchange as params or shortened, and
/// options that do not change the result.
static void drawSpelling(Random &random, Schedule &schedule) {
  schedule.hasParams = random.chance(10);
  schedule.explain = random.chance(5);
  schedule.applyCleanup = random.chance(5);
  if (!random.chance(30))
    return;
  while (schedule.sizes.back() == 0)
    schedule.sizes.pop_back();
  // The other dims follow in order.
  SmallVector<int64_t> &order = schedule.interchange;
  while (!order.empty() && order.back() == int64_t(order.size()) - 1)
    order.pop_back();
}

static bool isReader(const Program &program, const Node &node,
                     llvm::ArrayRef<int> of) {
  return llvm::any_of(node.inputs, [&](int input) {
    return llvm::is_contained(of, program.values[input].node);
  });
}

/// A root that has readers, alone.
static void drawReadRoot(Random &random, const Program &program,
                         Schedule &schedule) {
  SmallVector<int> candidates;
  for (auto [number, node] : llvm::enumerate(program.nodes))
    if (node.isRootCandidate() && !node.loops.empty() &&
        llvm::any_of(program.nodes, [&, n = int(number)](const Node &reader) {
          return isReader(program, reader, n);
        }))
      candidates.push_back(number);
  if (candidates.empty())
    return;
  bool useForall = random.chance(30);
  schedule = Schedule();
  schedule.useForall = useForall;
  schedule.roots = {random.pick(candidates)};
  schedule.sizes =
      drawSizes(random, program.nodes[schedule.roots.front()].loops.size(), 6);
}

/// Readers of what the roots compute, and readers of these. Drawn apart, so
/// that the rest of a seed stays as it was.
static void drawConsumers(const Program &program, Schedule &schedule) {
  Random random(program.seed ^ 0x9E3779B97F4A7C15ull);
  if (random.chance(6)) {
    for (unsigned dim = 0; dim < 3; ++dim)
      schedule.tileNums.push_back(random.range(1, 4));
    schedule.tileNums[random.range(0, 2)] = random.range(2, 3);
    return;
  }
  if (random.chance(20))
    drawReadRoot(random, program, schedule);
  if (schedule.isSeparate || !schedule.innerSizes.empty() || random.chance(20))
    return;
  SmallVector<int> inNest(schedule.roots);
  for (auto [number, node] : llvm::enumerate(program.nodes)) {
    bool reads = isReader(program, node, inNest);
    if (!reads || llvm::is_contained(inNest, int(number)) || random.chance(15))
      continue;
    schedule.consumers.push_back(number);
    inNest.push_back(number);
  }
}

/// The producers of the roots, the latest first.
static SmallVector<int> getProducers(const Program &program,
                                     llvm::ArrayRef<int> roots) {
  SmallVector<int> producers, inNest(roots);
  for (int number = program.nodes.size() - 1; number >= 0; --number) {
    if (!llvm::is_contained(inNest, number))
      continue;
    const Node &node = program.nodes[number];
    for (llvm::ArrayRef<int> values : {node.inputs, node.inits})
      for (int value : values) {
        int producer = value < 0 ? -1 : program.values[value].node;
        if (producer < 0 || llvm::is_contained(inNest, producer) ||
            program.nodes[producer].kind == NodeKind::Empty)
          continue;
        inNest.push_back(producer);
        producers.push_back(producer);
      }
  }
  llvm::sort(producers, std::greater<>());
  return producers;
}

/// Some producers are left out of the nest, and then moved into a loop of it.
static void drawPlaced(const Program &program, Schedule &schedule) {
  Random random(program.seed ^ 0xD1B54A32D192ED03ull);
  bool isSimple = schedule.tileNums.empty() && schedule.innerSizes.empty() &&
                  !schedule.isSeparate;
  if (!isSimple || !random.chance(20))
    return;
  bool isLimited = !schedule.stop.empty() || !schedule.only.empty();
  for (int producer : getProducers(program, schedule.roots)) {
    bool isLeft = llvm::is_contained(schedule.stop, producer) ||
                  (!schedule.only.empty() &&
                   !llvm::is_contained(schedule.only, producer));
    if (!isLimited && random.chance(60)) {
      schedule.stop.push_back(producer);
      isLeft = true;
    }
    // Other producers are before the nest, too, if that costs less.
    if (isLeft || random.chance(30))
      schedule.placed.push_back({producer, int(random.range(0, 2))});
  }
}

/// Adds ops with the same leading extent as the root; mostly legal.
static void addRoots(Random &random, const Program &program,
                     llvm::ArrayRef<int> candidates, Schedule &schedule) {
  int root = schedule.roots.front();
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

static Schedule drawSchedule(const Program &program, bool upstream) {
  Random random(program.seed ^ 0x5DEECE66Dull);
  Schedule schedule;
  SmallVector<int> candidates, good;
  for (auto [number, node] : llvm::enumerate(program.nodes)) {
    if (!node.isRootCandidate() || node.loops.empty())
      continue;
    candidates.push_back(number);
    if (hasProducer(program, node) && (hasPlainMaps(node) || random.chance(30)))
      good.append(number + 1 == program.nodes.size() ? 3 : 1, number);
  }
  if (candidates.empty())
    return schedule;
  int root = !good.empty() && random.chance(95) ? random.pick(good)
                                                : random.pick(candidates);
  bool isFavorite = program.favorite >= 0 && random.chance(75);
  if (isFavorite)
    root = program.favorite;
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
  // The following is drawn for upstream, too, so that pairs stay comparable.
  bool isJoint = random.chance(15), isKept = random.chance(15),
       isStopped = random.chance(12), isNested = random.chance(12);
  bool isLimited = random.chance(7), isJointOrEach = random.chance(75);
  if (upstream)
    return schedule;
  if (isJoint) {
    addRoots(random, program, candidates, schedule);
    schedule.isSeparate = schedule.roots.size() > 1 && !isJointOrEach;
  }
  schedule.keepIntermediates = isKept;
  if (isStopped)
    schedule.stop = drawNodes(random, program, schedule.roots, 30);
  if (isLimited)
    schedule.only = drawNodes(random, program, schedule.roots, 70);
  drawCosts(random, schedule, isFavorite);
  drawSpelling(random, schedule);
  if (isNested && schedule.roots.size() == 1)
    schedule.innerSizes = drawSizes(random, rank, 3);
  return schedule;
}

Schedule mlir::heddle::pairs::generateSchedule(const Program &program,
                                               bool upstream) {
  Schedule schedule = drawSchedule(program, upstream);
  if (!upstream && !schedule.roots.empty())
    drawConsumers(program, schedule);
  if (!upstream && !schedule.roots.empty())
    drawPlaced(program, schedule);
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
  SmallVector<int64_t> order(schedule.interchange);
  for (int64_t dim = 0, rank = schedule.sizes.size(); dim < rank; ++dim)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  llvm::ArrayRef<int> roots(schedule.roots);
  for (unsigned dim : order) {
    if (dim >= schedule.sizes.size() || !schedule.sizes[dim])
      continue;
    ++count;
    for (int root : schedule.isSeparate ? roots.take_front(1) : roots) {
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
                      llvm::StringRef moreTypes, unsigned numLoops) {
  os << "    %" << prefix << "tiled";
  if (numLoops)
    os << ", %" << prefix << "loops";
  if (numLoops > 1)
    os << ":" << numLoops;
  os << " = transform.structured." << opName << " " << operand << " " << options
     << attributes << "\n      : (!transform.any_op" << moreTypes << ") -> ("
     << handleTypes(numLoops + 1) << ")\n";
}

/// Defines %name, a handle to the ops with the tags of `nodes`.
static void printMatch(llvm::raw_ostream &os, llvm::StringRef name,
                       llvm::ArrayRef<int> nodes) {
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
}

/// `numbers`, each a param of its own if `isMixed`. A size 0 stays a number.
static std::string printNumbers(llvm::raw_ostream &os, llvm::StringRef name,
                                llvm::ArrayRef<int64_t> numbers, bool isMixed,
                                bool keepZeros, std::string &types) {
  if (!isMixed)
    return list(numbers);
  SmallVector<std::string> texts;
  for (auto [index, number] : llvm::enumerate(numbers)) {
    if (number == 0 && keepZeros) {
      texts.push_back("0");
      continue;
    }
    texts.push_back(llvm::formatv("%{0}{1}", name, index));
    os << llvm::formatv("    {0} = transform.param.constant {1} : i64 -> "
                        "!transform.param<i64>\n",
                        texts.back(), number);
    types += ", !transform.param<i64>";
  }
  return "[" + llvm::join(texts, ", ") + "]";
}

/// Each consumer in a step of its own, whose refusal changes nothing.
static void printConsumers(llvm::raw_ostream &os,
                           llvm::ArrayRef<int> consumers) {
  for (int node : consumers) {
    os << "    transform.sequence %function : !transform.any_op "
          "failures(suppress) {\n    ^bb0(%same: !transform.any_op):\n";
    os << llvm::formatv(
        "      %consumer = transform.structured.match attributes {{tag = "
        "\"n{0}\"} in %same\n        : (!transform.any_op) -> "
        "!transform.any_op\n",
        node);
    os << "      %moved, %around = transform.heddle.fuse_consumer %consumer\n"
          "        : (!transform.any_op) -> (!transform.any_op, "
          "!transform.any_op)\n    }\n";
  }
}

/// Each producer in a step of its own, as above.
static void printPlaced(llvm::raw_ostream &os,
                        llvm::ArrayRef<std::pair<int, int>> placed,
                        unsigned numLoops) {
  for (auto [node, loop] : placed) {
    if (numLoops == 0)
      return;
    std::string handle =
        numLoops == 1 ? "%loops"
                      : llvm::formatv("%loops#{0}", loop % numLoops).str();
    os << "    transform.sequence %function : !transform.any_op "
          "failures(suppress) {\n    ^bb0(%same: !transform.any_op):\n";
    os << llvm::formatv(
        "      %producer = transform.structured.match attributes {{tag = "
        "\"n{0}\"} in %same\n        : (!transform.any_op) -> "
        "!transform.any_op\n",
        node);
    os << "      %placed = transform.heddle.compute_at %producer in " << handle
       << "\n        : (!transform.any_op, !transform.any_op) -> "
          "!transform.any_op\n    }\n";
  }
}

static void printFuseOperands(llvm::raw_ostream &os,
                              llvm::ArrayRef<int64_t> tileNums) {
  unsigned numLoops =
      llvm::count_if(tileNums, [](int64_t number) { return number != 1; });
  os << "    %return = transform.structured.match ops{[\"func.return\"]} in "
        "%function\n      : (!transform.any_op) -> !transform.any_op\n"
     << "    %same, %loops:" << numLoops
     << " = transform.structured.fuse_operands %return {tile_nums = "
     << list(tileNums) << "}\n      : (!transform.any_op) -> ("
     << handleTypes(numLoops + 1) << ")\n";
}

static std::string attributesOf(const Schedule &schedule) {
  SmallVector<std::string> flags;
  if (schedule.useForall)
    flags.push_back("use_forall");
  if (schedule.keepIntermediates)
    flags.push_back("keep_intermediates");
  if (schedule.roots.size() > 1 && !schedule.isSeparate)
    flags.push_back("joint");
  if (schedule.explain)
    flags.push_back("explain");
  if (schedule.applyCleanup)
    flags.push_back("apply_cleanup");
  if (!schedule.maxRecompute.empty())
    flags.push_back("max_recompute = " + schedule.maxRecompute + " : f64");
  if (!schedule.placementSlack.empty())
    flags.push_back("placement_slack = " + schedule.placementSlack + " : f64");
  return flags.empty() ? "" : " {" + llvm::join(flags, ", ") + "}";
}

void mlir::heddle::pairs::printSchedule(const Program &program,
                                        const Schedule &schedule,
                                        llvm::StringRef opName,
                                        llvm::raw_ostream &os) {
  if (opName == "fuse_elementwise")
    return printElementwiseSchedule(schedule, os);
  bool upstream = opName == "fuse";
  os << "  transform.named_sequence @__transform_main(\n"
     << "      %function: !transform.any_op {transform.readonly}) {\n";
  if (!schedule.tileNums.empty()) {
    printFuseOperands(os, schedule.tileNums);
    os << "    transform.yield\n  }\n";
    return;
  }
  printMatch(os, "root", schedule.roots);
  std::string types;
  std::string options =
      "tile_sizes " +
      printNumbers(os, "size", schedule.sizes, schedule.hasParams, true, types);
  if (!schedule.interchange.empty())
    options += " interchange " + printNumbers(os, "order", schedule.interchange,
                                              schedule.hasParams, false, types);
  for (auto [name, nodes] :
       {std::pair("stop", &schedule.stop), std::pair("only", &schedule.only)}) {
    if (nodes->empty())
      continue;
    printMatch(os, name, *nodes);
    options += llvm::formatv(" {0} %{0}", name);
    types += ", !transform.any_op";
  }
  printFuse(os, opName, "", "%root", options, attributesOf(schedule), types,
            countLoops(program, schedule, upstream));
  if (!schedule.innerSizes.empty()) {
    Schedule inner;
    inner.roots = schedule.roots;
    inner.sizes = schedule.innerSizes;
    printFuse(os, opName, "inner_", "%tiled", "tile_sizes " + list(inner.sizes),
              "", "", countLoops(program, inner, upstream));
  }
  if (schedule.innerSizes.empty())
    printPlaced(os, schedule.placed, countLoops(program, schedule, upstream));
  printConsumers(os, schedule.consumers);
  os << "    transform.yield\n  }\n";
}

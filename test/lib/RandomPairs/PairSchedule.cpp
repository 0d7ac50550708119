//===- PairSchedule.cpp - Random schedules ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a schedule for a payload graph. How it is printed is in
// SchedulePrinter.cpp, how it becomes smaller in PairShrinker.cpp.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::heddle::pairs;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

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

/// Numbers of tiles and the options of fuse_operands.
static void drawTileNums(Random &random, Schedule &schedule) {
  static const char *const kOrders[] = {"[1, 0]", "[1, 0, 2]", "[2, 0, 1]",
                                        "[0, 2, 1]"};
  static const char *const kFactors[] = {"1.0", "1.5", "4.0", "1.0e9"};
  for (unsigned dim = 0; dim < 3; ++dim)
    schedule.tileNums.push_back(random.range(1, 4));
  schedule.tileNums[random.range(0, 2)] = random.range(2, 3);
  SmallVector<std::string> &options = schedule.operandsOptions;
  if (random.chance(30))
    options.push_back(std::string("tile_interchange = ") +
                      kOrders[random.range(0, 3)]);
  for (const char *name : {"max_recompute", "placement_slack"})
    if (random.chance(20))
      options.push_back(std::string(name) + " = " +
                        kFactors[random.range(0, 3)] + " : f64");
  for (const char *name : {"expect_whole_graph_fusion", "explain"})
    if (random.chance(10))
      options.push_back(name);
}

/// The dims that all ops reduce whose results the function returns.
static SmallVector<int64_t> getReducedDims(const Program &program) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < 3; ++dim)
    if (llvm::all_of(program.returns, [&](int value) {
          int node = program.values[value].node;
          if (node < 0)
            return false;
          const auto &reduced = program.nodes[node].isReduction;
          return dim < int64_t(reduced.size()) && reduced[dim];
        }))
      dims.push_back(dim);
  return dims;
}

/// fuse_operands over devices. Drawn apart, so that the rest of a seed stays as
/// it was.
static void drawDevices(const Program &program, Schedule &schedule) {
  Random random(program.seed ^ 0x2545F4914F6CDD1Dull);
  SmallVector<int64_t> dims = getReducedDims(program);
  if (dims.empty() ? !random.chance(2) : !random.chance(60))
    return;
  int64_t dim = dims.empty() ? random.range(0, 2) : random.pick(dims);
  schedule = Schedule();
  schedule.roots = {program.values[program.returns.front()].node};
  schedule.tileNums.assign(dim + 1, 1);
  schedule.tileNums[dim] = random.range(2, 5);
  std::string isDivided = dim == 0 ? "1" : dim == 1 ? "0, 1" : "0, 0, 1";
  schedule.operandsOptions = {"use_distributed = [" + isDivided + "]"};
  if (random.chance(80))
    schedule.operandsOptions.push_back("no_nans");
  for (const char *name : {"expect_whole_graph_fusion", "explain"})
    if (random.chance(10))
      schedule.operandsOptions.push_back(name);
  if (random.chance(40))
    schedule.gridSize =
        random.chance(90) ? schedule.tileNums[dim] : random.range(1, 6);
}

/// Readers of what the roots compute, and readers of these. Drawn apart, so
/// that the rest of a seed stays as it was.
static void drawConsumers(const Program &program, Schedule &schedule) {
  Random random(program.seed ^ 0x9E3779B97F4A7C15ull);
  if (random.chance(6)) {
    drawTileNums(random, schedule);
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

/// Some producers are computed in a loop that the author chose.
static void drawChosenLoops(const Program &program, Schedule &schedule) {
  Random random(program.seed ^ 0x71D67FFFEDA60000ull);
  if (!schedule.tileNums.empty() || !random.chance(15))
    return;
  for (int producer : getProducers(program, schedule.roots))
    if (!llvm::is_contained(schedule.stop, producer) && random.chance(40))
      schedule.at.push_back({producer, int(random.range(0, 2))});
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
  if (!upstream && !schedule.roots.empty())
    drawChosenLoops(program, schedule);
  if (!upstream)
    drawDevices(program, schedule);
  if (!upstream)
    schedule.isBestEffort =
        Random(program.seed ^ 0xA3EC647659359ACDull).chance(5);
  return schedule;
}

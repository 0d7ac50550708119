//===- PayloadGenerator.cpp - Random payload graphs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a payload graph from a seed. Every slice is in bounds for every size by
// construction, and every f32 value is a whole number below 2^22, so that no
// legal reordering changes a result. Schedules are drawn elsewhere.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir::heddle::pairs;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

/// Bound on |values| in f32; whole numbers up to 2^24 are exact.
constexpr double kMaxMagnitude = 1 << 22;
constexpr double kArgumentMagnitude = 3;
constexpr double kIndexMagnitude = 64;
/// Iterations that one op may take, so that runs stay cheap.
constexpr int64_t kMaxVolume = 30000;
constexpr int64_t kMaxExtent = 60;

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) { program.seed = seed; }
  Program run();

private:
  void drawSymbols();
  void drawReturns();
  bool addNode();
  bool drawNode();

  // One kind of op each; false if the draw did not fit.
  bool addElementwise();
  bool addReduction();
  bool addMatmul();
  bool addWindow();
  bool addStencil();
  bool addPad();
  bool addExtractSlice();
  bool addInsertSlice();
  bool addConcat();
  bool addCast();
  bool addExpand();
  bool addCollapse();

  // Values.
  int addArgument(ArrayRef<int> extents);
  int addResult(ArrayRef<int> extents, double bound, ArrayRef<int> like);
  int finish(Node node, ArrayRef<SmallVector<int>> results,
             ArrayRef<double> bounds);
  int addFill(ArrayRef<int> extents);
  int pickValue(unsigned minRank, unsigned maxRank);
  int findValue(ArrayRef<int> extents, bool allowEmpty = false);
  int drawInit(ArrayRef<int> extents, bool reads, ArrayRef<int> inputs);
  SmallVector<int> extentsOf(int value);
  int drawExtent();
  bool matchLoops(int value, ArrayRef<int> loops, Map &map);

  // Bodies.
  int push(Node &node, BodyKind kind, int lhs = 0, int rhs = 0);
  int clamp(Node &node, int value);
  int drawValueOf(Node &node, bool clampInputs);
  bool finishGeneric(Node node, ArrayRef<Map> outMaps, ArrayRef<bool> reads);
  bool drawBody(Node &node, ArrayRef<bool> reads, bool clampInputs,
                SmallVectorImpl<double> &bounds);
  double boundOf(const Node &node, int bodyOp);

  int constant(int64_t value) { return program.extents.constant(value); }
  int binary(ExtentKind kind, int lhs, int rhs) {
    return program.extents.binary(kind, lhs, rhs);
  }
  /// max(0, `extent` - `amount`).
  int shrinkBy(int extent, int64_t amount) {
    return binary(ExtentKind::Max, constant(0),
                  binary(ExtentKind::Sub, extent, constant(amount)));
  }
  int64_t largest(int extent) {
    int64_t result = 0;
    for (unsigned run = 0; run < program.numRuns; ++run)
      result = std::max(result, program.eval(extent, run));
    return result;
  }
  int64_t smallest(int extent) {
    int64_t result = program.eval(extent, 0);
    for (unsigned run = 1; run < program.numRuns; ++run)
      result = std::min(result, program.eval(extent, run));
    return result;
  }
  bool isSmall(ArrayRef<int> loops) {
    int64_t volume = 1;
    for (int extent : loops) {
      if (largest(extent) > kMaxExtent)
        return false;
      volume *= std::max<int64_t>(1, largest(extent));
    }
    return volume <= kMaxVolume;
  }

  Random random;
  Program program;
  SmallVector<int> baseExtents;
  std::vector<bool> isUsed;
};

Map identityMap(unsigned rank) {
  Map map;
  for (unsigned dim = 0; dim < rank; ++dim)
    map.push_back({{{static_cast<int>(dim), 1}}, 0});
  return map;
}

} // namespace

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
  Value value;
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
    Value value;
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

/// A destination: -1 for a tensor.empty of its own, where nobody reads it.
int Generator::drawInit(ArrayRef<int> extents, bool reads,
                        ArrayRef<int> inputs) {
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
  if (roll < 66) {
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
  if (roll < 90)
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
// Bodies
//===----------------------------------------------------------------------===//

int Generator::push(Node &node, BodyKind kind, int lhs, int rhs) {
  node.body.push_back({kind, lhs, rhs, {}});
  return node.body.size() - 1;
}

int Generator::clamp(Node &node, int value) {
  int low = push(node, BodyKind::Constant, -2);
  int high = push(node, BodyKind::Constant, 2);
  int bounded = push(node, BodyKind::Max, value, low);
  return push(node, BodyKind::Min, bounded, high);
}

double Generator::boundOf(const Node &node, int bodyOp) {
  const BodyOp &op = node.body[bodyOp];
  switch (op.kind) {
  case BodyKind::Input:
    return program.values[node.inputs[op.lhs]].bound;
  case BodyKind::Output:
    return node.inits[op.lhs] < 0 ? 0
                                  : program.values[node.inits[op.lhs]].bound;
  case BodyKind::Constant:
    return std::abs(op.lhs);
  case BodyKind::Index:
  case BodyKind::DimOf:
    return kIndexMagnitude;
  case BodyKind::Extract:
    return program.values[op.lhs].bound;
  case BodyKind::Add:
  case BodyKind::Sub:
    return boundOf(node, op.lhs) + boundOf(node, op.rhs);
  case BodyKind::Mul:
    return boundOf(node, op.lhs) * boundOf(node, op.rhs);
  case BodyKind::Max:
  case BodyKind::Min: {
    // Only clamps bound a value from both sides.
    const BodyOp &right = node.body[op.rhs];
    if (op.kind == BodyKind::Min && right.kind == BodyKind::Constant &&
        node.body[op.lhs].kind == BodyKind::Max &&
        node.body[node.body[op.lhs].rhs].kind == BodyKind::Constant)
      return std::max(std::abs(right.lhs),
                      std::abs(node.body[node.body[op.lhs].rhs].lhs));
    return std::max(boundOf(node, op.lhs), boundOf(node, op.rhs));
  }
  }
  return 0;
}

/// An expression that reads every input, and sometimes what a body can read
/// besides its block arguments.
int Generator::drawValueOf(Node &node, bool clampInputs) {
  static const BodyKind kinds[] = {BodyKind::Add, BodyKind::Sub, BodyKind::Mul,
                                   BodyKind::Max, BodyKind::Min};
  int value = -1;
  auto join = [&](int other) {
    value =
        value < 0 ? other : push(node, kinds[random.range(0, 4)], value, other);
  };
  for (auto [input, id] : llvm::enumerate(node.inputs)) {
    if (program.values[id].isEmpty)
      continue;
    int leaf = push(node, BodyKind::Input, input);
    join(clampInputs ? clamp(node, leaf) : leaf);
  }
  if (!node.loops.empty() && random.chance(20)) {
    int loop = random.range(0, node.loops.size() - 1);
    join(push(node, BodyKind::Index, loop));
  }
  if (random.chance(20) || value < 0)
    join(push(node, BodyKind::Constant, random.range(-2, 3)));
  if (random.chance(6)) {
    int source = pickValue(1, 3);
    if (source >= 0) {
      int rank = program.values[source].dims.size();
      isUsed[source] = true;
      join(push(node, BodyKind::DimOf, source, random.range(0, rank - 1)));
    }
  }
  if (random.chance(12)) {
    Map map;
    int source = pickValue(1, 3);
    if (source >= 0 && matchLoops(source, node.loops, map)) {
      BodyOp op{BodyKind::Extract, source, 0, {}};
      for (const MapResult &result : map)
        op.loops.push_back(result.terms.front().first);
      node.body.push_back(op);
      isUsed[source] = true;
      int leaf = node.body.size() - 1;
      join(clampInputs ? clamp(node, leaf) : leaf);
    }
  }
  return value;
}

bool Generator::drawBody(Node &node, ArrayRef<bool> reads, bool clampInputs,
                         SmallVectorImpl<double> &bounds) {
  node.body.clear();
  node.yields.clear();
  bounds.clear();
  int64_t trips = 1;
  unsigned numReductions = 0;
  for (auto [loop, extent] : llvm::enumerate(node.loops)) {
    if (!node.isReduction[loop])
      continue;
    trips *= std::max<int64_t>(1, largest(extent));
    ++numReductions;
  }
  for (auto [init, doesRead] : llvm::enumerate(reads)) {
    int value = drawValueOf(node, clampInputs);
    double bound = boundOf(node, value);
    if (doesRead) {
      double start = program.values[node.inits[init]].bound;
      int out = push(node, BodyKind::Output, init);
      bool inOrder =
          !program.isFloat && numReductions <= 1 && random.chance(15);
      if (inOrder) {
        int scaled =
            push(node, BodyKind::Mul, out, push(node, BodyKind::Constant, 3));
        value = push(node, BodyKind::Add, scaled, value);
      } else if (random.chance(70)) {
        value = push(node, BodyKind::Add, out, value);
        bound = start + bound * trips;
      } else {
        value = push(node, random.chance(50) ? BodyKind::Max : BodyKind::Min,
                     out, value);
        bound = std::max(start, bound);
      }
    }
    node.yields.push_back(value);
    bounds.push_back(bound);
    if (program.isFloat && bound > kMaxMagnitude)
      return false;
  }
  return true;
}

/// Draws destinations and a body for the inputs, loops and maps of `node`.
bool Generator::finishGeneric(Node node, ArrayRef<Map> outMaps,
                              ArrayRef<bool> reads) {
  if (!isSmall(node.loops))
    return false;
  SmallVector<SmallVector<int>> results;
  for (auto [map, doesRead] : llvm::zip(outMaps, reads)) {
    SmallVector<int> extents;
    for (const MapResult &result : map)
      extents.push_back(node.loops[result.terms.front().first]);
    node.inits.push_back(drawInit(extents, doesRead, node.inputs));
    node.maps.push_back(map);
    results.push_back(extents);
  }
  SmallVector<double> bounds;
  // Captures may add values, so that numbers are drawn anew on each try.
  if (!drawBody(node, reads, /*clampInputs=*/false, bounds) &&
      !drawBody(node, reads, /*clampInputs=*/true, bounds))
    return false;
  finish(std::move(node), results, bounds);
  return true;
}

//===----------------------------------------------------------------------===//
// Linalg ops
//===----------------------------------------------------------------------===//

bool Generator::addElementwise() {
  int first = pickValue(0, 3);
  if (first < 0)
    return false;
  Node node;
  node.loops = extentsOf(first);
  Map firstMap = identityMap(node.loops.size());
  bool isBroadcast = node.loops.size() < 3 && random.chance(15);
  if (isBroadcast)
    node.loops.push_back(drawExtent());
  node.isReduction.assign(node.loops.size(), false);
  node.inputs.push_back(first);
  node.maps.push_back(firstMap);
  for (int extra = random.range(0, 2); extra; --extra) {
    Map map;
    int value = pickValue(0, 3);
    if (value < 0 || !matchLoops(value, node.loops, map)) {
      SmallVector<int> extents;
      map.clear();
      for (auto [loop, extent] : llvm::enumerate(node.loops))
        if (random.chance(70)) {
          extents.push_back(extent);
          map.push_back({{{static_cast<int>(loop), 1}}, 0});
        }
      value = random.chance(50) ? findValue(extents) : -1;
      if (value < 0)
        value = addArgument(extents);
    }
    node.inputs.push_back(value);
    node.maps.push_back(map);
  }
  Map outMap = identityMap(node.loops.size());
  bool isTransposed = node.loops.size() > 1 && random.chance(20);
  if (isTransposed)
    std::rotate(outMap.begin(), outMap.begin() + 1, outMap.end());

  // Some of those that have a name are printed with it.
  unsigned rank = node.loops.size();
  auto isIdentity = [&](const Map &map) {
    if (map.size() != rank)
      return false;
    for (auto [dim, result] : llvm::enumerate(map))
      if (result.terms.front().first != static_cast<int>(dim))
        return false;
    return true;
  };
  if (node.inputs.size() == 2 && !isTransposed && rank > 0 &&
      isIdentity(node.maps[0]) && isIdentity(node.maps[1]) &&
      isSmall(node.loops) && random.chance(60)) {
    static const std::pair<const char *, BodyKind> names[] = {
        {"add", BodyKind::Add},
        {"sub", BodyKind::Sub},
        {"mul", BodyKind::Mul},
        {"max", BodyKind::Max},
        {"min", BodyKind::Min}};
    auto [name, kind] = names[random.range(0, 4)];
    node.named = name;
    int lhs = push(node, BodyKind::Input, 0);
    node.yields = {push(node, kind, lhs, push(node, BodyKind::Input, 1))};
    double bound = boundOf(node, node.yields[0]);
    if (program.isFloat && bound > kMaxMagnitude)
      return false;
    node.inits = {drawInit(node.loops, false, node.inputs)};
    node.maps.push_back(outMap);
    SmallVector<int> extents(node.loops);
    finish(std::move(node), {extents}, {bound});
    return true;
  }
  if (node.inputs.size() == 1 && (isTransposed != isBroadcast) &&
      isSmall(node.loops) && random.chance(50)) {
    node.named = isTransposed ? "transpose" : "broadcast";
    SmallVector<int> extents;
    for (const MapResult &result : outMap) {
      extents.push_back(node.loops[result.terms.front().first]);
      if (isTransposed)
        node.dimensions.push_back(result.terms.front().first);
    }
    if (isBroadcast)
      node.dimensions.push_back(rank - 1);
    node.yields = {push(node, BodyKind::Input, 0)};
    node.inits = {drawInit(extents, false, node.inputs)};
    // The named ops iterate over the dims of their result.
    if (isTransposed) {
      Map inputMap = identityMap(rank);
      for (auto [dim, source] : llvm::enumerate(node.dimensions))
        inputMap[source].terms.front().first = dim;
      node.maps = {inputMap};
      node.loops = extents;
    }
    node.maps.push_back(identityMap(rank));
    double bound = boundOf(node, 0);
    finish(std::move(node), {extents}, {bound});
    return true;
  }
  SmallVector<Map> outMaps = {outMap};
  SmallVector<bool> reads = {random.chance(20)};
  if (random.chance(12)) {
    outMaps.push_back(identityMap(rank));
    reads.push_back(random.chance(20));
  }
  return finishGeneric(std::move(node), outMaps, reads);
}

bool Generator::addReduction() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.loops = extentsOf(input);
  unsigned rank = node.loops.size();
  node.isReduction.assign(rank, false);
  node.inputs = {input};
  node.maps = {identityMap(rank)};
  node.isReduction[random.range(0, rank - 1)] = true;
  if (random.chance(25))
    node.isReduction[random.range(0, rank - 1)] = true;
  Map outMap;
  for (unsigned loop = 0; loop < rank; ++loop)
    if (!node.isReduction[loop])
      outMap.push_back({{{static_cast<int>(loop), 1}}, 0});
  if (outMap.size() > 1 && random.chance(20))
    std::swap(outMap.front(), outMap.back());
  SmallVector<Map> outMaps = {outMap};
  SmallVector<bool> reads = {true};
  if (random.chance(15)) {
    // A second result: another reduction, or a value for every iteration.
    bool isFull = random.chance(50);
    outMaps.push_back(isFull ? identityMap(rank) : outMap);
    reads.push_back(!isFull);
  }
  return finishGeneric(std::move(node), outMaps, reads);
}

bool Generator::addMatmul() {
  int input = pickValue(2, 3);
  if (input < 0)
    return false;
  SmallVector<int> left = extentsOf(input);
  bool isBatch = left.size() == 3;
  int batch = isBatch ? left.front() : 0;
  int rows = left[left.size() - 2], depth = left.back(), columns = drawExtent();
  bool isRight = random.chance(30);
  if (isRight) {
    std::swap(rows, depth);
    std::swap(rows, columns);
  }
  SmallVector<int> other = isRight ? SmallVector<int>{rows, depth}
                                   : SmallVector<int>{depth, columns};
  if (isBatch)
    other.insert(other.begin(), batch);
  int partner = -1;
  if (random.chance(60))
    partner = findValue(other);
  if (partner < 0)
    partner = addArgument(other);
  Node node;
  if (isBatch)
    node.loops.push_back(batch);
  node.loops.append({rows, columns, depth});
  if (!isSmall(node.loops))
    return false;
  int base = isBatch;
  node.isReduction.assign(node.loops.size(), false);
  node.isReduction.back() = true;
  auto mapOf = [&](int lhs, int rhs) {
    Map map;
    if (isBatch)
      map.push_back({{{0, 1}}, 0});
    map.push_back({{{base + lhs, 1}}, 0});
    map.push_back({{{base + rhs, 1}}, 0});
    return map;
  };
  node.inputs = {input, partner};
  if (isRight)
    std::swap(node.inputs[0], node.inputs[1]);
  node.maps = {mapOf(0, 2), mapOf(2, 1)};
  if (random.chance(25))
    return finishGeneric(std::move(node), {mapOf(0, 1)}, {true});
  SmallVector<int> extents(node.loops.begin(), node.loops.end() - 1);
  double trips = std::max<int64_t>(1, largest(depth));
  double bound = program.values[input].bound * program.values[partner].bound;
  node.inits = {drawInit(extents, /*reads=*/true, node.inputs)};
  bound = program.values[node.inits[0]].bound + bound * trips;
  if (program.isFloat && bound > kMaxMagnitude)
    return false;
  node.maps.push_back(mapOf(0, 1));
  int lhs = push(node, BodyKind::Input, 0);
  int product = push(node, BodyKind::Mul, lhs, push(node, BodyKind::Input, 1));
  node.yields = {
      push(node, BodyKind::Add, push(node, BodyKind::Output, 0), product)};
  if (random.chance(70))
    node.named = isBatch ? "batch_matmul" : "matmul";
  finish(std::move(node), {extents}, {bound});
  return true;
}

/// A window over one or two dims, with stride and dilation: a pooling, or a
/// convolution with weights, sometimes over channels.
bool Generator::addWindow() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  SmallVector<int> extents = extentsOf(input);
  unsigned rank = extents.size();
  SmallVector<bool> isWindowed(rank, false);
  isWindowed[random.range(0, rank - 1)] = true;
  if (random.chance(30))
    isWindowed[random.range(0, rank - 1)] = true;
  Node node;
  node.inputs = {input};
  node.loops = extents;
  node.isReduction.assign(rank, false);
  Map inputMap = identityMap(rank), shapeMap, outMap;
  SmallVector<int> shape;
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (!isWindowed[dim])
      continue;
    int64_t width = random.range(1, 3), stride = random.range(1, 3),
            dilation = random.chance(60) ? 1 : random.range(2, 3);
    int fits = binary(ExtentKind::FloorDiv,
                      binary(ExtentKind::Sub, extents[dim],
                             constant((width - 1) * dilation + 1)),
                      constant(stride));
    node.loops[dim] = binary(ExtentKind::Max, constant(0),
                             binary(ExtentKind::Add, fits, constant(1)));
    int loop = node.loops.size();
    node.loops.push_back(constant(width));
    node.isReduction.push_back(true);
    inputMap[dim].terms = {{static_cast<int>(dim), stride}, {loop, dilation}};
    shape.push_back(constant(width));
    shapeMap.push_back({{{loop, 1}}, 0});
  }
  bool hasWeights = random.chance(60);
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isChannel = hasWeights && !isWindowed[dim] && random.chance(25);
    if (isChannel) {
      node.isReduction[dim] = true;
      shape.push_back(extents[dim]);
      shapeMap.push_back({{{static_cast<int>(dim), 1}}, 0});
    } else {
      outMap.push_back({{{static_cast<int>(dim), 1}}, 0});
    }
  }
  if (hasWeights && random.chance(25)) {
    int features = drawExtent();
    Map::value_type result = {{{static_cast<int>(node.loops.size()), 1}}, 0};
    node.loops.push_back(features);
    node.isReduction.push_back(false);
    shape.push_back(features);
    shapeMap.push_back(result);
    outMap.push_back(result);
  }
  if (!isSmall(node.loops))
    return false;
  int window;
  if (hasWeights) {
    window = addArgument(shape);
  } else {
    Node empty;
    empty.kind = NodeKind::Empty;
    window = finish(std::move(empty), {shape}, {0});
    program.values[window].isEmpty = true;
  }
  node.inputs.push_back(window);
  node.maps = {inputMap, shapeMap};
  return finishGeneric(std::move(node), {outMap}, {true});
}

/// Inputs read at neighbouring places: x[i + 1], x[i + 2], y[i + 3]. (A plain
/// x[i] would have to have the extent of the result.)
bool Generator::addStencil() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.loops = extentsOf(input);
  unsigned rank = node.loops.size();
  int dim = random.range(0, rank - 1);
  int points = random.range(2, 3);
  int64_t reach = points;
  SmallVector<int> extents = extentsOf(input);
  for (int point = 0; point < points; ++point) {
    Map map = identityMap(rank);
    map[dim].constant = point + 1;
    int other = random.chance(30) ? findValue(extents) : -1;
    node.inputs.push_back(other < 0 ? input : other);
    node.maps.push_back(map);
  }
  node.loops[dim] = shrinkBy(extents[dim], reach);
  node.isReduction.assign(rank, false);
  return finishGeneric(std::move(node), {identityMap(rank)},
                       {random.chance(20)});
}

//===----------------------------------------------------------------------===//
// Tensor ops
//===----------------------------------------------------------------------===//

bool Generator::addPad() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::Pad;
  node.inputs = {input};
  node.constant = random.range(-1, 2);
  SmallVector<int> extents;
  for (int extent : extentsOf(input)) {
    int amounts[2];
    for (int &amount : amounts) {
      amount = constant(random.chance(50) ? 0 : random.range(0, 8));
      if (random.chance(12))
        amount = random.pick(baseExtents);
    }
    node.offsets.push_back(amounts[0]);
    node.sizes.push_back(amounts[1]);
    extents.push_back(binary(ExtentKind::Add,
                             binary(ExtentKind::Add, extent, amounts[0]),
                             amounts[1]));
  }
  if (!isSmall(extents))
    return false;
  node.loops = extents;
  node.isReduction.assign(extents.size(), false);
  double bound =
      std::max(program.values[input].bound, std::abs(double(node.constant)));
  finish(std::move(node), {extents}, {bound});
  return true;
}

bool Generator::addExtractSlice() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::ExtractSlice;
  node.inputs = {input};
  SmallVector<int> extents;
  // Upstream's expand-strided-metadata crashes on some slices that drop a dim
  // and have a stride.
  bool mayDrop = random.chance(35);
  for (int extent : extentsOf(input)) {
    int64_t stride = mayDrop || random.chance(60) ? 1 : random.range(2, 3);
    int start = constant(random.chance(50) ? 0 : random.range(1, 4));
    if (random.chance(8))
      start = random.pick(baseExtents);
    bool isDropped = mayDrop && smallest(extent) > 0 && random.chance(40);
    int offset, size;
    if (isDropped) {
      offset = binary(ExtentKind::Min, start,
                      binary(ExtentKind::Sub, extent, constant(1)));
      size = constant(1);
    } else {
      // At the last element at most: the verifier wants offsets inside.
      offset = binary(ExtentKind::Min, start, shrinkBy(extent, 1));
      size = binary(ExtentKind::CeilDiv,
                    binary(ExtentKind::Sub, extent, offset), constant(stride));
      if (random.chance(40))
        size = binary(ExtentKind::Min, constant(random.range(1, 6)), size);
      extents.push_back(size);
    }
    node.offsets.push_back(offset);
    node.sizes.push_back(size);
    node.strides.push_back(stride);
    node.dropped.push_back(isDropped);
  }
  double bound = program.values[input].bound;
  finish(std::move(node), {extents}, {bound});
  return true;
}

bool Generator::addInsertSlice() {
  int whole = pickValue(1, 3);
  if (whole < 0)
    return false;
  SmallVector<int> limits = extentsOf(whole);
  SmallVector<int> parts;
  for (auto [id, value] : llvm::enumerate(program.values)) {
    if (value.isEmpty || value.dims.size() != limits.size() ||
        static_cast<int>(id) == whole)
      continue;
    bool fits = true;
    for (unsigned run = 0; run < program.numRuns; ++run)
      for (auto [dim, limit] : llvm::zip(value.dims, limits))
        fits &= program.eval(dim.extent, run) <= program.eval(limit, run);
    if (fits)
      parts.push_back(id);
  }
  int part;
  if (!parts.empty() && random.chance(75)) {
    part = random.pick(parts);
  } else {
    SmallVector<int> extents;
    for (int limit : limits)
      extents.push_back(random.chance(50) ? shrinkBy(limit, random.range(1, 4))
                                          : limit);
    part = addArgument(extents);
  }
  if (random.chance(40))
    std::swap(whole, part);
  Node node;
  node.kind = NodeKind::InsertSlice;
  node.inputs = {part};
  node.inits = {whole};
  limits = extentsOf(whole);
  SmallVector<int> sizes = extentsOf(part);
  for (auto [limit, size] : llvm::zip(limits, sizes)) {
    int start = constant(random.chance(40) ? 0 : random.range(1, 4));
    node.offsets.push_back(
        binary(ExtentKind::Min, start, binary(ExtentKind::Sub, limit, size)));
    node.sizes.push_back(size);
    int64_t stride = random.chance(80) ? 1 : 2;
    node.strides.push_back(stride);
  }
  double bound =
      std::max(program.values[whole].bound, program.values[part].bound);
  finish(std::move(node), {limits}, {bound});
  return true;
}

bool Generator::addConcat() {
  int first = pickValue(1, 3);
  if (first < 0)
    return false;
  SmallVector<int> extents = extentsOf(first);
  Node node;
  node.kind = NodeKind::Concat;
  node.constant = random.range(0, extents.size() - 1);
  node.inputs = {first};
  double bound = program.values[first].bound;
  int total = extents[node.constant];
  for (int more = random.range(1, 2); more; --more) {
    SmallVector<int> found;
    for (auto [id, value] : llvm::enumerate(program.values)) {
      SmallVector<int> other = extentsOf(id);
      bool fits = !value.isEmpty && other.size() == extents.size();
      for (unsigned dim = 0; fits && dim < extents.size(); ++dim)
        fits = static_cast<int64_t>(dim) == node.constant ||
               other[dim] == extents[dim];
      if (fits)
        found.push_back(id);
    }
    int part;
    if (random.chance(70)) {
      part = random.pick(found);
    } else {
      SmallVector<int> other = extents;
      other[node.constant] = drawExtent();
      part = addArgument(other);
    }
    node.inputs.push_back(part);
    total = binary(ExtentKind::Add, total, extentsOf(part)[node.constant]);
    bound = std::max(bound, program.values[part].bound);
  }
  extents[node.constant] = total;
  if (!isSmall(extents))
    return false;
  // The result's type is the one that tensor.concat infers.
  SmallVector<bool> anyHidden(extents.size(), false);
  SmallVector<bool> allHidden(extents.size(), true);
  for (int part : node.inputs)
    for (auto [dim, from] : llvm::enumerate(program.values[part].dims)) {
      anyHidden[dim] = anyHidden[dim] || from.hidden;
      allHidden[dim] = allHidden[dim] && from.hidden;
    }
  int64_t along = node.constant;
  int result = finish(std::move(node), {extents}, {bound});
  for (auto [dim, to] : llvm::enumerate(program.values[result].dims))
    to.hidden =
        static_cast<int64_t>(dim) == along ? anyHidden[dim] : allHidden[dim];
  return true;
}

bool Generator::addCast() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::Cast;
  node.inputs = {input};
  double bound = program.values[input].bound;
  int result = finish(std::move(node), {extentsOf(input)}, {bound});
  for (auto [dim, source] :
       llvm::zip(program.values[result].dims, program.values[input].dims))
    dim.hidden = random.chance(50) ? !source.hidden : source.hidden;
  return true;
}

bool Generator::addExpand() {
  int input = pickValue(1, 2);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::ExpandShape;
  node.inputs = {input};
  SmallVector<int> extents;
  bool isChanged = false;
  for (int extent : extentsOf(input)) {
    const Extent parts = program.extents.get(extent);
    int split = !isChanged ? random.range(0, 3) : 3;
    isChanged |= split < 3;
    if (parts.kind == ExtentKind::Mul && split < 3) {
      extents.append({int(parts.lhs), int(parts.rhs)});
      node.groups.push_back(2);
    } else if (split == 1) {
      extents.append({extent, constant(1)});
      node.groups.push_back(2);
    } else if (split < 3) {
      extents.append({constant(1), extent});
      node.groups.push_back(2);
    } else {
      extents.push_back(extent);
      node.groups.push_back(1);
    }
  }
  double bound = program.values[input].bound;
  int result = finish(std::move(node), {extents}, {bound});
  // A run-time dim expands into at least one run-time dim.
  unsigned first = 0;
  const Node &made = program.nodes.back();
  for (auto [dim, count] : llvm::zip(program.values[input].dims, made.groups)) {
    if (dim.hidden)
      program.values[result].dims[first].hidden = true;
    first += count;
  }
  return true;
}

bool Generator::addCollapse() {
  int input = pickValue(2, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::CollapseShape;
  node.inputs = {input};
  SmallVector<int> source = extentsOf(input), extents;
  SmallVector<bool> hidden;
  unsigned start = random.range(0, source.size() - 2);
  unsigned count = random.range(2, source.size() - start);
  for (unsigned dim = 0; dim < source.size();) {
    unsigned length = dim == start ? count : 1;
    int extent = source[dim];
    bool isHidden = program.values[input].dims[dim].hidden;
    for (unsigned next = 1; next < length; ++next) {
      extent = binary(ExtentKind::Mul, extent, source[dim + next]);
      isHidden |= program.values[input].dims[dim + next].hidden;
    }
    extents.push_back(extent);
    hidden.push_back(isHidden);
    node.groups.push_back(length);
    dim += length;
  }
  if (!isSmall(extents))
    return false;
  double bound = program.values[input].bound;
  int result = finish(std::move(node), {extents}, {bound});
  for (auto [dim, isHidden] : llvm::zip(program.values[result].dims, hidden))
    dim.hidden = isHidden;
  return true;
}

//===----------------------------------------------------------------------===//
// Whole payloads
//===----------------------------------------------------------------------===//

bool Generator::addNode() {
  Program before = program;
  std::vector<bool> usedBefore = isUsed;
  if (drawNode() && program.isValid())
    return true;
  program = before;
  isUsed = usedBefore;
  return false;
}

bool Generator::drawNode() {
  int64_t roll = random.range(0, 99);
  if (roll < 34)
    return addElementwise();
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
    if (isLast || random.chance(isUsed[id] ? 15 : 60))
      program.returns.push_back(id);
  }
  if (random.chance(3))
    for (auto [id, value] : llvm::enumerate(program.values))
      if (value.node < 0) {
        program.returns.push_back(id);
        break;
      }
  while (program.returns.size() > 5)
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

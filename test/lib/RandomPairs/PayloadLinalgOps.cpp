//===- PayloadLinalgOps.cpp - Draws linalg ops ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops, maps and operands of the linalg ops of a random payload. Bodies and
// destinations are drawn in PayloadGenerator.cpp.
//
//===----------------------------------------------------------------------===//

#include "PayloadGenerator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::heddle::pairs;
using llvm::ArrayRef;
using llvm::SmallVector;

/// True if `map` is the identity of all loops of `node`, of which there are
/// some.
static bool isIdentity(const Map &map, const Node &node) {
  if (map.empty() || map.size() != node.loops.size())
    return false;
  for (auto [dim, result] : llvm::enumerate(map))
    if (result.terms.front().first != static_cast<int>(dim))
      return false;
  return true;
}

/// linalg.add, sub, mul, max or min of the two inputs of `node`.
bool Generator::finishNamedBinary(Node node) {
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
  if (!isSmall(node.loops) || (program.isFloat && bound > kMaxMagnitude))
    return false;
  node.inits = {drawInit(node.loops, false, node.inputs)};
  node.maps.push_back(identityMap(node.loops.size()));
  SmallVector<int> extents(node.loops);
  finish(std::move(node), {extents}, {bound});
  return true;
}

/// linalg.transpose or linalg.broadcast of the input of `node`.
bool Generator::finishNamedMove(Node node, const Map &outMap,
                                bool isTransposed) {
  if (!isSmall(node.loops))
    return false;
  unsigned rank = node.loops.size();
  node.named = isTransposed ? "transpose" : "broadcast";
  SmallVector<int> extents;
  for (const MapResult &result : outMap) {
    extents.push_back(node.loops[result.terms.front().first]);
    if (isTransposed)
      node.dimensions.push_back(result.terms.front().first);
  }
  if (!isTransposed)
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
  if (node.inputs.size() == 2 && !isTransposed && random.chance(60) &&
      isIdentity(node.maps[0], node) && isIdentity(node.maps[1], node))
    return finishNamedBinary(std::move(node));
  if (node.inputs.size() == 1 && isTransposed != isBroadcast &&
      random.chance(50))
    return finishNamedMove(std::move(node), outMap, isTransposed);
  unsigned rank = node.loops.size();
  SmallVector<Map> outMaps = {outMap};
  SmallVector<bool> reads = {random.chance(20)};
  if (random.chance(12)) {
    outMaps.push_back(identityMap(rank));
    reads.push_back(random.chance(20));
  }
  return finishGeneric(std::move(node), outMaps, reads);
}

/// A node whose loops are the dims of `input`, which it reads with an identity
/// map.
Node Generator::startNode(int input) {
  Node node;
  node.loops = extentsOf(input);
  node.isReduction.assign(node.loops.size(), false);
  node.inputs = {input};
  node.maps = {identityMap(node.loops.size())};
  return node;
}

/// Writes some elements of a larger destination and leaves the others: a
/// shifted block, a row of a matrix, or a diagonal.
bool Generator::addPartialWrite() {
  int input = pickValue(1, 2);
  if (input < 0)
    return false;
  Node node = startNode(input);
  unsigned rank = node.loops.size();
  Map outMap = identityMap(rank);
  makePartial(outMap);
  return finishGeneric(std::move(node), {outMap}, {true});
}

/// Shifts a dim of `map`, adds a row that is always the same, or repeats a dim.
void Generator::makePartial(Map &map) {
  int64_t kind = map.empty() ? 1 : random.range(0, 2);
  if (kind == 0)
    map[random.range(0, map.size() - 1)].constant = random.range(1, 2);
  else if (kind == 1)
    map.insert(map.begin() + random.range(0, map.size()),
               MapResult{{}, random.range(0, 2)});
  else
    map.push_back(MapResult(map[random.range(0, map.size() - 1)]));
}

/// An op that adds to an initialized destination, and a window over its result,
/// which is also returned. Tiles of the window overlap in that result.
bool Generator::addHalo() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node = startNode(input);
  unsigned rank = node.loops.size();
  Map outMap = identityMap(rank);
  if (rank > 1 && random.chance(30)) {
    unsigned loop = random.range(0, rank - 1);
    node.isReduction[loop] = true;
    outMap.erase(outMap.begin() + loop);
  }
  wantsHeldInit = true;
  bool isDone = finishGeneric(std::move(node), {outMap}, {true});
  wantsHeldInit = false;
  if (!isDone)
    return false;
  int updated = program.nodes.back().results.front();
  if (random.chance(75))
    mustReturn.push_back(updated);
  if (!addWindowOf(updated, /*isHalo=*/true))
    return false;
  program.favorite = program.nodes.size() - 1;
  return true;
}

bool Generator::addReduction() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node = startNode(input);
  unsigned rank = node.loops.size();
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

/// The map (lhs, rhs) of a matmul, after the batch dim if there is one.
static Map getMatmulMap(bool isBatch, int lhs, int rhs) {
  Map map;
  if (isBatch)
    map.push_back({{{0, 1}}, 0});
  map.push_back({{{isBatch + lhs, 1}}, 0});
  map.push_back({{{isBatch + rhs, 1}}, 0});
  return map;
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
  node.isReduction.assign(node.loops.size(), false);
  node.isReduction.back() = true;
  auto mapOf = [&](int lhs, int rhs) {
    return getMatmulMap(isBatch, lhs, rhs);
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
  return input >= 0 && addWindowOf(input, /*isHalo=*/false);
}

void Generator::slideAlong(unsigned dim, int extent, bool isHalo,
                           Window &window) {
  int64_t width = random.range(1, 3), stride = random.range(1, 3),
          dilation = random.chance(60) ? 1 : random.range(2, 3);
  if (isHalo) {
    width = random.range(2, 3);
    stride = dilation = 1;
  }
  int fits = binary(
      ExtentKind::FloorDiv,
      binary(ExtentKind::Sub, extent, constant((width - 1) * dilation + 1)),
      constant(stride));
  Node &node = window.node;
  node.loops[dim] = binary(ExtentKind::Max, constant(0),
                           binary(ExtentKind::Add, fits, constant(1)));
  int loop = node.loops.size();
  node.loops.push_back(constant(width));
  node.isReduction.push_back(true);
  window.inputMap[dim].terms = {{static_cast<int>(dim), stride},
                                {loop, dilation}};
  window.shape.push_back(constant(width));
  window.shapeMap.push_back({{{loop, 1}}, 0});
}

int Generator::addWindowOperand(bool hasWeights,
                                const SmallVector<int> &shape) {
  if (hasWeights)
    return addArgument(shape);
  Node empty;
  empty.kind = NodeKind::Empty;
  int operand = finish(std::move(empty), {shape}, {0});
  program.values[operand].isEmpty = true;
  return operand;
}

bool Generator::addWindowOf(int input, bool isHalo) {
  SmallVector<int> extents = extentsOf(input);
  unsigned rank = extents.size();
  SmallVector<bool> isWindowed(rank, false);
  isWindowed[random.range(0, rank - 1)] = true;
  if (random.chance(30))
    isWindowed[random.range(0, rank - 1)] = true;
  Window window;
  auto &[node, inputMap, shapeMap, shape] = window;
  node.inputs = {input};
  node.loops = extents;
  node.isReduction.assign(rank, false);
  inputMap = identityMap(rank);
  Map outMap;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (isWindowed[dim])
      slideAlong(dim, extents[dim], isHalo, window);
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
  node.inputs.push_back(addWindowOperand(hasWeights, shape));
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

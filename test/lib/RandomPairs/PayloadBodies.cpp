//===- PayloadBodies.cpp - Draws bodies and destinations --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a generic, its destinations, and which of them it reads. Its
// inputs, loops and maps are drawn elsewhere.
//
//===----------------------------------------------------------------------===//

#include "PayloadGenerator.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir::heddle::pairs;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

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
    // Clamps alone bound a value from both sides.
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

/// An expression that reads every input, and sometimes values that a body can
/// read besides its block arguments.
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
    if (node.inits[init] >= 0)
      bound = std::max(bound, program.values[node.inits[init]].bound);
    bounds.push_back(bound);
    if (program.isFloat && bound > kMaxMagnitude)
      return false;
  }
  return true;
}

/// True if `map` does not reach every element of a destination.
static bool isPartial(const Map &map) {
  SmallVector<int> seen;
  for (const MapResult &result : map) {
    if (result.constant || result.terms.empty() ||
        llvm::is_contained(seen, result.terms.front().first))
      return true;
    seen.push_back(result.terms.front().first);
  }
  return false;
}

/// True if every loop of `node` is a dim of an operand as it is.
static bool hasEveryLoop(const Node &node) {
  SmallVector<bool> found(node.loops.size(), false);
  for (const Map &map : node.maps)
    for (const MapResult &result : map)
      if (result.terms.size() == 1 && !result.constant &&
          result.terms.front().second == 1)
        found[result.terms.front().first] = true;
  return !llvm::is_contained(found, false);
}

/// Draws destinations and a body for the inputs, loops and maps of `node`.
bool Generator::finishGeneric(Node node, SmallVector<Map> outMaps,
                              SmallVector<bool> reads) {
  if (!isSmall(node.loops))
    return false;
  bool isStatic = llvm::all_of(
      node.loops, [&](int extent) { return program.isStatic(extent); });
  if (isStatic && random.chance(8))
    makePartial(outMaps[random.range(0, outMaps.size() - 1)]);
  // Upstream's bufferization keeps the elements that are not written only if
  // the body reads the destination.
  for (auto [map, doesRead] : llvm::zip(outMaps, reads))
    doesRead = doesRead || isPartial(map);
  SmallVector<SmallVector<int>> results;
  for (auto [map, doesRead] : llvm::zip(outMaps, reads)) {
    SmallVector<int> extents;
    // The destination has one element more than is written.
    for (const MapResult &result : map) {
      int beyond = constant(result.constant + 1);
      if (result.terms.empty()) {
        extents.push_back(beyond);
        continue;
      }
      int extent = node.loops[result.terms.front().first];
      extents.push_back(
          result.constant ? binary(ExtentKind::Add, extent, beyond) : extent);
    }
    node.inits.push_back(drawInit(extents, doesRead, node.inputs));
    // Upstream infers a wrong shape for such a result.
    if (isPartial(map) &&
        !llvm::all_of(program.values[node.inits.back()].dims,
                      [&](Dim dim) { return program.isStatic(dim); }))
      return false;
    node.maps.push_back(map);
    results.push_back(extents);
  }
  if (!hasEveryLoop(node))
    return false;
  SmallVector<double> bounds;
  // Captures may add values, so that numbers are drawn anew on each try.
  if (!drawBody(node, reads, /*clampInputs=*/false, bounds) &&
      !drawBody(node, reads, /*clampInputs=*/true, bounds))
    return false;
  finish(std::move(node), results, bounds);
  return true;
}

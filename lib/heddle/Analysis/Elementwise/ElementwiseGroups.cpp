//===- ElementwiseGroups.cpp - Groups whose loops are aligned -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Union-find with a map of loops on each link.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseGroups.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Elementwise/ElementwiseOps.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// The size of `op` alone; `loops` maps from the loops of its cluster.
ElementwiseGroups::Size
ElementwiseGroups::measure(linalg::LinalgOp op, AffineMap loops, bool isRoot) {
  Size size;
  size.numOps = llvm::range_size(op.getBlock()->without_terminator());
  if (!options.maxOperands)
    return size;
  for (OpOperand &use : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&use).compose(loops);
    bool isStart = isRoot && op.isDpsInit(&use);
    bool isRead = bodyReads(op, use);
    OpFoldResult scalar = getUniformScalar(use);
    if (auto value = dyn_cast_if_present<Value>(scalar))
      size.inputs.insert(
          {value, AffineMap::get(loops.getNumDims(), 0, op.getContext())});
    else if (isRead && !scalar && !isStart)
      size.inputs.insert({use.get(), map});
    if (isStart)
      size.results.push_back({op.getTiedOpResult(&use), map,
                              isRead && !scalar ? use.get() : Value()});
  }
  return size;
}

/// The size of `into` merged with `parts` and, if given, with `other`, whose
/// loops are those of `into`.
ElementwiseGroups::Size ElementwiseGroups::mergeSizes(unsigned into,
                                                      ArrayRef<Part> parts,
                                                      const Size *other) {
  Size merged = nodes[into].size;
  llvm::SmallDenseSet<unsigned, 4> groups{into};
  auto absorb = [&](const Size &size, AffineMap loops) {
    merged.numOps += size.numOps;
    for (auto [value, map] : size.inputs)
      merged.inputs.insert({value, map.compose(loops)});
    for (const Result &part : size.results)
      merged.results.push_back(
          {part.result, part.map.compose(loops), part.start});
  };
  for (const auto &[group, loops] : parts) {
    groups.insert(group);
    absorb(nodes[group].size, loops);
  }
  if (other)
    absorb(*other, nodes[into].loops);
  if (!options.maxOperands)
    return merged;
  auto isInside = [&](Operation *op) {
    auto it = clusterOf.find(op);
    return it != clusterOf.end() && groups.contains(find(it->second).first);
  };
  // A value that only ops of the group use never leaves the group.
  llvm::erase_if(merged.results, [&](const Result &entry) {
    for (OpOperand &use : entry.result.getUses())
      if (!isInside(use.getOwner()) && !isShapeOnlyUse(use))
        return false;
    if (entry.start)
      merged.inputs.insert({entry.start, entry.map});
    return true;
  });
  for (const Read &read : llvm::to_vector(merged.inputs))
    if (isInside(read.first.getDefiningOp()))
      merged.inputs.erase(read);
  return merged;
}

unsigned ElementwiseGroups::addCluster(linalg::LinalgOp root) {
  unsigned cluster = nodes.size();
  Node &node = nodes.emplace_back();
  node.root = root;
  node.parent = cluster;
  node.loops =
      AffineMap::getMultiDimIdentityMap(root.getNumLoops(), root.getContext());
  node.clusters = {cluster};
  node.hasOrder = root.getNumReductionLoops() > 1;
  node.hasState = !root.isAllParallelLoops() || bodyReadsDestination(root);
  node.reduces = !root.isAllParallelLoops();
  node.computes = computesSomething(root);
  node.size = measure(root, node.loops, /*isRoot=*/true);
  clusterOf[root] = cluster;
  return cluster;
}

std::optional<Reason> ElementwiseGroups::addMember(unsigned cluster,
                                                   linalg::LinalgOp op,
                                                   AffineMap loops) {
  Node &node = nodes[cluster];
  bool computes = computesSomething(op);
  double recompute = 1;
  std::string excess;
  if (computes)
    excess = findExcess(node, op, loops, recompute);
  if (!excess.empty())
    return Reason(op, excess);
  Size own = measure(op, loops, /*isRoot=*/false);
  clusterOf[op] = cluster;
  Size merged = mergeSizes(cluster, {}, &own);
  excess = findExcess(merged, node.root.getNumLoops());
  if (!excess.empty()) {
    clusterOf.erase(op);
    return Reason(op, excess);
  }
  node.size = std::move(merged);
  node.computes |= computes;
  node.recompute = std::max(node.recompute, recompute);
  return std::nullopt;
}

std::pair<unsigned, AffineMap> ElementwiseGroups::find(unsigned cluster) {
  SmallVector<unsigned> path;
  unsigned group = cluster;
  for (; nodes[group].parent != group; group = nodes[group].parent)
    path.push_back(group);
  for (unsigned link : llvm::reverse(path)) {
    Node &node = nodes[link];
    if (node.parent != group)
      node.loops = node.loops.compose(nodes[node.parent].loops);
    node.parent = group;
  }
  return {group, nodes[cluster].loops};
}

/// The operands of the merged op are its inputs, its destinations, and one more
/// for each loop that does not index any of these.
std::string ElementwiseGroups::findExcess(const Size &size,
                                          unsigned numLoops) const {
  if (options.maxOps && size.numOps > *options.maxOps)
    return "the merged op would have " + std::to_string(size.numOps) +
           " ops, but 'max_ops' is " + std::to_string(*options.maxOps);
  if (!options.maxOperands)
    return "";
  SmallVector<AffineMap> maps;
  for (const auto &[value, map] : size.inputs)
    maps.push_back(map);
  for (const Result &entry : size.results)
    maps.push_back(entry.map);
  int64_t uncovered = (~getCoveredLoops(maps, numLoops)).count();
  int64_t numOperands = maps.size() + uncovered;
  if (numOperands <= *options.maxOperands)
    return "";
  return "the merged op would have " + std::to_string(numOperands) +
         " operands, but 'max_operands' is " +
         std::to_string(*options.maxOperands);
}

/// Says that `into` would compute `op` too often; empty if it would not. On
/// entry, `recompute` is how often the group of `op` computes it. On return, it
/// is how often `into` does.
std::string ElementwiseGroups::findExcess(const Node &into, linalg::LinalgOp op,
                                          AffineMap loops,
                                          double &recompute) const {
  linalg::LinalgOp root = into.root;
  RecomputeFactor factor = getRecomputeFactor(op.getStaticLoopRanges(), loops,
                                              root.getStaticLoopRanges());
  if (factor.value <= 1)
    return "";
  recompute *= factor.value;
  double limit = options.getMaxRecompute(into.reduces);
  if (recompute <= limit)
    return "";
  factor.value = recompute;
  return "it would be computed " + toText(factor) +
         llvm::formatv(", but 'max_recompute' is {0:f2}", limit).str() +
         (options.maxRecompute ? "" : " for an op that reduces");
}

bool ElementwiseGroups::isAligned(unsigned into, const Part &part,
                                  StringRef &reason) const {
  AffineMap loops = part.second;
  const Node &node = nodes[part.first];
  if (!loops.isProjectedPermutation()) {
    reason = "its reader does not read each element once";
    return false;
  }
  if (loops.isPermutation()) {
    reason = "the order of its reduction would change";
    return loops.isIdentity() || !node.hasOrder;
  }
  if (!options.diffShapes) {
    reason = "it has fewer loops than its reader and is used elsewhere, too "
             "('diff_shapes' allows that)";
    return false;
  }
  // Each iteration of the other loops writes the element again. That is right
  // if all iterations write the same value and at least one runs.
  if (node.hasState) {
    reason = "it has fewer loops than its reader and cannot be repeated";
    return false;
  }
  llvm::SmallBitVector isOther(loops.getNumDims(), true);
  for (AffineExpr result : loops.getResults())
    isOther.reset(cast<AffineDimExpr>(result).getPosition());
  linalg::LinalgOp root = nodes[into].root;
  SmallVector<int64_t> extents = root.getStaticLoopRanges();
  for (unsigned loop : isOther.set_bits())
    if (ShapedType::isDynamic(extents[loop]) || extents[loop] == 0) {
      reason = "it has fewer loops than its reader, whose others may not run";
      return false;
    }
  return true;
}

std::optional<ElementwiseGroups::Obstacle>
ElementwiseGroups::merge(unsigned into, ArrayRef<Part> parts) {
  Node &target = nodes[into];
  Size merged = mergeSizes(into, parts, nullptr);
  std::string excess = findExcess(merged, target.root.getNumLoops());
  if (!excess.empty())
    return Obstacle{Reason(target.root, excess), std::nullopt};
  double recompute = target.recompute;
  for (const Part &part : parts) {
    const Node &node = nodes[part.first];
    StringRef reason;
    if (!isAligned(into, part, reason))
      return Obstacle{Reason(node.root, reason), part.first};
    double own = node.recompute;
    if (node.computes)
      excess = findExcess(target, node.root, part.second, own);
    if (!excess.empty())
      return Obstacle{Reason(node.root, excess), part.first};
    recompute = std::max(recompute, own);
  }
  target.recompute = recompute;
  target.size = std::move(merged);
  for (const auto &[number, loops] : parts) {
    Node &part = nodes[number];
    part.parent = into;
    part.loops = loops;
    target.hasState |= part.hasState;
    target.hasOrder |= part.hasOrder;
    target.reduces |= part.reduces;
    target.computes |= part.computes;
    if (target.clusters.size() < part.clusters.size())
      std::swap(target.clusters, part.clusters);
    llvm::append_range(target.clusters, part.clusters);
    part.clusters.clear();
  }
  return std::nullopt;
}

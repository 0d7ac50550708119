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

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;

void ElementwiseGroups::count(Node &node, linalg::LinalgOp op) {
  node.numOps += llvm::range_size(op.getBlock()->without_terminator());
  if (!options.maxOperands)
    return;
  node.members.insert(op);
  for (OpOperand &operand : op->getOpOperands())
    if (op.isDpsInput(&operand) || op.payloadUsesValueFromOperand(&operand))
      node.inputs.insert(operand.get());
}

unsigned ElementwiseGroups::addCluster(linalg::LinalgOp root) {
  unsigned cluster = nodes.size();
  Node &node = nodes.emplace_back();
  node.root = root;
  node.parent = cluster;
  node.loops =
      AffineMap::getMultiDimIdentityMap(root.getNumLoops(), root.getContext());
  node.clusters = {cluster};
  node.numResults = root->getNumResults();
  node.hasOrder = root.getNumReductionLoops() > 1;
  node.hasState = !root.isAllParallelLoops() ||
                  llvm::any_of(root.getDpsInitsMutable(), [&](OpOperand &init) {
                    return root.payloadUsesValueFromOperand(&init);
                  });
  count(node, root);
  return cluster;
}

bool ElementwiseGroups::addMember(unsigned cluster, linalg::LinalgOp op) {
  unsigned alone = addCluster(op);
  // What a member computes stays inside.
  nodes[alone].numResults = 0;
  bool isSmall = fits(cluster, alone);
  nodes.pop_back();
  if (isSmall)
    count(nodes[cluster], op);
  return isSmall;
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

bool ElementwiseGroups::fits(unsigned into, ArrayRef<unsigned> parts) const {
  int64_t numOps = nodes[into].numOps, numResults = nodes[into].numResults;
  for (unsigned part : parts) {
    numOps += nodes[part].numOps;
    numResults += nodes[part].numResults;
  }
  if (options.maxOps && numOps > *options.maxOps)
    return false;
  if (!options.maxOperands)
    return true;
  llvm::SmallDenseSet<Value, 16> inputs;
  auto addInputs = [&](const Node &node) {
    for (Value input : node.inputs) {
      Operation *producer = input.getDefiningOp();
      if (!nodes[into].members.contains(producer) &&
          llvm::none_of(parts, [&](unsigned part) {
            return nodes[part].members.contains(producer);
          }))
        inputs.insert(input);
    }
  };
  addInputs(nodes[into]);
  for (unsigned part : parts)
    addInputs(nodes[part]);
  return numResults + static_cast<int64_t>(inputs.size()) <=
         *options.maxOperands;
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
  // Elements are written once per iteration of the other loops: with one value,
  // and at least once.
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

bool ElementwiseGroups::merge(unsigned into, ArrayRef<Part> parts,
                              StringRef &reason) {
  auto numbers =
      llvm::map_to_vector(parts, [](const Part &part) { return part.first; });
  if (!fits(into, numbers)) {
    reason = "the merged op would exceed 'max_operands' or 'max_ops'";
    return false;
  }
  for (const Part &part : parts)
    if (!isAligned(into, part, reason))
      return false;
  Node &target = nodes[into];
  for (const auto &[number, loops] : parts) {
    Node &part = nodes[number];
    part.parent = into;
    part.loops = loops;
    target.numOps += part.numOps;
    target.numResults += part.numResults;
    target.hasState |= part.hasState;
    target.hasOrder |= part.hasOrder;
    if (target.clusters.size() < part.clusters.size())
      std::swap(target.clusters, part.clusters);
    llvm::append_range(target.clusters, part.clusters);
    part.clusters.clear();
    target.members.insert(part.members.begin(), part.members.end());
    target.inputs.insert(part.inputs.begin(), part.inputs.end());
  }
  return true;
}

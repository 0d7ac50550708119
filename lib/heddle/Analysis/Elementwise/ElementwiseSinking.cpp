//===- ElementwiseSinking.cpp - Groups that can wait ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step 3 of MergePlanner.h: a group is merged with a reader or a sibling of a
// higher level. An op that is not a candidate gets the highest level that its
// users allow. A group keeps its level or gets the level of the group that it
// is merged into.
//
//===----------------------------------------------------------------------===//

#include "MergePlanner.h"

#include "heddle/Analysis/Destinations/Destinations.h"

#include "llvm/ADT/MapVector.h"

#include <array>

using namespace mlir;
using namespace mlir::heddle;

/// The number of readers of one value that are compared with a new reader.
static constexpr size_t kMaxSiblings = 8;

MergePlanner::Latest MergePlanner::getLatest(unsigned group) {
  Latest latest;
  for (unsigned cluster : groups.getClusters(group))
    for (unsigned user : users[membersOf[cluster].front()]) {
      std::optional<unsigned> reader;
      unsigned level = levelOf[user];
      if (clusterOf[user]) {
        reader = getGroup(user);
        if (*reader == group)
          continue;
        level = groups.level(*reader) - 1;
      }
      if (reader && reader == latest.reader)
        continue;
      if (level < latest.level) {
        latest.withoutReader = latest.level;
        latest.level = level;
        latest.reader = reader;
      } else {
        latest.withoutReader = std::min(latest.withoutReader, level);
      }
    }
  if (!latest.reader)
    latest.withoutReader = latest.level;
  return latest;
}

/// Merges `group` into a group of a higher level that reads it.
bool MergePlanner::mergeIntoReader(unsigned group, const Latest &latest) {
  llvm::MapVector<unsigned, SmallVector<std::pair<unsigned, Read>>> edges;
  for (unsigned cluster : groups.getClusters(group)) {
    unsigned root = membersOf[cluster].front();
    for (unsigned user : users[root]) {
      if (!clusterOf[user] || getGroup(user) == group)
        continue;
      for (const Read &read : getReads(user))
        if (read.producer == root)
          edges[getGroup(user)].emplace_back(user, read);
    }
  }
  for (auto &[reader, reads] : edges) {
    AffineMap loops;
    if (!llvm::all_of(reads,
                      [&](auto &edge) {
                        return edge.second.loops &&
                               align(edge.first, edge.second, loops);
                      }) ||
        groups.level(reader) >
            (latest.reader == reader ? latest.withoutReader : latest.level))
      continue;
    std::optional<ElementwiseGroups::Obstacle> obstacle =
        groups.merge(reader, {{group, loops}});
    if (!obstacle)
      return true;
    // The reader did not have to wait. This obstacle keeps the two apart.
    for (auto &[user, read] : reads)
      correctWait(user, read.producer, obstacle->reason.text);
  }
  return false;
}

/// The map from the loops of `group` to those of `other`. Both groups read one
/// value through the given maps. Null if the loops do not match.
AffineMap MergePlanner::alignSiblings(unsigned group, AffineMap read,
                                      unsigned other, AffineMap otherRead) {
  if (read.isPermutation() && otherRead.isPermutation())
    return inversePermutation(otherRead).compose(read);
  // The loops that do not index the value must have the same extents.
  SmallVector<int64_t> extents = groups.getRoot(group).getStaticLoopRanges();
  if (read != otherRead || ShapedType::isDynamicShape(extents) ||
      extents != groups.getRoot(other).getStaticLoopRanges())
    return AffineMap();
  return AffineMap::getMultiDimIdentityMap(extents.size(), read.getContext());
}

/// Merges the group of `cluster` with other groups that read the value of
/// `use`, if both can be on one level that is at most `latest`.
void MergePlanner::mergeSiblings(OpOperand &use, AffineMap read,
                                 unsigned cluster, unsigned &latest) {
  auto &others = readers[use.get()];
  for (auto [otherCluster, otherRead] : others) {
    auto [other, otherLoops] = groups.find(otherCluster);
    auto [self, selfLoops] = groups.find(cluster);
    if (other == self || groups.level(other) < groups.level(self) ||
        groups.level(other) > latest)
      continue;
    AffineMap loops = alignSiblings(other, otherRead.compose(otherLoops), self,
                                    read.compose(selfLoops));
    if (loops && !groups.merge(other, {{self, loops}}))
      latest = groups.level(other);
  }
  if (others.size() == kMaxSiblings)
    others.erase(others.begin());
  others.emplace_back(cluster, read);
}

/// The same for all values that `clusters`, which belong to one group, read
/// from outside.
void MergePlanner::mergeSiblings(ArrayRef<unsigned> clusters, unsigned latest) {
  for (unsigned cluster : clusters)
    for (unsigned member : membersOf[cluster]) {
      auto op = cast<linalg::LinalgOp>(ops[member]);
      for (OpOperand &use : op->getOpOperands()) {
        std::optional<unsigned> producer = getPosition(use.get());
        if (isa<RankedTensorType>(use.get().getType()) && getReadMap(use) &&
            bodyReads(op, use) &&
            !(producer && clusterOf[*producer] == cluster))
          mergeSiblings(use, getReadMap(use).compose(loopsOf[member]), cluster,
                        latest);
      }
    }
}

void MergePlanner::sinkGroups() {
  // Visits users before the ops that they use.
  std::vector<std::array<unsigned, 3>> order;
  for (unsigned position = 0; position < ops.size(); ++position)
    if (!clusterOf[position])
      order.push_back({levelOf[position], 1, position});
  for (unsigned cluster = 0; cluster < groups.count(); ++cluster)
    if (groups.find(cluster).first == cluster)
      order.push_back({groups.level(cluster), 0, cluster});
  llvm::sort(order, std::greater<>());
  for (auto [level, isSingle, number] : order) {
    if (isSingle) {
      levelOf[number] = kLast;
      for (unsigned user : users[number])
        levelOf[number] = std::min(levelOf[number],
                                   getLevel(user) - (clusterOf[user] ? 1 : 0));
      continue;
    }
    auto clusters = llvm::to_vector(groups.getClusters(number));
    Latest latest = getLatest(number);
    if (!options.oneUse && mergeIntoReader(number, latest))
      latest.level = groups.level(groups.find(number).first);
    if (options.sharedInput)
      mergeSiblings(clusters, latest.level);
  }
}

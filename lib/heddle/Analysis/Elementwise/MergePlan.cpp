//===- MergePlan.cpp - Which ops become one op ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps 1 and 2 of MergePlanner.h, which has the rule and its proof. Also
// collects the reasons that the plan reports.
//
//===----------------------------------------------------------------------===//

#include "MergePlanner.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// The block as a graph
//===----------------------------------------------------------------------===//

/// The position of the op of the block that computes `value`, itself or in its
/// regions; nullopt if there is none.
std::optional<unsigned> MergePlanner::getPosition(Value value) {
  Operation *op = value.getDefiningOp();
  auto it = positions.find(op);
  if (!op || it == positions.end())
    return std::nullopt;
  return it->second;
}

bool MergePlanner::isShapeOnlyUse(OpOperand &use) {
  if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner()))
    return &use == &dim.getSourceMutable();
  auto it = positions.find(use.getOwner());
  if (it == positions.end() || !isCandidate[it->second])
    return false;
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  return op.isDpsInit(&use) && !readsContents(op, use);
}

/// Adds an edge for each value of the block that the op reads.
void MergePlanner::addDependences(unsigned position, ShapeSources &shapes) {
  llvm::SmallSetVector<unsigned, 8> found;
  ops[position]->walk([&](Operation *nested) {
    for (OpOperand &use : nested->getOpOperands()) {
      Value value = use.get();
      std::optional<unsigned> producer = getPosition(value);
      if (producer && isCandidate[*producer] && isShapeOnlyUse(use)) {
        plan.shapeOnlyUses.push_back(&use);
        producer = getPosition(shapes.get(value));
      }
      if (!producer || *producer == position)
        continue;
      found.insert(*producer);
      if (nested != ops[position])
        captured[position].insert(*producer);
    }
  });
  producers[position].append(found.begin(), found.end());
  for (unsigned producer : found)
    users[producer].push_back(position);
}

/// Why an op is not a candidate; empty if it is. Requires: the readers of the
/// op have been visited. If others use only its shape, the op counts as unused.
StringRef MergePlanner::findObstacle(unsigned position, bool hasEffects) {
  Operation *op = ops[position];
  StringRef obstacle = findElementwiseObstacle(op);
  if (!obstacle.empty())
    return obstacle;
  if (options.only && !options.only->contains(op))
    return "is no target";
  // An op that may trap must not move past an op with effects.
  if (hasEffects && !isSpeculatable(op))
    return "may trap, and other ops have side effects";
  if (llvm::all_of(op->getUses(),
                   [&](OpOperand &use) { return isShapeOnlyUse(use); }))
    return "computes what nobody uses";
  return "";
}

void MergePlanner::readBlock() {
  bool hasEffects = false;
  for (Operation &op : block) {
    positions[&op] = ops.size();
    ops.push_back(&op);
    hasEffects |=
        !op.hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(&op);
  }
  isCandidate.resize(ops.size());
  std::vector<StringRef> obstacles(ops.size());
  for (unsigned position = ops.size(); position-- > 0;) {
    obstacles[position] = findObstacle(position, hasEffects);
    isCandidate[position] = obstacles[position].empty();
  }
  for (unsigned position = 0; position < ops.size(); ++position) {
    refuseUsesOf(position, obstacles);
    refuseAcross(position);
  }
  producers.resize(ops.size());
  users.resize(ops.size());
  captured.resize(ops.size());
  clusterOf.resize(ops.size());
  loopsOf.resize(ops.size());
  levelOf.resize(ops.size());
  ShapeSources shapes;
  std::optional<unsigned> lastEffect;
  for (unsigned position = 0; position < ops.size(); ++position) {
    addDependences(position, shapes);
    if (isMemoryEffectFree(ops[position]))
      continue;
    if (lastEffect) {
      producers[position].push_back(*lastEffect);
      users[*lastEffect].push_back(position);
    }
    lastEffect = position;
  }
  nextWrite.resize(ops.size(), kLast);
  for (auto [first, second] :
       BufferReads(block.getParentOp()).findOrder(block)) {
    unsigned before = positions[first], after = positions[second];
    producers[after].push_back(before);
    users[before].push_back(after);
    if (isMemoryEffectFree(first))
      nextWrite[before] = after;
  }
}

/// The reads of candidate `position` from other candidates, one for each
/// producer.
SmallVector<MergePlanner::Read> MergePlanner::getReads(unsigned position) {
  SmallVector<MergePlanner::Read> reads;
  llvm::SmallDenseMap<unsigned, unsigned> entryOf;
  for (OpOperand &use : ops[position]->getOpOperands()) {
    std::optional<unsigned> producer = getPosition(use.get());
    if (!producer || !isCandidate[*producer] || isShapeOnlyUse(use))
      continue;
    Read read{*producer, AffineMap(), ""};
    read.loops = getProducerLoops(use, read.reason);
    auto [it, isNew] = entryOf.try_emplace(*producer, reads.size());
    if (isNew)
      reads.push_back(read);
    else if (Read &first = reads[it->second];
             first.loops && first.loops != read.loops)
      first = {*producer, AffineMap(),
               read.loops ? "its reader reads it through different maps"
                          : read.reason};
  }
  for (unsigned producer : captured[position]) {
    if (!isCandidate[producer])
      continue;
    auto [it, isNew] = entryOf.try_emplace(producer, reads.size());
    if (isNew)
      reads.emplace_back();
    reads[it->second] = {producer, AffineMap(),
                         "the body of its reader refers to it"};
  }
  return reads;
}

//===----------------------------------------------------------------------===//
// Step 1: clusters
//===----------------------------------------------------------------------===//

/// The only cluster that reads the results of `position`, if it reads them
/// through one map. `loops` maps from the loops of that cluster.
std::optional<unsigned> MergePlanner::findOnlyReader(unsigned position,
                                                     AffineMap &loops) {
  std::optional<unsigned> cluster;
  unsigned numUses = 0;
  for (OpOperand &use : ops[position]->getUses()) {
    if (isShapeOnlyUse(use))
      continue;
    auto it = positions.find(use.getOwner());
    if (it == positions.end() || !isCandidate[it->second])
      return std::nullopt;
    unsigned reader = it->second;
    StringRef reason;
    AffineMap read = getProducerLoops(use, reason);
    if (!read || captured[reader].contains(position))
      return std::nullopt;
    read = read.compose(loopsOf[reader]);
    if (cluster && (*cluster != *clusterOf[reader] || loops != read))
      return std::nullopt;
    cluster = clusterOf[reader];
    loops = read;
    ++numUses;
  }
  if (options.oneUse && numUses != 1)
    return std::nullopt;
  // What the cluster reads may depend on the write.
  if (cluster && nextWrite[position] < membersOf[*cluster].front())
    return std::nullopt;
  return cluster;
}

void MergePlanner::formClusters() {
  for (unsigned position = ops.size(); position-- > 0;) {
    if (!isCandidate[position])
      continue;
    auto op = cast<linalg::LinalgOp>(ops[position]);
    AffineMap loops;
    std::optional<unsigned> cluster = findOnlyReader(position, loops);
    std::optional<Reason> obstacle;
    if (cluster)
      obstacle = groups.addMember(*cluster, op, loops);
    if (cluster && !obstacle) {
      clusterOf[position] = cluster;
      loopsOf[position] = loops;
      membersOf[*cluster].push_back(position);
      continue;
    }
    if (obstacle)
      joinObstacles.try_emplace(position, std::move(*obstacle));
    clusterOf[position] = groups.addCluster(op);
    membersOf.push_back({position});
    loopsOf[position] =
        AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  }
  // The users of a cluster are those of the op that reads its other members.
  for (unsigned position = 0; position < ops.size(); ++position)
    if (clusterOf[position] && nextWrite[position] != kLast)
      users[membersOf[*clusterOf[position]].front()].push_back(
          nextWrite[position]);
}

//===----------------------------------------------------------------------===//
// Step 2: groups by levels
//===----------------------------------------------------------------------===//

/// Maps the loops of the group of `reader` to those of the group that computes
/// the value of `read`. Returns false if another read already gave `loops`
/// another value.
bool MergePlanner::align(unsigned reader, const Read &read, AffineMap &loops) {
  AffineMap producerLoops = groups.find(*clusterOf[read.producer]).second;
  if (!producerLoops.isPermutation())
    return false;
  AffineMap found = inversePermutation(producerLoops)
                        .compose(read.loops)
                        .compose(loopsOf[reader])
                        .compose(groups.find(*clusterOf[reader]).second);
  if (loops && loops != found)
    return false;
  loops = found;
  return true;
}

/// Gives a cluster the lowest level at which it can be merged with the groups
/// of that level that it reads. Returns its reads. Sets `cause` to the producer
/// that prevents a lower level, if there is a producer.
MergePlanner::ClusterReads
MergePlanner::placeAbove(unsigned cluster, std::optional<unsigned> &cause) {
  ClusterReads reads;
  unsigned level = 0;
  for (unsigned member : membersOf[cluster]) {
    llvm::SmallDenseSet<unsigned> fusible;
    for (Read &read : getReads(member)) {
      if (clusterOf[read.producer] == cluster)
        continue;
      if (read.loops && !options.oneUse)
        fusible.insert(read.producer);
      reads.emplace_back(member, read);
    }
    for (unsigned producer : producers[member]) {
      if (clusterOf[producer] == cluster)
        continue;
      unsigned lowest = getLevel(producer) + !fusible.contains(producer);
      if (!cause || lowest > level)
        cause = producer;
      level = std::max(level, lowest);
    }
  }
  groups.level(cluster) = level;
  return reads;
}

/// Places a cluster whose producers are all placed. It is merged with all
/// groups that it reads at the highest level, or gets the level above them.
void MergePlanner::placeCluster(unsigned cluster) {
  std::optional<unsigned> cause;
  ClusterReads reads = placeAbove(cluster, cause);
  unsigned level = groups.level(cluster);
  llvm::MapVector<unsigned, AffineMap> parts;
  std::optional<ElementwiseGroups::Obstacle> obstacle;
  for (auto &[member, read] : reads) {
    unsigned group = getGroup(read.producer);
    if (read.loops && groups.level(group) == level && !options.oneUse &&
        !align(member, read, parts[group]))
      obstacle = {Reason(ops[read.producer],
                         "its reader reads it through different maps"),
                  group};
  }
  if (!obstacle)
    obstacle = groups.merge(cluster, parts.getArrayRef());
  if (!obstacle)
    parts.clear();
  else
    groups.level(cluster) = level + 1;
  // If one producer cannot be merged, the cluster waits for it and is merged
  // with none.
  for (auto &[member, read] : reads)
    if (obstacle && obstacle->part == getGroup(read.producer))
      cause = read.producer;
  for (auto &[member, read] : reads) {
    unsigned group = getGroup(read.producer);
    if (group == getGroup(member))
      continue;
    auto joined = joinObstacles.find(read.producer);
    if (!read.loops)
      refuse(member, read.producer, read.reason);
    else if (joined != joinObstacles.end())
      refuse(member, read.producer, joined->second.text);
    else if (options.oneUse)
      refuse(member, read.producer, "it has several uses");
    else if (parts.contains(group) && obstacle->part.value_or(group) == group)
      refuse(member, read.producer, obstacle->reason.text);
    else
      refuse(member, read.producer,
             "its reader has to wait for '" +
                 ops[*cause]->getName().getStringRef() + "'",
             /*isNear=*/true, ops[*cause]);
  }
}

void MergePlanner::assignLevels() {
  for (unsigned position = 0; position < ops.size(); ++position) {
    if (clusterOf[position]) {
      if (membersOf[*clusterOf[position]].front() == position)
        placeCluster(*clusterOf[position]);
      continue;
    }
    for (unsigned producer : producers[position])
      levelOf[position] = std::max(levelOf[position], getLevel(producer));
  }
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// The op that computes a tensor or a constant that `op` reads, if that value
/// can become a scalar in the body of `op`. The other operands must still give
/// the extents of all loops.
static Operation *findUniformOperand(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps;
  Operation *found = nullptr;
  for (OpOperand &use : op->getOpOperands()) {
    OpFoldResult scalar = getUniformScalar(use);
    bool isUniform = scalar && scalar != OpFoldResult(use.get());
    if (isUniform)
      found = use.get().getDefiningOp();
    if (!isUniform || op.isDpsInit(&use))
      maps.push_back(op.getMatchingIndexingMap(&use));
  }
  return getCoveredLoops(maps, op.getNumLoops()).all() ? found : nullptr;
}

/// Per result of `op`, whether an op outside of `group` uses it.
SmallVector<bool> MergePlanner::getKept(unsigned position, unsigned group) {
  return llvm::map_to_vector(ops[position]->getResults(), [&](Value result) {
    return llvm::any_of(result.getUses(), [&](OpOperand &use) {
      auto it = positions.find(use.getOwner());
      bool isInside = it != positions.end() && clusterOf[it->second] &&
                      getGroup(it->second) == group;
      return !isInside && !isShapeOnlyUse(use);
    });
  });
}

ElementwiseGroup MergePlanner::makeGroup(unsigned number) {
  SmallVector<std::pair<unsigned, AffineMap>> members;
  for (unsigned cluster : groups.getClusters(number))
    for (unsigned member : membersOf[cluster])
      members.emplace_back(
          member, loopsOf[member].compose(groups.find(cluster).second));
  llvm::sort(members, llvm::less_first());

  ElementwiseGroup group;
  unsigned numLoops = groups.getRoot(number).getNumLoops();
  group.iterators.assign(numLoops, utils::IteratorType::parallel);
  for (auto [member, loops] : members) {
    auto op = cast<linalg::LinalgOp>(ops[member]);
    group.members.push_back({op, loops, getKept(member, number), {}});
    if (computesSomething(op))
      group.members.back().recompute =
          getRecomputeFactor(op.getStaticLoopRanges(), loops,
                             groups.getRoot(number).getStaticLoopRanges());
    llvm::SmallBitVector isReduction(numLoops);
    // Only the steps of a reduction write an element several times.
    if (llvm::is_contained(group.members.back().isKept, true))
      isReduction = ~getCoveredLoops(loops, numLoops);
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        isReduction.set(
            cast<AffineDimExpr>(loops.getResult(loop)).getPosition());
    for (unsigned loop : isReduction.set_bits())
      group.iterators[loop] = utils::IteratorType::reduction;
  }
  return group;
}

void MergePlanner::takePlan() {
  // Groups in the order of their last ops.
  std::vector<bool> isTaken(groups.count());
  for (unsigned position = ops.size(); position-- > 0;) {
    if (!clusterOf[position] || isTaken[getGroup(position)])
      continue;
    isTaken[getGroup(position)] = true;
    ElementwiseGroup group = makeGroup(getGroup(position));
    if (group.members.size() == 1) {
      Operation *uniform =
          findUniformOperand(cast<linalg::LinalgOp>(ops[position]));
      if (!uniform)
        continue;
      // A group of one op may have too many operands, too.
      std::string excess = groups.findExcess(getGroup(position));
      if (!excess.empty()) {
        refuse(ops[position], uniform, excess, /*isNear=*/true,
               /*between=*/nullptr);
        continue;
      }
    }
    plan.groups.push_back(std::move(group));
  }
  std::reverse(plan.groups.begin(), plan.groups.end());
  llvm::erase_if(plan.refusals, [&](const UnmergedPair &pair) {
    auto consumer = positions.find(pair.consumer);
    auto producer = positions.find(pair.producer);
    return consumer != positions.end() && producer != positions.end() &&
           clusterOf[consumer->second] && clusterOf[producer->second] &&
           getGroup(consumer->second) == getGroup(producer->second);
  });
}

MergePlan
heddle::planElementwiseFusion(Block &block,
                              const ElementwiseFusionOptions &options) {
  return MergePlanner(block, options).run();
}

//===- ElementwiseFusionPlan.cpp - Which ops become one op ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. First each op whose result only one cluster reads, and reads alike,
// joins that cluster: all paths from it lead into the cluster, so none leaves
// and comes back. Then clusters are merged into groups by levels: what reads a
// group stands at a higher level if it is a group itself, and at no lower level
// otherwise; what reads any other op stands at no lower level. A path between
// two groups thus rises, and groups of one level can be merged without a cycle.
// Each step looks at each use a bounded number of times.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseGroups.h"

#include "heddle/Analysis/ElementwiseOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<ElementwiseMistake>
heddle::parseElementwiseMistake(StringRef name) {
  using Mistake = ElementwiseMistake;
  return llvm::StringSwitch<std::optional<Mistake>>(name)
      .Case("dropped_result", Mistake::DroppedResult)
      .Case("unmapped_index", Mistake::UnmappedIndex)
      .Case("unmapped_operand", Mistake::UnmappedOperand)
      .Case("shifted_results", Mistake::ShiftedResults)
      .Default(std::nullopt);
}

namespace {
/// How many readers of one value are compared with a new one.
constexpr size_t kMaxSiblings = 8;
constexpr unsigned kLast = std::numeric_limits<unsigned>::max();

/// What one op reads of another one.
struct Read {
  unsigned producer;
  /// From the loops of the reader to those of the producer; null if the value
  /// cannot be computed in the reader.
  AffineMap loops;
  StringRef reason;
};

class Planner {
public:
  Planner(Block &block, const ElementwiseFusionOptions &options)
      : block(block), options(options), groups(options) {}

  ElementwiseFusionPlan run() {
    readBlock();
    formClusters();
    assignLevels();
    sinkGroups();
    takePlan();
    return std::move(plan);
  }

private:
  // The block as a graph.
  void readBlock();
  void addDependences(unsigned position, ShapeSources &shapes);
  bool isShapeOnlyUse(OpOperand &use);
  std::optional<unsigned> getPosition(Value value);
  SmallVector<Read> getReads(unsigned position);

  // Step 1: what only one cluster reads joins it.
  void formClusters();
  std::optional<unsigned> findOnlyReader(unsigned position, AffineMap &loops);

  // Step 2: groups by levels, from producers to consumers.
  void assignLevels();
  void placeCluster(unsigned cluster);
  bool align(unsigned reader, const Read &read, AffineMap &loops);

  // Step 3: groups that can wait are merged with later ones.
  void sinkGroups();
  unsigned getLatest(unsigned group, unsigned except);
  bool mergeIntoReader(unsigned group);
  void mergeSiblings(ArrayRef<unsigned> clusters, unsigned latest);
  void mergeSiblings(OpOperand &use, AffineMap read, unsigned cluster,
                     unsigned &latest);
  AffineMap alignSiblings(unsigned group, AffineMap read, unsigned other,
                          AffineMap otherRead);

  // The plan.
  SmallVector<bool> getKept(unsigned position, unsigned group);
  ElementwiseGroup makeGroup(unsigned number);
  void takePlan();
  void refuse(unsigned consumer, unsigned producer, StringRef text);

  unsigned getLevel(unsigned position) {
    return clusterOf[position] ? groups.level(getGroup(position))
                               : levelOf[position];
  }
  unsigned getGroup(unsigned position) {
    return groups.find(*clusterOf[position]).first;
  }

  Block &block;
  const ElementwiseFusionOptions &options;
  ElementwiseFusionPlan plan;

  std::vector<Operation *> ops;
  DenseMap<Operation *, unsigned> positions;
  std::vector<SmallVector<unsigned, 4>> producers, users;
  /// The ops of each cluster, the root first.
  std::vector<SmallVector<unsigned, 1>> membersOf;
  /// Producers whose value a body captures, by reader.
  std::vector<llvm::SmallSetVector<unsigned, 1>> captured;
  std::vector<bool> isCandidate;
  /// By op: its cluster, and from the cluster's loops to its own.
  std::vector<std::optional<unsigned>> clusterOf;
  std::vector<AffineMap> loopsOf;
  /// Levels of ops that are in no cluster.
  std::vector<unsigned> levelOf;
  ElementwiseGroups groups;
  /// Clusters that read a value, with the map from their loops.
  DenseMap<Value, SmallVector<std::pair<unsigned, AffineMap>, 2>> readers;
};
} // namespace

//===----------------------------------------------------------------------===//
// The block as a graph
//===----------------------------------------------------------------------===//

/// The op of the block in or below which `value` is computed.
std::optional<unsigned> Planner::getPosition(Value value) {
  Operation *op = value.getDefiningOp();
  auto it = positions.find(op);
  if (!op || it == positions.end())
    return std::nullopt;
  return it->second;
}

bool Planner::isShapeOnlyUse(OpOperand &use) {
  if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner()))
    return &use == &dim.getSourceMutable();
  auto it = positions.find(use.getOwner());
  if (it == positions.end() || !isCandidate[it->second])
    return false;
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  // What is not written keeps its contents.
  return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use) &&
         op.getMatchingIndexingMap(&use).isPermutation();
}

/// Adds an edge for each value of the block that the op reads.
void Planner::addDependences(unsigned position, ShapeSources &shapes) {
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

void Planner::readBlock() {
  bool hasEffects = false;
  for (Operation &op : block) {
    positions[&op] = ops.size();
    ops.push_back(&op);
    hasEffects |=
        !op.hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(&op);
  }
  // What could trap must not be taken past an op with effects. Readers come
  // first: what is used for its shape only is as good as unused.
  isCandidate.resize(ops.size());
  for (unsigned position = ops.size(); position-- > 0;) {
    Operation *op = ops[position];
    isCandidate[position] =
        (!options.only || options.only->contains(op)) &&
        isElementwiseCandidate(op) && (!hasEffects || isSpeculatable(op)) &&
        !llvm::all_of(op->getUses(),
                      [&](OpOperand &use) { return isShapeOnlyUse(use); });
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
}

/// What candidate `position` reads of other candidates, one entry for each.
SmallVector<Read> Planner::getReads(unsigned position) {
  SmallVector<Read> reads;
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

void Planner::refuse(unsigned consumer, unsigned producer, StringRef text) {
  plan.refusals.push_back({ops[consumer], ops[producer], text.str()});
}

//===----------------------------------------------------------------------===//
// Step 1: clusters
//===----------------------------------------------------------------------===//

/// The cluster that alone reads what `position` computes, if it does so in one
/// way; `loops` maps from its loops.
std::optional<unsigned> Planner::findOnlyReader(unsigned position,
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
  return cluster;
}

void Planner::formClusters() {
  for (unsigned position = ops.size(); position-- > 0;) {
    if (!isCandidate[position])
      continue;
    auto op = cast<linalg::LinalgOp>(ops[position]);
    AffineMap loops;
    std::optional<unsigned> cluster = findOnlyReader(position, loops);
    if (cluster && groups.addMember(*cluster, op)) {
      clusterOf[position] = cluster;
      loopsOf[position] = loops;
      membersOf[*cluster].push_back(position);
      continue;
    }
    clusterOf[position] = groups.addCluster(op);
    membersOf.push_back({position});
    loopsOf[position] =
        AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  }
}

//===----------------------------------------------------------------------===//
// Step 2: groups of what must not wait
//===----------------------------------------------------------------------===//

/// Maps the loops of the group of `reader` to those of the group that computes
/// what `read` says. False if that contradicts what `loops` already is.
bool Planner::align(unsigned reader, const Read &read, AffineMap &loops) {
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

/// Places a cluster all of whose producers are placed: merged with all groups
/// of the highest level below it, or above them.
void Planner::placeCluster(unsigned cluster) {
  unsigned level = 0, lowest = 0;
  llvm::MapVector<unsigned, AffineMap> parts;
  SmallVector<std::pair<unsigned, Read>> reads;
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
      level = std::max(level, getLevel(producer));
      if (!fusible.contains(producer))
        lowest = std::max(lowest, getLevel(producer) + 1);
    }
  }
  level = std::max(level, lowest);
  groups.level(cluster) = level;

  StringRef reason;
  bool isAligned = true;
  for (auto &[member, read] : reads) {
    unsigned group = getGroup(read.producer);
    if (!read.loops || groups.level(group) != level || options.oneUse)
      continue;
    isAligned &= align(member, read, parts[group]);
  }
  if (!isAligned)
    reason = "its reader reads it through different maps";
  if (isAligned && groups.merge(cluster, parts.getArrayRef(), reason))
    parts.clear();
  else
    groups.level(cluster) = level + 1;
  for (auto &[member, read] : reads) {
    unsigned group = getGroup(read.producer);
    if (group == getGroup(member))
      continue;
    if (!read.loops)
      refuse(member, read.producer, read.reason);
    else if (options.oneUse)
      refuse(member, read.producer, "it has several uses");
    else if (parts.contains(group))
      refuse(member, read.producer, reason);
    else
      refuse(member, read.producer, "its reader has to wait for another op");
  }
}

void Planner::assignLevels() {
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
// Step 3: groups that can wait
//===----------------------------------------------------------------------===//

/// The highest level at which `group` can stand, whatever `except` reads.
unsigned Planner::getLatest(unsigned group, unsigned except) {
  unsigned latest = kLast;
  for (unsigned cluster : groups.getClusters(group))
    for (unsigned user : users[membersOf[cluster].front()]) {
      if (!clusterOf[user]) {
        latest = std::min(latest, levelOf[user]);
        continue;
      }
      unsigned reader = getGroup(user);
      if (reader != group && reader != except)
        latest = std::min(latest, groups.level(reader) - 1);
    }
  return latest;
}

/// Merges `group` into a group that reads it and that stands higher.
bool Planner::mergeIntoReader(unsigned group) {
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
    StringRef reason;
    if (llvm::all_of(reads,
                     [&](auto &edge) {
                       return edge.second.loops &&
                              align(edge.first, edge.second, loops);
                     }) &&
        groups.level(reader) <= getLatest(group, reader) &&
        groups.merge(reader, {{group, loops}}, reason))
      return true;
  }
  return false;
}

/// The map from the loops of `group` to those of `other`, both of which read
/// one value through the given maps; null if they are not the same loops.
AffineMap Planner::alignSiblings(unsigned group, AffineMap read, unsigned other,
                                 AffineMap otherRead) {
  if (read.isPermutation() && otherRead.isPermutation())
    return inversePermutation(otherRead).compose(read);
  // What the value does not cover must be known to be alike.
  SmallVector<int64_t> extents = groups.getRoot(group).getStaticLoopRanges();
  if (read != otherRead || ShapedType::isDynamicShape(extents) ||
      extents != groups.getRoot(other).getStaticLoopRanges())
    return AffineMap();
  return AffineMap::getMultiDimIdentityMap(extents.size(), read.getContext());
}

/// Merges the group of `cluster` with those that read the value of `use`, too,
/// and with which it can stand at one level, `latest` at most.
void Planner::mergeSiblings(OpOperand &use, AffineMap read, unsigned cluster,
                            unsigned &latest) {
  auto &others = readers[use.get()];
  for (auto [otherCluster, otherRead] : others) {
    auto [other, otherLoops] = groups.find(otherCluster);
    auto [self, selfLoops] = groups.find(cluster);
    if (other == self || groups.level(other) < groups.level(self) ||
        groups.level(other) > latest)
      continue;
    StringRef reason;
    AffineMap loops = alignSiblings(other, otherRead.compose(otherLoops), self,
                                    read.compose(selfLoops));
    if (loops && groups.merge(other, {{self, loops}}, reason))
      latest = groups.level(other);
  }
  if (others.size() == kMaxSiblings)
    others.erase(others.begin());
  others.emplace_back(cluster, read);
}

/// The same for all that `clusters`, which are of one group, read from outside.
void Planner::mergeSiblings(ArrayRef<unsigned> clusters, unsigned latest) {
  for (unsigned cluster : clusters)
    for (unsigned member : membersOf[cluster]) {
      auto op = cast<linalg::LinalgOp>(ops[member]);
      for (OpOperand &use : op->getOpOperands()) {
        std::optional<unsigned> producer = getPosition(use.get());
        if (isa<RankedTensorType>(use.get().getType()) && getReadMap(use) &&
            op.payloadUsesValueFromOperand(&use) &&
            !(producer && clusterOf[*producer] == cluster))
          mergeSiblings(use, getReadMap(use).compose(loopsOf[member]), cluster,
                        latest);
      }
    }
}

void Planner::sinkGroups() {
  // Users come before what they use.
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
    unsigned latest = getLatest(number, number);
    if (!options.oneUse && mergeIntoReader(number))
      latest = groups.level(groups.find(number).first);
    if (options.sharedInput)
      mergeSiblings(clusters, latest);
  }
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// True if a tensor or a constant that `op` reads becomes a scalar of its body
/// and the other operands still give the extents of all loops.
static bool hasUniformOperand(linalg::GenericOp op) {
  SmallVector<AffineMap> maps;
  bool found = false;
  for (OpOperand &use : op->getOpOperands()) {
    OpFoldResult scalar = getUniformScalar(use);
    bool isUniform = scalar && scalar != OpFoldResult(use.get());
    found |= isUniform;
    if (!isUniform || op.isDpsInit(&use))
      maps.push_back(op.getMatchingIndexingMap(&use));
  }
  return found && getCoveredLoops(maps, op.getNumLoops()).all();
}

/// Which results of `op` others than the ops of `group` use.
SmallVector<bool> Planner::getKept(unsigned position, unsigned group) {
  return llvm::map_to_vector(ops[position]->getResults(), [&](Value result) {
    return llvm::any_of(result.getUses(), [&](OpOperand &use) {
      auto it = positions.find(use.getOwner());
      bool isInside = it != positions.end() && clusterOf[it->second] &&
                      getGroup(it->second) == group;
      return !isInside && !isShapeOnlyUse(use);
    });
  });
}

ElementwiseGroup Planner::makeGroup(unsigned number) {
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
    group.members.push_back({op, loops, getKept(member, number)});
    llvm::SmallBitVector isReduction(numLoops);
    // What is written several times is written by the steps of a reduction.
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

void Planner::takePlan() {
  // Groups in the order of their last ops.
  std::vector<bool> isTaken(groups.count());
  for (unsigned position = ops.size(); position-- > 0;) {
    if (!clusterOf[position] || isTaken[getGroup(position)])
      continue;
    isTaken[getGroup(position)] = true;
    ElementwiseGroup group = makeGroup(getGroup(position));
    auto generic = dyn_cast<linalg::GenericOp>(ops[position]);
    if (group.members.size() > 1 || (generic && hasUniformOperand(generic)))
      plan.groups.push_back(std::move(group));
  }
  std::reverse(plan.groups.begin(), plan.groups.end());
  llvm::erase_if(plan.refusals, [&](const ElementwiseRefusal &refusal) {
    return getGroup(positions[refusal.consumer]) ==
           getGroup(positions[refusal.producer]);
  });
  plan.mistake = options.mistake;
}

ElementwiseFusionPlan
heddle::planElementwiseFusion(Block &block,
                              const ElementwiseFusionOptions &options) {
  return Planner(block, options).run();
}

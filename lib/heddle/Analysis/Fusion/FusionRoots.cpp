//===- FusionRoots.cpp - The ops at which nests end -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops are assigned to groups one after the other. The readers of an op are
// known only afterwards. If two groups read an op in the middle of a group,
// that op is marked as an end, and all ops are assigned again. This only makes
// groups smaller, so the new ends of all groups can be marked at once.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/FusionRoots.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Elementwise/ElementwiseOps.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// Why `op`, a structured op on tensors, can be in no group; empty if it can.
static StringRef findGroupObstacle(Operation *op) {
  if (op->use_empty())
    return "nobody uses it";
  if (!isMemoryEffectFree(op))
    return "it has side effects";
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return isa<linalg::PackOp, linalg::UnPackOp, linalg_ext::DiagOp,
               linalg_ext::AliasOp>(op)
               ? "it only moves values"
               : "";
  if (isa<linalg::FillOp>(op))
    return "it is a fill";
  if (linalgOp.getNumReductionLoops() != 0)
    return "";
  if (!computesSomething(linalgOp))
    return "it only moves values";
  for (OpResult result : op->getResults())
    if (!linalgOp.getIndexingMapMatchingResult(result).isPermutation())
      return "its iterations do not compute one element each";
  return "";
}

static bool startsGroup(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return !linalgOp || linalgOp.getNumReductionLoops() != 0;
}

/// Calls `callback` with each operand that `op` or an op in its regions takes
/// from outside of `op`, and whether its elements are read.
static void
forEachRead(Operation *op,
            llvm::function_ref<void(Value value, bool isRead)> callback) {
  for (OpOperand &operand : op->getOpOperands())
    callback(operand.get(), readsElements(operand));
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      for (Value value : nested->getOperands())
        if (!op->isAncestor(value.getParentRegion()->getParentOp()))
          callback(value, /*isRead=*/true);
    });
}

/// True for the slice that leads from a tile to the part of it that is needed:
/// tiles of equal shapes move back from the end of a tensor.
static bool isPartOfTile(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && isa<LoopLikeOpInterface>(op->getParentOp()) &&
         slice.hasUnitStride() && slice.getDroppedDims().none();
}

/// The op that computes `read`, past parts of tiles; null for an argument.
static Operation *getProducer(Value read) {
  Operation *def = read.getDefiningOp();
  while (def && isPartOfTile(def))
    def = def->getOperand(0).getDefiningOp();
  return def;
}

/// The ops that read a result of `op`, directly or as parts of a tile.
static SmallVector<Operation *> getTileReaders(Operation *op) {
  SmallVector<Operation *> readers(op->getUsers());
  for (size_t next = 0; next < readers.size(); ++next)
    if (isPartOfTile(readers[next]))
      llvm::append_range(readers, readers[next]->getUsers());
  return readers;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
using GroupSet = llvm::SmallSetVector<unsigned, 4>;

class Grouping {
public:
  Grouping(Operation *function, const FusionRootOptions &options);

  /// Assigns each op to a group, given the current `ends`. If this finds new
  /// ends, adds them to `ends` and returns false; the caller then runs again.
  bool run();
  FusionGroups take();

private:
  void assign(Operation *op);
  /// The groups that `value` is computed from, directly or through ops that are
  /// in no group.
  const GroupSet &getSources(Value value);
  /// True if `group` depends on `other`, directly or not.
  bool dependsOn(unsigned group, unsigned other);
  void start(Operation *op, const Reason &reason);
  void join(Operation *op, unsigned group, const Reason &reason);
  /// The group that `op` joins, which is that of one of its producers; nullopt,
  /// with a `reason`, if it joins none.
  std::optional<unsigned> findGroup(Operation *op, Reason &reason);
  /// Why `op` cannot join `group`, in which it reads `producer`.
  std::optional<Reason> findObstacle(Operation *op, unsigned group,
                                     Operation *producer);
  /// The groups that read `op`, directly or through ops that are in no group.
  GroupSet getReaders(Operation *op);
  /// Adds to `ends` the first op of each group that must be an end and is not
  /// one yet. Returns false if there is none.
  bool findNewEnds();
  Operation *findFork(const FusionGroup &group);

  const FusionRootOptions &options;
  /// The structured ops that can be in groups, in block order, and the reasons
  /// for the others.
  SmallVector<Operation *> ops;
  DenseMap<Operation *, unsigned> places;
  std::vector<Reason> others;
  /// Ops that must be the last op of their group, because two groups read them.
  llvm::SmallSetVector<Operation *, 4> ends;

  std::vector<FusionGroup> groups;
  /// The groups that each group depends on directly.
  SmallVector<GroupSet> sources;
  DenseMap<Operation *, unsigned> groupOf;
  DenseMap<Operation *, GroupSet> passedOn;
};
} // namespace

Grouping::Grouping(Operation *function, const FusionRootOptions &options)
    : options(options) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isStructuredOp(op) ||
        !llvm::all_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return;
    StringRef obstacle = findGroupObstacle(op);
    if (!obstacle.empty()) {
      others.emplace_back(op, "'" + op->getName().getStringRef() +
                                  "' is in no group: " + obstacle);
      return;
    }
    places[op] = ops.size();
    ops.push_back(op);
  });
}

const GroupSet &Grouping::getSources(Value value) {
  static const GroupSet none;
  Operation *def = value.getDefiningOp();
  if (!def)
    return none;
  if (auto known = passedOn.find(def); known != passedOn.end())
    return known->second;
  // An explicit stack: chains of ops that only move values may be long.
  SmallVector<std::pair<Operation *, bool>> open{{def, false}};
  while (!open.empty()) {
    auto [op, isReady] = open.pop_back_val();
    if (passedOn.contains(op))
      continue;
    GroupSet found;
    SmallVector<Operation *> missing;
    op->walk([&](Operation *nested) {
      if (auto own = groupOf.find(nested); own != groupOf.end())
        found.insert(own->second);
    });
    if (!groupOf.contains(op))
      forEachRead(op, [&](Value read, bool) {
        Operation *producer = read.getDefiningOp();
        if (!producer)
          return;
        if (auto known = passedOn.find(producer); known != passedOn.end())
          found.insert(known->second.begin(), known->second.end());
        else
          missing.push_back(producer);
      });
    if (missing.empty() || isReady) {
      passedOn[op] = std::move(found);
      continue;
    }
    open.emplace_back(op, true);
    for (Operation *producer : missing)
      open.emplace_back(producer, false);
  }
  return passedOn.find(def)->second;
}

bool Grouping::dependsOn(unsigned group, unsigned other) {
  GroupSet seen;
  seen.insert(group);
  for (size_t next = 0; next < seen.size(); ++next) {
    if (seen[next] == other)
      return true;
    for (unsigned source : sources[seen[next]])
      seen.insert(source);
  }
  return false;
}

void Grouping::start(Operation *op, const Reason &reason) {
  groups.emplace_back();
  sources.emplace_back();
  groups.back().startsWithReduction = startsGroup(op);
  join(op, groups.size() - 1, reason);
}

void Grouping::join(Operation *op, unsigned group, const Reason &reason) {
  forEachRead(op, [&](Value read, bool) {
    for (unsigned source : getSources(read))
      if (source != group)
        sources[group].insert(source);
  });
  groups[group].ops.push_back(op);
  groups[group].reasons.push_back(reason);
  groupOf[op] = group;
}

std::optional<Reason> Grouping::findObstacle(Operation *op, unsigned group,
                                             Operation *producer) {
  for (Operation *member : groups[group].ops)
    if (ends.contains(member)) {
      Reason reason(op, "two groups read what comes before it");
      reason.addNote(member, "this op ends its group");
      return reason;
    }
  if (options.maxOps &&
      static_cast<int64_t>(groups[group].ops.size()) >= *options.maxOps) {
    Reason reason(op, "the group of its producer has " +
                          Twine(*options.maxOps) + " ops already");
    reason.addNote(producer, "the producer");
    return reason;
  }
  std::optional<Reason> obstacle;
  forEachRead(op, [&](Value read, bool) {
    Operation *def = getProducer(read);
    auto own = groupOf.find(def);
    if (!def || obstacle || (own != groupOf.end() && own->second == group))
      return;
    for (unsigned source : getSources(read)) {
      if (!dependsOn(source, group))
        continue;
      obstacle.emplace(op, "it also reads what is computed after the group "
                           "of its producer");
      obstacle->addNote(def, "this is read, too");
      return;
    }
  });
  return obstacle;
}

std::optional<unsigned> Grouping::findGroup(Operation *op, Reason &reason) {
  llvm::SmallMapVector<unsigned, Operation *, 4> candidates;
  bool readsGroups = false;
  forEachRead(op, [&](Value read, bool isRead) {
    Operation *def = getProducer(read);
    if (!def || !isRead)
      return;
    readsGroups |= !getSources(read).empty();
    if (auto own = groupOf.find(def);
        own != groupOf.end() && def->getBlock() == op->getBlock())
      candidates[own->second] = def;
  });
  auto order = llvm::to_vector(candidates);
  llvm::sort(order, [&](const auto &a, const auto &b) {
    return std::pair(groups[a.first].startsWithReduction, a.first) >
           std::pair(groups[b.first].startsWithReduction, b.first);
  });
  reason.text = readsGroups
                    ? "it reads ops of other groups in other blocks, or past "
                      "ops that are in no group"
                    : "it reads no op of a group";
  for (auto [number, candidate] : llvm::enumerate(order)) {
    std::optional<Reason> obstacle =
        findObstacle(op, candidate.first, candidate.second);
    if (!obstacle)
      return candidate.first;
    if (number == 0)
      reason = *obstacle;
  }
  return std::nullopt;
}

void Grouping::assign(Operation *op) {
  std::string name = ("'" + op->getName().getStringRef() + "' ").str();
  if (startsGroup(op))
    return start(op, Reason(op, name + "starts a group: it reduces"));
  Reason reason(op, "");
  std::optional<unsigned> group = findGroup(op, reason);
  if (!group) {
    reason.text = name + "starts a group: " + reason.text;
    return start(op, reason);
  }
  Operation *first = groups[*group].ops.front();
  Reason joined(op, name + "joins the group of '" +
                        first->getName().getStringRef() +
                        "': what else it reads is computed before that group");
  joined.addNote(first, "the first op of the group");
  join(op, *group, joined);
}

GroupSet Grouping::getReaders(Operation *op) {
  GroupSet readers;
  llvm::SmallSetVector<Operation *, 8> open;
  open.insert(op);
  for (size_t next = 0; next < open.size(); ++next)
    for (Operation *user : open[next]->getUsers()) {
      // A use in the body of a structured op counts as a use by that op.
      while (user && !groupOf.contains(user) && user->getParentOp() &&
             isStructuredOp(user->getParentOp()))
        user = user->getParentOp();
      if (auto own = groupOf.find(user); own != groupOf.end())
        readers.insert(own->second);
      else
        open.insert(user);
    }
  return readers;
}

/// If the root of `group` does not depend on some op of the group, returns the
/// last op on which both depend; else null.
Operation *Grouping::findFork(const FusionGroup &group) {
  llvm::SmallPtrSet<Operation *, 8> leads;
  leads.insert(group.getRoot());
  llvm::SmallPtrSet<Operation *, 8> strays;
  Operation *fork = nullptr;
  for (Operation *op : llvm::reverse(group.ops)) {
    bool isStray = false;
    for (Operation *reader : getTileReaders(op)) {
      if (leads.contains(reader))
        leads.insert(op);
      isStray |= strays.contains(reader);
    }
    if (!leads.contains(op))
      strays.insert(op);
    else if (isStray && !fork)
      fork = op;
  }
  return strays.empty() ? nullptr : fork;
}

bool Grouping::findNewEnds() {
  unsigned numEnds = ends.size();
  for (const FusionGroup &group : groups) {
    auto *end =
        llvm::find_if(ArrayRef(group.ops).drop_back(), [&](Operation *op) {
          return ends.contains(op) || getReaders(op).size() > 1;
        });
    if (end != &group.ops.back())
      ends.insert(*end);
    else if (Operation *fork = findFork(group))
      ends.insert(fork);
  }
  return ends.size() != numEnds;
}

bool Grouping::run() {
  groups.clear();
  sources.clear();
  groupOf.clear();
  passedOn.clear();
  for (Operation *op : ops)
    assign(op);
  return !findNewEnds();
}

FusionGroups Grouping::take() {
  llvm::sort(groups, [&](const FusionGroup &a, const FusionGroup &b) {
    return places[a.getRoot()] < places[b.getRoot()];
  });
  return {std::move(groups), std::move(others)};
}

FusionGroups heddle::findFusionGroups(Operation *function,
                                      const FusionRootOptions &options) {
  Grouping grouping(function, options);
  while (!grouping.run())
    ;
  return grouping.take();
}

std::optional<FusionGroupPart> heddle::findFusionGroupPart(Operation *op,
                                                           Reason &reason) {
  // The readers of an op are in its block, or in blocks below it.
  Operation *parent = op->getParentOp();
  FusionGroups found = parent ? findFusionGroups(parent) : FusionGroups();
  auto own = llvm::find_if(found.groups, [&](const FusionGroup &group) {
    return llvm::is_contained(group.ops, op);
  });
  if (own == found.groups.end()) {
    auto known = llvm::find_if(
        found.others, [&](const Reason &other) { return other.op == op; });
    if (known != found.others.end())
      reason = *known;
    else
      reason = Reason(op, "'" + op->getName().getStringRef() +
                              "' is no structured op on tensors");
    return std::nullopt;
  }
  llvm::SmallPtrSet<Operation *, 16> others;
  for (const FusionGroup &group : found.groups)
    if (&group != &*own)
      others.insert(group.ops.begin(), group.ops.end());
  FusionGroupPart part{own->ops.front(), own->getRoot(), {}};
  part.ops.insert(op);
  for (size_t next = 0; next < part.ops.size(); ++next)
    forEachRead(part.ops[next], [&](Value read, bool) {
      Operation *def = read.getDefiningOp();
      if (def && isa<TensorType>(read.getType()) &&
          def->getBlock() == op->getBlock() && !others.contains(def) &&
          !isa<LoopLikeOpInterface>(def))
        part.ops.insert(def);
    });
  return part;
}

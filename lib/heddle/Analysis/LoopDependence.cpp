//===- LoopDependence.cpp - May two sibling loops become one --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule, and why it is enough. What an op touches is found by MemoryAccess.
//
// Let A be the first loop, B the second, both over the iterations v of one
// range. They run as A(0) A(1) ... B(0) B(1) ..., the fused loop runs A(0) B(0)
// A(1) B(1) ..., iterations of a parallel loop in any order or at once. Inside
// of one iteration, A still comes before B. So the only pairs whose order
// changes are A(v), B(w)
//
//   with w before v             in an scf.for,
//   with w different from v     in an scf.forall or scf.parallel.
//
// Loops on values: B uses no result of A, and what the body of A defines is not
// seen in B. What stands between the loops stays before the fused loop, unless
// it uses a result of A, or of another op that must come after the loop, or
// conflicts with one of these in memory; then it comes after the fused loop,
// and B must not need it and not conflict with it.
//
// Memory: two accesses conflict if one is a write and both may touch one
// element. Fusion is right if no pair whose order changes conflicts. Accesses
// to distinct buffers do not. Accesses to boxes of one buffer do not where, in
// some dimension, one box is proved to end before the other begins, for all
//
//   v and w of the range, or else for all v = w + step * (1 + d), d >= 0
//
// in an scf.for. In a parallel loop of several dimensions, v and w differ first
// in some dimension k: they agree in those before k, v_k is w_k + step_k * (1 +
// d) or the other way round, and the dimensions after k are free. All cases are
// proved, except for those dimensions that have at most one iteration. Allowing
// v to pass the end of the range only adds pairs. Boxes are widened over the
// loops inside before they are compared, and what is free is a variable of its
// own, so an inequality of bounds that holds for all values of all variables
// holds for each pair.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LoopDependence.h"

#include "MemoryAccess.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Plans the fusion of one pair. Variable k of the context is dimension k of
/// the first loop, rank + k that of the second, 2 * rank + k a distance between
/// two iterations; the loops inside come after these.
class SiblingPlanner {
public:
  SiblingPlanner(Operation *first, Operation *second, bool ignoreMemory)
      : first(first), second(second), ignoreMemory(ignoreMemory),
        aliases(first->getParentOp()), indices(context, getRoots()) {
    plan.first = first;
    plan.second = second;
  }

  SiblingFusion run();

private:
  SmallVector<Operation *> getRoots();
  bool refuse(const Twine &reason) {
    plan.obstacle = FusionObstacle{reason.str(), {}};
    return false;
  }
  void note(Operation *op, const Twine &text) {
    plan.obstacle->notes.emplace_back(op, text.str());
  }

  bool checkKinds();
  bool checkRanges();
  void addVariables(Operation *loop, ArrayRef<BoxRange> ranges,
                    ArrayRef<Bound> steps);
  bool placeBetween();
  bool checkSecondUses();
  bool checkMemory();
  void noteAccess(const MemoryAccess &access, StringRef loop, bool withBox,
                  StringRef suffix = "");

  bool mayOverlap(const MemoryAccess &a, const MemoryAccess &b);
  /// The first two accesses of which one is a write and that `meet`.
  using Pair = std::pair<const MemoryAccess *, const MemoryAccess *>;
  std::optional<Pair>
  findPair(const MemoryAccesses &a, const MemoryAccesses &b,
           llvm::function_ref<bool(const MemoryAccess &, const MemoryAccess &)>
               meet);
  bool conflict(const MemoryAccesses &a, const MemoryAccesses &b);
  bool areApart(const Box &a, const Box &b);
  bool areApartWhereReordered(const Box &a, const Box &b);
  bool areApartFrom(Box a, Box b, unsigned dim, bool firstIsLater);
  Box substitute(const Box &box, unsigned variable, Bound by);
  bool runsOnce(unsigned dim);

  Operation *first, *second;
  bool ignoreMemory;
  unsigned rank = 0;
  SiblingFusion plan;
  AliasAnalysis aliases;
  BoundContext context;
  LoopIndices indices;
  MemoryAccesses firstAccesses, secondAccesses;
  /// Ops in `plan.after` and what each of them touches.
  SmallVector<MemoryAccesses> afterAccesses;
};
} // namespace

SmallVector<Operation *> SiblingPlanner::getRoots() {
  SmallVector<Operation *> roots{first, second};
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (op->getNumRegions() != 0)
      roots.push_back(op);
  return roots;
}

//===----------------------------------------------------------------------===//
// Kinds and ranges
//===----------------------------------------------------------------------===//

bool SiblingPlanner::checkKinds() {
  if (first->getName() != second->getName()) {
    refuse("expects two loops of one kind");
    note(first, "the first is '" + first->getName().getStringRef() + "'");
    note(second, "the second is '" + second->getName().getStringRef() + "'");
    return false;
  }
  Attribute mappings[] = {first->getAttr("mapping"),
                          second->getAttr("mapping")};
  if (mappings[0] == mappings[1])
    return true;
  refuse("expects two loops with one mapping");
  Operation *loops[] = {first, second};
  for (auto [loop, mapping] : llvm::zip(loops, mappings)) {
    std::string text;
    llvm::raw_string_ostream(text) << mapping;
    note(loop, mapping ? "this one is mapped to " + text
                       : std::string("this one is not mapped"));
  }
  return false;
}

/// A bound of a loop; null if its type is not index and it is no constant.
static Bound getLoopBound(LoopIndices &indices, OpFoldResult value) {
  auto dynamic = dyn_cast<Value>(value);
  if (dynamic && !dynamic.getType().isIndex() && !getConstantIntValue(value))
    return Bound();
  return indices.get(value);
}

static std::string toString(BoundContext &context, Bound bound) {
  return bound ? context.toString(bound) : "an unknown bound";
}

bool SiblingPlanner::checkRanges() {
  auto loopA = cast<LoopLikeOpInterface>(first);
  auto loopB = cast<LoopLikeOpInterface>(second);
  SmallVector<Value> variables = *loopA.getLoopInductionVars();
  rank = variables.size();
  bool comparable =
      rank == loopB.getLoopInductionVars()->size() &&
      llvm::equal(ValueRange(variables).getTypes(),
                  ValueRange(*loopB.getLoopInductionVars()).getTypes()) &&
      first->hasAttr("unsignedCmp") == second->hasAttr("unsignedCmp");
  if (!comparable) {
    refuse("expects two loops over one range");
    note(first, "the first counts in another way");
    note(second, "than the second");
    return false;
  }
  SmallVector<OpFoldResult> parts[2][3] = {
      {*loopA.getLoopLowerBounds(), *loopA.getLoopUpperBounds(),
       *loopA.getLoopSteps()},
      {*loopB.getLoopLowerBounds(), *loopB.getLoopUpperBounds(),
       *loopB.getLoopSteps()}};
  bool isSigned = !first->hasAttr("unsignedCmp");
  SmallVector<BoxRange> ranges;
  SmallVector<Bound> steps;
  for (unsigned dim = 0; dim < rank; ++dim) {
    Bound bounds[2][3];
    bool equal = true;
    for (unsigned part = 0; part < 3; ++part) {
      for (unsigned loop = 0; loop < 2; ++loop)
        bounds[loop][part] = getLoopBound(indices, parts[loop][part][dim]);
      Bound a = bounds[0][part], b = bounds[1][part];
      equal &= (a && a == b) || isEqualConstantIntOrValue(parts[0][part][dim],
                                                          parts[1][part][dim]);
    }
    if (!equal) {
      refuse("expects two loops over one range");
      Operation *loops[] = {first, second};
      for (auto [i, loop] : llvm::enumerate(loops))
        note(loop, "dimension " + Twine(dim) + " of the " +
                       (i == 0 ? "first" : "second") + " goes from " +
                       toString(context, bounds[i][0]) + " to " +
                       toString(context, bounds[i][1]) + " by " +
                       toString(context, bounds[i][2]));
      return false;
    }
    bool usable = isSigned && variables[dim].getType().isIndex();
    ranges.push_back(usable ? BoxRange{bounds[0][0], bounds[0][1]}
                            : BoxRange());
    steps.push_back(usable ? indices.getStep(parts[0][2][dim]) : Bound());
  }
  addVariables(first, ranges, steps);
  addVariables(second, ranges, steps);
  for (unsigned dim = 0; dim < rank; ++dim)
    context.addLoop(context.getExtent(dim), context.getStep(dim));
  return true;
}

void SiblingPlanner::addVariables(Operation *loop, ArrayRef<BoxRange> ranges,
                                  ArrayRef<Bound> steps) {
  SmallVector<Value> variables =
      *cast<LoopLikeOpInterface>(loop).getLoopInductionVars();
  for (auto [variable, range, step] :
       llvm::zip_equal(variables, ranges, steps)) {
    bool usable = range.lo && range.hi && step &&
                  context.isKnownLE(context.constant(1), step);
    // What is not known still takes its number.
    Bound extent = usable ? context.sub(range.hi, range.lo)
                          : context.symbol(context.addSymbol("trips"));
    unsigned number =
        context.addLoop(extent, usable ? step : context.constant(1));
    indices.set(variable,
                usable ? context.add(range.lo, context.var(number)) : Bound());
  }
}

bool SiblingPlanner::runsOnce(unsigned dim) {
  return context.isKnownLE(context.getExtent(dim), context.getStep(dim));
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

bool SiblingPlanner::areApart(const Box &a, const Box &b) {
  return llvm::any_of(llvm::zip_equal(a.dims, b.dims), [&](const auto &pair) {
    const auto &[left, right] = pair;
    return context.isKnownLE(left.hi, right.lo) ||
           context.isKnownLE(right.hi, left.lo);
  });
}

Box SiblingPlanner::substitute(const Box &box, unsigned variable, Bound by) {
  Box result;
  for (const BoxRange &range : box.dims)
    result.dims.push_back({context.substitute(range.lo, variable, by),
                           context.substitute(range.hi, variable, by)});
  return result;
}

bool SiblingPlanner::areApartFrom(Box a, Box b, unsigned dim,
                                  bool firstIsLater) {
  for (unsigned before = 0; before < dim; ++before)
    a = substitute(a, before, context.var(rank + before));
  Bound distance =
      context.add(context.getStep(dim), context.var(2 * rank + dim));
  if (firstIsLater)
    a = substitute(a, dim, context.add(context.var(rank + dim), distance));
  else
    b = substitute(b, rank + dim, context.add(context.var(dim), distance));
  return areApart(a, b);
}

bool SiblingPlanner::areApartWhereReordered(const Box &a, const Box &b) {
  if (areApart(a, b))
    return true;
  bool isSequential = isa<scf::ForOp>(first);
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (runsOnce(dim))
      continue;
    if (!areApartFrom(a, b, dim, /*firstIsLater=*/true))
      return false;
    if (!isSequential && !areApartFrom(a, b, dim, /*firstIsLater=*/false))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::optional<SiblingPlanner::Pair> SiblingPlanner::findPair(
    const MemoryAccesses &a, const MemoryAccesses &b,
    llvm::function_ref<bool(const MemoryAccess &, const MemoryAccess &)> meet) {
  for (const MemoryAccess &left : a.list)
    for (const MemoryAccess &right : b.list)
      if ((left.isWrite || right.isWrite) && meet(left, right))
        return Pair(&left, &right);
  return std::nullopt;
}

/// True if the two are not proved to touch different buffers or elements, in
/// whatever iterations.
bool SiblingPlanner::mayOverlap(const MemoryAccess &a, const MemoryAccess &b) {
  if (a.root == b.root && a.box && b.box)
    return !areApart(*a.box, *b.box);
  return !areDistinctBuffers(aliases, a.root, b.root);
}

bool SiblingPlanner::conflict(const MemoryAccesses &a,
                              const MemoryAccesses &b) {
  if ((a.unknown && !b.empty()) || (b.unknown && !a.empty()))
    return true;
  return findPair(a, b,
                  [&](const MemoryAccess &left, const MemoryAccess &right) {
                    return mayOverlap(left, right);
                  })
      .has_value();
}

void SiblingPlanner::noteAccess(const MemoryAccess &access, StringRef loop,
                                bool withBox, StringRef suffix) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << access.op->getName() << "' of the " << loop << " loop "
     << (access.isWrite ? "writes " : "reads ");
  std::optional<unsigned> argument =
      getFunctionArgument(getBaseBuffer(access.root));
  if (access.box && withBox) {
    Box box = *access.box;
    for (unsigned dim = 0; dim < rank; ++dim)
      box = substitute(box, rank + dim, context.var(dim));
    printBox(context, box, os);
    os << " of ";
  }
  if (argument)
    os << "argument " << *argument;
  else
    os << "a buffer";
  note(access.op, text + suffix);
}

bool SiblingPlanner::checkMemory() {
  if (ignoreMemory)
    return true;
  for (auto [loop, mine, other] :
       {std::tuple(StringRef("first"), &firstAccesses, &secondAccesses),
        std::tuple(StringRef("second"), &secondAccesses, &firstAccesses)}) {
    if (!mine->unknown || other->empty())
      continue;
    refuse("expects loops whose effects are known");
    note(mine->unknown, "'" + mine->unknown->getName().getStringRef() +
                            "' of the " + loop + " loop may touch anything");
    return false;
  }
  bool sameRoot = false;
  std::optional<Pair> pair =
      findPair(firstAccesses, secondAccesses,
               [&](const MemoryAccess &a, const MemoryAccess &b) {
                 sameRoot = a.root == b.root;
                 if (llvm::all_of(llvm::seq(rank),
                                  [&](unsigned dim) { return runsOnce(dim); }))
                   return false;
                 if (sameRoot && a.box && b.box)
                   return !areApartWhereReordered(*a.box, *b.box);
                 return !areDistinctBuffers(aliases, a.root, b.root);
               });
  if (!pair)
    return true;
  const auto &[a, b] = *pair;
  if (sameRoot) {
    refuse(isa<scf::ForOp>(first)
               ? "expects no iteration of the second loop to touch what a "
                 "later iteration of the first touches, unless both read"
               : "expects no iteration of the second loop to touch what "
                 "another iteration of the first touches, unless both read");
    noteAccess(*a, "first", /*withBox=*/true);
    noteAccess(*b, "second", /*withBox=*/true);
    return false;
  }
  refuse("expects the loops to touch buffers that are known to be different, "
         "or parts of one buffer");
  bool areArguments = getFunctionArgument(getBaseBuffer(a->root)) &&
                      getFunctionArgument(getBaseBuffer(b->root)) &&
                      getBaseBuffer(a->root) != getBaseBuffer(b->root);
  noteAccess(*a, "first", /*withBox=*/false);
  noteAccess(*b, "second", /*withBox=*/false,
             areArguments ? ", which may be the same buffer (llvm.noalias on "
                            "one of them would say that it is not)"
                          : ", and this may be the same one");
  return false;
}

//===----------------------------------------------------------------------===//
// Values, and what stands between
//===----------------------------------------------------------------------===//

/// The first op in `user` that uses a result of `producer`, or null.
static Operation *findUse(Operation *user, Operation *producer) {
  Operation *found = nullptr;
  for (Operation *direct : producer->getUsers())
    if (user->isAncestor(direct))
      found = direct;
  return found;
}

bool SiblingPlanner::placeBetween() {
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode()) {
    MemoryAccesses touched = collectAccesses(op, indices, 3 * rank);
    bool isAfter = findUse(op, first) || conflict(firstAccesses, touched);
    for (auto [other, accesses] : llvm::zip(plan.after, afterAccesses))
      isAfter = isAfter || findUse(op, other) || conflict(accesses, touched);
    if (!isAfter)
      continue;
    plan.after.push_back(op);
    afterAccesses.push_back(std::move(touched));
  }
  for (auto [op, accesses] : llvm::zip(plan.after, afterAccesses)) {
    Operation *use = findUse(second, op);
    if (!use && !conflict(accesses, secondAccesses))
      continue;
    refuse("expects nothing between the loops that must come after the first "
           "and before the second");
    note(op, "'" + op->getName().getStringRef() +
                 "' depends on the first loop, and the second loop on it");
    return false;
  }
  return true;
}

bool SiblingPlanner::checkSecondUses() {
  Operation *use = findUse(second, first);
  if (!use)
    return true;
  refuse("expects the second loop to use no result of the first");
  note(use, "'" + use->getName().getStringRef() + "' uses one");
  return false;
}

SiblingFusion SiblingPlanner::run() {
  if (!checkKinds() || !checkRanges() || !checkSecondUses())
    return std::move(plan);
  firstAccesses = collectAccesses(first, indices, 3 * rank);
  secondAccesses = collectAccesses(second, indices, 3 * rank);
  if (placeBetween())
    checkMemory();
  return std::move(plan);
}

SiblingFusion heddle::planSiblingFusion(Operation *a, Operation *b,
                                        bool ignoreMemory) {
  SiblingFusion refused;
  for (Operation *loop : {a, b}) {
    if (isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(loop))
      continue;
    refused.obstacle = FusionObstacle{
        "expects an 'scf.for', 'scf.forall' or 'scf.parallel'",
        {{loop, "but this is '" + loop->getName().getStringRef().str() + "'"}}};
    return refused;
  }
  if (a == b || a->getBlock() != b->getBlock()) {
    refused.obstacle = FusionObstacle{
        "expects two loops of one block",
        {{a, "this loop"}, {b, a == b ? "is the other" : "is elsewhere"}}};
    return refused;
  }
  if (!a->isBeforeInBlock(b))
    std::swap(a, b);
  return SiblingPlanner(a, b, ignoreMemory).run();
}

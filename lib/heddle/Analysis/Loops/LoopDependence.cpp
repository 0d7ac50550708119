//===- LoopDependence.cpp - May two sibling loops become one --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule, and why it is enough. MemoryAccess finds the memory that an op
// touches.
//
// Let A be the first loop, B the second, both over the iterations v of one
// range. They run as A(0) A(1) ... B(0) B(1) ... The fused loop runs A(0) B(0)
// A(1) B(1) ..., and a parallel loop runs its iterations in any order or at
// once. Inside of one iteration, A still comes before B. So the only pairs
// whose order changes are A(v), B(w)
//
//   with w before v             in an scf.for or affine.for,
//   with w different from v     in an scf.forall or scf.parallel.
//
// SSA values: B must not use a result of A, and the values in the body of A are
// not visible in B. An op between the loops stays before the fused loop, unless
// it depends on A, or on another op that must come after the loop. An op
// depends on another if it uses its result or conflicts with it in memory. A
// dependent op comes after the fused loop, and B must neither use its results
// nor conflict with it.
//
// Memory: two accesses conflict if one is a write and both may touch one
// element. Fusion is right if no pair whose order changes conflicts. Accesses
// to distinct buffers do not. Accesses to boxes of one buffer do not if, in
// some dimension, one box is proved to end before the other begins, for all
//
//   v and w of the range, or else for all v = w + step * (1 + d), d >= 0
//
// in a sequential loop. In a parallel loop of several dimensions, v and w
// differ first in some dimension k: they agree in those before k, v_k is w_k +
// step_k * (1 + d) or the other way round, and the dimensions after k are free.
// All cases are proved, except for those dimensions that have at most one
// iteration. Allowing v to pass the end of the range only adds pairs. Boxes are
// widened over the loops inside before they are compared. Each free index is a
// separate variable, so an inequality of bounds that holds for all values of
// all variables holds for each pair.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/LoopDependence.h"

#include "LoopRange.h"
#include "OpsBetween.h"
#include "heddle/Analysis/Loops/LoopKind.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr StringLiteral kMapping = "mapping";

/// The context represents the iterations of two loops and the distances between
/// them as loops. It has room for 63 loops, including the inner loops.
static constexpr unsigned kMaxRank = 20;

namespace {
/// Plans the fusion of one pair. Variable k of the context is dimension k of
/// the first loop, rank + k that of the second, 2 * rank + k a distance between
/// two iterations; the loops inside come after these.
class SiblingPlanner {
public:
  SiblingPlanner(Operation *first, Operation *second)
      : first(first), second(second), aliases(first->getParentOp()),
        indices(context, getRootsBetween(first, second)) {
    plan.first = first;
    plan.second = second;
  }

  SiblingFusion run();

private:
  bool refuse(const Twine &reason) {
    plan.obstacle = Reason(second, reason);
    return false;
  }
  void note(Operation *op, const Twine &text) {
    plan.obstacle->addNote(op, text);
  }

  bool checkKinds();
  bool takeAttributes();
  bool refuseAttribute(StringRef name);
  void dropLoopKind();
  bool checkRanges();
  void addVariables(Operation *loop, ArrayRef<BoxRange> ranges,
                    ArrayRef<Bound> steps);
  bool checkMemory();
  void noteAccess(const MemoryAccess &access, StringRef loop, bool withBox,
                  StringRef suffix = "");

  bool areApartWhereReordered(const Box &a, const Box &b);
  bool areApartFrom(Box a, Box b, unsigned dim, bool firstIsLater);
  Box substitute(const Box &box, unsigned variable, Bound by);
  bool runsOnce(unsigned dim);

  Operation *first, *second;
  unsigned rank = 0;
  SiblingFusion plan;
  AliasAnalysis aliases;
  BoundContext context;
  LoopIndices indices;
  MemoryAccesses firstAccesses, secondAccesses;
};
} // namespace

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
  return true;
}

bool SiblingPlanner::refuseAttribute(StringRef name) {
  refuse("expects two loops with one '" + name + "'");
  for (Operation *loop : {first, second}) {
    Attribute attribute = loop->getAttr(name);
    std::string text;
    llvm::raw_string_ostream(text) << attribute;
    note(loop, attribute ? "it is " + text + " here" : "there is none here");
  }
  return false;
}

/// An attribute that only one of the loops has is not known to hold for the
/// fused loop.
bool SiblingPlanner::takeAttributes() {
  if (first->getAttr(kMapping) != second->getAttr(kMapping))
    return refuseAttribute(kMapping);
  for (NamedAttribute attribute : first->getDiscardableAttrs()) {
    Attribute other = second->getDiscardableAttr(attribute.getName());
    if (other && other != attribute.getValue())
      return refuseAttribute(attribute.getName());
    if (other)
      plan.attributes.push_back(attribute);
  }
  return true;
}

/// In a fused sequential loop, an iteration may read what an earlier iteration
/// of the other loop wrote. So its loop kind may differ from that of both
/// loops.
void SiblingPlanner::dropLoopKind() {
  if (!firstAccesses.empty() && !secondAccesses.empty())
    llvm::erase_if(plan.attributes, [](NamedAttribute attribute) {
      return attribute.getName() == kLoopKindAttr;
    });
}

bool SiblingPlanner::checkRanges() {
  if (auto obstacle = findRangeObstacle(indices, first, second)) {
    plan.obstacle = std::move(obstacle);
    return false;
  }
  SmallVector<Value> variables =
      *cast<LoopLikeOpInterface>(first).getLoopInductionVars();
  rank = variables.size();
  if (rank > kMaxRank) {
    refuse("expects loops of at most " + std::to_string(kMaxRank) +
           " dimensions");
    note(first, "this one has " + std::to_string(rank));
    return false;
  }
  bool isSigned = !first->hasAttr("unsignedCmp");
  SmallVector<BoxRange> ranges;
  SmallVector<Bound> steps;
  for (auto [dim, range] : llvm::enumerate(getLoopRanges(indices, first))) {
    bool usable = isSigned && variables[dim].getType().isIndex();
    ranges.push_back(usable ? BoxRange{range.lo.bound, range.hi.bound}
                            : BoxRange());
    steps.push_back(usable && range.step.value
                        ? indices.getStep(range.step.value)
                        : range.step.bound);
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
    // A variable with an unknown range gets a number, too.
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
  return areApart(context, a, b);
}

bool SiblingPlanner::areApartWhereReordered(const Box &a, const Box &b) {
  if (areApart(context, a, b))
    return true;
  bool isSequential = isa<scf::ForOp, affine::AffineForOp>(first);
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
  if (isMistake("no_memory_check"))
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
  std::optional<AccessPair> pair =
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
    refuse(isa<scf::ForOp, affine::AffineForOp>(first)
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

SiblingFusion SiblingPlanner::run() {
  if (!checkKinds() || !takeAttributes() || !checkRanges())
    return std::move(plan);
  firstAccesses = collectAccesses(first, indices, 3 * rank);
  secondAccesses = collectAccesses(second, indices, 3 * rank);
  if (placeBetween(plan, firstAccesses, secondAccesses, aliases, indices,
                   3 * rank))
    checkMemory();
  dropLoopKind();
  return std::move(plan);
}

SiblingFusion heddle::planSiblingFusion(Operation *a, Operation *b) {
  SiblingFusion refused;
  for (Operation *loop : {a, b}) {
    if (isa<scf::ForOp, scf::ForallOp, scf::ParallelOp, affine::AffineForOp>(
            loop))
      continue;
    refused.obstacle = Reason(
        b,
        "expects an 'scf.for', 'scf.forall', 'scf.parallel' or 'affine.for'");
    refused.obstacle->addNote(loop, "but this is '" +
                                        loop->getName().getStringRef() + "'");
    return refused;
  }
  assert(a != b && "expects two loops");
  if (a->getBlock() != b->getBlock()) {
    refused.obstacle = Reason(b, "expects two loops of one block");
    refused.obstacle->addNote(a, "this loop");
    refused.obstacle->addNote(b, "is elsewhere");
    return refused;
  }
  if (!a->isBeforeInBlock(b))
    std::swap(a, b);
  return SiblingPlanner(a, b).run();
}

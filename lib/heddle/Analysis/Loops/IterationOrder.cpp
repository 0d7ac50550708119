//===- IterationOrder.cpp - Accesses that keep iterations in order --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. MemoryAccess finds the boxes of memory that an iteration v of the
// loop may touch. A later iteration is w = v + step * (1 + d), d >= 0. Two
// accesses p(v) and q(w) are independent if both read, if they are to distinct
// buffers, or if the boxes of p at v and of q at w are proved to be apart for
// all v and d. Allowing w to pass the end of the range only adds pairs. The
// boxes are widened over the loops inside, so the pairs are those of whole
// iterations. A buffer that an iteration allocates belongs to it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/IterationOrder.h"

#include "LoopRange.h"
#include "MemoryAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::heddle;

/// The variables of the context: an iteration, and the distance to a later one.
static constexpr unsigned kIteration = 0, kDistance = 1, kNumVariables = 2;

/// Makes the iterations and the distance variables of `indices`.
static void addVariables(LoopIndices &indices, Operation *loop) {
  BoundContext &context = indices.getContext();
  LoopRange range = getLoopRanges(indices, loop).front();
  Value variable =
      cast<LoopLikeOpInterface>(loop).getLoopInductionVars()->front();
  Bound lo = range.lo.bound, hi = range.hi.bound;
  Bound step =
      range.step.value ? indices.getStep(range.step.value) : range.step.bound;
  bool usable = lo && hi && step && !loop->hasAttr("unsignedCmp") &&
                variable.getType().isIndex() &&
                context.isKnownLE(context.constant(1), step);
  Bound extent =
      usable ? context.sub(hi, lo) : context.symbol(context.addSymbol("trips"));
  for (unsigned number = 0; number < kNumVariables; ++number)
    context.addLoop(extent, usable ? step : context.constant(1));
  indices.set(variable,
              usable ? context.add(lo, context.var(kIteration)) : Bound());
}

/// The box in the later iteration.
static Box moveToLater(BoundContext &context, const Box &box) {
  Bound later = context.add(
      context.var(kIteration),
      context.add(context.getStep(kIteration), context.var(kDistance)));
  Box moved;
  for (const BoxRange &range : box.dims)
    moved.dims.push_back({context.substitute(range.lo, kIteration, later),
                          context.substitute(range.hi, kIteration, later)});
  return moved;
}

static bool isAllocatedIn(Operation *loop, Value buffer) {
  Operation *op = buffer.getDefiningOp();
  return isa_and_present<memref::AllocOp, memref::AllocaOp>(op) &&
         loop->isProperAncestor(op);
}

std::optional<CarriedAccess> heddle::findCarriedAccess(Operation *loop,
                                                       CarriedOrder order) {
  BoundContext context;
  LoopIndices indices(context, loop);
  addVariables(indices, loop);
  MemoryAccesses accesses = collectAccesses(loop, indices, kNumVariables);
  if (accesses.unknown)
    return CarriedAccess{accesses.unknown, accesses.unknown};
  if (context.isKnownLE(context.getExtent(kIteration),
                        context.getStep(kIteration)))
    return std::nullopt;
  AliasAnalysis aliases(loop->getParentOp());
  auto meet = [&](const MemoryAccess &earlier, const MemoryAccess &later) {
    if (order == CarriedOrder::ReadsAfterWrites &&
        (!earlier.isWrite || later.isWrite))
      return false;
    if (isAllocatedIn(loop, earlier.root) || isAllocatedIn(loop, later.root))
      return false;
    if (earlier.root == later.root && earlier.box && later.box)
      return !areApart(context, *earlier.box, moveToLater(context, *later.box));
    return !areDistinctBuffers(aliases, earlier.root, later.root);
  };
  if (std::optional<AccessPair> pair = findPair(accesses, accesses, meet))
    return CarriedAccess{pair->first->op, pair->second->op};
  return std::nullopt;
}

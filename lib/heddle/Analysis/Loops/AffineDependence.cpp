//===- AffineDependence.cpp - May one affine nest feed another ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's utilities compute which iterations of a producer an iteration of
// the consumer needs. They consider affine loads and stores only, assume that
// different memref values are different buffers, and follow data from the
// stores of the producer to the loads of the consumer. Anything else that
// orders the two loops is refused here:
//
//  - any other access to memory, and memrefs that may be one buffer;
//  - a store of the consumer to what the producer loads or stores;
//  - a slice that changes what the producer computes.
//
// This file also decides whether all slices together cover the whole producer.
// Upstream wrongly says so, for example, of the slices [i - 2, i) with
// 2 <= i < 10 of a loop over [0, 12).
//
// How slices may change the result: the producer is cut along some of its
// loops, and the slices run in the order in which the consumer needs them, some
// perhaps twice. This is visible in a memref that the producer also loads from,
// and in a memref that other code reads later. For such a memref, each
// iteration must access only one element f(iv), and each loop that is cut must
// occur in f as a subscript of the form iv + constant. All iterations that
// touch one element then lie in one slice, in their order. If the producer
// loads from it, each slice must run once, unless each load is preceded by a
// store of the same iteration to the same element.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/AffineDependence.h"

#include "OpsBetween.h"
#include "heddle/Analysis/Bounds/Box.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::affine;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {
/// An affine load or store.
struct AffineAccess {
  Operation *op;
  Value memref;
  AffineMap map;
  SmallVector<Value> operands;
  bool isWrite;

  bool isSameElement(const AffineAccess &other) const {
    return map == other.map && operands == other.operands;
  }
};
} // namespace

static SmallVector<AffineAccess> getAffineAccesses(Operation *loop) {
  SmallVector<AffineAccess> accesses;
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto load = dyn_cast<AffineReadOpInterface>(op))
      accesses.push_back({op, load.getMemRef(), load.getAffineMap(),
                          llvm::to_vector(load.getMapOperands()), false});
    else if (auto store = dyn_cast<AffineWriteOpInterface>(op))
      accesses.push_back({op, store.getMemRef(), store.getAffineMap(),
                          llvm::to_vector(store.getMapOperands()), true});
  });
  return accesses;
}

static bool meets(Operation *a, bool aWrites, Operation *b, bool bWrites) {
  SmallVector<AffineAccess> others = getAffineAccesses(b);
  return llvm::any_of(getAffineAccesses(a), [&](const AffineAccess &access) {
    return access.isWrite == aWrites &&
           llvm::any_of(others, [&](const AffineAccess &other) {
             return other.isWrite == bWrites && other.memref == access.memref;
           });
  });
}

bool heddle::isProducerOf(AffineForOp producer, AffineForOp consumer) {
  return meets(producer, /*aWrites=*/true, consumer, /*bWrites=*/false);
}

bool heddle::shareInput(AffineForOp a, AffineForOp b) {
  return meets(a, /*aWrites=*/false, b, /*bWrites=*/false);
}

bool heddle::isPrivateTo(Value memref, ArrayRef<Operation *> loops) {
  Operation *alloc = memref.getDefiningOp();
  // A buffer from outside of an outer loop keeps its contents from one
  // iteration of that loop to the next.
  if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(alloc) ||
      alloc->getBlock() != loops.front()->getBlock())
    return false;
  return llvm::all_of(memref.getUsers(), [&](Operation *user) {
    if (isa<memref::DeallocOp>(user))
      return true;
    // A memref that is itself stored somewhere is not private.
    auto store = dyn_cast<AffineWriteOpInterface>(user);
    if (!isa<AffineReadOpInterface>(user) &&
        (!store || store.getValueToStore() == memref))
      return false;
    return llvm::any_of(
        loops, [&](Operation *loop) { return loop->isAncestor(user); });
  });
}

SmallVector<Value> heddle::getStoredMemRefs(AffineForOp loop) {
  SmallVector<Value> memrefs;
  for (const AffineAccess &access : getAffineAccesses(loop))
    if (access.isWrite && !llvm::is_contained(memrefs, access.memref))
      memrefs.push_back(access.memref);
  return memrefs;
}

//===----------------------------------------------------------------------===//
// The whole producer
//===----------------------------------------------------------------------===//

static std::string getName(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// Refuses ops that upstream's utilities ignore. The reason is about `at`.
static std::optional<Reason> findForeignOp(Operation *loop, Operation *at,
                                           const MemoryAccesses &accesses) {
  Operation *found = accesses.unknown;
  for (const MemoryAccess &access : accesses.list)
    if (!found &&
        !isa<AffineReadOpInterface, AffineWriteOpInterface>(access.op))
      found = access.op;
  loop->walk([&](Operation *op) {
    if (!found && op->getNumRegions() != 0 && !isa<AffineForOp>(op))
      found = op;
  });
  if (!found)
    return std::nullopt;
  return Reason(at, "expects nothing but affine loops, loads and stores",
                {{found, "but there is " + getName(found)}});
}

static std::optional<Reason> findAlias(AliasAnalysis &aliases, Operation *at,
                                       const MemoryAccesses &a,
                                       const MemoryAccesses &b) {
  std::optional<AccessPair> pair =
      findPair(a, b, [&](const MemoryAccess &left, const MemoryAccess &right) {
        return (left.memref != right.memref ||
                !hasDistinctElements(left.memref)) &&
               !areDistinctBuffers(aliases, left.memref, right.memref);
      });
  if (!pair)
    return std::nullopt;
  if (pair->first->memref == pair->second->memref)
    return Reason(
        at, "expects memrefs whose elements are known to be different",
        {{pair->first->op, getName(pair->first->op) + " touches another one"}});
  Value bases[] = {getBaseBuffer(pair->first->memref),
                   getBaseBuffer(pair->second->memref)};
  bool areArguments = bases[0] != bases[1] && getFunctionArgument(bases[0]) &&
                      getFunctionArgument(bases[1]);
  return Reason(
      at, "expects memrefs that are known to be different buffers",
      {{pair->first->op, getName(pair->first->op) + " touches one"},
       {pair->second->op,
        getName(pair->second->op) +
            (areArguments ? " touches another one that may be the same buffer "
                            "(llvm.noalias on one of these arguments would say "
                            "that it is not)"
                          : " touches another one that may be the same "
                            "buffer")}});
}

SiblingFusion heddle::planProducerFusion(AffineForOp producer,
                                         AffineForOp consumer) {
  SiblingFusion plan;
  plan.first = producer;
  plan.second = consumer;
  BoundContext context;
  LoopIndices indices(context, getRootsBetween(producer, consumer));
  AliasAnalysis aliases(producer->getParentOp());
  MemoryAccesses mine = collectAccesses(producer, indices, 0);
  MemoryAccesses other = collectAccesses(consumer, indices, 0);
  for (auto [loop, accesses] :
       {std::pair<Operation *, MemoryAccesses *>(producer, &mine),
        std::pair<Operation *, MemoryAccesses *>(consumer, &other)})
    if ((plan.obstacle = findForeignOp(loop, consumer, *accesses)))
      return plan;
  for (MemoryAccesses *accesses : {&mine, &other})
    if ((plan.obstacle = findAlias(aliases, consumer, mine, *accesses)))
      return plan;
  std::optional<AccessPair> pair =
      findPair(mine, other, [](const MemoryAccess &a, const MemoryAccess &b) {
        return a.memref == b.memref && b.isWrite;
      });
  if (pair) {
    plan.obstacle = Reason(
        consumer,
        "expects the consumer to store to nothing that the producer touches",
        {{pair->first->op, getName(pair->first->op) + " of the producer"},
         {pair->second->op, getName(pair->second->op) + " of the consumer"}});
    return plan;
  }
  if (producer->getNumResults() != 0) {
    plan.obstacle = Reason(consumer, "expects a producer without results",
                           {{producer, "this loop has some"}});
    return plan;
  }
  placeBetween(plan, mine, other, aliases, indices, 0);
  return plan;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// True if the bound of a slice is the bound of its loop.
static bool isSameBound(AffineMap a, ValueRange operandsA, AffineMap b,
                        ValueRange operandsB) {
  if (a.isSingleConstant() && b.isSingleConstant())
    return a.getSingleConstantResult() == b.getSingleConstantResult();
  return a == b && llvm::equal(operandsA, operandsB);
}

/// The loops that `slice` cuts: those with other bounds in `slice` than in the
/// producer.
static SmallVector<Value> getCutLoops(const ComputationSliceState &slice) {
  SmallVector<Value> cut;
  for (auto [i, iv] : llvm::enumerate(slice.ivs)) {
    AffineForOp loop = getForInductionVarOwner(iv);
    AffineMap lo = slice.lbs[i], hi = slice.ubs[i];
    if (!lo && !hi)
      continue;
    if (!lo || !hi ||
        !isSameBound(lo, slice.lbOperands[i], loop.getLowerBoundMap(),
                     loop.getLowerBoundOperands()) ||
        !isSameBound(hi, slice.ubOperands[i], loop.getUpperBoundMap(),
                     loop.getUpperBoundOperands()))
      cut.push_back(iv);
  }
  return cut;
}

SliceCover heddle::getSliceCover(AffineForOp producer,
                                 ArrayRef<AffineForOp> loops,
                                 const ComputationSliceState &slice) {
  BoundContext context;
  LoopIndices indices(context, {producer, loops.front()});
  for (AffineForOp loop : loops)
    if (!indices.addLoopsOf(loop))
      return {};
  SmallVector<Value> cut = getCutLoops(slice);
  Box box, all;
  SmallVector<Bound> extents;
  for (auto [i, iv] : llvm::enumerate(slice.ivs)) {
    AffineForOp own = getForInductionVarOwner(iv);
    Bound first =
        indices.getAffine(own.getLowerBoundMap(), own.getLowerBoundOperands());
    Bound end = indices.getAffine(own.getUpperBoundMap(),
                                  own.getUpperBoundOperands(), true);
    if (!first || !end)
      return {};
    extents.push_back(context.sub(end, first));
    all.dims.push_back({context.constant(0), extents.back()});
    if (!llvm::is_contained(cut, iv)) {
      box.dims.push_back(all.dims.back());
      continue;
    }
    if (!slice.lbs[i] || !slice.ubs[i] || own.getStepAsInt() != 1)
      return {};
    Bound lo = indices.getAffine(slice.lbs[i], slice.lbOperands[i]);
    Bound hi = indices.getAffine(slice.ubs[i], slice.ubOperands[i], true);
    if (!lo || !hi)
      return {};
    box.dims.push_back({context.sub(lo, first), context.sub(hi, first)});
  }
  // A loop covers the same elements in either direction.
  for (unsigned loop = 0; loop < loops.size(); ++loop) {
    Bound last = context.getLast(loop);
    bool isBackwards = llvm::any_of(box.dims, [&](const BoxRange &range) {
      return context.getMonotonicity(range.lo, loop) ==
             Monotonicity::Decreasing;
    });
    // getLast is exact only if it is a constant.
    if (!isBackwards || !last.getConstant())
      continue;
    Bound mirrored = context.sub(last, context.var(loop));
    for (BoxRange &range : box.dims)
      range = {context.substitute(range.lo, loop, mirrored),
               context.substitute(range.hi, loop, mirrored)};
  }
  return {isContained(context, box, all),
          coversAll(context, box, extents, int(loops.size()) - 1)};
}

/// The constant c if `expr` of `access` is `iv` + c.
static std::optional<int64_t> getDistance(const AffineAccess &access,
                                          AffineExpr expr, Value iv) {
  int64_t constant = 0;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && expr.getKind() == AffineExprKind::Add &&
      isa<AffineConstantExpr>(sum.getRHS())) {
    constant = cast<AffineConstantExpr>(sum.getRHS()).getValue();
    expr = sum.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim || access.operands[dim.getPosition()] != iv)
    return std::nullopt;
  return constant;
}

/// True if one subscript of `access` is `iv` plus a constant.
static bool isSubscript(const AffineAccess &access, Value iv) {
  return llvm::any_of(access.map.getResults(), [&](AffineExpr expr) {
    return getDistance(access, expr, iv).has_value();
  });
}

bool heddle::isSplitByIterations(Value memref, AffineForOp loop) {
  SmallVector<AffineAccess> accesses = getAffineAccesses(loop);
  llvm::erase_if(accesses,
                 [&](const AffineAccess &a) { return a.memref != memref; });
  unsigned rank = cast<MemRefType>(memref.getType()).getRank();
  return llvm::any_of(llvm::seq(rank), [&](unsigned position) {
    std::optional<int64_t> distance;
    return llvm::all_of(accesses, [&](const AffineAccess &access) {
      std::optional<int64_t> own = getDistance(
          access, access.map.getResult(position), loop.getInductionVar());
      bool isSame = own && (!distance || distance == own);
      distance = own;
      return isSame;
    });
  });
}

unsigned heddle::getSplitDepth(Value memref, AffineForOp loop) {
  unsigned depth = 0;
  while (loop && isSplitByIterations(memref, loop)) {
    ++depth;
    AffineForOp inside;
    for (auto inner : loop.getOps<AffineForOp>())
      if (llvm::all_of(memref.getUsers(), [&](Operation *user) {
            return !loop->isAncestor(user) || inner->isAncestor(user);
          }))
        inside = inner;
    loop = inside;
  }
  return depth;
}

/// True if each load of `accesses` follows a store to the same element in the
/// same block.
static bool isWrittenBeforeRead(ArrayRef<AffineAccess> accesses) {
  return llvm::all_of(accesses, [&](const AffineAccess &load) {
    return load.isWrite ||
           llvm::any_of(accesses, [&](const AffineAccess &store) {
             return store.isWrite && store.isSameElement(load) &&
                    store.op->getBlock() == load.op->getBlock() &&
                    store.op->isBeforeInBlock(load.op);
           });
  });
}

std::optional<Reason>
heddle::findSliceObstacle(AffineForOp producer, AffineForOp consumer,
                          const ComputationSliceState &slice, bool isOnce) {
  SmallVector<Value> cut = getCutLoops(slice);
  SmallVector<AffineAccess> all = getAffineAccesses(producer);
  for (Value memref : getStoredMemRefs(producer)) {
    SmallVector<AffineAccess> accesses;
    llvm::copy_if(all, std::back_inserter(accesses),
                  [&](const AffineAccess &a) { return a.memref == memref; });
    bool isLoaded = !isWrittenBeforeRead(accesses);
    if (!isLoaded && isPrivateTo(memref, {producer, consumer}))
      continue;
    const AffineAccess &first = accesses.front();
    for (const AffineAccess &access : accesses)
      if (!access.isSameElement(first))
        return Reason(
            consumer,
            "expects the producer to touch one element of a memref in an "
            "iteration, since the order of its iterations would change",
            {{first.op, getName(first.op) + " touches one"},
             {access.op, getName(access.op) + " touches another"}});
    for (Value iv : cut)
      if (!isSubscript(first, iv))
        return Reason(
            consumer,
            "expects all iterations of the producer that touch one element to "
            "stay together",
            {{getForInductionVarOwner(iv), "this loop would be cut"},
             {first.op, getName(first.op) + " may touch one element in several "
                                            "iterations of it"}});
    if (isLoaded && !isOnce)
      return Reason(
          consumer,
          "expects each iteration of a producer that reads what it wrote to "
          "run once",
          {{first.op, getName(first.op) + " would run again"}});
  }
  return std::nullopt;
}

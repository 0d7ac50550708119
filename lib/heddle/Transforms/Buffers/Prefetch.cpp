//===- Prefetch.cpp - Reads that are announced to the caches --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place of an access in a later iteration. Let L be the loop whose body
// holds the access, with no region between. Every iteration of L runs the
// access. If its place is computed in L from the induction variable and from
// values outside of L alone, by ops without effects, then the same ops on the
// value of a later iteration give the place of the access in that iteration.
// The iteration is min(i + distance, last), which runs. So each index is within
// the bounds of its buffer if those of the access are. An access under a mask
// may begin outside: there each index is compared.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/Prefetch.h"

#include "heddle/Analysis/Memory/ElementBytes.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Bytes that one prefetch fetches.
constexpr int64_t kFetchedBytes = 64;

/// More prefetches in an iteration cost more than they save.
constexpr int64_t kMostPrefetches = 64;

/// What an op reads or writes of a buffer.
struct Access {
  Operation *op;
  Operation *anchor; ///< that the prefetches are put before
  Value buffer;
  SmallVector<Value> indices;   ///< of the first element; none: all zeros
  SmallVector<int64_t> extents; ///< of the box, one for each dim
  SmallVector<int64_t> steps;   ///< elements from one prefetch to the next
  bool isGuarded = false;       ///< the first element may be out of bounds
  /// The ops of the loop that compute the place, operands first.
  llvm::SetVector<Operation *> slice;
};

struct PrefetchPlan {
  scf::ForOp loop;
  /// The body of the innermost loop.
  Block *body = nullptr;
  int64_t step = 1;
  SmallVector<Access, 2> accesses;
};
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The box of a vector `type` that `map` places in a buffer of `rank` dims.
static SmallVector<int64_t> getBox(VectorType type, AffineMap map,
                                   int64_t rank) {
  SmallVector<int64_t> extents(rank, 1);
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), type.getShape()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      extents[dim.getPosition()] = size;
  return extents;
}

/// Which part of its operand `buffer` `op` accesses; nothing if `op` is of
/// another kind.
static std::optional<Access> describeAccess(Operation *op, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Access access{op, op, buffer, {}, {}, {}, false, {}};
  bool isKnown =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](VectorTransferOpInterface transfer) {
            access.indices = llvm::to_vector(transfer.getIndices());
            access.extents =
                getBox(transfer.getVectorType(), transfer.getPermutationMap(),
                       type.getRank());
            access.isGuarded =
                transfer.getMask() || transfer.hasOutOfBoundsDim();
            if (isa<vector::MaskOp>(op->getParentOp())) {
              access.anchor = op->getParentOp();
              access.isGuarded = true;
            }
            return true;
          })
          .Case<vector::LoadOp, vector::StoreOp>([&](auto load) {
            access.indices = llvm::to_vector(load.getIndices());
            VectorType vector = load.getVectorType();
            access.extents =
                getBox(vector,
                       AffineMap::getMinorIdentityMap(
                           type.getRank(), vector.getRank(), op->getContext()),
                       type.getRank());
            return true;
          })
          .Case<memref::LoadOp, memref::StoreOp>([&](auto load) {
            access.indices = llvm::to_vector(load.getIndices());
            access.extents.assign(type.getRank(), 1);
            return true;
          })
          .Case<linalg::LinalgOp, memref::CopyOp>([&](auto) {
            access.extents = llvm::to_vector(type.getShape());
            return true;
          })
          .Default(false);
  return isKnown ? std::optional<Access>(access) : std::nullopt;
}

static bool hasEffect(Operation *op, Value buffer, bool isWrite) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> all;
  if (effects)
    effects.getEffectsOnValue(buffer, all);
  return llvm::any_of(all, [&](const auto &effect) {
    return isWrite ? isa<MemoryEffects::Write>(effect.getEffect())
                   : isa<MemoryEffects::Read>(effect.getEffect());
  });
}

/// The reads in `body` that `value`, no buffer, is computed from.
static void collectReads(Block *body, Value value,
                         SmallVectorImpl<Access> &reads) {
  SmallVector<Value> left = {value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!left.empty()) {
    Operation *made = left.pop_back_val().getDefiningOp();
    if (!made || made->getBlock() != body || !seen.insert(made).second)
      continue;
    if (auto mask = dyn_cast<vector::MaskOp>(made))
      if (Operation *inner = mask.getMaskableOp())
        made = inner;
    for (Value operand : made->getOperands()) {
      bool isBuffer = isa<MemRefType>(operand.getType());
      if (!isBuffer && !operand.getType().isIndex())
        left.push_back(operand);
      if (isBuffer && hasEffect(made, operand, /*isWrite=*/false))
        if (std::optional<Access> access = describeAccess(made, operand))
          reads.push_back(*access);
    }
  }
  std::reverse(reads.begin(), reads.end());
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Adds the ops of `loop` that compute `value` to the slice of `access`, or
/// says why it cannot be computed for a later iteration. Sets `isMoving` if it
/// is computed from the induction variable.
static std::optional<Reason> addToSlice(scf::ForOp loop, Value value,
                                        Access &access, bool &isMoving) {
  if (!loop.getRegion().isAncestor(value.getParentRegion()))
    return std::nullopt;
  Operation *made = value.getDefiningOp();
  if (!made) {
    isMoving |= value == loop.getInductionVar();
    auto owner = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    if (!owner || value != owner.getInductionVar())
      return Reason(access.op, "its place is carried by the loop");
    return std::nullopt;
  }
  if (access.slice.contains(made))
    return std::nullopt;
  if (made->getNumRegions() > 0 || !isMemoryEffectFree(made)) {
    Reason reason(access.op, "its place depends on " + quote(made));
    reason.addNote(made, "computed here");
    return reason;
  }
  for (Value operand : made->getOperands())
    if (std::optional<Reason> reason =
            addToSlice(loop, operand, access, isMoving))
      return reason;
  access.slice.insert(made);
  return std::nullopt;
}

/// Finds the ops that compute the place of `access`.
static std::optional<Reason> findSlice(scf::ForOp loop, Access &access) {
  bool isMoving = false;
  SmallVector<Value> place = access.indices;
  place.push_back(access.buffer);
  for (Value value : place)
    if (std::optional<Reason> reason =
            addToSlice(loop, value, access, isMoving))
      return reason;
  if (!isMoving)
    return Reason(access.op,
                  "its place is the same in all iterations of the loop");
  return std::nullopt;
}

static int64_t countPrefetches(const Access &access) {
  int64_t count = 1;
  for (auto [extent, step] : llvm::zip_equal(access.extents, access.steps))
    if (llvm::MulOverflow(count, llvm::divideCeilSigned(extent, step), count))
      return kMostPrefetches + 1;
  return count;
}

/// Chooses the elements of `access` that are fetched: one in each line. Says
/// why there are none, or too many.
static std::optional<Reason> chooseLines(Access &access) {
  auto type = cast<MemRefType>(access.buffer.getType());
  if (llvm::any_of(access.extents, ShapedType::isDynamic))
    return Reason(access.op, "it accesses a buffer of dynamic extents");
  if (llvm::is_contained(access.extents, 0))
    return Reason(access.op, "it accesses no elements");
  access.steps.assign(type.getRank(), 1);
  if (type.getRank() > 0 && type.isLastDimUnitStride()) {
    std::optional<int64_t> bytes =
        getElementBytes(type.getElementType(), DataLayout::closest(access.op));
    if (bytes)
      access.steps.back() = std::max<int64_t>(1, kFetchedBytes / *bytes);
  }
  int64_t count = countPrefetches(access);
  if (count > kMostPrefetches)
    return Reason(access.op, "an iteration accesses more than " +
                                 Twine(kMostPrefetches) + " lines of " +
                                 Twine(kFetchedBytes) + " bytes");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Finds the loop around `op`, `outwards` loops outside of the innermost one,
/// or says why later iterations of it are not known.
static std::optional<Reason> findLoop(Operation *op, int64_t outwards,
                                      PrefetchPlan &plan) {
  Operation *parent = op->getParentOp();
  if (isa<vector::MaskOp>(parent))
    parent = parent->getParentOp();
  SmallVector<scf::ForOp> between;
  while (true) {
    plan.loop = dyn_cast<scf::ForOp>(parent);
    if (!plan.loop && between.empty())
      return Reason(op, "it is in " + quote(parent) +
                            ", not directly in an 'scf.for'");
    if (!plan.loop)
      return Reason(op, "'loop' is " + Twine(outwards) + ", but only " +
                            Twine(between.size()) +
                            " 'scf.for' are directly around it");
    if (between.empty())
      plan.body = plan.loop.getBody();
    if (int64_t(between.size()) == outwards)
      break;
    between.push_back(plan.loop);
    parent = plan.loop->getParentOp();
  }
  for (scf::ForOp inner : between)
    for (Value bound :
         {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()})
      if (!plan.loop.isDefinedOutsideOfLoop(bound))
        return Reason(op, "the bounds of a loop around it are computed in the "
                          "loop whose later iterations are fetched");
  std::optional<int64_t> step = getConstantIntValue(plan.loop.getStep());
  if (!plan.loop.getInductionVar().getType().isIndex() || !step || *step <= 0)
    return Reason(op, "the loop does not count in constant steps of index");
  plan.step = *step;
  return std::nullopt;
}

/// Finds the accesses to operand `operand` of `op`, or says why there are none.
static std::optional<Reason> findAccesses(Block *body, Operation *op,
                                          const PrefetchOptions &options,
                                          SmallVectorImpl<Access> &accesses) {
  std::string number = std::to_string(options.operand);
  if (options.operand >= op->getNumOperands())
    return Reason(op, "expects 'operand' to be in [0, " +
                          Twine(op->getNumOperands()) + "), but got " + number);
  Value operand = op->getOperand(options.operand);
  if (isa<TensorType>(operand.getType()))
    return Reason(op, "operand " + number +
                          " is a tensor: prefetch after bufferization");
  if (!isa<MemRefType>(operand.getType())) {
    if (options.isWrite)
      return Reason(op, "operand " + number + " is no buffer to write into");
    collectReads(body, operand, accesses);
    if (accesses.empty())
      return Reason(op, "operand " + number + " is not read in the loop");
    return std::nullopt;
  }
  if (!hasEffect(op, operand, options.isWrite))
    return Reason(op, quote(op) + " does not " +
                          (options.isWrite ? "write" : "read") + " operand " +
                          number);
  std::optional<Access> access = describeAccess(op, operand);
  if (!access)
    return Reason(op, "which part of operand " + number +
                          " it accesses is not known");
  accesses.push_back(*access);
  return std::nullopt;
}

static std::optional<Reason> planPrefetch(Operation *op,
                                          const PrefetchOptions &options,
                                          PrefetchPlan &plan) {
  if (std::optional<Reason> reason = findLoop(op, options.loop, plan))
    return reason;
  if (std::optional<Reason> reason =
          findAccesses(plan.body, op, options, plan.accesses))
    return reason;
  for (Access &access : plan.accesses) {
    if (std::optional<Reason> reason = findSlice(plan.loop, access))
      return reason;
    if (std::optional<Reason> reason = chooseLines(access))
      return reason;
  }
  return std::nullopt;
}

LogicalResult heddle::checkPrefetch(RewriterBase &rewriter, Operation *op,
                                    const PrefetchOptions &options) {
  PrefetchPlan plan;
  if (std::optional<Reason> reason = planPrefetch(op, options, plan))
    return notifyMatchFailure(rewriter, *reason);
  return success();
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// The induction variable `distance` iterations later, or in the last one.
static Value getLaterIndex(RewriterBase &rewriter, const PrefetchPlan &plan,
                           int64_t distance) {
  scf::ForOp loop = plan.loop;
  Location loc = loop.getLoc();
  OpFoldResult lower = getAsOpFoldResult(loop.getLowerBound());
  OpFoldResult upper = getAsOpFoldResult(loop.getUpperBound());
  AffineExpr lo, up, index;
  bindSymbols(rewriter.getContext(), lo, up);
  rewriter.setInsertionPoint(loop);
  OpFoldResult last = affine::makeComposedFoldedAffineApply(
      rewriter, loc, lo + (up - lo - 1).floorDiv(plan.step) * plan.step,
      {lower, upper});
  // Far enough for any buffer, and without overflow.
  constexpr int64_t kFar = int64_t(1) << 62;
  int64_t ahead;
  if (llvm::MulOverflow(plan.step, distance, ahead) || ahead > kFar)
    ahead = kFar;
  bindSymbols(rewriter.getContext(), index, up);
  rewriter.setInsertionPointToStart(loop.getBody());
  OpFoldResult later = affine::makeComposedFoldedAffineMin(
      rewriter, loc,
      AffineMap::get(0, 2, {index + ahead, up}, rewriter.getContext()),
      {OpFoldResult(loop.getInductionVar()), last});
  return getValueOrCreateConstantIndexOp(rewriter, loc, later);
}

/// Whether the element `indices` of `buffer` is there.
static OpFoldResult isInBounds(RewriterBase &rewriter, Location loc,
                               Value buffer, ValueRange indices) {
  OpFoldResult all = rewriter.getBoolAttr(true);
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value extent = rewriter.createOrFold<memref::DimOp>(loc, buffer, dim);
    Value isIn = rewriter.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, index, extent);
    if (isConstantIntValue(isIn, 0))
      return rewriter.getBoolAttr(false);
    if (auto before = dyn_cast<Value>(all))
      all = rewriter.createOrFold<arith::AndIOp>(loc, before, isIn);
    else if (!getConstantIntValue(isIn))
      all = isIn;
  }
  return all;
}

/// Fetches the element `indices` of `buffer`. An access under a mask asks
/// first whether it is there.
static void emitPrefetch(RewriterBase &rewriter, const Access &access,
                         Value buffer, ValueRange indices,
                         const PrefetchOptions &options) {
  Location loc = access.op->getLoc();
  OpFoldResult isIn = rewriter.getBoolAttr(true);
  if (access.isGuarded)
    isIn = isInBounds(rewriter, loc, buffer, indices);
  if (isConstantIntValue(isIn, 0))
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  if (auto condition = dyn_cast<Value>(isIn)) {
    auto choice =
        scf::IfOp::create(rewriter, loc, condition, /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(choice.thenBlock());
  }
  memref::PrefetchOp::create(rewriter, loc, buffer, indices, options.isWrite,
                             options.locality, /*isDataCache=*/true);
}

/// Steps to the next element of `access` that is fetched.
static void advance(const Access &access, MutableArrayRef<int64_t> place) {
  for (int64_t dim = int64_t(place.size()) - 1; dim >= 0; --dim) {
    place[dim] += access.steps[dim];
    if (place[dim] < access.extents[dim])
      return;
    place[dim] = 0;
  }
}

/// Fetches one element in each line of `access`, for the induction variable
/// `later`.
static void emitPrefetches(RewriterBase &rewriter, const PrefetchPlan &plan,
                           const Access &access, Value later,
                           const PrefetchOptions &options) {
  Location loc = access.op->getLoc();
  rewriter.setInsertionPoint(access.anchor);
  IRMapping mapping;
  scf::ForOp loop = plan.loop;
  mapping.map(loop.getInductionVar(), later);
  for (Operation *op : access.slice)
    rewriter.clone(*op, mapping);
  Value buffer = mapping.lookupOrDefault(access.buffer);
  SmallVector<int64_t> place(access.extents.size(), 0);
  for (int64_t left = countPrefetches(access); left > 0; --left) {
    SmallVector<Value> indices;
    for (auto [dim, offset] : llvm::enumerate(place)) {
      Value first = access.indices.empty()
                        ? Value()
                        : mapping.lookupOrDefault(access.indices[dim]);
      if (first && offset == 0) {
        indices.push_back(first);
        continue;
      }
      Value constant = arith::ConstantIndexOp::create(rewriter, loc, offset);
      indices.push_back(
          first ? rewriter.createOrFold<arith::AddIOp>(loc, first, constant)
                : constant);
    }
    emitPrefetch(rewriter, access, buffer, indices, options);
    advance(access, place);
  }
}

FailureOr<SmallVector<PrefetchedAccess>>
heddle::prefetchOperand(RewriterBase &rewriter, Operation *op,
                        const PrefetchOptions &options) {
  PrefetchPlan plan;
  if (std::optional<Reason> reason = planPrefetch(op, options, plan))
    return notifyMatchFailure(rewriter, *reason);
  Value later = getLaterIndex(rewriter, plan, options.distance);
  SmallVector<PrefetchedAccess> done;
  for (const Access &access : plan.accesses) {
    emitPrefetches(rewriter, plan, access, later, options);
    done.push_back({access.op, countPrefetches(access)});
  }
  return done;
}

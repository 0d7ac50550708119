//===- ArenaPlan.cpp - Which buffer gets which place ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is alive from the first to the last op of its own block that uses
// it or holds such an op in a region. Ops are numbered in the order of the
// text, so that a buffer that is used in a loop is alive with all that the
// loop holds. That is enough. An op that is not between two others in the text
// can still run between them if a loop runs it again. If that loop is inside
// the block of the buffer, the buffer is alive in the whole loop. If the loop
// is around that block, each iteration has another buffer.
//
//===----------------------------------------------------------------------===//

#include "ArenaPlan.h"

#include "heddle/Analysis/DataFlow/Views.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// The first and the last number of an op and of what is in its regions.
using Times = DenseMap<Operation *, std::pair<int64_t, int64_t>>;

class ArenaPlanner {
public:
  ArenaPlanner(func::FuncOp function, BufferReferences &references,
               const PlanMemoryOptions &options)
      : function(function), references(references), options(options) {}

  ArenaPlan run();

private:
  void number(Operation *op, int64_t &time);
  /// Adds the buffer of `alloc` to its scope; else why it stays.
  std::optional<Reason> add(memref::AllocOp alloc);
  std::optional<Reason> addDynamic(const ArenaBuffer &buffer);
  /// The alignment, and the bytes without the dynamic extents.
  std::optional<Reason> findType(memref::AllocOp alloc, LiveInterval &live);
  std::optional<Reason> findUses(ArenaBuffer &buffer);
  /// The scope of the parallel loops around `alloc`, whose buffer has `bytes`.
  std::optional<Reason> findScope(memref::AllocOp alloc, int64_t bytes,
                                  ArenaScope *&scope);
  ArenaScope *getScope(ArenaScope *outer, LoopLikeOpInterface loop);
  /// Places what `scope` holds, the inner scopes first.
  void place(ArenaScope &scope);

  func::FuncOp function;
  BufferReferences &references;
  const PlanMemoryOptions &options;
  Times times;
  ArenaPlan plan;
};
} // namespace

void ArenaPlanner::number(Operation *op, int64_t &time) {
  int64_t begin = time++;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      number(&nested, time);
  times[op] = {begin, time - 1};
}

/// The bytes and the alignment of an element, if it is a number or a vector.
static std::optional<std::pair<int64_t, int64_t>>
getElementBytes(memref::AllocOp alloc) {
  Type type = alloc.getType().getElementType();
  if (!isa<IntegerType, IndexType, FloatType, ComplexType>(type) &&
      !(isa<VectorType>(type) && !cast<VectorType>(type).isScalable()))
    return std::nullopt;
  DataLayout layout = DataLayout::closest(alloc);
  int64_t alignment = layout.getTypeABIAlignment(type);
  int64_t bytes = layout.getTypeSize(type).getKnownMinValue();
  return std::pair<int64_t, int64_t>(llvm::alignTo(bytes, alignment),
                                     alignment);
}

std::optional<Reason> ArenaPlanner::findType(memref::AllocOp alloc,
                                             LiveInterval &live) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity())
    return Reason(alloc, "it has a layout of its own");
  if (type.getMemorySpace())
    return Reason(alloc, "it is in a memory space of its own");
  auto element = getElementBytes(alloc);
  if (!element)
    return Reason(alloc, "its elements are neither numbers nor vectors");
  auto [bytes, alignment] = *element;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
  constexpr int64_t kMaxBytes = int64_t(1) << 40;
  if (bytes > kMaxBytes)
    return Reason(alloc, "it is larger than " + Twine(kMaxBytes) + " B");
  live.bytes = bytes;
  live.alignment = std::max<int64_t>(
      {live.alignment, alignment, int64_t(alloc.getAlignment().value_or(1))});
  return std::nullopt;
}

std::optional<Reason> ArenaPlanner::findUses(ArenaBuffer &buffer) {
  memref::AllocOp alloc = buffer.alloc;
  Block *block = alloc->getBlock();
  auto refuse = [&](const Twine &text, Operation *user) {
    Reason reason(alloc, text);
    reason.addNote(user, "here");
    return reason;
  };
  auto values = references.find(alloc.getResult(), /*condition=*/nullptr);
  if (!values)
    return Reason(alloc, "something may keep a reference to it");
  bool isUsed = false;
  for (Value value : *values)
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<func::ReturnOp>(user))
        return refuse("it is returned", user);
      if (user->hasTrait<OpTrait::IsTerminator>())
        return refuse("it is yielded", user);
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        if (buffer.dealloc || dealloc->getBlock() != block ||
            dealloc.getMemref() != alloc.getResult())
          return refuse("it is freed in some cases only", user);
        buffer.dealloc = dealloc;
        continue;
      }
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor)
        return refuse("it is used in several blocks", user);
      if (isOnlyViewed(use))
        continue;
      auto [begin, end] = times[ancestor];
      buffer.live.begin = isUsed ? std::min(buffer.live.begin, begin) : begin;
      buffer.live.end = isUsed ? std::max(buffer.live.end, end) : end;
      isUsed = true;
    }
  if (!isUsed)
    std::tie(buffer.live.begin, buffer.live.end) = times[alloc];
  return std::nullopt;
}

/// Ops whose regions run one after the other; when such an op ends, its
/// regions have ended.
static bool isSequential(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp,
             memref::AllocaScopeOp>(op);
}

/// Fills in the iterations of the loop of `scope`, if they are known.
static LogicalResult findTrips(ArenaScope &scope) {
  auto lower = scope.loop.getLoopLowerBounds();
  auto upper = scope.loop.getLoopUpperBounds();
  auto steps = scope.loop.getLoopSteps();
  if (!lower || !upper || !steps || !scope.loop.getLoopInductionVars())
    return failure();
  for (auto [from, to, by] : llvm::zip_equal(*lower, *upper, *steps)) {
    std::optional<int64_t> first = getConstantIntValue(from),
                           end = getConstantIntValue(to),
                           step = getConstantIntValue(by);
    if (!first || !end || !step || *step <= 0)
      return failure();
    scope.lowerBounds.push_back(*first);
    scope.steps.push_back(*step);
    scope.trips.push_back(
        *end <= *first ? 0 : llvm::divideCeil(*end - *first, *step));
  }
  return success();
}

/// The iterations of `scope`.
static uint64_t getTrips(const ArenaScope &scope) {
  uint64_t trips = 1;
  for (int64_t number : scope.trips)
    trips = llvm::SaturatingMultiply<uint64_t>(trips, number);
  return trips;
}

ArenaScope *ArenaPlanner::getScope(ArenaScope *outer,
                                   LoopLikeOpInterface loop) {
  for (auto &scope : outer->inner)
    if (scope->loop == loop)
      return scope.get();
  auto scope = std::make_unique<ArenaScope>();
  scope->loop = loop;
  if (failed(findTrips(*scope)))
    return nullptr;
  outer->inner.push_back(std::move(scope));
  return outer->inner.back().get();
}

std::optional<Reason> ArenaPlanner::findScope(memref::AllocOp alloc,
                                              int64_t bytes,
                                              ArenaScope *&scope) {
  SmallVector<LoopLikeOpInterface> loops;
  for (Operation *parent = alloc->getParentOp(); parent != function;
       parent = parent->getParentOp()) {
    if (isa<scf::ForallOp, scf::ParallelOp, affine::AffineParallelOp>(parent))
      loops.push_back(cast<LoopLikeOpInterface>(parent));
    else if (!isSequential(parent))
      return Reason(alloc, "it is in a region of '" +
                               parent->getName().getStringRef() + "'");
  }
  scope = &plan.scope;
  uint64_t total = llvm::alignTo(bytes, 64);
  for (LoopLikeOpInterface loop : llvm::reverse(loops)) {
    scope = getScope(scope, loop);
    if (!scope) {
      Reason reason(alloc, "the iterations of a parallel loop are known at run "
                           "time only");
      reason.addNote(loop, "the loop");
      return reason;
    }
    total = llvm::SaturatingMultiply<uint64_t>(total, getTrips(*scope));
  }
  if (loops.empty() || total <= uint64_t(options.parallelLimit))
    return std::nullopt;
  Reason reason(alloc, "a place for each iteration takes " + Twine(total) +
                           " B, more than parallel_limit = " +
                           Twine(options.parallelLimit));
  reason.addNote(loops.back(), "the loop");
  return reason;
}

std::optional<Reason> ArenaPlanner::addDynamic(const ArenaBuffer &buffer) {
  memref::AllocOp alloc = buffer.alloc;
  if (options.place == ArenaPlace::Stack)
    return Reason(alloc, "its size is known at run time only, and the arena is "
                         "on the stack");
  if (auto reason = plan.dynamic.add(
          function, {alloc, buffer.dealloc, buffer.live}, buffer.live.bytes))
    return reason;
  plan.alignment = std::max(plan.alignment, buffer.live.alignment);
  return std::nullopt;
}

std::optional<Reason> ArenaPlanner::add(memref::AllocOp alloc) {
  ArenaBuffer buffer{alloc, nullptr, {}, 0};
  if (std::optional<Reason> reason = findType(alloc, buffer.live))
    return reason;
  if (std::optional<Reason> reason = findUses(buffer))
    return reason;
  if (!alloc.getType().hasStaticShape())
    return addDynamic(buffer);
  ArenaScope *scope = nullptr;
  if (auto reason = findScope(alloc, buffer.live.bytes, scope))
    return reason;
  plan.alignment = std::max(plan.alignment, buffer.live.alignment);
  plan.summary.separateBytes +=
      llvm::alignTo(buffer.live.bytes, buffer.live.alignment);
  ++plan.summary.numPlaced;
  scope->buffers.push_back(buffer);
  return std::nullopt;
}

void ArenaPlanner::place(ArenaScope &scope) {
  SmallVector<LiveInterval> live;
  for (const ArenaBuffer &buffer : scope.buffers)
    live.push_back(buffer.live);
  for (auto &inner : scope.inner) {
    place(*inner);
    live.push_back(inner->live);
  }
  ArenaPacking packing = packBuffers(live);
  ArrayRef<int64_t> offsets = packing.offsets;
  for (ArenaBuffer &buffer : scope.buffers) {
    buffer.offset = offsets.front();
    offsets = offsets.drop_front();
  }
  for (auto &inner : scope.inner) {
    inner->offset = offsets.front();
    offsets = offsets.drop_front();
  }
  scope.bytes = packing.bytes;
  if (scope.loop) {
    for (const LiveInterval &interval : live)
      scope.live.alignment = std::max(scope.live.alignment, interval.alignment);
    scope.bytes = llvm::alignTo(scope.bytes, scope.live.alignment);
    std::tie(scope.live.begin, scope.live.end) = times[scope.loop];
    scope.live.bytes = scope.bytes * getTrips(scope);
  }
  plan.summary.lowerBound = packing.lowerBound;
}

ArenaPlan ArenaPlanner::run() {
  plan.summary.function = function;
  int64_t time = 0;
  number(function, time);
  function.walk([&](memref::AllocOp alloc) {
    if (std::optional<Reason> reason = add(alloc))
      plan.summary.kept.push_back(*reason);
  });
  place(plan.scope);
  plan.summary.arenaBytes = plan.scope.bytes;
  plan.summary.numDynamic = plan.dynamic.countBuffers();
  plan.summary.numDynamicPlaces = plan.dynamic.getPlaces().size();
  return std::move(plan);
}

ArenaPlan heddle::planArena(func::FuncOp function, BufferReferences &references,
                            const PlanMemoryOptions &options) {
  return ArenaPlanner(function, references, options).run();
}

//===- LivePeak.cpp - The most bytes alive at once ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block, loop and function is summarized by two numbers: the most live
// bytes that it adds at one time, and the live bytes that it has added when it
// ends, each with the ops that allocated them. Memory that one iteration does
// not free is counted once per iteration.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/LivePeak.h"
#include "heddle/Analysis/DataFlow/Views.h"

#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/Analysis/Memory/ElementBytes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

std::string LivePeak::str() const {
  if (!isKnown())
    return "unknown";
  std::string text = isAtLeast ? "at least " : isAtMost ? "at most " : "";
  return text + std::to_string(bytes) + " B";
}

static int64_t add(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? INT64_MAX : sum;
}

static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? INT64_MAX : product;
}

namespace {
/// The buffers and bytes that each op has allocated and not freed. What is
/// freed through a value of unknown origin is subtracted from the null op.
class LiveSet {
public:
  void add(Operation *op, int64_t buffers, int64_t bytes) {
    Amount &amount = amounts[op];
    amount.buffers += buffers;
    amount.bytes = ::add(amount.bytes, bytes);
  }
  void add(const LiveSet &other, int64_t times = 1) {
    for (const auto &[op, amount] : other.amounts)
      add(op, multiply(amount.buffers, times), multiply(amount.bytes, times));
  }
  void dropEmpty() {
    amounts.remove_if([](const auto &entry) {
      return entry.second.buffers == 0 && entry.second.bytes == 0;
    });
  }
  bool empty() const { return amounts.empty(); }

  /// Writes the amounts to `peak`.
  void writeTo(LivePeak &peak) const {
    // Negative bytes and the place: the most bytes first.
    SmallVector<std::pair<int64_t, size_t>> order;
    for (const auto &[place, entry] : llvm::enumerate(amounts)) {
      const Amount &amount = entry.second;
      if (!entry.first)
        peak.freedElsewhere = -amount.bytes;
      else if (amount.buffers > 0 || amount.bytes > 0)
        order.push_back({-amount.bytes, place});
    }
    llvm::sort(order);
    for (auto [bytes, place] : order) {
      const auto &[op, amount] = *(amounts.begin() + place);
      peak.live.push_back({op, amount.buffers, amount.bytes});
    }
  }

private:
  struct Amount {
    int64_t buffers = 0, bytes = 0;
  };
  llvm::SmallMapVector<Operation *, Amount, 2> amounts;
};

/// The effect of a piece of code on the number of live bytes.
struct Change {
  /// The most bytes that are added at one time, and the op where that happens.
  int64_t peak = 0;
  Operation *op = nullptr;
  /// The bytes that are added in the end; negative if more are freed.
  int64_t net = 0;
  bool isAtLeast = false;
  bool isAtMost = false;
  /// What was added at the peak, and in the end.
  LiveSet atPeak, left;

  bool isNothing() const {
    return !op && net == 0 && !isAtLeast && !isAtMost && left.empty();
  }

  /// Attributes all allocations of this change to `by`.
  void attributeTo(Operation *by) {
    atPeak = left = LiveSet();
    atPeak.add(by, 0, peak);
    left.add(by, 0, net);
  }

  /// Either this or `other` runs.
  void join(const Change &other) {
    if (other.op && other.peak > peak) {
      peak = other.peak;
      op = other.op;
      atPeak = other.atPeak;
    }
    isAtMost |= other.isAtMost || net != other.net;
    isAtLeast |= other.isAtLeast;
    if (other.net > net)
      left = other.left;
    net = std::max(net, other.net);
  }
};

class PeakFinder {
public:
  using GetBytes =
      llvm::function_ref<std::optional<AllocatedBytes>(Operation *)>;
  explicit PeakFinder(GetBytes getBytes) : getBytes(getBytes) {}

  Change visitFunction(FunctionOpInterface function);

private:
  Change visitOp(Operation *op);
  Change visitRegion(Region &region);
  Change visitBlock(Block &block);
  Change visitLoop(LoopLikeOpInterface loop);
  Change visitRegions(Operation *op);
  Change visitCall(CallOpInterface call);
  Change visitFree(memref::DeallocOp dealloc);

  GetBytes getBytes;
  SymbolTableCollection symbols;
  DenseMap<Operation *, Change> functions;
  llvm::SmallDenseSet<Operation *> active;
};
} // namespace

/// The effect of `changes` one after the other.
static Change concatenate(ArrayRef<Change> changes) {
  Change all;
  const Change *highest = nullptr;
  for (const Change &next : changes) {
    int64_t reached = add(all.net, next.peak);
    if (next.op && reached > all.peak) {
      all.peak = reached;
      all.op = next.op;
      highest = &next;
    }
    all.net = add(all.net, next.net);
    all.isAtLeast |= next.isAtLeast;
    all.isAtMost |= next.isAtMost;
  }
  for (const Change &next : changes) {
    if (&next == highest) {
      all.atPeak = all.left;
      all.atPeak.add(next.atPeak);
      all.atPeak.dropEmpty();
    }
    all.left.add(next.left);
  }
  all.left.dropEmpty();
  return all;
}

/// Bytes of a buffer of `type`, if all of it is static.
static std::optional<int64_t> getStaticBytes(Type type, Operation *where) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> bytes =
      getElementBytes(memref.getElementType(), DataLayout::closest(where));
  if (bytes)
    for (int64_t extent : memref.getShape())
      bytes = multiply(*bytes, extent);
  return bytes;
}

Change PeakFinder::visitFree(memref::DeallocOp dealloc) {
  Value buffer = getBaseBuffer(dealloc.getMemref());
  Change change;
  Operation *alloc = buffer.getDefiningOp();
  bool isKnownOrigin =
      isa_and_nonnull<memref::AllocOp, bufferization::CloneOp>(alloc);
  if (isa_and_nonnull<memref::AllocOp>(alloc)) {
    // A buffer of unknown size was not added, so it is not subtracted.
    if (std::optional<AllocatedBytes> known = getBytes(alloc))
      change.net = -known->bytes;
  } else if (auto bytes = getStaticBytes(buffer.getType(), dealloc)) {
    change.net = -*bytes;
  } else {
    change.isAtMost = true;
  }
  if (!isKnownOrigin && !isa_and_nonnull<CallOpInterface>(alloc))
    alloc = nullptr;
  change.left.add(alloc, isKnownOrigin ? -1 : 0, change.net);
  return change;
}

Change PeakFinder::visitCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  if (callee && !callee.isExternal() && !active.contains(callee)) {
    Change change = visitFunction(callee);
    if (change.op)
      change.op = call;
    change.attributeTo(call);
    return change;
  }
  Change unknown;
  unknown.isAtLeast = true;
  return unknown;
}

Change PeakFinder::visitLoop(LoopLikeOpInterface loop) {
  SmallVector<Change> regions;
  for (Region &region : loop->getRegions())
    regions.push_back(visitRegion(region));
  Change body = concatenate(regions);
  std::optional<int64_t> trips = getTripCount(loop);
  if (trips == 0)
    return Change();
  if (body.net == 0)
    return body;
  if (!trips) {
    // With an unknown trip count, the bytes that one iteration leaves are
    // counted once.
    (body.net > 0 ? body.isAtLeast : body.isAtMost) = true;
    return body;
  }
  LiveSet left = body.left;
  if (body.net > 0) {
    body.peak = add(body.peak, multiply(body.net, *trips - 1));
    body.atPeak.add(left, *trips - 1);
  }
  body.net = multiply(body.net, *trips);
  body.left.add(left, *trips - 1);
  return body;
}

/// Any one of the regions may run, or none of them.
Change PeakFinder::visitRegions(Operation *op) {
  Change change;
  bool isFirst = true;
  for (Region &region : op->getRegions()) {
    Change next = visitRegion(region);
    if (isFirst)
      change = next;
    else
      change.join(next);
    isFirst = false;
  }
  return change;
}

Change PeakFinder::visitOp(Operation *op) {
  Change change;
  if (isa<memref::AllocOp, bufferization::CloneOp>(op)) {
    if (std::optional<AllocatedBytes> known = getBytes(op)) {
      change.net = change.peak = known->bytes;
      change.isAtMost = known->isBound;
      change.op = op;
    } else {
      change.isAtLeast = true;
    }
    change.atPeak.add(op, 1, change.peak);
    change.left = change.atPeak;
    return change;
  }
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    return visitFree(dealloc);
  if (isa<memref::ReallocOp>(op)) {
    change.isAtLeast = change.isAtMost = true;
    return change;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return visitLoop(loop);
  return visitRegions(op);
}

Change PeakFinder::visitBlock(Block &block) {
  SmallVector<Change> changes;
  for (Operation &op : block)
    if (Change change = visitOp(&op); !change.isNothing())
      changes.push_back(std::move(change));
  return concatenate(changes);
}

/// Blocks that branch to each other. Each block starts from the largest number
/// of live bytes after any of its predecessors. The peak of a cycle that frees
/// less than it allocates is unknown.
Change PeakFinder::visitRegion(Region &region) {
  if (region.empty())
    return Change();
  if (region.hasOneBlock())
    return visitBlock(region.front());
  // The sets of many blocks would be large: they are not kept apart.
  constexpr size_t kMostBlocks = 1000;
  bool isLong = region.getBlocks().size() > kMostBlocks;
  DenseMap<Block *, Change> behind;
  DenseMap<Block *, int64_t> netBefore;
  Change all;
  std::optional<Change> end;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    std::optional<Change> before;
    for (Block *predecessor : block->getPredecessors())
      if (auto known = behind.find(predecessor); known != behind.end()) {
        if (before)
          before->join(known->second);
        else
          before = known->second;
      }
    Change after = before.value_or(Change());
    netBefore[block] = after.net;
    after = concatenate({after, visitBlock(*block)});
    if (isLong)
      after.attributeTo(region.getParentOp());
    for (Block *successor : block->getSuccessors())
      if (auto entered = netBefore.find(successor);
          entered != netBefore.end() && entered->second != after.net)
        after.isAtLeast = after.isAtMost = true;
    behind[block] = after;
    if (block->hasNoSuccessors()) {
      if (end)
        end->join(after);
      else
        end = after;
    }
    Change peak = after;
    peak.net = 0;
    all.join(peak);
  }
  all.net = end ? end->net : 0;
  all.left = end ? end->left : LiveSet();
  if (end)
    all.isAtMost |= end->isAtMost;
  return all;
}

Change PeakFinder::visitFunction(FunctionOpInterface function) {
  auto known = functions.find(function);
  if (known != functions.end())
    return known->second;
  active.insert(function);
  Change change = visitRegion(function.getFunctionBody());
  active.erase(function);
  functions[function] = change;
  return change;
}

LivePeak heddle::computeLivePeak(
    FunctionOpInterface function,
    llvm::function_ref<std::optional<AllocatedBytes>(Operation *)> getBytes) {
  Change change = PeakFinder(getBytes).visitFunction(function);
  LivePeak peak;
  peak.bytes = change.peak;
  peak.isAtLeast = change.isAtLeast;
  peak.isAtMost = change.isAtMost;
  peak.op = change.op;
  change.atPeak.writeTo(peak);
  return peak;
}

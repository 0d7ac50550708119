//===- RowScale.cpp - Ops that scale rows by a reduction of them ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for a reduction among the ops that an operand depends on. Matches its
// loops with those of the op through a value that both depend on. Splits the
// body of the op into factors.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/RowScale.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// The limit on ops between the reduction and the op that scales, on values
/// that both depend on, and on ops of a body.
static constexpr size_t kMaxOps = 32;

bool heddle::isOnElements(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         op->getNumResults() == 1 &&
         linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
         op->getNumRegions() == 1;
}

FailureOr<SmallVector<unsigned>> heddle::getLoopsThatIndex(OpOperand &operand) {
  SmallVector<unsigned> loops;
  if (auto op = dyn_cast<linalg_ext::BatchMatmulOp>(operand.getOwner())) {
    llvm::append_range(loops, op.getOperandDims(operand.getOperandNumber()));
    return loops;
  }
  AffineMap map = cast<linalg::LinalgOp>(operand.getOwner())
                      .getMatchingIndexingMap(&operand);
  if (!map.isProjectedPermutation())
    return failure();
  for (AffineExpr result : map.getResults())
    loops.push_back(cast<AffineDimExpr>(result).getPosition());
  return loops;
}

static bool isNarrowing(arith::TruncFOp cast) {
  auto getRange = [](Type type) {
    return APFloat::semanticsMaxExponent(
        llvm::cast<FloatType>(type).getFloatSemantics());
  };
  return getRange(cast.getType()) < getRange(cast.getIn().getType());
}

Operation *heddle::findNarrowing(Operation *op) {
  Operation *found = nullptr;
  op->walk([&](arith::TruncFOp cast) {
    if (isNarrowing(cast))
      found = cast;
  });
  return found;
}

unsigned RowScale::getDim() const {
  linalg::LinalgOp own = op;
  AffineMap map = own.getMatchingIndexingMap(own.getDpsInitOperand(0));
  return *map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

/// True if each iteration of `op` writes an element of its own, every element
/// is written, and the destination is not read. Unlike `overwritesDestination`
/// this excludes dims of extent 1 that no loop runs over: `getLoopsThatIndex`
/// has a loop for each dim then.
static bool writesEachElementOnce(linalg::LinalgOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  return op.getMatchingIndexingMap(init).isPermutation() &&
         !bodyReads(op, *init);
}

/// A reduction of one dim to one result.
static bool isStatistic(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         isMemoryEffectFree(op) && op->getNumResults() == 1 &&
         op->getNumRegions() == 1 && linalgOp.getNumReductionLoops() == 1 &&
         linalgOp.getNumParallelLoops() + 1 == linalgOp.getNumLoops() &&
         bodyReads(linalgOp, *linalgOp.getDpsInitOperand(0));
}

namespace {
/// A value, and the loop of an op along each of its dims.
struct ElementSource {
  Value value;
  SmallVector<unsigned> loops;
};
} // namespace

/// The values that the inputs of `op` depend on element by element.
static SmallVector<ElementSource> getElementSources(linalg::LinalgOp op) {
  SmallVector<ElementSource> sources;
  DenseSet<Value> seen;
  auto add = [&](Value value, SmallVector<unsigned> loops) {
    if (isa<RankedTensorType>(value.getType()) && seen.insert(value).second)
      sources.push_back({value, std::move(loops)});
  };
  for (OpOperand *input : op.getDpsInputOperands())
    if (auto loops = getLoopsThatIndex(*input); succeeded(loops))
      add(input->get(), *loops);
  for (size_t next = 0; next < sources.size() && next < kMaxOps; ++next) {
    ElementSource source = sources[next];
    Operation *producer = source.value.getDefiningOp();
    if (isa_and_present<tensor::CastOp>(producer))
      add(producer->getOperand(0), source.loops);
    if (!producer || !isOnElements(producer))
      continue;
    auto from = cast<linalg::LinalgOp>(producer);
    OpOperand *init = from.getDpsInitOperand(0);
    if (!writesEachElementOnce(from))
      continue;
    SmallVector<unsigned> loops(from.getNumLoops());
    for (auto [dim, loop] : llvm::enumerate(*getLoopsThatIndex(*init)))
      loops[loop] = source.loops[dim];
    for (OpOperand *input : from.getDpsInputOperands())
      if (auto dims = getLoopsThatIndex(*input); succeeded(dims))
        add(input->get(), llvm::map_to_vector(
                              *dims, [&](unsigned dim) { return loops[dim]; }));
  }
  return sources;
}

/// Per loop of `statistic`, the loop of `op` along the same dim of a value that
/// both depend on.
static std::optional<SmallVector<unsigned>>
matchLoops(linalg::LinalgOp statistic, linalg::LinalgOp op) {
  SmallVector<ElementSource> own = getElementSources(op);
  unsigned numLoops = op.getNumLoops();
  for (const ElementSource &source : getElementSources(statistic)) {
    auto same = llvm::find_if(own, [&](const ElementSource &other) {
      return other.value == source.value;
    });
    if (same == own.end() || source.loops.size() != numLoops ||
        statistic.getNumLoops() != numLoops)
      continue;
    SmallVector<unsigned> loops(numLoops, numLoops);
    llvm::SmallDenseSet<unsigned> taken;
    for (auto [from, to] : llvm::zip_equal(source.loops, same->loops)) {
      loops[from] = to;
      taken.insert(to);
    }
    if (taken.size() == numLoops && !llvm::is_contained(loops, numLoops))
      return loops;
  }
  return std::nullopt;
}

/// The ops through which `value` depends on `statistic`, in block order,
/// beginning with `statistic`. Empty if it does not depend on it.
static SmallVector<Operation *> getOpsBetween(Operation *statistic,
                                              Value value) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) {
    return op->getBlock() == statistic->getBlock() &&
           !op->isBeforeInBlock(statistic);
  };
  llvm::SetVector<Operation *> slice;
  Operation *producer = value.getDefiningOp();
  if (!producer || !options.filter(producer) ||
      failed(getBackwardSlice(value, &slice, options)))
    return {};
  SmallVector<Operation *> sorted = slice.takeVector();
  llvm::sort(sorted, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  llvm::SmallPtrSet<Operation *, 8> dependent;
  SmallVector<Operation *> between;
  for (Operation *op : sorted) {
    bool depends = op == statistic;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        depends |= dependent.contains(operand.getDefiningOp());
    });
    if (!depends)
      continue;
    dependent.insert(op);
    between.push_back(op);
  }
  return between;
}

namespace {
/// Splits the body of an op into factors that depend only on a statistic and
/// the rest.
class BodyFactors {
public:
  BodyFactors(RowScale &scale, ArrayRef<bool> readsStatistic)
      : scale(scale), readsStatistic(readsStatistic) {}

  /// False if the body is not a product with such a factor.
  bool run() {
    Value yielded = scale.op.getBlock()->getTerminator()->getOperand(0);
    return !get(yielded).isFactor() && split(yielded, /*isDivisor=*/false) &&
           (!scale.factors.empty() || !scale.divisors.empty());
  }

private:
  struct Parts {
    bool hasStatistic = false, hasColumn = false;
    bool isFactor() const { return hasStatistic && !hasColumn; }
  };

  Parts get(Value value) {
    if (auto known = parts.find(value); known != parts.end())
      return known->second;
    Parts own;
    Block *block = scale.op.getBlock();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == block) {
        OpOperand *operand = scale.op.getMatchingOpOperand(argument);
        own.hasStatistic = readsStatistic[operand->getOperandNumber()];
        own.hasColumn =
            scale.op.getMatchingIndexingMap(operand).isFunctionOfDim(
                scale.loop);
      }
    } else if (Operation *op = value.getDefiningOp(); op->getBlock() == block) {
      // A region or a linalg.index may depend on the column.
      own.hasColumn = op->getNumRegions() > 0 || isa<linalg::IndexOp>(op);
      for (Value operand : op->getOperands()) {
        Parts of = get(operand);
        own.hasStatistic |= of.hasStatistic;
        own.hasColumn |= of.hasColumn;
      }
    }
    return parts[value] = own;
  }

  bool split(Value value, bool isDivisor) {
    Parts own = get(value);
    if (!own.hasStatistic)
      return true;
    if (own.isFactor())
      return take(value, isDivisor);
    Operation *op = value.getDefiningOp();
    if (!op || ++numVisited > kMaxOps)
      return false;
    if (isa<arith::MulFOp>(op))
      return split(op->getOperand(0), isDivisor) &&
             split(op->getOperand(1), isDivisor);
    // If the dividend were a factor, nothing would be left of it.
    if (isa<arith::DivFOp>(op))
      return !get(op->getOperand(0)).isFactor() &&
             split(op->getOperand(0), isDivisor) &&
             split(op->getOperand(1), !isDivisor);
    if (auto cast = dyn_cast<arith::TruncFOp>(op); cast && isNarrowing(cast))
      scale.narrowing = cast;
    return isa<arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(op) &&
           split(op->getOperand(0), isDivisor);
  }

  bool take(Value value, bool isDivisor) {
    (isDivisor ? scale.divisors : scale.factors).push_back(value);
    Value first =
        scale.factors.empty() ? scale.divisors.front() : scale.factors.front();
    return isa<FloatType>(value.getType()) &&
           value.getType() == first.getType();
  }

  RowScale &scale;
  ArrayRef<bool> readsStatistic;
  DenseMap<Value, Parts> parts;
  size_t numVisited = 0;
};
} // namespace

/// Completes `scale` for `statistic` and its op; false if the op does not scale
/// by `statistic`.
static bool matchStatistic(RowScale &scale, Operation *statistic) {
  scale.statistic = cast<linalg::LinalgOp>(statistic);
  auto loops = matchLoops(scale.statistic, scale.op);
  if (!loops)
    return false;
  scale.loops = *loops;
  auto types = scale.statistic.getIteratorTypesArray();
  scale.loop = scale.loops[llvm::find(types, utils::IteratorType::reduction) -
                           types.begin()];
  scale.factors.clear();
  scale.divisors.clear();
  scale.narrowing = nullptr;
  SmallVector<bool> readsStatistic;
  llvm::SetVector<Operation *> between;
  for (Value operand : scale.op->getOperands()) {
    SmallVector<Operation *> ops = getOpsBetween(statistic, operand);
    readsStatistic.push_back(!ops.empty());
    between.insert_range(ops);
  }
  scale.between = between.takeVector();
  llvm::erase(scale.between, statistic);
  llvm::sort(scale.between, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  return BodyFactors(scale, readsStatistic).run();
}

/// Why no loop can carry `scale`; empty if one can.
static std::optional<Reason> getObstacleOfScale(const RowScale &scale) {
  Operation *op = scale.op;
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (Operation *cast = scale.narrowing)
    return Reason(op, quote(op) + " narrows what it scales to " +
                          llvm::formatv("{0}", cast->getResult(0).getType()) +
                          ": before the scale it may be too large for that");
  if (!type.isF32() && !type.isF64() && !type.isBF16())
    return Reason(op, "what " + quote(op) +
                          " scales may be too large before that: its elements "
                          "are not f32, f64 or bf16");
  for (Operation *other : scale.between)
    if (!isMemoryEffectFree(other))
      return Reason(other, quote(other) +
                               " is not known to be free of effects, so it "
                               "cannot come after the loop");
  return std::nullopt;
}

FailureOr<RowScale> heddle::findRowScale(Operation *op,
                                         std::optional<Reason> &reason) {
  if (!isOnElements(op) || !isMemoryEffectFree(op) ||
      !writesEachElementOnce(cast<linalg::LinalgOp>(op)))
    return failure();
  RowScale scale;
  scale.op = cast<linalg::LinalgOp>(op);
  // Try the nearest reduction first.
  llvm::SetVector<Operation *> ops;
  ops.insert(op);
  for (size_t next = 0; next < ops.size() && next < kMaxOps; ++next) {
    for (Value operand : ops[next]->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer && producer->getBlock() == op->getBlock())
        ops.insert(producer);
    }
    if (!isStatistic(ops[next]) || !matchStatistic(scale, ops[next]))
      continue;
    reason = getObstacleOfScale(scale);
    return reason ? FailureOr<RowScale>(failure()) : FailureOr<RowScale>(scale);
  }
  return failure();
}

//===- Placement.cpp - What a box costs at which loop ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the work of a box. The number of points is a product over dims. Dims
// that share no induction variable form separate components, so the work is a
// product of sums over few variables each. Partial tiles count with their
// actual size. A sum over many iterations is estimated from samples. All loops
// of a component share one budget of samples: evenly spaced ones per loop that
// include both ends, or, if that leaves too few per loop, points that are
// spread over all loops at once (the additive recurrence R_d of Roberts, "The
// Unreasonable Effectiveness of Quasirandom Sequences", 2018), and both
// corners.
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "heddle/Analysis/Bounds/NominalExtent.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

/// The sum over a loop with more iterations than this is sampled.
static constexpr int64_t kMaxSamples = 64;
/// The number of samples for the loops of one component.
static constexpr int64_t kSampleBudget = 64 * 64;
/// A grid with fewer samples per loop than this is too coarse.
static constexpr int64_t kLeastGrid = 8;
/// The nominal number of tiles in a dynamic extent.
static constexpr int64_t kNominalTrips = 16;

/// The value of `index`, a size or an offset of a tile, in the first iterations
/// of the loops around it, where tiles are whole; nullopt if it is computed
/// from other things than indices of loops and extents of tensors, which get
/// nominal values.
static std::optional<int64_t> getFirstTileIndex(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return constant;
  auto value = cast<Value>(index);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop =
        dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    auto starts = loop ? loop.getLoopLowerBounds() : std::nullopt;
    auto ivs = loop ? loop.getLoopInductionVars() : std::nullopt;
    if (!starts || !ivs)
      return std::nullopt;
    for (auto [iv, start] : llvm::zip_equal(*ivs, *starts))
      if (iv == value)
        return getFirstTileIndex(start);
    return std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (isa<tensor::DimOp>(op))
    return kNominalExtent;
  AffineMap map = llvm::TypeSwitch<Operation *, AffineMap>(op)
                      .Case<affine::AffineMinOp, affine::AffineMaxOp,
                            affine::AffineApplyOp>(
                          [](auto affineOp) { return affineOp.getAffineMap(); })
                      .Default(AffineMap());
  if (!map)
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = getFirstTileIndex(operand);
    if (!number)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *number));
  }
  SmallVector<Attribute> results;
  if (failed(map.constantFold(operands, results)))
    return std::nullopt;
  auto numbers = llvm::map_to_vector(results, [](Attribute result) {
    return cast<IntegerAttr>(result).getInt();
  });
  return isa<affine::AffineMaxOp>(op) ? *llvm::max_element(numbers)
                                      : *llvm::min_element(numbers);
}

CostModel::CostModel(BoundContext &context, const ExtentTable &extents)
    : context(context), extents(extents) {
  vars.assign(context.getNumLoops(), 0);
  ensureSymbols();
}

/// If `step` contains a symbol, sets it so that `step` is about `size`.
static void setStepSymbol(Bound step, int64_t size,
                          SmallVectorImpl<int64_t> &symbols) {
  const heddle::detail::BoundNode *node = step.getNode();
  if (node->terms.size() != 1 || node->terms[0].second < 1)
    return;
  const heddle::detail::BoundAtom *atom = node->terms[0].first;
  size = std::max<int64_t>(1, (size - node->constant) / node->terms[0].second);
  if (atom->kind == heddle::detail::AtomKind::Symbol)
    symbols[atom->index] = size;
  if (atom->kind == heddle::detail::AtomKind::Max)
    for (Bound operand : atom->operands)
      setStepSymbol(operand, size, symbols);
}

/// The value of `symbol`, if it is a size or an offset of a tile of a nest
/// around.
std::optional<int64_t> CostModel::getTileIndex(unsigned symbol) const {
  if (!extents.hasSource(symbol) || extents.getSource(symbol).dim >= 0)
    return std::nullopt;
  return getFirstTileIndex(extents.getSource(symbol).value);
}

/// Symbols may be added while a plan is made. Each gets the value of the
/// largest tiled extent, if it is not that of a tile.
void CostModel::addSymbols() {
  for (unsigned symbol = symbols.size(); symbol < context.getNumSymbols();
       ++symbol)
    symbols.push_back(getTileIndex(symbol).value_or(largestNominal));
}

void CostModel::ensureSymbols() {
  if (!symbols.empty())
    return addSymbols();
  // A tiled extent is a whole number of tiles.
  llvm::SmallMapVector<unsigned, int64_t, 4> tiled;
  for (unsigned loop = 0; loop < context.getNumLoops(); ++loop) {
    const detail::BoundNode *node = context.getExtent(loop).getNode();
    std::optional<int64_t> step = context.getStep(loop).getConstant();
    if (!step || node->terms.size() != 1 || node->terms[0].second != 1 ||
        node->terms[0].first->kind != detail::AtomKind::Symbol)
      continue;
    unsigned symbol = node->terms[0].first->index;
    int64_t value =
        getTileIndex(symbol).value_or(kNominalTrips * *step - node->constant);
    tiled[symbol] = std::max(tiled[symbol], value);
    largestNominal = std::max(largestNominal, value);
  }
  if (largestNominal == 0)
    largestNominal = kNominalExtent;
  addSymbols();
  for (auto [symbol, value] : tiled)
    symbols[symbol] = value;
  // A tile is as large as the step, which getTrips takes for this.
  for (unsigned loop = 0; loop < context.getNumLoops(); ++loop)
    setStepSymbol(context.getStep(loop), getStep(loop), symbols);
}

int64_t CostModel::evaluate(Bound bound) const {
  return BoundContext::evaluate(bound, vars, symbols);
}

int64_t CostModel::getTrips(unsigned loop) const {
  int64_t extent = std::max<int64_t>(0, evaluate(context.getExtent(loop)));
  int64_t step = context.getStep(loop).getConstant().value_or(
      std::max<int64_t>(1, extent / kNominalTrips));
  return extent / step + (extent % step != 0);
}

double CostModel::getPoints(ArrayRef<Bound> sizes) {
  double points = 1;
  for (Bound size : sizes)
    points *= std::max<int64_t>(0, evaluate(size));
  return points;
}

int64_t CostModel::getStep(unsigned loop) {
  return context.getStep(loop).getConstant().value_or(
      std::max<int64_t>(1, evaluate(context.getExtent(loop)) / kNominalTrips));
}

double CostModel::sumGrid(ArrayRef<Bound> sizes, ArrayRef<Sampled> loops) {
  if (loops.empty())
    return getPoints(sizes);
  const Sampled &sampled = loops.front();
  double sum = 0;
  for (int64_t sample = 0; sample < sampled.samples; ++sample) {
    // Both factors are small when there are few trips.
    int64_t trip = sampled.samples == sampled.trips
                       ? sample
                       : int64_t(double(sample) * double(sampled.trips - 1) /
                                 double(sampled.samples - 1));
    vars[sampled.loop] = trip * sampled.step;
    sum += sumGrid(sizes, loops.drop_front());
  }
  vars[sampled.loop] = 0;
  return sum * (double(sampled.trips) / double(sampled.samples));
}

double CostModel::sumSpread(ArrayRef<Bound> sizes, ArrayRef<Sampled> loops) {
  // The root of x^(d+1) = x + 1. Each loop advances by a power of it.
  double root = 2;
  for (unsigned step = 0; step < 32; ++step)
    root = std::pow(1 + root, 1.0 / double(loops.size() + 1));
  double sum = 0, all = 1;
  for (int64_t sample = 0; sample < kSampleBudget; ++sample) {
    double advance = 1;
    for (const Sampled &sampled : loops) {
      advance /= root;
      double place = 0.5 + double(sample) * advance;
      int64_t trip =
          int64_t((place - std::floor(place)) * double(sampled.trips));
      // The samples include the first and the last iteration.
      if (sample < 2)
        trip = sample * (sampled.trips - 1);
      vars[sampled.loop] = std::min(trip, sampled.trips - 1) * sampled.step;
    }
    sum += getPoints(sizes);
  }
  for (const Sampled &sampled : loops) {
    vars[sampled.loop] = 0;
    all *= double(sampled.trips);
  }
  return sum * (all / double(kSampleBudget));
}

double CostModel::sumOver(ArrayRef<Bound> sizes, uint64_t set) {
  SmallVector<Sampled> loops;
  for (uint64_t rest = set; rest != 0; rest &= rest - 1) {
    unsigned loop = llvm::countr_zero(rest);
    loops.push_back({loop, getTrips(loop), getStep(loop), 0});
    if (loops.back().trips == 0)
      return 0;
  }
  // Loops of few iterations leave the rest of their share to the others.
  llvm::sort(loops, [](const Sampled &a, const Sampled &b) {
    return std::pair(a.trips, a.loop) < std::pair(b.trips, b.loop);
  });
  double budget = kSampleBudget;
  for (auto [number, sampled] : llvm::enumerate(loops)) {
    double share = std::pow(budget, 1.0 / double(loops.size() - number));
    int64_t most =
        std::clamp<int64_t>(std::floor(share + 1e-6), 1, kMaxSamples);
    sampled.samples = std::min(sampled.trips, most);
    if (sampled.samples < sampled.trips && sampled.samples < kLeastGrid)
      return sumSpread(sizes, loops);
    budget /= double(sampled.samples);
  }
  return sumGrid(sizes, loops);
}

double CostModel::getWork(const Box &box, int level) {
  ensureSymbols();
  // Components of dims that share variables.
  struct Component {
    uint64_t loops;
    SmallVector<Bound, 4> sizes;
  };
  SmallVector<Component, 0> components;
  for (const BoxRange &range : box.dims) {
    Component own{0, {getSize(context, range)}};
    own.loops = own.sizes[0].getLoops();
    for (Component &other : components)
      if (other.loops & own.loops) {
        own.loops |= other.loops;
        llvm::append_range(own.sizes, other.sizes);
        other.sizes.clear();
        other.loops = 0;
      }
    llvm::erase_if(components,
                   [](const Component &other) { return other.sizes.empty(); });
    components.push_back(std::move(own));
  }
  double work = 1;
  uint64_t seen = 0;
  for (const Component &component : components) {
    seen |= component.loops;
    if (component.sizes.size() != 1) {
      work *= sumOver(component.sizes, component.loops);
      continue;
    }
    auto [entry, isNew] =
        cache.try_emplace({component.sizes[0].getNode(), component.loops}, 0.0);
    if (isNew)
      entry->second = sumOver(component.sizes, component.loops);
    work *= entry->second;
  }
  for (int loop = 0; loop <= level; ++loop)
    if (!((seen >> loop) & 1))
      work *= getTrips(loop);
  return work;
}

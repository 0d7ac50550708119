//===- Placement.cpp - What a box costs at which loop ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work of a box. The number of points is a product over dims; dims that share
// no induction variable are summed apart, so the work is a product of sums over
// few variables each. Partial tiles count as they are. A sum over many
// iterations is taken from evenly spaced samples that include both ends.
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::heddle;

/// Sums over more iterations of one loop are sampled.
static constexpr int64_t kMaxSamples = 64;
/// The nominal size of dynamic extents if no loop has one.
static constexpr int64_t kNominalExtent = 1024;
/// The nominal number of tiles in a dynamic extent.
static constexpr int64_t kNominalTrips = 16;

CostModel::CostModel(BoundContext &context) : context(context) {
  vars.assign(context.getNumLoops(), 0);
  ensureSymbols();
}

/// Symbols may be added while a plan is made: they are as large as the largest
/// tiled extent.
void CostModel::ensureSymbols() {
  unsigned first = symbols.size();
  if (first != 0) {
    symbols.resize(context.getNumSymbols(), largestNominal);
    return;
  }
  // A tiled extent is a whole number of tiles.
  symbols.resize(context.getNumSymbols(), 0);
  largestNominal = 0;
  for (unsigned loop = 0; loop < context.getNumLoops(); ++loop) {
    const detail::BoundNode *node = context.getExtent(loop).getNode();
    std::optional<int64_t> step = context.getStep(loop).getConstant();
    if (!step || node->terms.size() != 1 || node->terms[0].second != 1 ||
        node->terms[0].first->kind != detail::AtomKind::Symbol)
      continue;
    int64_t &value = symbols[node->terms[0].first->index];
    value = std::max(value, kNominalTrips * *step - node->constant);
    largestNominal = std::max(largestNominal, value);
  }
  if (largestNominal == 0)
    largestNominal = kNominalExtent;
  for (int64_t &value : symbols)
    if (value == 0)
      value = largestNominal;
}

int64_t CostModel::evaluate(Bound bound) const {
  return BoundContext::evaluate(bound, vars, symbols);
}

int64_t CostModel::getTrips(unsigned loop) const {
  int64_t extent = std::max<int64_t>(0, evaluate(context.getExtent(loop)));
  int64_t step = context.getStep(loop).getConstant().value_or(
      std::max<int64_t>(1, extent / kNominalTrips));
  return (extent + step - 1) / step;
}

double CostModel::sumOver(ArrayRef<Bound> sizes, uint64_t loops) {
  if (loops == 0) {
    double points = 1;
    for (Bound size : sizes)
      points *= std::max<int64_t>(0, evaluate(size));
    return points;
  }
  unsigned loop = llvm::countr_zero(loops);
  uint64_t rest = loops & (loops - 1);
  int64_t trips = getTrips(loop);
  int64_t step = context.getStep(loop).getConstant().value_or(
      std::max<int64_t>(1, evaluate(context.getExtent(loop)) / kNominalTrips));
  int64_t samples = std::min(trips, kMaxSamples);
  double sum = 0;
  for (int64_t sample = 0; sample < samples; ++sample) {
    int64_t trip =
        samples == trips ? sample : sample * (trips - 1) / (samples - 1);
    vars[loop] = trip * step;
    sum += sumOver(sizes, rest);
  }
  vars[loop] = 0;
  return samples == 0 ? 0 : sum * (double(trips) / double(samples));
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

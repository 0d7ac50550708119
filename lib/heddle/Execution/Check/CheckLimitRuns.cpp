//===- CheckLimitRuns.cpp - Sums that narrow integers do not hold ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans runs on which all integers of an array are the largest, the smallest,
// or halves of both. Let elements have e bits. A sum of 2^(w - e) of them, and
// one of 2^(w - 2e + 1) products of two, may leave a type of w bits; random
// signs hide that, since such sums grow with the root of their length. So
// dynamic extents are a little larger than twice the first number, and a
// little larger than the second, for each w in which one of the functions
// adds. A sum that saturates and then comes back shows only if the signs
// change half-way.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;

/// The extents at which a sum of elements of `specs` may leave a type in which
/// `functions` add, the smallest first.
static std::set<int64_t> findLongSums(ArrayRef<InputSpec> specs,
                                      ArrayRef<func::FuncOp> functions) {
  constexpr unsigned kLargestExponent = 24;
  std::set<unsigned> widths;
  for (func::FuncOp func : functions)
    func->walk([&](arith::AddIOp op) {
      Type element = getElementTypeOrSelf(op.getType());
      if (element.isInteger())
        widths.insert(element.getIntOrFloatBitWidth());
    });
  std::set<int64_t> extents;
  auto add = [&](unsigned exponent) {
    if (exponent <= kLargestExponent)
      extents.insert((int64_t(1) << exponent) + 3);
  };
  for (const InputSpec &spec : specs) {
    if (!spec.isFreeIntegers())
      continue;
    unsigned bits = getElementTypeOrSelf(spec.type).getIntOrFloatBitWidth();
    for (unsigned width : widths) {
      if (width > bits)
        add(width - bits + 1);
      if (width + 1 > 2 * bits)
        add(width + 1 - 2 * bits);
    }
  }
  return extents;
}

/// Adds copies of `run` on which the integers are at their limits.
static void addLimits(Subject &subject, Run run) {
  using Limit = IntegerLimit;
  run.isMain = false;
  run.isExtra = true;
  run.inputs.magnitude = 0;
  run.note = "integers at their limits";
  bool areSeveral = llvm::count_if(run.specs, [](const InputSpec &spec) {
                      return spec.isFreeIntegers();
                    }) > 1;
  for (IntegerLimit first : {Limit::Smallest, Limit::Largest, Limit::AllOnes,
                             Limit::LastHalves, Limit::FirstHalves})
    for (IntegerLimit second :
         {Limit::Largest, Limit::Smallest, Limit::AllOnes}) {
      run.inputs.limits = {first, second};
      run.inputs.seed += 13;
      subject.extraRuns.push_back(run);
      bool isHalves = first == Limit::LastHalves || first == Limit::FirstHalves;
      if (!areSeveral || isHalves)
        break;
    }
}

void heddle::addLimitRuns(Subject &subject, const PayloadShapes &shapes,
                          const CheckOptions &options) {
  constexpr double kMainWork = 1 << 24, kLongWork = 1 << 22,
                   kTotalWork = 1 << 25;
  constexpr unsigned kFew = 4;
  Run base = subject.runs.front();
  bool hasIntegers = llvm::any_of(
      base.specs, [](const InputSpec &spec) { return spec.isFreeIntegers(); });
  if (!hasIntegers || base.work > kMainWork ||
      !findSpecialLimits(subject.planned).getReason(Special::AllBits).empty())
    return;
  addLimits(subject, base);
  unsigned count = shapes.getNumFreeExtents();
  double total = 0;
  for (int64_t extent :
       findLongSums(base.specs, {subject.planned, subject.scheduledFunc}))
    for (unsigned i = 0; i < std::min(count, kFew); ++i) {
      std::string ignored; // some sizes do not fit
      std::optional<Run> run = makeRun(
          subject, shapes,
          [&](unsigned other) { return other == i ? extent : 2; }, options,
          ignored);
      if (!run || run->work > kLongWork || total + run->work > kTotalWork)
        continue;
      total += run->work;
      run->inputs.seed = options.seed * 1000 + 4000 + extent;
      addLimits(subject, std::move(*run));
    }
}

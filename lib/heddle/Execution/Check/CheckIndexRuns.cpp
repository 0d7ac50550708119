//===- CheckIndexRuns.cpp - Integers for which the payload is defined -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From some integers an index, an offset, a size or the trips of a loop are
// computed, or they are limited or compared with an index. Which of them keep
// the payload inside of its arrays cannot be read off its ops, so the payload
// is asked: it is called on arguments of which all elements are the same
// number, once in a form that traps where an index leaves its dim, and once
// with its accesses watched. The numbers for which it is defined are taken to
// be an interval around a small one, whose ends are found by bisection. If it
// is not defined on several numbers of that interval at once, as where each
// element is the end of a row and the start of the next, it is asked for
// ascending numbers from 0 to some last one.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "Claims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Finds the numbers of single arguments on which the payload is defined.
class IntegerRanges {
public:
  /// `trapping` is the payload as trapOutside changes it, or null.
  IntegerRanges(Subject &subject, const JitFunction *trapping, const Run &base,
                const ChildLimits &limits)
      : subject(subject), trapping(trapping), base(base),
        most(2 * getScales(base.specs).back()), limits(limits) {
    constexpr double kSeconds = 1;
    this->limits.seconds = std::min(limits.seconds, kSeconds);
  }

  /// While other arguments are in the ranges `others`. Nothing if no numbers
  /// were found, or only one.
  std::optional<IntegerRange> find(unsigned argument,
                                   ArrayRef<IntegerRange> others = {});

  /// False, too, if it takes long to find out.
  bool isDefined(ArrayRef<IntegerRange> ranges, uint64_t seed = 0);

private:
  Subject &subject;
  const JitFunction *trapping;
  const Run &base;
  int64_t most; ///< the largest number that is tried
  ChildLimits limits;
  double seconds = 0; ///< that were needed so far
};

} // namespace

/// Makes `module` trap where an index or a slice leaves its dim: it may still
/// be in the memory of the array, which is all that watched accesses show.
static LogicalResult trapOutside(ModuleOp module) {
  module.getContext()->loadDialect<LLVM::LLVMDialect, scf::SCFDialect>();
  SmallVector<Operation *> ops;
  module->walk([&](Operation *op) {
    if (declaresShapes(op) &&
        !isa<scf::InParallelOp, memref::GenericAtomicRMWOp>(op->getParentOp()))
      ops.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    Value holds = emitClaim(rewriter, op).holds;
    if (!holds)
      continue;
    Location loc = op->getLoc();
    Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
    Value isOutside = arith::XOrIOp::create(rewriter, loc, holds, yes);
    auto branch = scf::IfOp::create(rewriter, loc, isOutside,
                                    /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    LLVM::Trap::create(rewriter, loc);
  }
  return success();
}

/// The number next to `bad` that is good, between `good` and `bad`.
static int64_t bisect(int64_t good, int64_t bad,
                      llvm::function_ref<bool(int64_t)> isGood) {
  while (std::abs(bad - good) > 1) {
    int64_t middle = good + (bad - good) / 2;
    (isGood(middle) ? good : bad) = middle;
  }
  return good;
}

bool IntegerRanges::isDefined(ArrayRef<IntegerRange> ranges, uint64_t seed) {
  constexpr double kTotalSeconds = 10;
  if (seconds > kTotalSeconds)
    return false;
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  Run run = base;
  run.inputs.seed += seed;
  run.inputs.ranges.assign(ranges.begin(), ranges.end());
  JitJob job = makePayloadJob(subject, run);
  if (trapping)
    job.function = trapping;
  JitResult result = runJob(job, limits);
  bool isGood = result.outcome.ok() && !result.underflow &&
                findPayloadFault(subject, run, limits).empty();
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return isGood;
}

std::optional<IntegerRange> IntegerRanges::find(unsigned argument,
                                                ArrayRef<IntegerRange> others) {
  SmallVector<IntegerRange> ranges(others);
  ranges.push_back({argument, 0, 0});
  auto isGoodRange = [&](const IntegerRange &range) {
    ranges.back() = range;
    return isDefined(ranges);
  };
  auto isGood = [&](int64_t number) {
    return isGoodRange({argument, number, number});
  };
  Type type = getElementTypeOrSelf(base.specs[argument].type);
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  int64_t most = width < 32
                     ? std::min<int64_t>(this->most, llvm::maxIntN(width))
                     : this->most;
  // Of an index that is computed, the smallest or the largest numbers may be
  // out of bounds.
  std::optional<int64_t> start;
  for (int64_t number = 1; number < most && !start; number *= 4)
    if (isGood(number))
      start = number;
  if (!start)
    return std::nullopt;
  IntegerRange range{argument, -1, most};
  if (!isGood(most))
    range.last = bisect(*start, most, isGood);
  if (base.specs[argument].isSize || !isGood(-1))
    range.first = isGood(0) ? 0 : bisect(*start, 0, isGood);
  else
    range.first = isGood(-most) ? -most : bisect(-1, -most, isGood);
  if (range.first == range.last)
    return std::nullopt;
  if (isGoodRange(range))
    return range;
  range.isAscending = true;
  range.first = 0;
  auto isGoodEnd = [&](int64_t number) {
    range.last = number;
    return isGoodRange(range);
  };
  if (base.specs[argument].shape.empty() || !isGoodEnd(1))
    return std::nullopt;
  range.last = isGoodEnd(most) ? most : bisect(1, most, isGoodEnd);
  return range;
}

/// "arg1 in [0, 62], arg2 ascending in [0, 9]"
static std::string describeRanges(ArrayRef<IntegerRange> ranges) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(ranges, os, [&](const IntegerRange &range) {
    os << "arg" << range.argument << (range.isAscending ? " ascending" : "")
       << " in [" << range.first << ", " << range.last << "]";
  });
  return text;
}

/// The smallest of the extents that are known only at run time.
static int64_t getSmallestExtent(const Run &run) {
  int64_t smallest = std::numeric_limits<int64_t>::max();
  for (const InputSpec &spec : run.specs)
    if (auto type = dyn_cast<ShapedType>(spec.type))
      for (auto [d, extent] : llvm::enumerate(spec.shape))
        if (type.isDynamicDim(d))
          smallest = std::min(smallest, extent);
  return smallest;
}

/// The quick run on further sizes whose smallest extent is the largest, so that
/// the integers may be as large as the steps of loops; null if the main sizes
/// are as large.
static const Run *findAmpleRun(const Subject &subject) {
  constexpr double kQuick = 1 << 16;
  const Run *ample = &subject.mainRun;
  for (const Run &run : subject.extraRuns)
    if (run.note.empty() && run.work <= kQuick &&
        getSmallestExtent(run) > getSmallestExtent(*ample))
      ample = &run;
  return ample == &subject.mainRun ? nullptr : ample;
}

/// The arguments of which only calls tell which numbers they may hold.
static SmallVector<unsigned> findOpen(const Run &run) {
  SmallVector<unsigned> open;
  for (auto [i, spec] : llvm::enumerate(run.specs))
    if (spec.isOpen && !spec.index && !spec.given)
      open.push_back(i);
  return open;
}

/// Adds the runs on the sizes of `base`.
static void addRunsOfSizes(Subject &subject, const JitFunction *trapping,
                           Run base, const ChildLimits &limits) {
  constexpr double kWork = 1 << 22;
  constexpr unsigned kRuns = 4;
  base.inputs.magnitude = 0;
  SmallVector<unsigned> open = findOpen(base);
  if (open.empty() || base.work > kWork)
    return;
  base.isMain = false;
  base.isExtra = true;
  base.inputs.seed += 900;
  IntegerRanges finder(subject, trapping, base, limits);
  SmallVector<IntegerRange> all;
  for (unsigned argument : open)
    if (std::optional<IntegerRange> range = finder.find(argument))
      all.push_back(*range);
  auto isFew = [&](const IntegerRange &range) {
    constexpr int64_t kFew = 4;
    int64_t count = 1;
    for (int64_t extent : base.specs[range.argument].shape)
      count *= extent;
    return count < kFew;
  };
  SmallVector<IntegerRange> joint = all;
  if (all.size() > 1 && !finder.isDefined(all)) {
    joint.clear();
    for (const IntegerRange &range : all)
      if (auto found = finder.find(range.argument, joint))
        joint.push_back(*found);
  }
  // A few numbers are the ends of their interval, too.
  auto add = [&](ArrayRef<IntegerRange> ranges, unsigned number) {
    Run run = base;
    run.inputs.seed += 17 * (number + 1);
    run.note = describeRanges(ranges);
    for (IntegerRange range : ranges) {
      if (isFew(range) && number < 2)
        range.first = range.last = number == 0 ? range.last : range.first;
      run.inputs.ranges.push_back(range);
    }
    if (finder.isDefined(run.inputs.ranges, 17 * (number + 1)))
      subject.extraRuns.push_back(std::move(run));
  };
  for (unsigned number = 0; number < kRuns && !joint.empty(); ++number)
    add(joint, number);
  for (const IntegerRange &range : all)
    for (unsigned number = 0; number < kRuns / 2 && all.size() > 1; ++number)
      add(range, number);
}

void heddle::addIndexRuns(Subject &subject, const ChildLimits &limits) {
  if (findOpen(subject.mainRun).empty())
    return;
  const Run *ample = findAmpleRun(subject);
  std::optional<Run> copy = ample ? std::optional(*ample) : std::nullopt;
  JitOptions options = subject.jit;
  options.separateBuffers = true;
  std::string ignored;
  std::unique_ptr<JitModule> module =
      compileAlone(subject.func, options, ignored, trapOutside);
  const JitFunction *trapping =
      module ? module->lookup(subject.report.function) : nullptr;
  addRunsOfSizes(subject, trapping, subject.mainRun, limits);
  if (copy)
    addRunsOfSizes(subject, trapping, *copy, limits);
}

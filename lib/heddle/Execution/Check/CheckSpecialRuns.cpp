//===- CheckSpecialRuns.cpp - Runs on special numbers ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans runs on zeros, infinities, NaN, large and equal numbers, and says
// which of them the payload or the schedule excludes. Most are of the main
// sizes. If a schedule skips a tile because a mask covers it, or adds a tile
// that it should skip, only infinities show it, and only where there are
// several tiles. So infinities and NaN are also run with the longest of the
// sizes that are quick.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Analysis/Vectors/DotProduct.h"
#include "heddle/Execution/Inputs/Accumulation.h"
#include "heddle/Transforms/Fusion/AssumedFinite.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// Says which kinds are left out, and why: the kinds of one reason together.
static std::string describeLimits(ArrayRef<Special> kinds,
                                  const SpecialLimits &limits) {
  llvm::MapVector<StringRef, SmallVector<StringRef>> byReason;
  for (Special kind : kinds)
    // Other large numbers are left out with the largest ones.
    if (StringRef reason = limits.getReason(kind),
        name = stringifySpecial(kind);
        kind != Special::LargeMean && kind != Special::NearLargest &&
        kind != Special::Denormals && kind != Special::Pairs &&
        kind != Special::Halves && !reason.empty() &&
        !llvm::is_contained(byReason[reason], name))
      byReason[reason].push_back(name);
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  for (auto &[reason, names] : byReason)
    os << separator << "no " << llvm::join(names, ", ") << ": " << reason;
  return text;
}

/// Whether the scheduled function has instructions that take denormals as
/// zeros.
static bool flushesDenormals(const Subject &subject) {
  bool flushes = false;
  if (subject.scheduledFunc)
    subject.scheduledFunc->walk([&](vector::ContractionOp op) {
      flushes |= op->hasAttr(kDotProduct) &&
                 isa<FloatType>(getElementTypeOrSelf(op.getAccType()));
    });
  return flushes;
}

/// What the schedule allows: denormals that instructions take as zeros, and
/// roundings that are not those of the payload. Empty if it allows neither.
static std::string describeAllowed(const Subject &subject) {
  if (!subject.scheduledFunc)
    return "";
  std::string text =
      flushesDenormals(subject)
          ? "dot products of bf16 take denormals as zeros, as the schedule "
            "allows"
          : "";
  if (arith::FastMathFlags roundings = subject.getAllowedRoundings();
      roundings != arith::FastMathFlags::none)
    text += (text.empty() ? "" : "; ") +
            ("the schedule allows " + arith::stringifyFastMathFlags(roundings) +
             ", so that results may be rounded in another way");
  return text;
}

/// Notes in `specs` which arguments the scheduled function declares to be
/// finite; all of them, if a function that it calls declares that of its own.
/// Returns the declarations: "assumes that argument 2 is finite (declared by
/// 'skip_masked' in line 38 of causal.mlir)".
static std::string noteAssumedFinite(const Subject &subject,
                                     MutableArrayRef<InputSpec> specs) {
  if (!subject.scheduledFunc)
    return "";
  llvm::MapVector<StringRef, SmallVector<std::string>> declared;
  auto note = [&](unsigned argument, StringRef by) {
    if (!specs[argument].isFloat() || specs[argument].isFinite)
      return;
    specs[argument].isFinite = true;
    declared[by].push_back(std::to_string(argument));
  };
  walkReached(subject.scheduledFunc, [&](Operation *op) {
    auto func = dyn_cast<func::FuncOp>(op);
    for (unsigned i = 0, e = func ? func.getNumArguments() : 0; i < e; ++i) {
      auto by = func.getArgAttrOfType<StringAttr>(i, kAssumedFiniteAttrName);
      if (by && func == subject.scheduledFunc && i < specs.size())
        note(i, by);
      else if (by)
        for (unsigned all = 0; all < specs.size(); ++all)
          note(all, by);
    }
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  for (auto &[by, arguments] : declared)
    os << separator << "assumes that "
       << (arguments.size() == 1 ? "argument " : "arguments ")
       << llvm::join(arguments, ", ")
       << (arguments.size() == 1 ? " is" : " are") << " finite (declared by "
       << by << ")";
  return text;
}

/// Adds copies of `run` in which all numbers are infinite, or large, of the
/// sign for which the start of a maximum or a minimum matters.
static void addStarts(Subject &subject, Run run,
                      const ExtremeReductions &extremes) {
  if (!extremes.ofInputs ||
      !llvm::is_contained(
          {Special::Infinities, Special::Extremes, Special::AllBits},
          run.inputs.special))
    return;
  for (auto [isWanted, sign] :
       {std::pair(extremes.hasMaximum, -1), std::pair(extremes.hasMinimum, 1)})
    if (isWanted) {
      run.inputs.sign = sign;
      run.note = (stringifySpecial(run.inputs.special) +
                  (sign < 0 ? ", all negative" : ", all positive"))
                     .str();
      subject.extraRuns.push_back(run);
    }
}

/// Whether a function divides or takes roots, logarithms or powers. What is
/// lost where a product of denormals is 0 may become large then, and another
/// order of products and quotients loses other digits.
static bool enlargesDenormals(func::FuncOp func) {
  bool found = false;
  walkReached(func, [&](Operation *op) {
    found |= isa<arith::DivFOp, math::SqrtOp, math::RsqrtOp, math::PowFOp,
                 math::FPowIOp, math::LogOp, math::Log2Op, math::Log10Op,
                 math::CbrtOp, math::Atan2Op>(op);
  });
  return found;
}

/// Whether a function takes maxima or minima of integers, or of floats, or
/// compares them. What follows depends on few of them then. Without that,
/// integers are sums and products modulo a power of two, in which a fault shows
/// on most draws.
static bool choosesNumbers(func::FuncOp func, bool areFloats) {
  bool found = false;
  walkReached(func, [&](Operation *op) {
    if (areFloats)
      found |= isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                   arith::MinNumFOp, arith::CmpFOp>(op);
    else
      found |= isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
                   arith::MinUIOp, arith::CmpIOp>(op) &&
               getElementTypeOrSelf(op->getOperand(0)).isInteger();
  });
  return found;
}

/// The kinds of numbers that matter to a run.
static SmallVector<Special> selectKinds(const Run &run) {
  SmallVector<Special> kinds;
  bool hasFloats = false, hasIntegers = false;
  for (const InputSpec &spec : run.specs) {
    Type type = getElementTypeOrSelf(spec.type);
    hasFloats |= isa<FloatType>(type);
    hasIntegers |= type.isInteger() && !type.isInteger(1) && spec.isFree();
  }
  if (hasFloats)
    kinds = {Special::Zeros, Special::Infinities, Special::NaNs};
  // No type is wider than f64. So a large sum cannot be told from the same sum
  // in another order.
  if (hasFloats && !(run.exactness.hasFloatReductions &&
                     run.exactness.coarsestFloat.isF64()))
    kinds.push_back(Special::Extremes);
  if (run.exactness.hasFloatReductions && run.exactness.coarsestFloat.isF32())
    kinds.push_back(Special::LargeMean);
  if (hasFloats && !run.exactness.hasFloatReductions)
    kinds.push_back(Special::NearLargest);
  // A maximum or a minimum hides most integers from what follows it.
  if (hasIntegers)
    kinds.append({Special::FewIntegers, Special::AllBits, Special::AllBits,
                  Special::AllBits});
  // Arithmetic on denormals is slow.
  constexpr double kLittleWork = 1 << 24, kDenormalWork = 1 << 20;
  if (run.exactness.hasFloatReductions && run.work <= kDenormalWork &&
      !run.exactness.coarsestFloat.isF64())
    kinds.push_back(Special::Denormals);
  if ((hasFloats || hasIntegers) && run.work <= kLittleWork)
    kinds.append({Special::AllZeros, Special::AllEqual});
  if (hasFloats && !run.exactness.hasFloatReductions && run.work <= kLittleWork)
    kinds.append({Special::Pairs, Special::Halves});
  return kinds;
}

/// Whether a maximum or a minimum of a function may be either of two zeros.
static bool choosesZeros(func::FuncOp func) {
  bool found = false;
  walkReached(func, [&](Operation *op) {
    found |= isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
  });
  return found;
}

/// The longest of the quick runs on further sizes, whose loops have the most
/// iterations; null if the main sizes are longer.
static const Run *findLongestQuick(const Subject &subject, const Run &main) {
  constexpr double kQuick = 1 << 18;
  const Run *longest = nullptr;
  for (const Run &run : subject.extraRuns)
    if (run.note.empty() && run.work <= kQuick &&
        run.work > (longest ? longest->work : main.work))
      longest = &run;
  return longest;
}

/// Adds runs of other sizes on infinities and on NaN.
static void addTileRuns(Subject &subject, Run run,
                        const SpecialLimits &limits) {
  (void)noteAssumedFinite(subject, run.specs);
  run.inputs.magnitude = 0;
  for (Special kind : {Special::Infinities, Special::NaNs}) {
    if (!limits.getReason(kind).empty())
      continue;
    run.inputs.special = kind;
    run.note = stringifySpecial(kind).str();
    run.inputs.seed += 101;
    subject.extraRuns.push_back(run);
  }
}

/// Adds runs on other numbers, for what a maximum of floats hides.
static void addOtherNumbers(Subject &subject, Run run) {
  constexpr unsigned kOthers = 8;
  run.note = "other numbers";
  for (unsigned i = 0; i < kOthers; ++i) {
    run.inputs.seed += 101;
    subject.extraRuns.push_back(run);
    // Of few whole numbers, many are equal.
    if (i % 2)
      subject.extraRuns.back().inputs.magnitude = 0;
  }
}

/// Adds runs on integers that wrap around on the way to a maximum, so that it
/// takes another number: on equal and other integers of all sizes, and on those
/// of one array next to the ends of their type.
static void addWraps(Subject &subject, Run run) {
  constexpr unsigned kWraps = 7, kArrays = 8;
  run.inputs.magnitude = 0;
  auto add = [&](StringRef note) {
    run.inputs.seed += 101;
    run.note = note.str();
    subject.extraRuns.push_back(run);
  };
  for (unsigned i = 0; i < kWraps; ++i)
    for (Special kind :
         {Special::EqualBits, Special::MixedBits, Special::AllBits}) {
      run.inputs.special = kind;
      add(stringifySpecial(kind));
    }
  run.inputs.special = Special::None;
  unsigned arrays = llvm::count_if(
      run.specs, [](const InputSpec &spec) { return spec.isFreeIntegers(); });
  for (unsigned i = 0; i < 2 * std::min(arrays, kArrays); ++i) {
    run.inputs.nearEnds = i / 2;
    add("integers next to the ends of their type");
  }
}

/// Adds a run on whole numbers and zeros of both signs, and more of them where
/// few results are computed. Nothing is rounded in it, so results of which no
/// sum decides the sign of a zero keep it.
static void addSignedZeros(Subject &subject, Run run,
                           const SpecialLimits &limits) {
  constexpr double kWork = 1 << 22, kShortWork = 1 << 14;
  constexpr unsigned kShortRuns = 4;
  if (run.work > kWork || !run.inputs.magnitude ||
      !run.exactness.hasFloatReductions || !limits.noZeros.empty() ||
      choosesZeros(subject.planned) ||
      findSignedResults(subject.planned).none())
    return;
  run.inputs.floats = {0.0, -0.0};
  run.note = "zeros of both signs";
  for (unsigned i = 0; i < (run.work > kShortWork ? 1 : kShortRuns); ++i) {
    run.inputs.seed += 101;
    subject.extraRuns.push_back(run);
  }
}

/// What a maximum hides on most draws shows on one of many. A run of little
/// work is made in less time than it takes to plan it.
static void addChosenRuns(Subject &subject, const Run &run,
                          const SpecialLimits &limits) {
  constexpr double kShortWork = 1 << 14;
  if (run.work > kShortWork)
    return;
  if (choosesNumbers(subject.planned, /*areFloats=*/true))
    addOtherNumbers(subject, run);
  bool hasIntegers = llvm::any_of(run.specs, [](const InputSpec &spec) {
    Type type = getElementTypeOrSelf(spec.type);
    return type.isInteger() && !type.isInteger(1) && spec.isFree();
  });
  if (hasIntegers && limits.getReason(Special::AllBits).empty() &&
      choosesNumbers(subject.planned, /*areFloats=*/false))
    addWraps(subject, run);
}

void heddle::addSpecialRuns(Subject &subject) {
  constexpr double kMaxWork = 1 << 29;
  Run run = subject.runs.front();
  if (run.work > kMaxWork)
    return;
  SpecialLimits limits = findSpecialLimits(subject.planned);
  if (subject.scheduledFunc)
    addAllowedLimits(limits, subject.scheduledFunc, subject.allowed);
  SmallVector<Special> kinds = selectKinds(run);
  subject.report.notSpecial = llvm::join(
      llvm::make_filter_range(
          ArrayRef{describeLimits(kinds, limits), describeAllowed(subject),
                   noteAssumedFinite(subject, run.specs)},
          [](const std::string &text) { return !text.empty(); }),
      "; ");
  std::optional<Run> longest;
  if (const Run *quick = findLongestQuick(subject, run);
      quick && llvm::is_contained(kinds, Special::Infinities))
    longest = *quick;
  run.isMain = false;
  run.isExtra = true;
  const Run plain = run;
  run.inputs.magnitude = 0;
  ExtremeReductions extremes = findExtremeReductions(subject.planned);
  for (Special kind : kinds) {
    if (!limits.getReason(kind).empty() ||
        (kind == Special::Denormals &&
         (flushesDenormals(subject) || enlargesDenormals(subject.planned))))
      continue;
    if (kind == Special::Pairs && choosesZeros(subject.planned))
      continue;
    run.inputs.special = kind;
    run.note = stringifySpecial(kind).str();
    run.inputs.seed += 101;
    subject.extraRuns.push_back(run);
    addStarts(subject, run, extremes);
  }
  if (longest)
    addTileRuns(subject, std::move(*longest), limits);
  addSignedZeros(subject, plain, limits);
  addChosenRuns(subject, plain, limits);
}

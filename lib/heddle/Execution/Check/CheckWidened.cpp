//===- CheckWidened.cpp - Compare both functions in f64 -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges a schedule by the f64 forms of both functions. They show differences
// that the rounding and the range of a narrow type hide.
//
//===----------------------------------------------------------------------===//

#include "FloatConstants.h"
#include "WideCode.h"

#include "heddle/Execution/Check/FloatErrors.h"
#include "heddle/Lowering/Field/FieldConstant.h"

#include "llvm/ADT/SetOperations.h"

#include <cmath>
#include <set>

using namespace mlir;
using namespace mlir::heddle;

static double toDouble(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

namespace {
/// The numbers that a module has as float constants, and which of them are
/// irrational numbers, rounded.
struct FloatConstants {
  std::set<double> all, irrational;
};
} // namespace

static FloatConstants collectConstants(ModuleOp module) {
  FloatConstants constants;
  forEachFloat(module, [&](const llvm::APFloat &value) {
    if (value.isNaN())
      return;
    constants.all.insert(toDouble(value));
    if (field::readConstant(value).isSymbol)
      constants.irrational.insert(toDouble(value));
  });
  return constants;
}

/// Whether the constants of the scheduled function explain a difference. It may
/// have a constant that is a rounded result, such as a product of constants in
/// a narrow type. Or it may avoid a rounded constant of the payload: exp(x)
/// instead of exp2(x * log2(e)).
static bool hasOtherConstants(Subject &subject) {
  FloatConstants known =
      collectConstants(subject.func->getParentOfType<ModuleOp>());
  double infinity = std::numeric_limits<double>::infinity();
  known.all.insert({0, 1, -1, infinity, -infinity});
  FloatConstants used =
      collectConstants(subject.scheduledFunc->getParentOfType<ModuleOp>());
  return !llvm::set_is_subset(used.all, known.all) ||
         !llvm::set_is_subset(known.irrational, used.all);
}

Answer heddle::judgeWidened(Subject &subject, const Run &run,
                            const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  if (!run.exactness.coarsestFloat || run.exactness.coarsestFloat.isF64())
    return Answer::Equal;
  const JitResult *exact = getExact(subject, run, limits);
  std::optional<JitResult> found =
      exact ? runWideScheduled(subject, run, limits) : std::nullopt;
  if (!found) {
    report.notWidened =
        exact ? "the scheduled function: " + subject.wide.scheduledReason
              : subject.wide.payloadReason;
    return Answer::Equal;
  }
  // The difference of two large numbers has errors relative to the large
  // numbers.
  double limit = getExactLimit(run.exactness.coarsestFloat);
  double noise = 1024 * limit * 0x1.0p-53;
  double bound =
      hasOtherConstants(subject) ? 32 / limit : FloatErrors::kWideCap;
  bool good = true;
  forEachVersion(subject, {*exact, run.expected, *found},
                 [&](const std::string &name, const HostValue &expected,
                     const HostValue &payload, const HostValue &wide) {
                   if (!payload.isFloat())
                     return true;
                   FloatErrors own;
                   own.add(expected, payload, payload);
                   double error = 0;
                   auto difference = compareWithin(
                       expected, wide, std::max(bound, noise * own.getMax()),
                       error);
                   report.wideError = std::max(report.wideError, error);
                   if (!difference)
                     return true;
                   difference->note = "with every float in f64";
                   report.result = name;
                   report.difference = difference;
                   return good = false;
                 });
  if (!good)
    return Answer::Different;
  ++report.wideRuns;
  return Answer::Equal;
}

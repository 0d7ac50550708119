//===- CheckClaims.cpp - Does a result depend on a false declaration? -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule may declare of numbers what its payload does not: that a sum does
// not overflow, that a division leaves no remainder. The machine often computes
// the payload's number even where that is false, but other code generators need
// not. So two copies of the scheduled function are run that compute different
// numbers wherever a declaration is false. Results that differ depend on one.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "Claims.h"

using namespace mlir;
using namespace mlir::heddle;

void heddle::planClaimRuns(Subject &subject) {
  subject.numberClaim = describeNumberClaim(
      subject.scheduledFunc,
      collectNumberClaims(subject.func->getParentOfType<ModuleOp>()));
  if (subject.numberClaim.empty())
    return;
  for (const std::vector<Run> *runs : {&subject.runs, &subject.extraRuns})
    llvm::copy_if(
        *runs, std::back_inserter(subject.claimRuns),
        [](const Run &run) { return !run.layout.shared && run.calls == 1; });
}

/// The output in which two calls differ, "result 0[3]"; "" if none does. The
/// function that was copied has returned, but copies may take longer.
static std::string findDependence(const Subject &subject, const JitResult &a,
                                  const JitResult &b) {
  if (a.outcome.exceededLimit() || b.outcome.exceededLimit())
    return "";
  if (!a.outcome.ok() || !b.outcome.ok())
    return "returning";
  std::string output;
  forEachOutput(subject, a, b,
                [&](const std::string &name, const HostValue &left,
                    const HostValue &right) {
                  if (auto difference = compareExactly(left, right))
                    output = name + difference->index;
                  return output.empty();
                });
  return output;
}

namespace {
/// Two copies of one function that compute different numbers wherever a
/// declaration is false; null if they cannot be compiled.
struct ClaimCopies {
  ClaimCopies(Subject &subject, bool scheduled,
              ClaimKinds kinds = ClaimKinds::All) {
    constexpr uint8_t kFirst = 0x5A, kSecond = 0xA5;
    first = compile(subject, scheduled, kFirst, kinds);
    if (first)
      second = compile(subject, scheduled, kSecond, kinds);
  }

  explicit operator bool() const { return second != nullptr; }

  static std::unique_ptr<JitModule> compile(Subject &subject, bool scheduled,
                                            uint8_t pattern, ClaimKinds kinds) {
    std::string ignored;
    JitOptions options = subject.jit;
    options.separateBuffers = !scheduled;
    return compileAlone(scheduled ? subject.scheduledFunc : subject.func,
                        options, ignored, [&](ModuleOp module) {
                          IRRewriter rewriter(module.getContext());
                          replacePoison(rewriter, module, pattern, kinds);
                          return success();
                        });
  }

  std::unique_ptr<JitModule> first, second;
};
} // namespace

/// Whether the results of the payload depend on a false declaration of its own,
/// computed by `copies` of it.
static bool dependsItself(Subject &subject, const Run &run,
                          const ClaimCopies &copies,
                          const ChildLimits &limits) {
  JitJob job = makePayloadJob(subject, run);
  job.function = copies.first->lookup(subject.report.function);
  JitResult first = runJob(job, limits);
  job.function = copies.second->lookup(subject.report.function);
  return !findDependence(subject, first, runJob(job, limits)).empty();
}

std::string heddle::findFalseClaim(Subject &subject, const Run &run,
                                   const ChildLimits &limits) {
  // A payload with fast math on infinities still means its numbers: what a
  // schedule makes of them is not excused by that.
  constexpr ClaimKinds kKinds = ClaimKinds::WithoutFloats;
  std::string claim = describeNumberClaim(subject.func, /*known=*/{}, kKinds);
  if (claim.empty())
    return "";
  ClaimCopies copies(subject, /*scheduled=*/false, kKinds);
  return copies && dependsItself(subject, run, copies, limits) ? claim : "";
}

void heddle::judgeClaims(Subject &subject, const ChildLimits &limits) {
  if (!subject.report.passed() || subject.claimRuns.empty())
    return;
  ClaimCopies copies(subject, /*scheduled=*/true);
  if (!copies)
    return;
  std::vector<JitJob> jobs;
  for (const Run &run : subject.claimRuns)
    for (JitModule *module : {copies.first.get(), copies.second.get()}) {
      jobs.push_back(makeScheduledJob(subject, run));
      jobs.back().function = module->lookup(subject.report.function);
    }
  JitResult other;
  std::optional<std::pair<const Run *, std::string>> found;
  runJobs(jobs, limits, [&](size_t i, JitResult &&result) {
    normalizeResults(subject, result);
    if (i % 2 == 0) {
      other = std::move(result);
      return;
    }
    std::string output = findDependence(subject, other, result);
    if (!output.empty() && !found)
      found = {&subject.claimRuns[i / 2], output};
  });
  if (!found)
    return;
  ClaimCopies payload(subject, /*scheduled=*/false);
  if (!payload || dependsItself(subject, *found->first, payload, limits) ||
      !findPayloadFault(subject, *found->first, limits).empty())
    return;
  subject.report.inputs = found->first->describe();
  subject.finish(Verdict::Different,
                 found->second +
                     " depends on a false declaration of the scheduled "
                     "function: " +
                     subject.numberClaim);
}

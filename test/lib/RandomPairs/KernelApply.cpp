//===- KernelApply.cpp - The schedule that is written for a kernel --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the schedule of a kernel as `heddle schedule` does. What it computes
// is compared with the kernel's reference, all ops of which are generics.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"
#include "Schedule.h"

#include "heddle/Execution/Run/Jit.h"
#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Interpreter/MatchPayload.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

/// Parsed once, and shared by the processes that are forked after that. Never
/// freed: it would have to be before the context.
static heddle::FittingLibrary *library = nullptr;

void mlir::heddle::pairs::loadLibrary(MLIRContext &context) {
  library = new heddle::FittingLibrary(&context);
}

/// The first `// refused:` of a schedule.
static std::string findRefusedStep(StringRef schedule) {
  size_t at = schedule.find("// refused: ");
  return at == StringRef::npos
             ? ""
             : schedule.drop_front(at + 12).split('\n').first.str();
}

bool mlir::heddle::pairs::applyWrittenSchedule(MLIRContext &context,
                                               const Pair &pair,
                                               AppliedPair &applied,
                                               PairResult &result) {
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += (errors.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  auto fail = [&](Status status, StringRef detail) {
    result.status = status;
    result.detail = detail.empty() ? "no message" : detail.str();
    return false;
  };
  auto parse = [&](const std::string &text) {
    return parseSourceString<ModuleOp>(text, ParserConfig(&context), "kernel");
  };
  OwningOpRef<ModuleOp> payload = parse(pair.payloadText);
  applied.reference = parse(pair.referenceText);
  if (!payload || !applied.reference)
    return fail(Status::Generator, errors);
  result.features = findKernelFeatures(*payload);
  if (pair.scheduleText.empty()) {
    heddle::WrittenSchedule written =
        heddle::writeSchedule(*payload, {}, *library);
    if (!written.scheduled)
      return fail(Status::Refused, written.refusal);
    result.refusedStep = findRefusedStep(written.text);
    applied.schedule = written.text;
    applied.scheduled = std::move(written.scheduled);
  } else {
    OwningOpRef<ModuleOp> schedule = parse(pair.scheduleText);
    applied.schedule = pair.scheduleText;
    applied.scheduled = payload->clone();
    if (!schedule)
      return fail(Status::Generator, errors);
    // A step that the guards warn of is known to be wrong.
    heddle::ApplyOptions options;
    options.strict = true;
    if (failed(heddle::applySchedule(*applied.scheduled, *schedule, options)))
      return fail(Status::Refused, errors);
  }
  if (failed(verify(*applied.scheduled)))
    return fail(Status::Invalid, errors);
  result.scheduledBits = findScheduledBits(*applied.scheduled);
  result.isFused = result.scheduledBits == (kTiled | kVectorized);
  if (hasTensors(*applied.scheduled))
    return fail(Status::Refused, result.refusedStep);
  if (failed(bufferizeWithCopies(*applied.reference)))
    return fail(Status::Generator, errors);
  applied.ownership.freesBuffers = true;
  return true;
}

//===- ListFor.cpp - heddle list --for ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows which schedules of a library take which ops of a payload, and why the
// others take none. MatchPayload.h asks the matchers; this file prints.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ScheduleHeader.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "heddle/Interpreter/MatchPayload.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The schedules that take an op, and those that take none.
struct Fits {
  llvm::MapVector<Operation *, SmallVector<const ScheduleHeader *>> taken;
  /// Each with the op that passed the most steps; with no op if the sequence
  /// has no matcher.
  std::vector<std::pair<const ScheduleHeader *, Mismatch>> others;
};

} // namespace

static std::string getName(const ScheduleHeader &header) {
  return header.kernel + "/" + header.strategy;
}

static StringRef getFunctionName(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function.getName() : "";
}

/// Asks the matchers of one schedule.
static LogicalResult addFits(const ScheduleHeader &header,
                             ArrayRef<Operation *> ops, Fits &fits) {
  MLIRContext *context = ops.front()->getContext();
  FailureOr<OwningOpRef<ModuleOp>> schedule =
      loadSchedule(header.path, context, llvm::to_vector(librarySearchPaths));
  if (failed(schedule))
    return failure();
  auto entries = findEntryPoints(**schedule, header.sequence);
  if (failed(entries))
    return failure();
  auto entry =
      dyn_cast<transform::NamedSequenceOp>(entries->front().getOperation());
  FailureOr<std::optional<MatchedOps>> matched = std::optional<MatchedOps>();
  if (entry)
    matched = matchOps(ops, entry, /*isEntry=*/true);
  if (failed(matched))
    return failure();
  if (!*matched) {
    fits.others.push_back(
        {&header,
         {nullptr, "takes the whole payload and names no matcher", 0}});
    return success();
  }
  for (Operation *op : (*matched)->matching)
    fits.taken[op].push_back(&header);
  if ((*matched)->matching.empty())
    fits.others.push_back({&header, (*matched)->others.front()});
  return success();
}

static void printFits(const Fits &fits) {
  raw_ostream &os = llvm::outs();
  for (const auto &[op, schedules] : fits.taken) {
    if (schedules.empty())
      continue;
    os << formatLocation(op->getLoc()) << ": " << quote(op);
    if (StringRef function = getFunctionName(op); !function.empty())
      os << " in @" << function;
    os << "\n";
    for (const ScheduleHeader *header : schedules)
      os << "  " << getName(*header) << "   " << header->summary << "\n";
  }
  if (!fits.others.empty())
    os << "these schedules take no op of it:\n";
  for (const auto &[header, mismatch] : fits.others) {
    os << "  " << getName(*header) << "   " << mismatch.reason;
    if (mismatch.op)
      os << ", not " << quote(mismatch.op) << " at "
         << formatLocation(mismatch.op->getLoc());
    os << "\n";
  }
}

static llvm::json::Object describe(Operation *op) {
  return llvm::json::Object{{"op", op->getName().getStringRef()},
                            {"function", getFunctionName(op)},
                            {"location", toJSON(op->getLoc())}};
}

static llvm::json::Value describe(const Fits &fits) {
  llvm::json::Array ops, others;
  for (const auto &[op, schedules] : fits.taken) {
    if (schedules.empty())
      continue;
    llvm::json::Object object = describe(op);
    llvm::json::Array names;
    for (const ScheduleHeader *header : schedules)
      names.push_back(getName(*header));
    object["schedules"] = std::move(names);
    ops.push_back(std::move(object));
  }
  for (const auto &[header, mismatch] : fits.others) {
    llvm::json::Object object{{"schedule", getName(*header)},
                              {"reason", mismatch.reason}};
    if (mismatch.op) {
      object["nearest"] = describe(mismatch.op);
      object["description"] = describeStructuredOp(mismatch.op);
    }
    others.push_back(std::move(object));
  }
  return llvm::json::Object{{"ops", std::move(ops)},
                            {"others", std::move(others)}};
}

int heddle::runListFor(MLIRContext &context, ArrayRef<ScheduleHeader> headers) {
  OwningOpRef<ModuleOp> payload = readModule(listFor, context);
  if (!payload)
    return kUsage;
  SmallVector<Operation *> ops = findStructuredOps(*payload);
  if (ops.empty())
    return reportError("expects a payload with structured ops, but '" +
                       listFor + "' has none");
  Fits fits;
  // In the order of the payload.
  for (Operation *op : ops)
    fits.taken[op];
  for (const ScheduleHeader &header : headers)
    if (failed(addFits(header, ops, fits)))
      return kUsage;
  if (jsonOutput)
    printJSON(describe(fits));
  else
    printFits(fits);
  return kDone;
}

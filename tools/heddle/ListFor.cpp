//===- ListFor.cpp - heddle list --for ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows which schedules of a library take which ops of a payload, the best
// start first, and why others nearly do. MatchPayload.h asks the matchers; this
// file prints.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ScheduleHeader.h"
#include "ScheduledOps.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "heddle/Interpreter/MatchPayload.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include <algorithm>
#include <tuple>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// A schedule that takes an op.
struct Fit {
  const ScheduleHeader *header;
  /// It ends in vectors and buffers, as an entry point does.
  bool finishes;
  bool absorbs;
  /// What its matcher asks.
  unsigned numSteps;
  Preference preference;
};

/// The schedules that take an op, and those that take none.
struct Fits {
  llvm::MapVector<Operation *, SmallVector<Fit>> taken;
  /// Each with the op that passed the most steps; with no op if the sequence
  /// has no matcher.
  std::vector<std::pair<const ScheduleHeader *, Mismatch>> others;
};

} // namespace

/// The number of schedules that nearly take an op that are printed.
static constexpr size_t kMaxNear = 3;

static std::string getName(const ScheduleHeader &header) {
  return header.kernel + "/" + header.strategy;
}

static StringRef getFunctionName(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function.getName() : "";
}

/// The op that passed the most steps; the last one of these, as schedules start
/// from the end of a kernel.
static Mismatch findNearest(ArrayRef<Mismatch> others) {
  const Mismatch *nearest = &others.front();
  for (const Mismatch &other : others)
    if (other.numPassed == nearest->numPassed)
      nearest = &other;
  return *nearest;
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
         {nullptr, "takes the whole payload and names no matcher", 0, 0}});
    return success();
  }
  for (auto [op, numSteps, preference] : llvm::zip_equal(
           (*matched)->matching, (*matched)->numSteps, (*matched)->preferences))
    fits.taken[op].push_back({&header, (*matched)->finishes,
                              (*matched)->absorbs, numSteps, preference});
  if ((*matched)->matching.empty())
    fits.others.push_back({&header, findNearest((*matched)->others)});
  return success();
}

/// The best start first: schedules that end in vectors, then those that ask
/// more of an op, so that a kernel comes before its parts, then by rank, then
/// those that prefer it.
static void sortFits(SmallVectorImpl<Fit> &fits) {
  auto getKey = [](const Fit &fit) {
    std::string name = getName(*fit.header);
    return std::make_tuple(!fit.finishes, -static_cast<int64_t>(fit.numSteps),
                           getRank(name, fit.absorbs), fit.preference, name);
  };
  llvm::sort(fits,
             [&](const Fit &a, const Fit &b) { return getKey(a) < getKey(b); });
}

/// Whether an op passed more than half of the steps of a matcher.
static bool isNear(const Mismatch &mismatch) {
  return mismatch.op && 2 * mismatch.numPassed > mismatch.numSteps;
}

static void
printNear(ArrayRef<std::pair<const ScheduleHeader *, Mismatch>> near) {
  for (const auto &[header, mismatch] : near)
    llvm::outs() << "  not " << getName(*header) << ": " << mismatch.reason
                 << "\n";
}

/// The first of `others` that nearly take `op`, the nearest ones first.
static SmallVector<std::pair<const ScheduleHeader *, Mismatch>>
findNear(const Fits &fits, Operation *op) {
  SmallVector<std::pair<const ScheduleHeader *, Mismatch>> near;
  for (const auto &other : fits.others)
    if (other.second.op == op && isNear(other.second))
      near.push_back(other);
  llvm::sort(near, [](const auto &a, const auto &b) {
    return a.second.numPassed != b.second.numPassed
               ? a.second.numPassed > b.second.numPassed
               : getName(*a.first) < getName(*b.first);
  });
  near.resize(std::min(near.size(), kMaxNear));
  return near;
}

static void printOthers(const Fits &fits) {
  raw_ostream &os = llvm::outs();
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

static void printFits(const Fits &fits) {
  raw_ostream &os = llvm::outs();
  size_t numNear = 0;
  bool isAnyShown = false;
  for (const auto &[op, schedules] : fits.taken) {
    auto near = findNear(fits, op);
    numNear += near.size();
    if (schedules.empty() && (near.empty() || listAll))
      continue;
    isAnyShown = true;
    os << formatLocation(op->getLoc()) << ": " << quote(op);
    if (StringRef function = getFunctionName(op); !function.empty())
      os << " in @" << function;
    os << "\n";
    for (const Fit &fit : schedules)
      os << "  " << getName(*fit.header) << "   " << fit.header->summary
         << "\n";
    if (!listAll)
      printNear(near);
  }
  // Without an op to name, the reasons are all that there is to say.
  if (listAll || !isAnyShown)
    return printOthers(fits);
  if (size_t rest = fits.others.size() - numNear)
    os << rest << (rest == 1 ? " schedule takes" : " schedules take")
       << " no op of it and " << (rest == 1 ? "is" : "are")
       << " not near to one; --all says why\n";
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
    for (const Fit &fit : schedules)
      names.push_back(getName(*fit.header));
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
  for (auto &taken : fits.taken)
    sortFits(taken.second);
  if (jsonOutput)
    printJSON(describe(fits));
  else
    printFits(fits);
  return kDone;
}

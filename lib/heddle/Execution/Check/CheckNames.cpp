//===- CheckNames.cpp - Are both functions the same expressions? ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs both functions on names in place of floats. FloatsToNames.cpp says what
// equal names mean.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "FormulaRun.h"

#include "heddle/Execution/Run/MessageCodec.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;

void NameReport::pack(Packer &packer) const {
  packer.add(static_cast<int64_t>(outcome));
  for (const std::string &text : {reason, result, inputs})
    packer.add(text);
  for (int64_t number :
       {int64_t(runs), int64_t(runsLeftOut), elements, int64_t(isOrdered)})
    packer.add(number);
  packer.add(static_cast<int64_t>(difference.has_value()));
  if (!difference)
    return;
  packer.add(difference->index);
  packer.add(difference->count);
  packer.add(difference->total);
}

NameReport NameReport::unpack(Unpacker &unpacker) {
  NameReport report;
  report.outcome = static_cast<Outcome>(unpacker.takeInt());
  for (std::string *text : {&report.reason, &report.result, &report.inputs})
    *text = unpacker.takeString();
  report.runs = unpacker.takeInt();
  report.runsLeftOut = unpacker.takeInt();
  report.elements = unpacker.takeInt();
  report.isOrdered = unpacker.takeInt() != 0;
  if (unpacker.takeInt()) {
    Difference &difference = report.difference.emplace();
    difference.index = unpacker.takeString();
    difference.count = unpacker.takeInt();
    difference.total = unpacker.takeInt();
  }
  return report;
}

std::string NameReport::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (outcome) {
  case NotRun:
    break;
  case Same:
    os << "the same expressions "
       << (isOrdered ? "bit for bit" : "but for the rounding of sums") << " ("
       << elements << (elements == 1 ? " element)" : " elements)");
    break;
  case Other:
    os << "other expressions: " << result << difference->index << " ("
       << difference->count << " of " << difference->total
       << " elements differ)";
    break;
  case Undecided:
    os << "not decided as expressions: " << reason;
    break;
  }
  return text;
}

static StringRef stringify(NameReport::Outcome outcome) {
  switch (outcome) {
  case NameReport::NotRun:
    return "not run";
  case NameReport::Same:
    return "same";
  case NameReport::Other:
    return "other";
  case NameReport::Undecided:
    return "not decided";
  }
  return "";
}

llvm::json::Value NameReport::toJSON() const {
  llvm::json::Object object{{"outcome", stringify(outcome)},
                            {"runs", runs},
                            {"runsLeftOut", runsLeftOut},
                            {"elements", elements}};
  if (outcome == Same)
    object["ordered"] = isOrdered;
  if (!reason.empty())
    object["reason"] = reason;
  if (difference) {
    object["result"] = result;
    object["inputs"] = inputs;
    object["index"] = difference->index;
    object["count"] = difference->count;
    object["total"] = difference->total;
  }
  return object;
}

/// What the functions do that names do not tell, or "".
static std::string findUnnamed(const Subject &subject) {
  unsigned numMemory = 0;
  func::FuncOp func = subject.func;
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    if (isa<IntegerType, IndexType>(getElementTypeOrSelf(type)))
      return llvm::formatv("the integers of argument {0} have no names", i);
    numMemory += isa<MemRefType>(type);
  }
  if (numMemory > 1)
    return "the memory of two arguments may overlap";
  if (func->hasAttr("passthrough") ||
      subject.scheduledFunc->hasAttr("passthrough"))
    return "'passthrough' may change what an op gives";
  if (keepsState(func) || keepsState(subject.scheduledFunc))
    return "state is kept between calls";
  return "";
}

/// Compares all extents once: names are random in any run. Returns false if an
/// element differs.
static bool runAll(Subject &subject, const ChildLimits &limits,
                   const FormCode &code, NameReport &report) {
  std::set<std::string> extents;
  for (const Run &run : subject.runs) {
    if (run.inputs.magnitude != 0 || run.inputs.distance != 0 ||
        !extents.insert(run.sizes).second)
      continue;
    FormulaOutcome outcome = runNames(subject, run, code, limits);
    if (!outcome.process.ok()) {
      ++report.runsLeftOut;
      report.reason = "a run " + outcome.process.describe();
      continue;
    }
    ++report.runs;
    report.elements += outcome.report.elements;
    if (!outcome.doubt.empty())
      report.reason = outcome.doubt;
    if (!outcome.report.difference)
      continue;
    report.difference = outcome.report.difference;
    report.result = outcome.report.result;
    report.inputs = run.describe();
    return false;
  }
  return true;
}

void heddle::judgeNames(Subject &subject, const ChildLimits &limits) {
  NameReport &report = subject.report.names;
  report.outcome = NameReport::Undecided;
  FormCode code;
  if (!compileForms(subject, FloatForm::Named, 0, code, report.reason))
    return;
  report.reason = findUnnamed(subject);
  if (!runAll(subject, limits, code, report)) {
    report.outcome = NameReport::Other;
    report.reason = "";
    return;
  }
  if (report.reason.empty() && report.elements == 0)
    report.reason = "the results have no elements";
  if (!report.reason.empty())
    return;
  report.outcome = NameReport::Same;
  NameReport ordered;
  FormCode orderedCode;
  report.isOrdered = compileForms(subject, FloatForm::Ordered, 0, orderedCode,
                                  ordered.reason) &&
                     runAll(subject, limits, orderedCode, ordered) &&
                     ordered.reason.empty();
}

//===- FormulaReport.cpp - What runs in a finite field showed -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts and the JSON form of a formula report.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/FormulaReport.h"

#include "heddle/Execution/Run/MessageCodec.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

std::string FormulaReport::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto count = [&](int64_t number, StringRef one, StringRef many) {
    if (number)
      os << ", " << number << " " << (number == 1 ? one : many);
  };
  switch (outcome) {
  case NotRun:
    break;
  case Undecided:
    os << "not decided as formulas: " << reason;
    break;
  case Different:
    os << "different as formulas: " << result << difference->index << " ("
       << difference->count << " of " << difference->total
       << " elements differ)";
    break;
  case Equal:
    os << "equal as formulas (" << elements << " elements";
    count(functions, "function", "functions");
    count(divisions, "division", "divisions");
    count(comparisons, "comparison", "comparisons");
    count(nearComparisons, "of them near a tie", "of them near a tie");
    count(points, "point", "points");
    count(runsLeftOut, "run left out", "runs left out");
    count(largeRunsLeftOut, "run on large numbers left out",
          "runs on large numbers left out");
    os << ")";
    break;
  }
  return text;
}

static StringRef stringify(FormulaReport::Outcome outcome) {
  switch (outcome) {
  case FormulaReport::NotRun:
    return "not run";
  case FormulaReport::Equal:
    return "equal";
  case FormulaReport::Different:
    return "different";
  case FormulaReport::Undecided:
    return "not decided";
  }
  return "";
}

llvm::json::Value FormulaReport::toJSON() const {
  llvm::json::Object object{{"outcome", stringify(outcome)},
                            {"runs", runs},
                            {"points", points},
                            {"runsLeftOut", runsLeftOut},
                            {"largeRunsLeftOut", largeRunsLeftOut},
                            {"elements", elements},
                            {"functions", functions},
                            {"divisions", divisions},
                            {"comparisons", comparisons},
                            {"nearComparisons", nearComparisons}};
  if (!instability.empty())
    object["instability"] = instability;
  if (!reason.empty())
    object["reason"] = reason;
  if (difference) {
    object["result"] = result;
    object["index"] = difference->index;
    object["count"] = difference->count;
    object["total"] = difference->total;
  }
  return object;
}

void FormulaReport::pack(Packer &packer) const {
  packer.add(static_cast<int64_t>(outcome));
  for (const std::string &text : {reason, instability, result, inputs})
    packer.add(text);
  for (int64_t number : {int64_t(runs), int64_t(points), int64_t(runsLeftOut),
                         int64_t(largeRunsLeftOut), elements, functions,
                         divisions, comparisons, nearComparisons})
    packer.add(number);
  packer.add(static_cast<int64_t>(difference.has_value()));
  if (!difference)
    return;
  packer.add(difference->index);
  packer.add(difference->shapes);
  packer.add(difference->count);
  packer.add(difference->total);
}

FormulaReport FormulaReport::unpack(Unpacker &unpacker) {
  FormulaReport report;
  report.outcome = static_cast<Outcome>(unpacker.takeInt());
  for (std::string *text :
       {&report.reason, &report.instability, &report.result, &report.inputs})
    *text = unpacker.takeString();
  report.runs = unpacker.takeInt();
  report.points = unpacker.takeInt();
  report.runsLeftOut = unpacker.takeInt();
  report.largeRunsLeftOut = unpacker.takeInt();
  for (int64_t *number :
       {&report.elements, &report.functions, &report.divisions,
        &report.comparisons, &report.nearComparisons})
    *number = unpacker.takeInt();
  if (unpacker.takeInt()) {
    Difference &difference = report.difference.emplace();
    difference.index = unpacker.takeString();
    difference.shapes = unpacker.takeString();
    difference.count = unpacker.takeInt();
    difference.total = unpacker.takeInt();
  }
  return report;
}

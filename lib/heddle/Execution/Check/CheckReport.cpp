//===- CheckReport.cpp - What a check found out, in words -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wording and the JSON form of a report. Check.cpp decides what to report.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Execution/Check/Check.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

std::string FunctionReport::describeDifference() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << result;
  if (!difference->shapes.empty()) {
    os << " has other extents: " << difference->shapes;
    return text;
  }
  os << difference->index << " is " << difference->found << ", expected "
     << difference->expected << " (" << difference->count << " of "
     << difference->total << " elements differ)";
  if (!difference->note.empty())
    os << ", " << difference->note;
  return text;
}

static std::string countRuns(unsigned count) {
  return count == 1 ? "1 run" : std::to_string(count) + " runs";
}

/// The runs on further inputs, what no judgment covers, and what never ran.
std::string FunctionReport::describeFurther() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  if (extraRuns)
    os << separator << countRuns(extraRuns)
       << " on further sizes, values and layouts";
  if (specialRuns)
    os << separator << countRuns(specialRuns) << " on special values";
  if (overflows)
    os << ", where " << overflows
       << " elements overflow in one order of a sum only";
  if (roundedClasses)
    os << (text.empty() ? "" : ", ") << "where rounding decides whether "
       << roundedClasses
       << (roundedClasses == 1 ? " element is" : " elements are")
       << " infinite or NaN, and the sign";
  if (!notSpecial.empty())
    os << separator << notSpecial;
  if (std::string said = memory.describe(); !said.empty())
    os << separator << said;
  constexpr size_t kNamed = 4;
  if (!neverRan.empty())
    os << separator << "never ran: "
       << llvm::join(ArrayRef(neverRan).take_front(kNamed), ", ");
  if (neverRan.size() > kNamed)
    os << " and " << neverRan.size() - kNamed << " more";
  return text;
}

std::string FunctionReport::describeEquality() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  if (wholeRuns)
    os << separator << "whole numbers bit for bit (" << countRuns(wholeRuns)
       << ")";
  if (randomRuns)
    os << separator << "random data bit for bit (" << countRuns(randomRuns)
       << ")";
  if (floatRuns > narrowRuns)
    os << separator
       << llvm::format("random data as floats: error %.2g (rms), %.2g (max) "
                       "against f64, the payload's own %.2g and %.2g",
                       rms, max, payloadRms, payloadMax)
       << " (" << countRuns(floatRuns - narrowRuns) << ")";
  if (narrowRuns)
    os << separator
       << llvm::format("random data as floats: error at most %.2g of the "
                       "largest value",
                       largestError)
       << " (" << countRuns(narrowRuns) << "; " << notWidened << ")";
  if (wideRuns && wideError == 0)
    os << separator << "with every float in f64 bit for bit ("
       << countRuns(wideRuns) << ")";
  else if (wideRuns)
    os << separator
       << llvm::format("with every float in f64 within %.2g", wideError) << " ("
       << countRuns(wideRuns) << ")";
  if (!given.empty())
    os << separator << given;
  if (!notExact.empty())
    os << separator << "no whole numbers: " << notExact;
  if (formulas.outcome == FormulaReport::Equal ||
      formulas.outcome == FormulaReport::Undecided)
    os << separator << formulas.describe();
  if (std::string text = names.describe(); !text.empty())
    os << separator << text;
  if (std::string more = describeFurther(); !more.empty())
    os << separator << more;
  return text;
}

std::string MemoryJudgment::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator("; ");
  auto canRace = [](const WatchedLoop &loop) { return loop.trips >= 2; };
  size_t count = llvm::count_if(loops, canRace);
  if (count != 0 && notJudged.empty())
    os << separator << "no race in " << count << " parallel loop"
       << (count == 1 ? "" : "s") << " (" << runs << " run"
       << (runs == 1 ? "" : "s") << ")";
  for (const WatchedLoop &loop : loops)
    if (!canRace(loop))
      os << separator << "the parallel loop at " << loop.describe()
         << " never had two iterations";
  if (!notJudged.empty())
    os << separator << "memory not judged: " << notJudged;
  return text;
}

llvm::json::Value MemoryJudgment::toJSON() const {
  llvm::json::Array array;
  for (const WatchedLoop &loop : loops)
    array.push_back(
        llvm::json::Object{{"loop", loop.place},
                           {"iterations", static_cast<int64_t>(loop.trips)}});
  llvm::json::Object object{{"runs", runs},
                            {"accesses", static_cast<int64_t>(accesses)},
                            {"parallelLoops", std::move(array)}};
  if (!notJudged.empty())
    object["notJudged"] = notJudged;
  if (fault)
    object["fault"] = fault->toJSON();
  return object;
}

StringRef heddle::stringifyVerdict(Verdict verdict) {
  switch (verdict) {
  case Verdict::Equal:
    return "equal";
  case Verdict::Different:
    return "different";
  case Verdict::Race:
    return "race";
  case Verdict::MemoryError:
    return "memory error";
  case Verdict::Crashed:
    return "crashed";
  case Verdict::TimedOut:
    return "timed out";
  case Verdict::OutOfMemory:
    return "out of memory";
  case Verdict::Unchanged:
    return "unchanged";
  case Verdict::Inconclusive:
    return "inconclusive";
  case Verdict::Unsupported:
    return "not checked";
  }
  return "";
}

llvm::json::Value FunctionReport::toJSON() const {
  llvm::json::Object object{
      {"function", function},     {"verdict", stringifyVerdict(verdict)},
      {"message", message},       {"wholeRuns", wholeRuns},
      {"randomRuns", randomRuns}, {"floatRuns", floatRuns}};
  if (formulas.outcome != FormulaReport::NotRun)
    object["formulas"] = formulas.toJSON();
  if (names.outcome != NameReport::NotRun)
    object["names"] = names.toJSON();
  if (extraRuns)
    object["extraRuns"] = extraRuns;
  if (sharedRuns)
    object["sharedRuns"] = sharedRuns;
  if (specialRuns)
    object["specialRuns"] = specialRuns;
  if (overflows)
    object["overflows"] = overflows;
  if (roundedClasses)
    object["roundedClasses"] = roundedClasses;
  if (!notSpecial.empty())
    object["notSpecial"] = notSpecial;
  if (places)
    object["coverage"] = llvm::json::Object{
        {"places", places}, {"neverRan", llvm::json::Array(neverRan)}};
  if (passed())
    object["judgment"] = floatRuns ? "as floats" : "bit for bit";
  if (!inputs.empty())
    object["inputs"] = inputs;
  if (!notExact.empty())
    object["notExact"] = notExact;
  if (!given.empty())
    object["given"] = given;
  if (floatRuns > narrowRuns)
    object["floats"] =
        llvm::json::Object{{"rms", numberToJSON(rms)},
                           {"max", numberToJSON(max)},
                           {"payloadRms", numberToJSON(payloadRms)},
                           {"payloadMax", numberToJSON(payloadMax)}};
  if (narrowRuns)
    object["largestError"] = numberToJSON(largestError);
  if (!notWidened.empty())
    object["notWidened"] = notWidened;
  if (wideRuns) {
    object["wideRuns"] = wideRuns;
    object["wideError"] = numberToJSON(wideError);
  }
  if (memory.runs || memory.fault || !memory.notJudged.empty())
    object["memory"] = memory.toJSON();
  if (difference) {
    object["result"] = result;
    object["index"] = difference->index;
    object["expected"] = difference->expected;
    object["found"] = difference->found;
    object["count"] = difference->count;
    object["total"] = difference->total;
  }
  return object;
}

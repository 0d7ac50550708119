//===- HeddleMutants.cpp - How good is the judge? -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one small mistake at a time in scheduled IR, and asks `heddle check`
// for its verdict. A mutant is killed unless check calls it equal. It counts as
// equivalent if its IR is that of the scheduled module after canonicalization,
// common subexpression elimination, and the same trips for the same loops; or
// if check calls it equal and Equivalence.h has an argument that it is.
//
//===----------------------------------------------------------------------===//

#include "CanonicalText.h"
#include "Equivalence.h"
#include "Mutation.h"
#include "Record.h"

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Check/Check.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::mutants;
namespace cl = llvm::cl;

static cl::OptionCategory category("heddle-mutants options");

static cl::opt<std::string> payloadFile(cl::Positional, cl::Required,
                                        cl::desc("<payload>"),
                                        cl::cat(category));
static cl::list<std::string> scheduleFiles("s", cl::desc("Schedule"),
                                           cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("Entry point"),
                                  cl::cat(category));
static cl::list<std::string> params("param", cl::desc("name=value"),
                                    cl::cat(category));
static cl::opt<unsigned> perKind("per-kind",
                                 cl::desc("Mutants of each kind that check "
                                          "judges, 0: all"),
                                 cl::init(5), cl::cat(category));
static cl::opt<unsigned>
    most("most", cl::desc("Mutants of all kinds that check judges, 0: all"),
         cl::init(0), cl::cat(category));
static cl::opt<std::string>
    recordFile("record",
               cl::desc("File to which each outcome is appended; what it holds "
                        "is not judged again"),
               cl::cat(category));
static cl::opt<std::string>
    moduleName("name", cl::desc("The module in the record"), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Which mutants are drawn"),
                              cl::init(1), cl::cat(category));
static cl::opt<bool> bufferized("bufferize",
                                cl::desc("Mutate the scheduled IR on buffers"),
                                cl::cat(category));
static cl::opt<double> timeout("timeout", cl::desc("Seconds for one call"),
                               cl::init(10), cl::cat(category));
static cl::opt<double>
    slow("slow",
         cl::desc("Judge nothing if a check of the scheduled "
                  "module takes more seconds"),
         cl::init(1e9), cl::cat(category));
static cl::opt<bool> showSurvivors("survivors",
                                   cl::desc("Print the IR of each survivor"),
                                   cl::cat(category));
static cl::opt<int> shown("show",
                          cl::desc("Print the scheduled module and the mutant "
                                   "of this number, and judge nothing"),
                          cl::init(-1), cl::cat(category));
static cl::list<std::string> kinds("kinds", cl::desc("Only these kinds"),
                                   cl::CommaSeparated, cl::cat(category));
static cl::list<unsigned>
    numbers("number",
            cl::desc("Judge the mutants of these numbers, even if "
                     "the record has their outcomes"),
            cl::CommaSeparated, cl::cat(category));
static cl::opt<bool> list("list", cl::desc("Print each mutant and its verdict"),
                          cl::cat(category));

namespace {
struct Counts {
  unsigned invalid = 0, equivalent = 0, survived = 0;
  /// By judgment.
  std::map<std::string, unsigned> killed;

  unsigned getNumKilled() const {
    unsigned sum = 0;
    for (const auto &[judgment, number] : killed)
      sum += number;
    return sum;
  }
};
} // namespace

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

/// The judgment that found a mutant wrong; "" if the mutant was called equal.
static std::string findJudgment(ArrayRef<FunctionReport> reports) {
  for (const FunctionReport &report : reports) {
    if (report.passed() || report.verdict == Verdict::Unchanged)
      continue;
    if (report.verdict == Verdict::Different &&
        report.formulas.outcome == FormulaReport::Different)
      return "formulas";
    if (report.verdict == Verdict::Different &&
        !report.formulas.instability.empty())
      return "stability";
    if (report.verdict == Verdict::Different && !report.inputs.empty())
      return StringRef(report.inputs).split(',').first.str();
    return stringifyVerdict(report.verdict).str();
  }
  return "";
}

namespace {
class Hunt {
public:
  Hunt(ModuleOp payload, ModuleOp scheduled, Record record)
      : payload(payload), scheduled(scheduled), options(getCPUTarget()),
        record(std::move(record)),
        canonical(getCanonicalText(scheduled).value_or("")) {
    options.limits = ChildLimits{timeout, uint64_t(4) << 30};
    options.allowUnchanged = true;
    options.adaptOptLevel = true;
  }

  /// The verdict on the scheduled module itself: "equal", "not equal" or
  /// "slow".
  StringRef checkItself();

  /// Judges mistake `number`, unless the record has its outcome. Returns
  /// whether check judges it, maybe later: it judges several mutants at a time,
  /// for which the payload is compiled and run once.
  bool judge(const Mutation &mutation, unsigned number);
  /// Judges the mutants that wait.
  void judgeWaiting();
  void print() const;
  void show(const Mutation &mutation);

private:
  /// A mutant that check has not judged yet.
  struct Waiting {
    const Mutation &mutation;
    unsigned number;
    OwningOpRef<ModuleOp> mutant;
    std::string text; ///< canonical
  };

  /// The mutant; null if the mistake cannot be made or is found at once.
  OwningOpRef<ModuleOp> make(const Mutation &mutation, Outcome &outcome);

  /// Why a mutant that check calls equal is equal; "" if it may be wrong.
  std::string findArgument(const Mutation &mutation, ModuleOp mutant);

  Outcome getOutcome(const Mutation &mutation, ModuleOp mutant,
                     ArrayRef<FunctionReport> reports);
  void count(const Mutation &mutation, const Outcome &outcome);
  void report(const Mutation &mutation, unsigned number, const Outcome &outcome,
              StringRef text, double seconds);

  static constexpr size_t kTogether = 8; ///< mutants that are judged at a time
  ModuleOp payload, scheduled;
  std::vector<Waiting> waiting;
  CheckOptions options;
  Record record;
  std::string canonical;
  std::optional<std::string> code; ///< of the scheduled module
  std::map<StringRef, Counts> counts;
};
} // namespace

StringRef Hunt::checkItself() {
  if (record.isKnownEqual())
    return "equal";
  auto start = std::chrono::steady_clock::now();
  std::vector<FunctionReport> reports =
      checkModules(payload, scheduled, options);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  bool isEqual = !reports.empty() && findJudgment(reports).empty();
  StringRef verdict = !isEqual                 ? "not equal"
                      : seconds.count() > slow ? "slow"
                                               : "equal";
  record.add(
      llvm::json::Object{{"verdict", verdict},
                         {"seconds", std::round(seconds.count() * 100) / 100}});
  return verdict;
}

OwningOpRef<ModuleOp> Hunt::make(const Mutation &mutation, Outcome &outcome) {
  OwningOpRef<ModuleOp> mutant = scheduled.clone();
  NumberedModule numbered(*mutant);
  Operation *op = numbered.getOp(mutation.op);
  IRRewriter rewriter(mutant->getContext());
  rewriter.setInsertionPoint(op);
  outcome.verdict = "impossible";
  if (!mutation.make(rewriter, op, numbered))
    return nullptr;
  outcome.verdict = "invalid";
  return failed(verify(*mutant)) ? nullptr : std::move(mutant);
}

std::string Hunt::findArgument(const Mutation &mutation, ModuleOp mutant) {
  // A loop whose iterations may run in any order has the same code, because
  // there is one thread.
  if (mutation.kind == "forall") {
    auto loop =
        dyn_cast<scf::ForOp>(NumberedModule(scheduled).getOp(mutation.op));
    return loop && areIterationsIndependent(loop) ? "no two iterations meet"
                                                  : "";
  }
  if (!code)
    code = getCode(scheduled, options.limits);
  return !code->empty() && *code == getCode(mutant, options.limits)
             ? "same code"
             : "";
}

Outcome Hunt::getOutcome(const Mutation &mutation, ModuleOp mutant,
                         ArrayRef<FunctionReport> reports) {
  std::string judgment = findJudgment(reports);
  if (!judgment.empty())
    return {"killed", judgment};
  std::string argument = findArgument(mutation, mutant);
  return {argument.empty() ? "survived" : "equivalent", argument};
}

void Hunt::count(const Mutation &mutation, const Outcome &outcome) {
  Counts &count = counts[mutation.kind];
  if (outcome.verdict == "killed")
    ++count.killed[outcome.judgment];
  else if (outcome.verdict != "impossible")
    ++(outcome.verdict == "survived"     ? count.survived
       : outcome.verdict == "equivalent" ? count.equivalent
                                         : count.invalid);
}

void Hunt::report(const Mutation &mutation, unsigned number,
                  const Outcome &outcome, StringRef text, double seconds) {
  count(mutation, outcome);
  Operation *op = NumberedModule(scheduled).getOp(mutation.op);
  std::string name = op->getName().getStringRef().str();
  record.add(
      llvm::json::Object{{"kind", mutation.kind},
                         {"number", number},
                         {"place", name + " " + std::to_string(mutation.op)},
                         {"what", mutation.what},
                         {"verdict", outcome.verdict},
                         {"judgment", outcome.judgment},
                         {"seconds", std::round(seconds * 100) / 100},
                         {"hash", llvm::utohexstr(llvm::xxh3_64bits(text))}});
  bool survived = outcome.verdict == "survived";
  if (list || survived)
    llvm::outs() << (survived                      ? "SURVIVED"
                     : outcome.verdict == "killed" ? outcome.judgment
                                                   : outcome.verdict)
                 << ": " << mutation.kind << " of '" << name << "' (op "
                 << mutation.op << "): " << mutation.what << "\n";
  llvm::outs().flush();
}

void Hunt::judgeWaiting() {
  if (waiting.empty())
    return;
  ScopedDiagnosticHandler silence(payload.getContext(),
                                  [](Diagnostic &) { return success(); });
  SmallVector<ModuleOp> mutants;
  for (Waiting &one : waiting)
    mutants.push_back(*one.mutant);
  auto start = std::chrono::steady_clock::now();
  std::vector<std::vector<FunctionReport>> reports =
      checkSchedules(payload, mutants, options);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  for (auto [one, own] : llvm::zip_equal(waiting, reports)) {
    Outcome outcome = getOutcome(one.mutation, *one.mutant, own);
    report(one.mutation, one.number, outcome, one.text,
           seconds.count() / static_cast<double>(mutants.size()));
    if (showSurvivors && outcome.verdict == "survived")
      llvm::outs() << ::print(*one.mutant) << "\n";
  }
  waiting.clear();
}

bool Hunt::judge(const Mutation &mutation, unsigned number) {
  ScopedDiagnosticHandler silence(payload.getContext(),
                                  [](Diagnostic &) { return success(); });
  std::optional<Outcome> known = record.find(number);
  if (known && numbers.empty()) {
    count(mutation, *known);
    return known->wasJudged();
  }
  Outcome outcome;
  OwningOpRef<ModuleOp> mutant = make(mutation, outcome);
  if (outcome.verdict == "impossible")
    return false;
  std::optional<std::string> text;
  if (mutant)
    text = getCanonicalText(*mutant);
  if (!text || *text == canonical) {
    outcome =
        text ? Outcome{"equivalent", "canonical form"} : Outcome{"invalid", ""};
    report(mutation, number, outcome, text.value_or(""), 0);
    return false;
  }
  waiting.push_back({mutation, number, std::move(mutant), std::move(*text)});
  if (waiting.size() == kTogether)
    judgeWaiting();
  return true;
}

void Hunt::print() const {
  Counts total;
  auto line = [](StringRef kind, const Counts &count) {
    llvm::outs() << llvm::formatv("{0,-10} {1} killed, {2} survived, {3} "
                                  "equivalent, {4} invalid",
                                  kind, count.getNumKilled(), count.survived,
                                  count.equivalent, count.invalid);
    for (const auto &[judgment, number] : count.killed)
      llvm::outs() << "; " << judgment << " " << number;
    llvm::outs() << "\n";
  };
  for (StringRef kind : getKinds()) {
    auto it = counts.find(kind);
    if (it == counts.end())
      continue;
    const Counts &count = it->second;
    line(kind, count);
    total.invalid += count.invalid;
    total.equivalent += count.equivalent;
    total.survived += count.survived;
    for (const auto &[judgment, number] : count.killed)
      total.killed[judgment] += number;
  }
  line("all", total);
}

void Hunt::show(const Mutation &mutation) {
  Outcome outcome;
  if (OwningOpRef<ModuleOp> mutant = make(mutation, outcome))
    llvm::outs() << ::print(scheduled) << "\n// -----\n" << ::print(*mutant);
}

static MutationList findAllMutations(ModuleOp scheduled) {
  NumberedModule numbered(scheduled);
  MutationList all;
  for (unsigned i = 0; i < numbered.getNumOps(); ++i)
    findMutations(numbered, i, all);
  return all;
}

/// Judges all mistakes, or random ones until check has judged `perKind` of each
/// kind.
static void judgeMistakes(Hunt &hunt, ModuleOp scheduled) {
  MutationList all = findAllMutations(scheduled);
  if (!numbers.empty()) {
    for (unsigned number : numbers)
      if (number < all.size())
        (void)hunt.judge(all[number], number);
    return hunt.judgeWaiting();
  }
  auto order = llvm::to_vector(llvm::seq<unsigned>(all.size()));
  std::mt19937_64 random(seed);
  std::shuffle(order.begin(), order.end(), random);
  std::map<StringRef, unsigned> judged;
  unsigned sum = 0;
  for (unsigned number : order) {
    StringRef kind = all[number].kind;
    unsigned &ofKind = judged[kind];
    if ((!kinds.empty() && !llvm::is_contained(kinds, kind)) ||
        (perKind && ofKind >= perKind) || (most && sum >= most))
      continue;
    if (hunt.judge(all[number], number)) {
      ++ofKind;
      ++sum;
    }
  }
  hunt.judgeWaiting();
}

/// Applies the schedule; false if that is refused.
static bool makeScheduled(ModuleOp scheduled) {
  ApplyOptions apply;
  apply.entry = entry;
  llvm::append_range(apply.params, params);
  if (failed(
          applyScheduleFiles(scheduled, llvm::to_vector(scheduleFiles), apply)))
    return false;
  PassManager passes(scheduled.getContext());
  if (bufferized)
    passes.addPass(heddle::createBufferizePass());
  return succeeded(passes.run(scheduled));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Mistakes in scheduled IR\n");
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> payload =
      parseSourceFile<ModuleOp>(payloadFile, &context);
  if (!payload)
    return 4;
  llvm::Expected<Record> record =
      recordFile.empty() ? Record() : Record::read(recordFile, moduleName);
  if (!record) {
    llvm::errs() << "heddle-mutants: " << toString(record.takeError()) << "\n";
    return 4;
  }
  OwningOpRef<ModuleOp> scheduled = payload->clone();
  if (!makeScheduled(*scheduled)) {
    record->add(llvm::json::Object{{"verdict", "refused"}});
    return 2;
  }
  Hunt hunt(*payload, *scheduled, *record);
  if (shown >= 0) {
    MutationList all = findAllMutations(*scheduled);
    if (size_t(shown) < all.size())
      hunt.show(all[shown]);
    return 0;
  }
  StringRef verdict = hunt.checkItself();
  if (verdict != "equal") {
    llvm::errs() << "heddle-mutants: check does not call the scheduled payload "
                    "equal"
                 << (verdict == "slow" ? " soon enough\n" : "\n");
    return 1;
  }
  judgeMistakes(hunt, *scheduled);
  hunt.print();
  if (numbers.empty())
    record->add(llvm::json::Object{{"verdict", "done"},
                                   {"perKind", perKind.getValue()},
                                   {"most", most.getValue()},
                                   {"kinds", llvm::join(kinds, ",")},
                                   {"seed", seed.getValue()}});
  return 0;
}

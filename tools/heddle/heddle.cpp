//===- heddle.cpp - Apply, check, explain and time schedules --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of heddle. Each subcommand is implemented in the file named
// after it.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Execution/Run/LimitWatch.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "heddle/Interpreter/Loading/ParseModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

#include <unistd.h>

namespace cl = llvm::cl;
using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Shared steps
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> heddle::readModule(StringRef fileName,
                                         MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      readInput(fileName, InputKind::Payload, message);
  if (!buffer) {
    reportError(message);
    return nullptr;
  }
  return parseModule(std::move(buffer), &context,
                     llvm::to_vector(librarySearchPaths));
}

OwningOpRef<ModuleOp> heddle::readPayload(MLIRContext &context) {
  OwningOpRef<ModuleOp> payload = readModule(payloadFile, context);
  for (const std::string &name : functionNames) {
    auto func = payload ? payload->lookupSymbol<func::FuncOp>(name) : nullptr;
    if (payload && (!func || func.isDeclaration())) {
      reportError("expects the name of a function of the payload, but got '" +
                  name + "'");
      return nullptr;
    }
  }
  return payload;
}

OwningOpRef<ModuleOp> heddle::applyTo(ModuleOp payload,
                                      ArrayRef<std::string> schedules) {
  OwningOpRef<ModuleOp> scheduled = payload.clone();
  ApplyOptions options;
  options.entry = entryPoint;
  options.strict = strictMode;
  options.libraryRemarks = libraryRemarks;
  options.traceParallelLoops = static_cast<bool>(checkCommand);
  options.traceBuffers = explainMemory;
  llvm::append_range(options.libraryPaths, librarySearchPaths);
  llvm::append_range(options.params, knobChoices);
  if (failed(applyScheduleFiles(*scheduled, schedules, options)))
    return nullptr;
  return scheduled;
}

OwningOpRef<ModuleOp> heddle::applyWithinLimits(
    ModuleOp payload, ArrayRef<std::string> schedules,
    std::function<void(const ChildOutcome &, StringRef)> onExceeded) {
  auto report = [&](const ChildOutcome &outcome) {
    // Not a diagnostic: the main thread may be about to emit one.
    std::optional<Location> step = getRunningStep();
    std::string place = step ? formatLocation(*step) : "";
    std::string message = "applying the schedule " + outcome.describe();
    llvm::errs() << (place.empty() ? "heddle" : place) << ": error: " << message
                 << "\n";
    recordError(message);
    if (onExceeded)
      onExceeded(outcome, message);
    else if (jsonOutput)
      finishReport(kDifferent);
  };
  LimitWatch watch(getChildLimits(), report);
  return applyTo(payload, schedules);
}

ChildLimits heddle::getChildLimits() {
  uint64_t bytes = memoryLimit << 20;
  if (memoryLimit == 0)
    bytes = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
            static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return {timeout, bytes};
}

void heddle::printJSON(const llvm::json::Value &value, raw_ostream &os) {
  llvm::json::OStream(os, /*IndentSize=*/2).value(value);
  os << "\n";
}

int heddle::reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "heddle") << message << "\n";
  recordError(message.str());
  return kUsage;
}

int heddle::checkWritten(llvm::raw_fd_ostream &os, int code) {
  os.flush();
  if (!os.has_error())
    return code;
  std::string reason = os.error().message();
  os.clear_error();
  return reportError("cannot write the output: " + reason);
}

ExitCode heddle::combine(ExitCode a, ExitCode b) {
  auto rank = [](ExitCode code) {
    // Only kUsage and kDone are in their numerical place.
    return code == kUsage || code == kDone ? code : kUsage - code;
  };
  return rank(a) < rank(b) ? b : a;
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kOverview =
    R"(heddle: apply schedules to kernels, and prove that nothing changed

EXAMPLES:
  heddle apply payload.mlir -s schedule.mlir -o scheduled.mlir
  heddle check payload.mlir -s schedule.mlir
  heddle check kernel-with-schedule.mlir --dims arg0=37x53 --json
  heddle explain payload.mlir -s schedule.mlir --memory
  heddle bench payload.mlir -s a.mlir -s b.mlir
  heddle list --for payload.mlir
  heddle schedule payload.mlir -o schedule.mlir

'heddle SUBCOMMAND --help' shows the options and more examples of each.
)";

/// The overview and the examples of each subcommand.
static constexpr std::pair<StringLiteral, StringLiteral> kOverviews[] = {
    {"apply",
     R"(heddle apply: apply a schedule to a payload and print the result

EXAMPLES:
  heddle apply payload.mlir -s schedule.mlir
      prints the scheduled module
  heddle apply payload.mlir -s fuse.mlir -s vectorize.mlir
      applies the second schedule to the result of the first
  heddle apply both.mlir --entry @tile_rows -o out.mlir
      applies a named sequence in the payload's own file
)"},
    {"check",
     R"(heddle check: run payload with and without its schedule, and compare

The results are compared bit for bit on whole numbers that are small enough for
every order of every sum to be exact, and on random data: bit for bit where
nothing is summed up; otherwise the scheduled numbers are no worse than the
payload's own, measured in f64. The compiled code runs in a process of its own.

One more call of the scheduled function shows races of parallel loops and misuse
of memory.

Exit code 0: equal. 1: different, race, memory error, crashed or timed out. 2:
the schedule was refused. 3: unchanged, inconclusive or not checked. 4: wrong
usage.

EXAMPLES:
  heddle check payload.mlir -s schedule.mlir
  heddle check payload.mlir -s schedule.mlir --dims arg0=37x53,arg1=53x8
  heddle check payload.mlir -s schedule.mlir --dims M=37 --seed 7 --json
  heddle check payload.mlir -s schedule.mlir --inputs arg1=weights.npy
  heddle check payload.mlir -s schedule.mlir --function matmul --timeout 5
  heddle check payload.mlir --scheduled scheduled-elsewhere.mlir
)"},
    {"explain",
     R"(heddle explain: say where each op is computed, or why it is not fused

For each transform.structured.fuse_ext of the schedule: the loops with their
working sets, and for each op the loop in which it is computed, the box it
computes there, how often an element is computed, and the bytes of a tile.

EXAMPLES:
  heddle explain payload.mlir -s schedule.mlir
  heddle explain payload.mlir -s schedule.mlir --memory
  heddle explain payload.mlir -s schedule.mlir --memory --json
)"},
    {"bench",
     R"(heddle bench: time the payload without and with schedules

All variants are timed in one process, interleaved round by round; 'ratio' is
the median over the rounds of (time of the first variant / time of this one).

EXAMPLES:
  heddle bench payload.mlir -s a.mlir -s b.mlir
  heddle bench payload.mlir -s a.mlir --dims arg0=512x512,arg1=512x512 --json
  heddle bench payload.mlir -s a.mlir -s b.mlir --skip-unscheduled --threads 2
)"},
    {"list",
     R"(heddle list: list the schedules of a library

With --for, say for each op of a payload which schedules take it, and for each
other schedule what the op that is the most like what it expects lacks.

EXAMPLES:
  heddle list
  heddle list transform-scripts/matmul
  heddle list --markdown
  heddle list --for payload.mlir
)"},
    {"schedule",
     R"(heddle schedule: write a first schedule for a payload, to be edited

One nest for each fusion root with tiles of up to 256 KiB, then vectors and
buffers. Each step names its op. The schedule is tried first; what is refused is
a comment with the reason.

Exit code 0: a schedule was written. 3: there is nothing to tile. 4: wrong usage.

EXAMPLES:
  heddle schedule payload.mlir -o schedule.mlir
  heddle schedule payload.mlir --function main
)"}};

static StringRef getOverview(StringRef command) {
  for (auto [name, overview] : kOverviews)
    if (name == command)
      return overview;
  return kOverview;
}

static int runSubcommand(MLIRContext &context) {
  if (applyCommand)
    return runApply(context);
  if (checkCommand)
    return runCheck(context);
  if (explainCommand)
    return runExplain(context);
  if (benchCommand)
    return runBench(context);
  if (listCommand)
    return runList(context);
  if (scheduleCommand)
    return runSchedule(context);
  llvm::errs() << "heddle: expects a subcommand; see 'heddle --help'\n";
  return kUsage;
}

/// Prints what is wrong with the command line and keeps it for the report.
static bool parseArguments(int argc, char **argv, StringRef overview) {
  std::string error;
  llvm::raw_string_ostream os(error);
  bool isGood = cl::ParseCommandLineOptions(argc, argv, overview, &os);
  llvm::errs() << error;
  if (!isGood)
    recordError(error);
  return isGood;
}

/// A diagnostic and its notes, with their places.
static std::string printAll(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << diagnostic.getLocation() << diagnostic;
  for (Diagnostic &note : diagnostic.getNotes())
    os << note.getLocation() << note;
  return text;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  for (cl::SubCommand *command :
       {&cl::SubCommand::getTopLevel(), &applyCommand, &checkCommand,
        &explainCommand, &benchCommand, &listCommand, &scheduleCommand})
    cl::HideUnrelatedOptions(heddleCategory, *command);
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "heddle " << HEDDLE_VERSION << " (MLIR " << LLVM_VERSION_STRING
       << ")\n";
  });
  ArrayRef<const char *> arguments(argv + 1, argc > 0 ? argc - 1 : 0);
  bool asksForJSON = llvm::any_of(arguments, [](StringRef argument) {
    return argument == "--json" || argument == "-json";
  });
  auto finish = [&](int code) {
    return checkWritten(llvm::outs(), asksForJSON ? finishReport(code) : code);
  };
  if (std::string error = checkArguments(arguments); !error.empty())
    return finish(reportError(error));
  if (!parseArguments(argc, argv, getOverview(argc > 1 ? argv[1] : "")))
    return finish(kUsage);
  if (std::string error = checkOptionValues(); !error.empty())
    return finish(reportError(error));

  // Schedules run passes by name.
  registerAllPasses();
  registerAllHeddlePasses();
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler diagnostics(sourceMgr, &context);
  llvm::StringSet<> warnings;
  ScopedDiagnosticHandler recorder(&context, [&](Diagnostic &diagnostic) {
    // A schedule is verified, and its warnings are given, after each step of
    // loading it.
    if (diagnostic.getSeverity() == DiagnosticSeverity::Warning &&
        !warnings.insert(printAll(diagnostic)).second)
      return success();
    recordDiagnostic(diagnostic);
    return failure(); // printed by the handler above
  });
  return finish(runSubcommand(context));
}

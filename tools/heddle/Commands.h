//===- Commands.h - The subcommands of heddle -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the subcommands: their options, and how a payload is read and
// scheduled. Each subcommand is in the file named after it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_HEDDLE_COMMANDS_H
#define HEDDLE_TOOLS_HEDDLE_COMMANDS_H

#include "heddle/Execution/Run/ChildProcess.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace mlir::heddle {

struct ScheduleHeader;

extern llvm::cl::SubCommand applyCommand, checkCommand, explainCommand,
    listCommand, benchCommand, scheduleCommand;

/// Options of heddle itself; all others are hidden from its help.
extern llvm::cl::OptionCategory heddleCategory;

//===----------------------------------------------------------------------===//
// Options of several subcommands
//===----------------------------------------------------------------------===//

extern llvm::cl::opt<std::string> payloadFile;
extern llvm::cl::list<std::string> scheduleFiles;
extern llvm::cl::opt<std::string> entryPoint;
extern llvm::cl::opt<bool> strictMode, libraryRemarks;
extern llvm::cl::list<std::string> librarySearchPaths, knobChoices;
extern llvm::cl::opt<bool> jsonOutput;
extern llvm::cl::opt<std::string> dimsText, inputsText;
extern llvm::cl::opt<uint64_t> seed;
extern llvm::cl::list<std::string> functionNames;
extern llvm::cl::opt<double> timeout;
extern llvm::cl::opt<uint64_t> memoryLimit;

//===----------------------------------------------------------------------===//
// Options of one subcommand
//===----------------------------------------------------------------------===//

// apply
extern llvm::cl::opt<std::string> outputFile;
// check
extern llvm::cl::opt<std::string> scheduledFile;
extern llvm::cl::opt<bool> allowUnchanged, checkEach, compareExpressions;
extern llvm::cl::opt<unsigned> optLevel;
extern llvm::cl::opt<bool> openmp;
// explain
extern llvm::cl::opt<bool> explainMemory, explainLoops;
// list
extern llvm::cl::list<std::string> libraryPaths;
extern llvm::cl::opt<bool> markdownOutput, listAll;
extern llvm::cl::opt<std::string> listFor;
// bench
extern llvm::cl::opt<unsigned> threads, rounds;
extern llvm::cl::opt<double> maxSeconds;
extern llvm::cl::opt<bool> skipUnscheduled;

//===----------------------------------------------------------------------===//
// Shared steps
//===----------------------------------------------------------------------===//

/// Reads a module; null after an error.
OwningOpRef<ModuleOp> readModule(StringRef fileName, MLIRContext &context);

/// The same of the payload, which must have the functions that `--function`
/// names.
OwningOpRef<ModuleOp> readPayload(MLIRContext &context);

/// Applies `schedules` (or, if there are none, the schedule in the payload's
/// file) to a copy of `payload`; null after an error.
OwningOpRef<ModuleOp> applyTo(ModuleOp payload,
                              ArrayRef<std::string> schedules);

/// The same under the limits of --timeout and --memory-limit. When one is
/// exceeded, an error is printed with the step that runs, `onExceeded` is
/// called in another thread with how and the error's text, and the process ends
/// with status 1 (kDifferent).
OwningOpRef<ModuleOp> applyWithinLimits(
    ModuleOp payload, ArrayRef<std::string> schedules,
    std::function<void(const ChildOutcome &, StringRef)> onExceeded = {});

/// Names a schedule of the command line: as the library does, or after its
/// file, the shortest end of the path that no other schedule has.
std::string getScheduleName(StringRef file);

/// The limits that --timeout and --memory-limit set.
ChildLimits getChildLimits();

/// The first unknown name of a subcommand or an option, with the nearest known
/// name; "" if all are known. `arguments` begin after the program's name.
std::string checkArguments(ArrayRef<const char *> arguments);

/// What is wrong with the values of the options, which have been parsed; "" if
/// nothing is.
std::string checkOptionValues();

/// Reports what could not be written to `os`, if anything; returns `code`, or
/// kUsage then.
int checkWritten(llvm::raw_fd_ostream &os, int code);

/// Prints a JSON value with indentation and a newline.
void printJSON(const llvm::json::Value &value, raw_ostream &os = llvm::outs());

/// Remarks on what a schedule leaves to the lowering: tensors and structured
/// ops. A sequence of a library may stop before these are gone.
void remarkOnRest(StringRef name, ModuleOp scheduled);

/// Remarks on each function in which a schedule makes vectors of some ops, and
/// leaves others that become scalar loops. Ops of which a remark already said
/// that they stay scalar, copies and fills do not count.
void remarkOnScalarRest(ModuleOp payload, ModuleOp scheduled);

/// Keeps a diagnostic for the report of --json.
void recordDiagnostic(const Diagnostic &diagnostic);
void recordError(StringRef message);

/// True if a remark so far said that `op` stays scalar.
bool isSaidScalar(Operation &op);
/// Begins anew, for the next schedule.
void forgetScalarPlaces();

/// The warnings so far, each with its place.
SmallVector<std::string> getWarnings();

/// Prints a report with the errors, warnings and remarks so far and the exit
/// code.
void printReport(llvm::json::Object report, int code,
                 raw_ostream &os = llvm::outs());

/// Called with the exit code at the end of a run with --json: prints the errors
/// of a run that ended without a report. Returns the code.
int finishReport(int code);

/// The exit codes of heddle.
enum ExitCode {
  kDone = 0,      ///< done; every function is equal
  kDifferent = 1, ///< some function is different, crashed or exceeded a limit
  kRefused = 2,   ///< the schedule was refused
  kUndecided = 3, ///< inconclusive, unchanged or not checked
  kUsage = 4      ///< the command line, or a file that it names
};

/// The code of a run that has both outcomes: kUsage, then kDifferent, kRefused,
/// kUndecided, kDone.
ExitCode combine(ExitCode a, ExitCode b);

/// Prints "heddle: error: MESSAGE" and returns kUsage.
int reportError(const Twine &message);

//===----------------------------------------------------------------------===//
// Subcommands: each returns the exit code
//===----------------------------------------------------------------------===//

int runApply(MLIRContext &context);
int runCheck(MLIRContext &context);
int runExplain(MLIRContext &context);
int runBench(MLIRContext &context);
int runSchedule(MLIRContext &context);
int runList(MLIRContext &context);
/// The schedules of `headers` that take ops of the payload of --for.
int runListFor(MLIRContext &context, ArrayRef<ScheduleHeader> headers);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMMANDS_H

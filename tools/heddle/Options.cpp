//===- Options.cpp - The options of heddle --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All subcommands and their options. They are in one file because an option
// refers to its subcommand while both are being constructed.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

namespace cl = llvm::cl;
using namespace mlir;

cl::OptionCategory heddle::heddleCategory("heddle options");

cl::SubCommand
    heddle::applyCommand("apply",
                         "Apply a schedule to a payload and print the result");
cl::SubCommand heddle::checkCommand(
    "check", "Run the payload with and without its schedule and compare");
cl::SubCommand heddle::explainCommand(
    "explain", "Say where each op is computed, or why it is not fused");
cl::SubCommand heddle::listCommand("list", "List the schedules of a library");
cl::SubCommand heddle::scheduleCommand(
    "schedule", "Write a first schedule for a payload, to be edited");
cl::SubCommand
    heddle::benchCommand("bench",
                         "Time the payload without and with schedules");

cl::opt<std::string> heddle::payloadFile(
    cl::Positional, cl::desc("<payload.mlir>"), cl::Required,
    cl::sub(applyCommand), cl::sub(checkCommand), cl::sub(explainCommand),
    cl::sub(benchCommand), cl::sub(scheduleCommand), cl::cat(heddleCategory));
cl::list<std::string> heddle::scheduleFiles(
    "s",
    cl::desc("Schedule, a file or a name of the library such as matmul/packed; "
             "also --schedule (default: the one in the payload's file). "
             "Several are applied one after the other; bench times each by "
             "itself, and check --each checks each by itself"),
    cl::value_desc("schedule.mlir"), cl::sub(applyCommand),
    cl::sub(checkCommand), cl::sub(explainCommand), cl::sub(benchCommand),
    cl::cat(heddleCategory));
static cl::alias scheduleAlias("schedule", cl::desc("The same as -s"),
                               cl::aliasopt(heddle::scheduleFiles),
                               cl::cat(heddle::heddleCategory));
cl::opt<std::string> heddle::entryPoint(
    "entry",
    cl::desc("Entry point of the schedule (default: @__transform_main, else "
             "all top-level sequences, else the only public sequence)"),
    cl::value_desc("@name"), cl::sub(applyCommand), cl::sub(checkCommand),
    cl::sub(explainCommand), cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::strictMode(
    "strict", cl::desc("Refuse upstream ops that are known to be unsound here"),
    cl::sub(applyCommand), cl::sub(checkCommand), cl::sub(explainCommand),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::libraryRemarks(
    "library-remarks",
    cl::desc("Print remarks at lines of library files, also if the schedule "
             "has heddle.quiet_library, as those of heddle schedule have"),
    cl::sub(applyCommand), cl::sub(checkCommand), cl::sub(explainCommand),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::list<std::string> heddle::librarySearchPaths(
    "library-path",
    cl::desc("Look for libraries of sequences here, after the folder of the "
             "schedule and before the installed library"),
    cl::value_desc("folder"), cl::sub(applyCommand), cl::sub(checkCommand),
    cl::sub(explainCommand), cl::sub(benchCommand), cl::cat(heddleCategory));
cl::list<std::string> heddle::knobChoices(
    "param",
    cl::desc("What transform.tune.knob<\"name\"> chooses, or the value of a "
             "param of the entry point"),
    cl::value_desc("name=value"), cl::sub(applyCommand), cl::sub(checkCommand),
    cl::sub(explainCommand), cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::jsonOutput("json", cl::desc("Print the report as JSON"),
                                 cl::sub(checkCommand), cl::sub(explainCommand),
                                 cl::sub(benchCommand), cl::sub(listCommand),
                                 cl::cat(heddleCategory));
cl::opt<std::string> heddle::dimsText(
    "dims",
    cl::desc("Extents of dynamic arguments: by position or by a name of a "
             "heddle.dims attribute; '?' leaves one free"),
    cl::value_desc("arg0=37x53,M=4,..."), cl::sub(checkCommand),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<std::string> heddle::inputsText(
    "inputs",
    cl::desc("Arguments from files that numpy.save wrote, with their extents"),
    cl::value_desc("arg0=a.npy,..."), cl::sub(checkCommand),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<uint64_t> heddle::seed("seed",
                               cl::desc("Seed of the inputs (default: 1)"),
                               cl::init(1), cl::sub(checkCommand),
                               cl::sub(benchCommand), cl::cat(heddleCategory));
cl::list<std::string> heddle::functionNames(
    "function", cl::desc("Only this function (may be repeated)"),
    cl::value_desc("name"), cl::sub(checkCommand), cl::sub(benchCommand),
    cl::sub(scheduleCommand), cl::cat(heddleCategory));

cl::opt<std::string> heddle::outputFile("o", cl::desc("Where to write"),
                                        cl::value_desc("file"), cl::init("-"),
                                        cl::sub(applyCommand),
                                        cl::sub(scheduleCommand),
                                        cl::cat(heddleCategory));

cl::opt<std::string> heddle::scheduledFile(
    "scheduled",
    cl::desc("Compare with this module instead of applying a schedule"),
    cl::value_desc("module.mlir"), cl::sub(checkCommand),
    cl::cat(heddleCategory));
cl::opt<bool> heddle::allowUnchanged(
    "allow-unchanged",
    cl::desc("Accept a function that the schedule left as it was"),
    cl::sub(checkCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::compareExpressions(
    "expressions",
    cl::desc("Also say whether each element is the same expression of the "
             "elements of the arguments, whatever their values are"),
    cl::sub(checkCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::checkEach(
    "each",
    cl::desc("Check each schedule by itself, against one run of the payload"),
    cl::sub(checkCommand), cl::cat(heddleCategory));
cl::opt<double>
    heddle::timeout("timeout",
                    cl::desc("Seconds that applying the schedule may take, "
                             "compiling either module (bench: a variant), and "
                             "each call (bench: each round) (default: 60)"),
                    cl::value_desc("seconds"), cl::init(60),
                    cl::sub(checkCommand), cl::sub(benchCommand),
                    cl::cat(heddleCategory));
cl::opt<uint64_t> heddle::memoryLimit(
    "memory-limit",
    cl::desc("MiB of memory that applying the schedule may hold, compiling, "
             "and each call (default: the memory of this machine)"),
    cl::value_desc("MiB"), cl::init(0), cl::sub(checkCommand),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<unsigned> heddle::optLevel(
    "O",
    cl::desc(
        "Optimization level of the compiled code, 0 to 3 (default: 1, and 0 "
        "where little is computed, but for the scheduled function; 0 for "
        "functions of hundreds of ops with little work)"),
    cl::Prefix, cl::init(1), cl::sub(checkCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::openmp("openmp",
                             cl::desc("Run parallel loops with OpenMP threads"),
                             cl::sub(checkCommand), cl::cat(heddleCategory));

cl::opt<bool> heddle::explainLoops(
    "loops",
    cl::desc("Also print the loops of the result with what they compute, in "
             "vectors or scalars"),
    cl::sub(explainCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::explainMemory(
    "memory",
    cl::desc("Also count allocations and copies, with bytes and trip counts"),
    cl::sub(explainCommand), cl::cat(heddleCategory));

cl::list<std::string> heddle::libraryPaths(
    cl::Positional,
    cl::desc("[folder or file ...] (default: the library of this program)"),
    cl::sub(listCommand), cl::cat(heddleCategory));
cl::opt<std::string> heddle::listFor(
    "for",
    cl::desc("Say which schedules take which ops of this payload, and why the "
             "others take none"),
    cl::value_desc("payload.mlir"), cl::sub(listCommand),
    cl::cat(heddleCategory));
cl::opt<bool> heddle::listAll(
    "all",
    cl::desc("With --for: say of every schedule why it takes no op, not of the "
             "nearest alone"),
    cl::sub(listCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::markdownOutput("markdown",
                                     cl::desc("Print a Markdown table"),
                                     cl::sub(listCommand),
                                     cl::cat(heddleCategory));

cl::opt<unsigned> heddle::threads(
    "threads", cl::desc("Threads of parallel loops (default: 1)"), cl::init(1),
    cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<unsigned> heddle::rounds("rounds", cl::desc("Rounds (default: 11)"),
                                 cl::init(11), cl::sub(benchCommand),
                                 cl::cat(heddleCategory));
cl::opt<double> heddle::maxSeconds(
    "max-seconds",
    cl::desc(
        "Begin no round after this time; three are always made (default: 60)"),
    cl::init(60), cl::sub(benchCommand), cl::cat(heddleCategory));
cl::opt<bool> heddle::skipUnscheduled(
    "skip-unscheduled",
    cl::desc("Do not time the payload as it is; the first schedule is what the "
             "others are compared with"),
    cl::sub(benchCommand), cl::cat(heddleCategory));

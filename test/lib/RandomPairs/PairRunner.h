//===- PairRunner.h - Apply, run and compare payload pairs ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a batch of pairs in a child process: each payload as it is and once
// after its schedule, on the same inputs, compared bit for bit. A batch that
// does not finish is divided until the pair at fault is alone.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_PAIRRUNNER_H
#define HEDDLE_TEST_RANDOMPAIRS_PAIRRUNNER_H

#include "PayloadGraph.h"

#include "heddle/Execution/Run/ChildProcess.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::heddle::pairs {

struct Pair {
  Program program;
  Schedule schedule;
  /// The functions of the payload, `@payload` among them, and the named
  /// sequences of the schedule as text, where they are not printed from
  /// `program` and `schedule`. `program` still tells the signature then.
  std::string payloadText, scheduleText;
  /// A kernel: its schedule is written by `heddle schedule` if there is no
  /// text of it, and `referenceText` computes what it has to compute.
  bool isKernel = false;
  std::string referenceText;
  /// Another order of computation may round results of the kernel differently.
  bool isRounded = false;
  /// Either zero is right where both are compared: maxnumf and minnumf.
  bool takesEitherZero = false;
  /// A refusal may come after steps that changed the payload.
  bool hasManySteps = false;
};

enum class Status {
  /// Not run yet.
  Unknown,
  /// Both results agree.
  Equal,
  /// The schedule was refused and the payload is as it was.
  Refused,
  /// The schedule was refused, but the payload changed.
  ChangedByRefusal,
  /// The scheduled payload does not verify.
  Invalid,
  /// The scheduled payload cannot be lowered.
  NotLowered,
  Wrong,
  /// Wrong, but right if bufferization copies before every write.
  WrongInPlace,
  Crash,
  Timeout,
  /// A fault that the heap of the scheduled code found.
  Overflow,
  BadFree,
  WriteAfterFree,
  Leak,
  /// The payload as generated does not parse, lower or run.
  Generator,
  /// Fails after canonicalization only, and so does the payload without any
  /// schedule; or reads memory after a write, unlike after transform.cleanup.
  Upstream
};

const char *describe(Status status);
/// True for all errors of the schedule op under test.
bool isFailure(Status status);

struct PairResult {
  Status status = Status::Unknown;
  /// At least one producer of a root is computed in the nest.
  bool isFused = false;
  /// The reason of a refusal, the first difference, or where it crashed.
  std::string detail;
  /// Result elements that were compared.
  uint64_t elements = 0;
  /// Of a kernel (KernelText.h): its features, and what its schedule made; the
  /// first step that its schedule leaves out.
  uint64_t features = 0, scheduledBits = 0;
  std::string refusedStep;
  /// Formulas could not be compared, and numbers were.
  bool isUndecided = false;
};

struct RunnerOptions {
  std::string opName = "fuse_ext";
  /// The schedule takes a module, and each pair is on buffers before the batch
  /// is put together.
  bool isWholeModule = false;
  /// The scheduled payload is printed, parsed and lowered by stock passes in an
  /// order that the seed draws; else by one-shot with a copy before each write.
  bool isStock = false;
  /// A block that is never freed, or freed twice, is a failure if the code has
  /// to free its allocations.
  bool checkFrees = false;
  unsigned batchSize = 25;
  unsigned secondsPerBatch = 30;
  /// Insert checks of every slice and access into the scheduled payload.
  bool verifyBounds = false;
  /// Scheduled payload is bufferized as `transform.heddle.bufferize` does it,
  /// the payload with a copy before every write.
  bool heddleBufferize = false;
  bool copyBeforeWrite = false;
  /// Which versions are compared with the payload: the scheduled payload
  /// itself, and after canonicalization (which shows results that were right
  /// only because two values happened to share a buffer).
  bool runPlain = true;
  bool runCanonical = true;
  /// Canonicalization is that of transform.cleanup, not upstream's.
  bool cleansUp = false;
  /// Leave the schedule out, to test canonicalization alone.
  bool skipSchedule = false;
  /// How two versions are compared: by the bits of their results,
  /// or by the formulas that they compute.
  bool judgesBits = true, judgesFormulas = false;
  /// Some arguments of the payload are memory that is written between its ops.
  bool writesMemory = false;
  /// Print the IR of every phase.
  bool dump = false;
};

/// Text of one module that holds payload and schedule.
std::string printPair(const Pair &pair, const RunnerOptions &options);

/// Makes some tensors that `@payload` takes views of memory, and writes to this
/// memory between the ops of its body.
void addWrittenMemory(ModuleOp module, uint64_t seed);
/// Text of the module with that memory, if there is any.
std::string printWithMemory(MLIRContext &context, const Pair &pair,
                            const RunnerOptions &options);

/// Who owns the buffers of a function that was called.
struct Ownership {
  /// The function frees what it allocates and does not return.
  bool freesBuffers = false;
  /// Two results may be one buffer, because upstream may return a value twice.
  bool sharesResults = false;
};

/// Modules whose function is `@payload`; null for a version that is not run.
struct AppliedPair {
  OwningOpRef<ModuleOp> reference;
  OwningOpRef<ModuleOp> scheduled;
  OwningOpRef<ModuleOp> canonical;
  /// Of `scheduled`.
  Ownership ownership;
  /// The text of the schedule of a kernel.
  std::string schedule;
};

/// Applies the schedule of `pair` to a clone of its payload. The modules are on
/// buffers afterwards if the schedule takes a module. Returns false with the
/// reason in `result` if there is nothing to run.
bool applySchedule(MLIRContext &context, const Pair &pair,
                   const RunnerOptions &options, AppliedPair &applied,
                   PairResult &result);

/// Replaces collectives by what they compute, in `module`, so that one process
/// can run its loops over devices. Fails if such a loop is no longer on
/// tensors, as upstream's bufferization leaves it where it stops at the
/// collective.
LogicalResult runDevicesInTurn(ModuleOp module);

/// Runs passes, without verification in between.
LogicalResult runPipeline(ModuleOp module, StringRef pipeline);

/// Draws the attributes of `transform.heddle.bufferize`, and of
/// `transform.heddle.plan_memory`.
std::string drawBufferizeOptions(Random &random);
std::string drawArenaOptions(Random &random);

/// `transform.heddle.report_memory` and `assert_memory` on the handle
/// `function`, which is on buffers; mostly neither. Bounds may be exceeded.
std::string drawMemoryReports(Random &random, StringRef function);

/// `transform.heddle.recompute` of the op that `op` names, for all readers of
/// its first result.
std::string drawRecomputation(Random &random, StringRef op);

/// `transform.heddle.keep_in_place` on what `op` names.
std::string drawKeptInPlace(Random &random, StringRef op);

/// Bufferizes `%module`, which is consumed, by upstream's steps.
std::string drawUpstreamSteps(Random &random);

/// True if a function or an op of `module` has a tensor.
bool hasTensors(ModuleOp module);

/// Bufferizes `module` with a copy before every write: a reference that does
/// not depend on an analysis.
LogicalResult bufferizeWithCopies(ModuleOp module);

/// Prints `module`, parses the text, and bufferizes the parsed module with
/// stock passes. After CSE and loop-invariant code motion, also those that the
/// schedule applied (`sharesValues`), Heddle's preparing passes run before
/// one-shot bufferization. Buffers are freed afterwards if `*freesBuffers` is
/// set.
LogicalResult bufferizeByStockPasses(OwningOpRef<ModuleOp> &module,
                                     uint64_t seed, bool sharesValues,
                                     bool *freesBuffers);

/// Bufferizes the functions of a batch. Functions whose name starts with `p`
/// are references.
LogicalResult bufferizeBatch(ModuleOp module, const RunnerOptions &options);

/// Draws the steps of a chain for `program`; the last ones may bufferize.
/// Memory that is written is not canonicalized by upstream.
std::vector<std::string> drawChain(const Program &program, bool bufferizes,
                                   bool writesMemory);
/// Prints them as named sequences, and one that includes them all.
void printChain(llvm::ArrayRef<std::string> steps, llvm::raw_ostream &os);

/// Runs `pairs` and reports the outcome of each. `context` must be without
/// threads, because the child processes inherit it.
std::vector<PairResult> runPairs(MLIRContext &context,
                                 llvm::ArrayRef<const Pair *> pairs,
                                 const RunnerOptions &options);

/// The name of the payload without its schedule in messages.
inline constexpr llvm::StringLiteral kUnscheduled = "unscheduled";

/// A message of a child that runs a batch.
struct Message {
  enum Kind : int64_t {
    Applying,  ///< the schedule of `pair`
    Applied,   ///< it is; `number` is 1 if a producer was fused
    Described, ///< a kernel, by `features`, `bits` and its refused step, `text`
    Undecided, ///< the formulas of `pair`
    Lowering,  ///< all pairs that were applied
    Calling,   ///< a version of `pair`, which is called `text`
    Finished,  ///< `pair`, as `status` with `text` says; `number` of elements
    Failed     ///< to lower all pairs that were applied, for the reason `text`
  };
  Kind kind;
  unsigned pair = 0;
  Status status = Status::Unknown;
  uint64_t number = 0;
  std::string text = "";
  uint64_t features = 0, bits = 0;
};

/// The child's part: runs `pairs` in this process and sends a Message per
/// event.
void runBatch(MLIRContext &context, llvm::ArrayRef<const Pair *> pairs,
              const RunnerOptions &options,
              llvm::function_ref<void(const Message &)> send);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_PAIRRUNNER_H

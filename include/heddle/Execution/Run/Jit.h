//===- Jit.h - Compile a payload module and call its functions --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in memory and runs its functions in child processes.
// Inputs.h draws the arguments, Check.h judges the results.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_JIT_H
#define HEDDLE_EXECUTION_RUN_JIT_H

#include "heddle/Execution/Run/ChildProcess.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Run/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>

namespace mlir::heddle {

struct GuardedArray;
struct WatchedCode;

/// How a payload is compiled, and for which purpose.
struct JitOptions : CodeOptions {
  explicit JitOptions(const Target &target) : target(&target) {}

  const Target *target;
  /// Bufferize functions on tensors with a separate buffer for each value, and
  /// lower them plainly. This is for the reference of a comparison, which must
  /// not share the faults of the other side.
  bool separateBuffers = false;
  /// Free buffers that the payload allocates and does not free.
  bool deallocate = true;
};

/// One compiled function.
struct JitFunction {
  std::string name;
  /// Scalars and memrefs: the types after bufferization.
  SmallVector<Type> inputs, results;
  /// For each argument, the results of the payload function that are left in it
  /// (its attribute `heddle.results`).
  SmallVector<SmallVector<int64_t, 1>> resultsInArguments;
  EntryPoint entry = nullptr;
  /// The heap that it was compiled for (see JitOptions).
  const HeapFunctions *heap = nullptr;
  /// The places that its code reports, if it was compiled to be watched.
  const WatchedCode *watched = nullptr;
};

/// Finds where `scheduled`, which a schedule made of the function `payload`,
/// leaves the results of `payload`: `resultArguments` gets for each result the
/// argument that holds it after a call, or nothing if it is returned. Arguments
/// that `payload` lacks and no attribute explains hold array results in order.
/// Returns an empty text, or a description of how the signatures contradict
/// each other.
std::string
findResultArguments(const JitFunction &payload, const JitFunction &scheduled,
                    SmallVectorImpl<std::optional<unsigned>> &resultArguments);

/// A compiled module. It owns the code, and must outlive its JitFunctions.
class JitModule {
public:
  ~JitModule();

  /// The first part of compile(): a copy of `module` with buffers. It depends
  /// on the options of bufferization, not on those of code generation.
  static FailureOr<OwningOpRef<ModuleOp>> bufferize(ModuleOp module,
                                                    const JitOptions &options);
  /// The second part: compiles what bufferize() returned.
  static FailureOr<std::unique_ptr<JitModule>>
  compileBuffers(OwningOpRef<ModuleOp> module, const JitOptions &options);

  /// Compiles a copy of `module`: drops the ops of the transform dialect,
  /// bufferizes functions on tensors as `transform.heddle.bufferize` does, and
  /// frees buffers that the payload does not free. Requires: a context that has
  /// Heddle's registry. On failure: errors were emitted on the payload's ops.
  static FailureOr<std::unique_ptr<JitModule>>
  compile(ModuleOp module, const JitOptions &options);

  /// The public function `name`, or null.
  const JitFunction *lookup(StringRef name) const;

private:
  JitModule();
  /// Adds the public functions of `module`, which are on buffers.
  void addFunctions(ModuleOp module, const JitOptions &options);
  /// Renames functions in `module` that have the name of a function of this
  /// process.
  void renameFunctions(ModuleOp module);

  std::unique_ptr<CompiledCode> code;
  std::unique_ptr<WatchedCode> watched;
  llvm::StringMap<JitFunction> functions;
};

/// Runs `body`, which may run passes and compile, in a child process:
/// upstream's passes and code generation may crash, or take forever.
ChildOutcome
compileInChild(MLIRContext *context,
               llvm::function_ref<void(MessageSink &)> body,
               llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage,
               const ChildLimits &limits);

/// Makes a copy of `module` without ops of the transform dialect and without
/// the attributes that mark it as a script.
OwningOpRef<ModuleOp> clonePayload(ModuleOp module);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Where the arrays of a call are in memory.
struct ArgumentLayout {
  /// Strides and offsets that a type leaves open are not those of a dense
  /// array.
  bool spread = false;
  /// Dims whose stride the type leaves open, and the offset, too, run from the
  /// end of the array to its start.
  bool reversed = false;
  /// An argument, and an earlier one of the same type and shape whose memory
  /// and contents it shares.
  std::optional<std::pair<unsigned, unsigned>> shared;
  /// By how many elements the memory that is shared begins later (below 0:
  /// earlier). Both arguments have a dense layout then.
  int64_t shift = 0;
  /// An argument whose first stride that the type leaves open is 0, or all of
  /// them: its rows are one row.
  std::optional<unsigned> repeated;
  bool repeatsAll = false;
};

/// Arguments in memory that compiled code can use, made for one function.
class CallFrame {
public:
  enum Placement {
    /// Each array ends at a page that cannot be accessed and begins after a
    /// pattern, so that most writes and reads out of bounds are noticed.
    Guarded,
    /// Each array is aligned to 64 bytes.
    Aligned,
    /// Each array is a block of the heap that the function was compiled for,
    /// and is freed with the frame.
    InHeap
  };

  /// Copies `args` into memory laid out as `function` wants it. Each array of
  /// `lender`, a frame that lives longer, lends its memory to the argument at
  /// the same place, if that has the same layout.
  CallFrame(const JitFunction &function, ArrayRef<HostValue> args,
            Placement placement, const ArgumentLayout &layout = {},
            const CallFrame *lender = nullptr);
  ~CallFrame();
  CallFrame(const CallFrame &) = delete;

  /// Calls the function. The result of an earlier call is forgotten, not freed.
  void call() { function.entry(packed.data()); }

  /// The blocks of memory of the arrays that the last call returned, one per
  /// array result.
  SmallVector<void *> getResultBlocks() const;

  /// Frees the arrays that the last call returned and that are not arguments.
  void freeResults();

  /// Copies `args` in again, with the same shapes.
  void reset(ArrayRef<HostValue> args);

  HostValue getResult(unsigned i) const;
  HostValue getArgument(unsigned i) const;

  /// The first element of array argument `i`, as the function sees it.
  char *getArgumentData(unsigned i) const;

  /// The first argument before whose start something was written, if any.
  std::optional<unsigned> findUnderflow() const;

  /// The arrays that guard pages surround.
  std::vector<GuardedArray> getGuardedArrays() const;

private:
  struct Argument;
  void addArgument(Type type, const HostValue &value, Placement placement,
                   const ArgumentLayout &layout, const CallFrame *lender);
  void addResults();

  const JitFunction &function;
  std::vector<std::unique_ptr<Argument>> arguments;
  std::vector<void *> packed;
  std::vector<int64_t> resultStorage;
  SmallVector<size_t> resultOffsets;
};

/// One call to make.
struct JitJob {
  const JitFunction *function = nullptr;
  /// Draws the arguments; called in the child, and only for jobs that are run.
  std::function<SmallVector<HostValue>()> makeArguments;
  /// Arguments whose contents after the call are wanted.
  SmallVector<unsigned> keepArguments;
  ArgumentLayout layout;
  /// How often the function is called on the same memory; the last results
  /// count.
  unsigned calls = 1;
  /// Each call gets arguments of its own: a call may overwrite the memory of
  /// its tensors.
  bool newArguments = false;
  /// Draws the arguments of a call before the last one, whose number is given.
  /// If it is null, they are those of the last one.
  std::function<SmallVector<HostValue>(unsigned)> makeEarlier;
  /// What fills the memory that the function allocates; two values show reads
  /// of memory that was never written.
  unsigned char mallocPattern = 0xFE;
  /// Jobs of one group are next to each other. If a job exceeds a limit, the
  /// later ones of its group are not run: they would most likely exceed it too.
  size_t group = 0;
};

/// An access beyond an array that ended a call.
struct Fault {
  enum Access { Accesses, Reads, Writes };
  unsigned argument = 0;
  Access access = Accesses;
  /// The position that the element would have in the array: "[7, 0]" in an
  /// array of 7 rows. The position in memory ("element 91") if the array is not
  /// row-major.
  std::string element;
  bool beforeStart = false;

  /// "reads [7, 0] past the end of NAME".
  std::string describe(StringRef name) const;
};

/// The outcome of a call.
struct JitResult {
  ChildOutcome outcome;
  /// Set if the call crashed next to the array of an argument.
  std::optional<Fault> fault;
  /// Set if the function wrote before the start of this argument.
  std::optional<unsigned> underflow;
  SmallVector<HostValue> results;
  SmallVector<HostValue> arguments; ///< those of keepArguments
};

/// Makes the calls in child processes, as many as possible in each. A call that
/// crashes or exceeds a limit is reported, and the next one runs in a new
/// process. `onResult` is called for every job, in order.
void runJobs(ArrayRef<JitJob> jobs, const ChildLimits &limits,
             llvm::function_ref<void(size_t, JitResult &&)> onResult);

/// Makes one call in a separate process.
JitResult runJob(const JitJob &job, const ChildLimits &limits);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_JIT_H

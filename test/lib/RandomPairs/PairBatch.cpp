//===- PairBatch.cpp - One batch of pairs in this process -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the payloads of a batch and the scheduled payloads (PairApply.cpp)
// as one module, and calls the functions. A crash ends the process. The
// messages sent so far tell the parent (PairRunner.cpp) how far it came.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"
#include "PairCall.h"

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Check/RoundedConstants.h"
#include "heddle/Execution/Run/Jit.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::pairs;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The first fault of the heap and its text; Equal for none.
static std::pair<Status, std::string> faultOf(const HeapReport &report,
                                              bool checksFrees) {
  if (report.overflows)
    return {Status::Overflow, "a write outside a buffer"};
  if (report.badFrees && checksFrees)
    return {Status::BadFree,
            formatv("{0} frees of addresses that are not a live buffer of the "
                    "function",
                    report.badFrees)};
  if (report.writesAfterFree)
    return {Status::WriteAfterFree,
            formatv("{0} buffers are written after they were freed",
                    report.writesAfterFree)};
  if (report.leaks && checksFrees)
    return {Status::Leak, formatv("{0} buffers of {1} bytes are never freed",
                                  report.leaks, report.leakedBytes)};
  return {Status::Equal, ""};
}

/// The sizes of `run`: "10x4".
static std::string formatSizes(const Program &program, unsigned run) {
  return llvm::join(llvm::map_range(program.symbols,
                                    [&](const Symbol &symbol) {
                                      return std::to_string(symbol.values[run]);
                                    }),
                    "x");
}

/// The first difference, or nothing.
static std::string compare(const Pair &pair, unsigned run,
                           ArrayRef<HostValue> expected,
                           ArrayRef<HostValue> found, uint64_t &elements) {
  for (auto [number, want, have] : llvm::enumerate(expected, found)) {
    auto isEqual = [&, &want = want, &have = have](int64_t i) {
      return want.isIdentical(have, i) ||
             (pair.takesEitherZero && want.isFloat() && want.getFloat(i) == 0 &&
              have.getFloat(i) == 0);
    };
    std::optional<Difference> difference = compareElements(want, have, isEqual);
    elements += want.getNumElements();
    if (!difference)
      continue;
    if (!difference->shapes.empty())
      return formatv("result {0}: {1}", number, difference->shapes);
    return formatv("result {0} of {1} at {2}: expected {3}, but got {4} "
                   "(sizes {5})",
                   number, want.formatType(), difference->index,
                   difference->expected, difference->found,
                   formatSizes(pair.program, run));
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

namespace {

/// A version of a payload: the name of its function, and its name in messages.
struct Version {
  char prefix;
  StringLiteral name;
};

constexpr Version kPayload = {'p', kUnscheduled};
constexpr Version kVersions[] = {{'q', "scheduled"}, {'c', "canonicalized"}};

/// Runs one pair of a batch and reports the outcome.
class PairRun {
public:
  PairRun(const JitModule &code, const Pair &pair, unsigned index,
          const Ownership &ownership, const RunnerOptions &options,
          const FormCode &forms, bool hasRoundedConstants,
          llvm::function_ref<void(const Message &)> send)
      : code(code), pair(pair), program(pair.program), index(index),
        options(options), forms(forms),
        hasRoundedConstants(hasRoundedConstants), send(send) {
    payloadOwnership.freesBuffers = !options.isWholeModule;
    payloadOwnership.sharesResults = true;
    versionOwnership = options.isWholeModule ? ownership : payloadOwnership;
  }

  void run();

private:
  const JitFunction *lookup(Version version) const;
  /// Runs a version on the sizes of `run`. Returns false if it has finished the
  /// pair.
  bool runVersion(Version version, unsigned run, ArrayRef<HostValue> expected);
  /// The first difference between rounded numbers, or nothing.
  std::string compareRounded(const CallTarget &target,
                             ArrayRef<HostValue> expected,
                             ArrayRef<HostValue> found);
  bool finish(Status status, std::string text) {
    uint64_t compared = status == Status::Equal ? elements : 0;
    send({Message::Finished, index, status, compared, std::move(text)});
    return false;
  }

  const JitModule &code;
  const Pair &pair;
  const Program &program;
  unsigned index;
  Ownership payloadOwnership, versionOwnership;
  const RunnerOptions &options;
  const FormCode &forms;
  bool hasRoundedConstants; ///< formulas that differ tell nothing then
  llvm::function_ref<void(const Message &)> send;
  uint64_t elements = 0;
  ResultArguments returned; ///< by the payload: all
};

} // namespace

static std::string nameOf(char prefix, unsigned index) {
  return formatv("{0}{1}", prefix, index);
}

const JitFunction *PairRun::lookup(Version version) const {
  return code.lookup(nameOf(version.prefix, index));
}

bool PairRun::runVersion(Version version, unsigned run,
                         ArrayRef<HostValue> expected) {
  const JitFunction *function = lookup(version);
  if (!function)
    return true;
  ResultArguments resultArguments;
  std::string mismatch =
      findResultArguments(*lookup(kPayload), *function, resultArguments);
  if (!mismatch.empty())
    return finish(Status::Invalid, mismatch);
  send({Message::Calling, index, Status::Unknown, 0, version.name.str()});
  CallTarget target{*function, program, run, resultArguments, versionOwnership};
  CallResult found = call(target, expected);
  auto [fault, text] =
      faultOf(found.heap, versionOwnership.freesBuffers && options.checkFrees);
  std::string difference;
  if (pair.isRounded)
    difference = compareRounded(target, expected, found.results);
  else if (options.judgesBits)
    difference = compare(pair, run, expected, found.results, elements);
  if (difference.empty() && forms.field && !pair.isKernel) {
    CallTarget payload{*lookup(kPayload), program, run, returned,
                       payloadOwnership};
    difference = compareAsFormulas(forms, payload, target, expected, elements);
  }
  // A wrong number tells more than a block that is not freed.
  if (!difference.empty() && fault != Status::Overflow)
    return finish(Status::Wrong, difference);
  return fault == Status::Equal || finish(fault, text);
}

std::string PairRun::compareRounded(const CallTarget &target,
                                    ArrayRef<HostValue> expected,
                                    ArrayRef<HostValue> found) {
  uint64_t before = elements;
  std::string difference;
  if (forms.field) {
    CallTarget payload{*lookup(kPayload), program, target.run, returned,
                       payloadOwnership};
    difference = compareAsFormulas(forms, payload, target, expected, elements);
  }
  if (difference.empty() ? elements != before : !hasRoundedConstants)
    return difference;
  elements = before;
  send({Message::Undecided, index});
  for (auto [number, want, have] : llvm::enumerate(expected, found)) {
    elements += want.getNumElements();
    if (!want.isFloat())
      continue;
    // Sums of a hundred terms of either sign, each rounded a few times.
    double unit = want.getElementType().isF32()   ? 0x1p-24
                  : want.getElementType().isF16() ? 0x1p-11
                                                  : 0x1p-8;
    double largest = 0;
    if (auto found = compareWithin(want, have, 256 * unit, largest))
      return formatv("result {0} of {1} at {2}: expected about {3}, but got "
                     "{4} (sizes {5})",
                     number, want.formatType(), found->index, found->expected,
                     found->found, formatSizes(program, target.run));
  }
  return "";
}

void PairRun::run() {
  const JitFunction &payload = *lookup(kPayload);
  returned.resize(payload.results.size());
  for (unsigned run = 0; run < program.numRuns; ++run) {
    send({Message::Calling, index, Status::Unknown, 0, kPayload.name.str()});
    CallResult expected =
        call({payload, program, run, returned, payloadOwnership}, {});
    if (expected.heap.overflows)
      return (void)finish(Status::Generator, "a write outside a buffer");
    for (Version version : kVersions)
      if (!runVersion(version, run, expected.results))
        return;
  }
  finish(Status::Equal, "");
}

//===----------------------------------------------------------------------===//
// The batch
//===----------------------------------------------------------------------===//

namespace {

/// Pairs whose functions are compiled as one module.
class Batch {
public:
  Batch(MLIRContext &context, ArrayRef<const Pair *> pairs,
        const RunnerOptions &options,
        llvm::function_ref<void(const Message &)> send)
      : context(context), pairs(pairs), options(options), send(send),
        module(ModuleOp::create(UnknownLoc::get(&context))),
        ownerships(pairs.size()), roundedConstants(pairs.size()) {}

  /// Applies the schedule of each pair.
  void apply();
  /// Lowers and runs the pairs that were applied.
  void run();

private:
  /// For a pair that is alone in its batch, tells whether its payload cannot be
  /// lowered.
  bool isPayloadCompiled(const std::string &errors);
  /// Compiles the pairs whose formulas are compared.
  LogicalResult compileForms(FormCode &forms);
  FailureOr<std::unique_ptr<JitModule>>
  compile(ModuleOp code, bool dump, FloatForm form = FloatForm::Own);

  MLIRContext &context;
  ArrayRef<const Pair *> pairs;
  const RunnerOptions &options;
  llvm::function_ref<void(const Message &)> send;
  OwningOpRef<ModuleOp> module;
  std::vector<Ownership> ownerships;
  std::vector<bool> roundedConstants;
  SmallVector<unsigned> applied;
};

} // namespace

/// Moves the ops of `from` to the end of `batch`; `@payload` is called `name`
/// there, and the companion of its arena is named after it.
static void moveInto(ModuleOp batch, ModuleOp from, const std::string &name) {
  if (!from)
    return;
  for (Operation &op : llvm::make_early_inc_range(*from.getBody())) {
    auto symbol = cast<SymbolOpInterface>(op);
    StringRef rest = symbol.getName();
    bool isPayload = rest.consume_front("payload");
    std::string newName = isPayload && (rest.empty() || rest == "_arena_size")
                              ? name + rest.str()
                              : name + "_" + symbol.getName().str();
    (void)SymbolTable::replaceAllSymbolUses(
        &op, StringAttr::get(op.getContext(), newName), from);
    symbol.setName(newName);
  }
  for (Operation &op : llvm::make_early_inc_range(*from.getBody()))
    op.moveBefore(batch.getBody(), batch.getBody()->end());
}

void Batch::apply() {
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    unsigned index = i;
    send({Message::Applying, index});
    AppliedPair made;
    PairResult result;
    bool isApplied = pair->isKernel
                         ? applyWrittenSchedule(context, *pair, made, result)
                         : applySchedule(context, *pair, options, made, result);
    if (pair->isKernel)
      send({Message::Described, index, Status::Unknown, 0, result.refusedStep,
            result.features, result.scheduledBits});
    if (options.dump && !made.schedule.empty())
      llvm::outs() << "// Schedule:\n" << made.schedule << "\n";
    if (!isApplied) {
      send({Message::Finished, index, result.status, 0, result.detail});
      continue;
    }
    if (options.dump && made.scheduled)
      llvm::outs() << "// Scheduled:\n" << *made.scheduled << "\n";
    if (pair->isKernel) {
      auto payload = made.reference->lookupSymbol<func::FuncOp>("payload");
      roundedConstants[index] = hasRoundedConstants(
          payload, payload,
          made.scheduled->lookupSymbol<func::FuncOp>("payload"));
    }
    moveInto(*module, *made.reference, nameOf('p', index));
    moveInto(*module, made.scheduled.get(), nameOf('q', index));
    moveInto(*module, made.canonical.get(), nameOf('c', index));
    ownerships[index] = made.ownership;
    applied.push_back(index);
    send({Message::Applied, index, Status::Unknown, result.isFused});
  }
}

FailureOr<std::unique_ptr<JitModule>> Batch::compile(ModuleOp code, bool dump,
                                                     FloatForm form) {
  // The other forms are compiled from the module that was bufferized for the
  // first one.
  if (!options.isWholeModule && form == FloatForm::Own &&
      failed(bufferizeBatch(code, options)))
    return failure();
  if (dump)
    llvm::outs() << "// Buffers:\n" << code << "\n";
  JitOptions jit(getCPUTarget());
  jit.deallocate = false;
  jit.heap = &poisoned_heap::functions;
  jit.floats = form;
  return JitModule::compile(code, jit);
}

bool Batch::isPayloadCompiled(const std::string &errors) {
  unsigned index = applied.front();
  OwningOpRef<ModuleOp> reference(module->clone());
  std::string name = nameOf('p', index);
  for (Operation &op : llvm::make_early_inc_range(*reference->getBody()))
    if (cast<SymbolOpInterface>(op).getName().split('_').first != name)
      op.erase();
  send({Message::Calling, index, Status::Unknown, 0, kUnscheduled.str()});
  if (failed(compile(*reference, /*dump=*/false))) {
    send({Message::Finished, index, Status::Generator, 0, errors});
    return false;
  }
  return true;
}

LogicalResult Batch::compileForms(FormCode &forms) {
  auto isJudged = [&](unsigned index) {
    return pairs[index]->isKernel ? pairs[index]->isRounded
                                  : options.judgesFormulas;
  };
  if (llvm::none_of(applied, isJudged))
    return success();
  llvm::StringSet<> names;
  for (unsigned index : applied)
    if (isJudged(index))
      names.insert_range(ArrayRef<std::string>{
          nameOf('p', index), nameOf('q', index), nameOf('c', index)});
  OwningOpRef<ModuleOp> judged(module->clone());
  for (Operation &op : llvm::make_early_inc_range(*judged->getBody()))
    if (!names.contains(cast<SymbolOpInterface>(op).getName().split('_').first))
      op.erase();
  for (FloatForm form : {FloatForm::Recorded, FloatForm::Field}) {
    FailureOr<std::unique_ptr<JitModule>> made =
        compile(*judged, /*dump=*/false, form);
    // Numbers are compared then.
    if (failed(made) && pairs[applied.front()]->isKernel)
      return forms.recorded = nullptr, success();
    if (failed(made))
      return failure();
    (form == FloatForm::Field ? forms.field : forms.recorded) =
        std::move(*made);
  }
  return success();
}

void Batch::run() {
  if (applied.empty())
    return;
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "; ";
    return success();
  });
  if (applied.size() == 1 && !isPayloadCompiled(errors))
    return;
  send({Message::Lowering});
  FailureOr<std::unique_ptr<JitModule>> code = compile(*module, options.dump);
  if (failed(code)) {
    send({Message::Failed, 0, Status::Unknown, 0, errors});
    return;
  }
  FormCode forms;
  if (failed(compileForms(forms)))
    return send({Message::Failed, 0, Status::Unknown, 0, errors});
  // This is never freed, as the batch is not (see runBatch).
  const JitModule *jit = code->release();
  for (unsigned index : applied)
    PairRun(*jit, *pairs[index], index, ownerships[index], options, forms,
            roundedConstants[index], send)
        .run();
}

void mlir::heddle::pairs::runBatch(
    MLIRContext &context, ArrayRef<const Pair *> pairs,
    const RunnerOptions &options,
    llvm::function_ref<void(const Message &)> send) {
  // Never freed: the process ends next, and freeing takes a while.
  auto *batch = new Batch(context, pairs, options, send);
  batch->apply();
  batch->run();
}

//===- CheckRuns.cpp - The runs of a checked function ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which sizes and numbers a function is run with, and the calls for that.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "Refusals.h"

#include "heddle/Execution/Inputs/Roots.h"
#include "heddle/Execution/Inputs/SpecialValues.h"
#include "heddle/Execution/Shapes/InlineCallees.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The number that the `run`-th run gives to the `i`-th of `count` free
/// extents. Run 0 is the main one.
static int64_t drawExtent(unsigned run, unsigned i, unsigned count,
                          uint64_t seed) {
  static constexpr int64_t primes[] = {13, 7, 17, 11, 19, 5, 23, 3};
  static constexpr int64_t fewPrimes[] = {5, 3, 7, 2};
  int64_t prime =
      count > 4 ? fewPrimes[(i + seed) % 4] : primes[(i + seed) % 8];
  if (run == 0)
    return prime;
  if (run == 1)
    return 1;
  if (run == 2)
    return count > 4 ? 4 : 8 << (i % 2);
  if (run < 3 + count)
    return run - 3 == i ? 0 : prime;
  uint64_t mixed = (seed + 1) * 0x9E3779B97F4A7C15ull + run * 31 + i * 17;
  return 1 +
         static_cast<int64_t>((mixed ^ (mixed >> 29)) % (count > 4 ? 6 : 29));
}

/// Where all random numbers are positive, sums of products do not cancel, and
/// what a softmax of them leaves out matters little. Adds a copy of `run` with
/// numbers of both signs for a payload with weights whose roots permit it.
static void addCancellingRun(Subject &subject, Run run) {
  bool hasWeights = llvm::any_of(
      run.specs, [](const InputSpec &spec) { return spec.scale < 1; });
  if (!run.inputs.positive || !hasWeights ||
      !hasRootsOfAnyInputs(subject.planned))
    return;
  run.isMain = false;
  run.isExtra = true;
  run.inputs.positive = false;
  run.inputs.seed += 31;
  run.note = "both signs";
  subject.extraRuns.push_back(std::move(run));
}

/// Adds copies of `run` in which the initial value of a maximum or a minimum
/// matters. In one copy all inputs are below any initial value but the right
/// one; in another they are above. A softmax does not depend on the start of
/// its maximum either, unless exp is 0 for all numbers of a row. Negative
/// numbers whose roots the payload takes give NaN: that run is an extra one.
static void addSignedRuns(Subject &subject, Run run) {
  addCancellingRun(subject, run);
  ExtremeReductions extremes = findExtremeReductions(subject.planned);
  if (run.inputs.positive) {
    if (!extremes.hasMaximum ||
        !findSpecialLimits(subject.planned).noNaNs.empty())
      return;
    run.isMain = false;
    run.isExtra = true;
    run.inputs.positive = false;
    run.inputs.sign = -1;
    return subject.extraRuns.push_back(run);
  }
  for (auto [isWanted, sign] :
       {std::pair(extremes.hasMaximum, -1), std::pair(extremes.hasMinimum, 1)})
    if (isWanted) {
      run.inputs.sign = sign;
      run.inputs.distance = 0;
      subject.runs.push_back(run);
      // exp(-104) is 0 in f32.
      run.inputs.distance = 110;
      if (extremes.ofInputs && run.inputs.magnitude == 0)
        subject.runs.push_back(run);
    }
}

/// Combinations of truth values, one in a bit: all of them if they are few,
/// else those in which at most one differs from the others. None for a single
/// value.
static SmallVector<unsigned> chooseTruths(unsigned count, double work) {
  constexpr unsigned kFew = 3, kSome = 5, kMany = 16;
  constexpr double kLittleWork = 1 << 16;
  SmallVector<unsigned> chosen;
  bool isShort = work < kLittleWork;
  if (count < 2 || count > kMany || (count > kFew && !isShort))
    return chosen;
  unsigned all = (1u << count) - 1;
  if (count <= kSome) {
    llvm::append_range(chosen, llvm::seq_inclusive(0u, all));
    return chosen;
  }
  chosen = {0, all};
  for (unsigned i = 0; i < count; ++i)
    chosen.append({1u << i, all ^ 1u << i});
  return chosen;
}

/// Adds copies of `run` that take other branches and selections of the payload:
/// one in which each truth value that is passed is negated, some with other
/// numbers, and one for each combination of a few truth values.
static void addBranchRuns(Subject &subject, Run run) {
  bool branches = false, selects = false;
  subject.planned->walk([&](Operation *op) {
    branches |= isa<BranchOpInterface, RegionBranchOpInterface>(op) &&
                !isa<LoopLikeOpInterface>(op);
    selects |= isa<arith::SelectOp>(op);
  });
  TypeRange types = subject.func.getArgumentTypes();
  auto isTruth = [](Type type) { return type.isInteger(1); };
  bool hasNumbers =
      llvm::any_of(types, [](Type type) { return type.isIntOrIndex(); });
  unsigned numTruths = llvm::count_if(types, isTruth);
  if (!(branches && hasNumbers) && !(selects && numTruths != 0))
    return;
  run.isMain = false;
  run.inputs.oppositeTruth = true;
  subject.runs.push_back(run);
  run.inputs.oppositeTruth = false;
  for (int i = 1; i <= 3; ++i) {
    run.inputs.seed += 1000003;
    subject.runs.push_back(run);
  }
  for (unsigned truths : chooseTruths(numTruths, run.work)) {
    run.inputs.truths = truths;
    subject.runs.push_back(run);
  }
}

/// The largest magnitude of the integers that the user gives.
static int64_t getLargestGiven(ArrayRef<InputSpec> specs) {
  int64_t largest = 0;
  for (const InputSpec &spec : specs) {
    if (!spec.given || spec.isFloat())
      continue;
    HostValue value = spec.given->getValue(spec.type);
    for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
      largest = std::max(largest, value.getInt(i) == INT64_MIN
                                      ? INT64_MAX
                                      : std::abs(value.getInt(i)));
  }
  return largest;
}

/// A size or a number of trips is computed from this integer only if extents
/// and integers agree.
static std::string findContradiction(ArrayRef<InputSpec> specs) {
  for (auto [i, spec] : llvm::enumerate(specs)) {
    if (!spec.given || !spec.index)
      continue;
    int64_t given = spec.given->getValue(spec.type).getInt(0);
    unsigned width = 8 * spec.given->getElementSize();
    if (llvm::SignExtend64(*spec.index, width) != given)
      return "'arg" + std::to_string(i) + "' is " + std::to_string(given) +
             " in " + spec.given->file +
             ", but a size or the trips of a loop follow from it";
  }
  return "";
}

std::optional<Run> heddle::makeRun(const Subject &subject,
                                   const PayloadShapes &shapes,
                                   llvm::function_ref<int64_t(unsigned)> draw,
                                   const CheckOptions &options,
                                   std::string &error) {
  FailureOr<ShapeAssignment> sizes = shapes.assign(options.dims, draw, error);
  if (failed(sizes))
    return std::nullopt;
  error = findTooLarge(subject.planned, *sizes, options.limits.bytes);
  if (!error.empty())
    return std::nullopt;
  Run run;
  run.specs = getInputSpecs(subject.planned, *sizes, options.given);
  error = findContradiction(run.specs);
  if (!error.empty())
    return std::nullopt;
  run.sizes = sizes->format();
  run.work = estimateWork(subject.planned, *sizes);
  for (Value value : findReturn(subject.planned)->getOperands())
    run.resultShapes.push_back(sizes->getShape(value));
  run.exactness = analyzeExactness(subject.planned, *sizes);
  // The bounds hold for integers that are drawn. Without floats all integers
  // wrap.
  if (run.exactness.isExact() && run.exactness.coarsestFloat &&
      getLargestGiven(run.specs) > run.exactness.magnitude) {
    run.exactness.magnitude = 0;
    run.exactness.reason = "integers are read from a file";
  }
  run.inputs = getInputOptions(subject.planned);
  return run;
}

/// Adds the runs with the `index`-th sizes. Returns false (and sets `error`) if
/// no sizes fit.
static bool addRuns(Subject &subject, const PayloadShapes &shapes,
                    unsigned index, const CheckOptions &options,
                    std::string &error) {
  unsigned count = shapes.getNumFreeExtents();
  std::optional<Run> made = makeRun(
      subject, shapes,
      [&](unsigned i) { return drawExtent(index, i, count, options.seed); },
      options, error);
  if (!made)
    return false;
  Run &run = *made;
  run.isMain = index == 0;
  if (index != 0 && llvm::any_of(subject.runs, [&](const Run &other) {
        return other.sizes == run.sizes;
      }))
    return true;
  run.inputs.seed = options.seed * 1000 + index;
  if (run.exactness.isExact()) {
    run.inputs.magnitude = run.exactness.magnitude;
    subject.runs.push_back(run);
  }
  bool hasFloats = run.exactness.coarsestFloat != nullptr;
  if (hasFloats || !run.exactness.isExact()) {
    run.inputs.magnitude = 0;
    subject.runs.push_back(run);
  }
  if (index == 0) {
    addSignedRuns(subject, run);
    addBranchRuns(subject, run);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Whether the body of `func` is the same as that of `other`, values matched by
/// position, and so for the functions that they call.
static bool isStructurallyEqual(func::FuncOp func, func::FuncOp other) {
  llvm::SetVector<StringAttr> names;
  names.insert(func.getSymNameAttr());
  for (size_t i = 0; i < names.size(); ++i) {
    auto find = [&](func::FuncOp from) {
      return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(from, names[i]);
    };
    func::FuncOp mine = find(func), theirs = find(other);
    if (!mine || !theirs ||
        !OperationEquivalence::isEquivalentTo(
            mine, theirs, OperationEquivalence::IgnoreLocations))
      return false;
    mine->walk([&](func::CallOp call) {
      names.insert(call.getCalleeAttr().getAttr());
    });
  }
  return true;
}

void heddle::prepareSubject(Subject &subject, ModuleOp scheduledModule,
                            const CheckOptions &options) {
  func::FuncOp func = subject.func;
  subject.comparesExpressions = options.comparesExpressions;
  if (std::string text = findRefusedType(func); !text.empty())
    return subject.finish(Verdict::Unsupported, text);
  auto scheduled =
      scheduledModule.lookupSymbol<func::FuncOp>(func.getSymName());
  if (!scheduled || scheduled.isDeclaration())
    return subject.finish(Verdict::Unsupported,
                          "the scheduled module has no function of this name");
  if (!options.allowUnchanged && isStructurallyEqual(func, scheduled))
    return subject.finish(
        Verdict::Unchanged,
        "the schedule left this function as it was (--allow-unchanged accepts "
        "that)");
  if (!findReturn(func))
    return subject.finish(Verdict::Unsupported, "the function never returns");
  for (auto [name, version] :
       {std::pair("unscheduled", func), std::pair("scheduled", scheduled)})
    if (std::string text = findRefusedOp(version); !text.empty())
      return subject.finish(Verdict::Unsupported,
                            std::string("the ") + name + " function: " + text);
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (isa<MemRefType>(type))
      subject.keep.push_back(i);
  std::string error = options.given.findMismatch(func);
  if (!error.empty())
    return subject.finish(Verdict::Unsupported, error);
  subject.report.given = options.given.describe();
  subject.plannedModule = inlineCallees(func);
  subject.planned =
      subject.plannedModule
          ? subject.plannedModule->lookupSymbol<func::FuncOp>(func.getSymName())
          : func;
  subject.shapes = std::make_unique<PayloadShapes>(subject.planned);
  const PayloadShapes &shapes = *subject.shapes;
  if (!addRuns(subject, shapes, 0, options, error))
    return subject.finish(Verdict::Unsupported, error);
  subject.mainRun = subject.runs.front();
  unsigned sizes = shapes.hasFreeExtents() ? options.maxSizes : 1;
  for (unsigned i = 1; i < sizes; ++i) {
    std::string ignored; // some sizes are too small for a window
    (void)addRuns(subject, shapes, i, options, ignored);
  }
  addExtraRuns(subject, scheduled, shapes, options);
  addSpecialRuns(subject);
  addLimitRuns(subject, shapes, options);
  addMemoryRuns(subject, shapes, options);
}

/// The numbers of call `call`, which is not the last one.
static InputOptions getEarlierInputs(const Run &run, unsigned call) {
  InputOptions inputs = run.inputs;
  inputs.seed += 7919 * uint64_t(call);
  return inputs;
}

JitJob heddle::makePayloadJob(const Subject &subject, const Run &run) {
  JitJob job;
  job.function = subject.payload;
  job.makeArguments = [&run] { return drawInputs(run.specs, run.inputs); };
  job.keepArguments = subject.keep;
  job.mallocPattern = kPayloadPattern;
  job.layout = run.layout;
  job.calls = run.calls;
  job.newArguments = run.newArguments;
  if (run.newNumbers)
    job.makeEarlier = [&run](unsigned call) {
      return drawInputs(run.specs, getEarlierInputs(run, call));
    };
  return job;
}

JitJob heddle::makeScheduledJob(const Subject &subject, const Run &run) {
  JitJob job;
  job.function = subject.scheduled;
  job.keepArguments = subject.keep;
  // A product with zero hides a number, but not a NaN; a maximum may hide a
  // NaN.
  constexpr unsigned char kNaN = 0xFF;
  unsigned char pattern = run.isExtra ? kNaN : kScheduledPattern;
  job.mallocPattern = pattern;
  job.layout = run.layout;
  job.calls = run.calls;
  job.newArguments = run.newArguments;
  const JitFunction &payload = *subject.payload;
  auto make = [&run, &payload, &subject, pattern](const InputOptions &inputs) {
    SmallVector<HostValue> args = drawInputs(run.specs, inputs);
    // Results that the schedule turned into arguments. They are filled with
    // numbers that the function has to overwrite.
    for (size_t i = args.size(); i < subject.scheduled->inputs.size(); ++i) {
      const auto *place = llvm::find(subject.resultArguments, i);
      size_t result = place - subject.resultArguments.begin();
      HostValue value(payload.results[result], run.resultShapes[result]);
      for (char &byte : value.getBytes())
        byte = pattern;
      args.push_back(std::move(value));
    }
    return args;
  };
  job.makeArguments = [&run, make] { return make(run.inputs); };
  if (run.newNumbers)
    job.makeEarlier = [&run, make](unsigned call) {
      return make(getEarlierInputs(run, call));
    };
  for (std::optional<unsigned> argument : subject.resultArguments)
    if (argument)
      job.keepArguments.push_back(*argument);
  return job;
}

void heddle::normalizeResults(const Subject &subject, JitResult &result) {
  if (!result.outcome.ok())
    return;
  size_t nextArgument = subject.keep.size(), nextResult = 0;
  SmallVector<HostValue> results;
  for (std::optional<unsigned> argument : subject.resultArguments)
    results.push_back(std::move(argument ? result.arguments[nextArgument++]
                                         : result.results[nextResult++]));
  result.results = std::move(results);
  result.arguments.resize(subject.keep.size());
}

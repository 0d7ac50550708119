//===- FormulaRun.cpp - Run both functions in a finite field --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of one run, and the comparison of their results. Everything is done
// in the child process, so that only a summary is sent.
//
//===----------------------------------------------------------------------===//

#include "FormulaRun.h"

#include "heddle/Execution/Field/FieldCompare.h"
#include "heddle/Execution/Run/CodeMemory.h"
#include "heddle/Execution/Run/MessageCodec.h"
#include "heddle/Lowering/Field/FieldNumber.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// Bytes in memory that was never written: small numbers in both forms.
static constexpr unsigned char kPayloadBytes = 0x3D, kScheduledBytes = 0x3E;
/// Points for each run; one if a point takes more seconds than this.
static constexpr unsigned kPoints = 2;
static constexpr double kLongPoint = 0.5;
/// The draws of large numbers whose arrays are sorted.
static constexpr uint64_t kRising = 1, kFalling = 2;
/// Names are multiples of 8 (FloatsToNames.cpp).
static constexpr unsigned kNameTagBits = 3;

/// No run on large numbers begins later, but for the first two.
static constexpr double kMostLargeSeconds = 4;
/// Points at which the signs of roots are known, if they may matter.
static constexpr unsigned kStrictPoints = 8;

using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

namespace {

/// One run of both functions, in the child process.
class FormulaRun {
public:
  FormulaRun(const Subject &subject, const Run &run, const FormulaCode &code,
             MessageSink &sink)
      : subject(subject), run(run), levels(code.levels),
        recorded(code.recorded.payload ? &code.recorded : nullptr), sink(sink) {
  }

  void execute();
  void executeNamed();

private:
  SmallVector<HostValue> makeArguments(const JitFunction &function,
                                       const Replay *replay) const;
  JitResult call(const JitFunction &function, bool scheduled,
                 const Replay *replay) const;
  RunCounts recordLarge(const JitFunction &function, bool scheduled);
  bool isLessStable();
  void watch();
  JitResult replay(bool scheduled, uint64_t point, bool strictRoots);
  void replay(uint64_t point, bool strictRoots);
  void replayStrictly(uint64_t point, unsigned numPoints);
  bool mayBeSigns() const;
  void compare(const JitResult &expected, const JitResult &found);
  void compare(const std::string &name, bool isFloat, const HostValue &expected,
               const HostValue &found, const HostValue *expectedWide,
               const HostValue *foundWide);
  void setDifference(const std::string &name, const HostValue &value,
                     int64_t element, int64_t count);
  void send(std::optional<Stop> reason);

  const Subject &subject;
  const Run &run;
  ArrayRef<FormCode> levels;
  const FormCode *recorded;
  MessageSink &sink;
  StopFn stop = [this](Stop reason) {
    send(reason);
    _exit(0);
  };
  bool isNamed = false;
  Record payloadRecord, scheduledRecord;
  std::optional<JitResult> expectedWide, foundWide;
  FormulaReport report;
  std::string doubt;
  /// Of the last point, for the payload and the scheduled function: the roots
  /// that were taken at level 0. Below: the number of all roots of operands
  /// that are not squares.
  std::unordered_set<uint64_t> roots[2];
  int64_t unknownRoots = 0;
  /// The factor and the sign of the numbers in f64.
  double scale = 1;
  int sign = 0;
  bool alternates = false;
  uint64_t draw = 0; ///< of large numbers, after the first one
};

} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Fills an array with random elements. Payloads with roots get squares.
static void drawElements(HostValue &value, const Field &field, uint64_t seed,
                         bool squares) {
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    Element element = field.draw(mix(seed) + i);
    value.setInt(i, squares ? field.multiply(element, element) : element);
  }
}

/// Fills an array with random names.
static void drawNames(HostValue &value, uint64_t seed) {
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    value.setInt(i, mix(mix(seed) + i) << kNameTagBits);
}

/// Sorts the floats of an array: the last number of each row is its largest or
/// its smallest one.
static void sortFloats(HostValue &value, bool rises) {
  if (!value.isFloat())
    return;
  SmallVector<double> numbers;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    numbers.push_back(value.getFloat(i));
  llvm::sort(numbers);
  if (!rises)
    std::reverse(numbers.begin(), numbers.end());
  for (auto [i, number] : llvm::enumerate(numbers))
    value.setFloat(i, number);
}

/// The arguments in f64 or, at a point, in the field. Integers are the same in
/// both. An array for a result holds bytes that the function has to overwrite.
SmallVector<HostValue> FormulaRun::makeArguments(const JitFunction &function,
                                                 const Replay *replay) const {
  SmallVector<InputSpec> specs(run.specs);
  for (InputSpec &spec : specs) {
    Type f64 = Float64Type::get(spec.type.getContext());
    auto shaped = dyn_cast<ShapedType>(spec.type);
    if (isa<FloatType>(shaped ? shaped.getElementType() : spec.type))
      spec.type = shaped ? Type(shaped.clone(f64)) : f64;
  }
  InputOptions inputs = run.inputs;
  if (sign)
    inputs.sign = sign;
  inputs.seed += 6151 * draw;
  inputs.alternatingSign = alternates;
  SmallVector<HostValue> args = drawInputs(specs, inputs);
  for (HostValue &value : args)
    if (draw == kRising || draw == kFalling)
      sortFloats(value, draw == kRising);
  for (HostValue &value : args)
    for (int64_t i = 0, e = value.getNumElements();
         scale != 1 && value.isFloat() && i != e; ++i)
      value.setFloat(i, scale * value.getFloat(i));
  if (replay)
    for (auto [i, value] : llvm::enumerate(args))
      if (value.isFloat()) {
        HostValue elements(function.inputs[i], value.getShape());
        if (isNamed)
          drawNames(elements, replay->point * 1024 + i);
        else
          drawElements(elements, Field::get(replay->level),
                       replay->point * 1024 + i, run.inputs.positive);
        value = std::move(elements);
      }
  for (size_t i = args.size(); i < function.inputs.size(); ++i) {
    const auto *place = llvm::find(subject.resultArguments, i);
    size_t result = place - subject.resultArguments.begin();
    HostValue value(function.inputs[i], run.resultShapes[result]);
    llvm::fill(value.getBytes(), kScheduledBytes);
    args.push_back(std::move(value));
  }
  return args;
}

JitResult FormulaRun::call(const JitFunction &function, bool scheduled,
                           const Replay *replay) const {
  setMallocPattern(scheduled ? kScheduledBytes : kPayloadBytes);
  CallFrame frame(function, makeArguments(function, replay),
                  CallFrame::Guarded);
  frame.call();
  JitResult result;
  for (size_t i = 0, e = function.results.size(); i != e; ++i)
    result.results.push_back(frame.getResult(i));
  for (unsigned argument : subject.keep)
    result.arguments.push_back(frame.getArgument(argument));
  if (scheduled) {
    for (std::optional<unsigned> argument : subject.resultArguments)
      if (argument)
        result.arguments.push_back(frame.getArgument(*argument));
    normalizeResults(subject, result);
  }
  frame.freeResults();
  return result;
}

/// Runs a function at all levels, the deepest first: a level needs the
/// exponentials of the next one.
JitResult FormulaRun::replay(bool scheduled, uint64_t point, bool strictRoots) {
  Exponentials inner;
  for (unsigned level = levels.size(); level-- > 0;) {
    const FormCode &code = levels[level];
    Exponentials kept;
    Replay options{nullptr, point, level, &inner, &kept, strictRoots};
    if (recorded)
      options.record = scheduled ? &scheduledRecord : &payloadRecord;
    startReplay(options, stop);
    JitResult result =
        call(scheduled ? *code.scheduled : *code.payload, scheduled, &options);
    RunCounts counts = finishRun();
    report.nearComparisons += counts.undecided;
    unknownRoots += counts.unknownRoots;
    if (level == 0) {
      if (counts.deepExponentials && levels.size() < kLevels)
        stop(Stop::NeedsLevel);
      report.functions += counts.functions;
      report.divisions += counts.divisions;
      report.comparisons += counts.comparisons;
      roots[scheduled] = std::move(counts.roots);
      return result;
    }
    inner = std::move(kept);
  }
  llvm_unreachable("expects code");
}

void FormulaRun::replay(uint64_t point, bool strictRoots) {
  unknownRoots = 0;
  JitResult expected = replay(/*scheduled=*/false, point, strictRoots);
  JitResult found = replay(/*scheduled=*/true, point, strictRoots);
  compare(expected, found);
  ++report.points;
}

/// Whether a difference may come from the signs of roots and logarithms. If one
/// function takes roots or logarithms that the other does not take, that
/// function may be using that the square of a root is its operand, or the same
/// for the exponential of a logarithm.
bool FormulaRun::mayBeSigns() const {
  auto takesAll = [&](bool scheduled) {
    return llvm::all_of(roots[!scheduled], [&](uint64_t root) {
      return roots[scheduled].count(root) != 0;
    });
  };
  return unknownRoots != 0 && !(takesAll(false) && takesAll(true));
}

/// Looks for a difference that does not depend on a root of unknown sign.
void FormulaRun::replayStrictly(uint64_t point, unsigned numPoints) {
  auto start = Clock::now();
  report.difference.reset();
  for (unsigned i = 0; i < numPoints && !report.difference &&
                       getSecondsSince(start) < kLongPoint;
       ++i)
    replay(mix(point + i), /*strictRoots=*/true);
  if (!report.difference)
    doubt = "a difference may be one of the signs of roots or logarithms";
}

bool heddle::keepsState(func::FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  auto isVariable = [](auto global) { return !global.getConstant(); };
  return llvm::any_of(module.getOps<memref::GlobalOp>(), isVariable) ||
         llvm::any_of(module.getOps<LLVM::GlobalOp>(), isVariable);
}

void FormulaRun::execute() {
  if (recorded) {
    startRecording(payloadRecord, stop);
    expectedWide = call(*recorded->payload, /*scheduled=*/false, nullptr);
    startRecording(scheduledRecord, stop);
    foundWide = call(*recorded->scheduled, /*scheduled=*/true, nullptr);
    finishRun();
  }
  // A second call would start from the state that the first call left. That
  // state
  // was not recorded.
  bool keeps = keepsState(subject.func) || keepsState(subject.scheduledFunc);
  unsigned points = keeps || run.isExtra ? 1 : kPoints;
  for (unsigned i = 0; i < points; ++i) {
    auto start = Clock::now();
    uint64_t point = run.inputs.seed * kPoints + i + 1;
    replay(point, /*strictRoots=*/false);
    if (report.difference && mayBeSigns())
      replayStrictly(point, keeps ? 0 : kStrictPoints);
    if (report.difference || getSecondsSince(start) > kLongPoint)
      break;
  }
  bool mayOverflow =
      report.elements != 0 && (report.functions != 0 || report.divisions != 0);
  if (recorded && run.isMain && mayOverflow && !report.difference)
    watch();
  send(std::nullopt);
}

void FormulaRun::executeNamed() {
  isNamed = true;
  Replay point;
  point.point = run.inputs.seed;
  JitResult expected = call(*levels[0].payload, /*scheduled=*/false, &point);
  JitResult found = call(*levels[0].scheduled, /*scheduled=*/true, &point);
  compare(expected, found);
  send(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Stability
//===----------------------------------------------------------------------===//

RunCounts FormulaRun::recordLarge(const JitFunction &function, bool scheduled) {
  Record record;
  startRecording(record, stop);
  call(function, scheduled, nullptr);
  return finishRun();
}

/// Whether the scheduled function takes exponentials of larger numbers than the
/// payload, or divides by smaller ones, on numbers as they are drawn now.
bool FormulaRun::isLessStable() {
  constexpr double kLarger = 32, kSmall = 1e-6;
  RunCounts own = recordLarge(*recorded->payload, /*scheduled=*/false);
  RunCounts other = recordLarge(*recorded->scheduled, /*scheduled=*/true);
  bool isLarger =
      std::isfinite(own.largestExponent) &&
      other.largestExponent > std::max(own.largestExponent, 0.0) + kLarger;
  if (other.undefinedQuotients != 0 && own.undefinedQuotients == 0)
    other.smallestDivisor = 0;
  bool isSmaller =
      other.smallestDivisor < kSmall * std::min(own.smallestDivisor, 1.0);
  if (!isLarger && !isSmaller)
    return false;
  llvm::raw_string_ostream os(report.instability);
  os << "on " << (sign < 0 ? "negative" : "positive") << " numbers "
     << (alternates ? "(arguments 1, 3, ... with the other sign) " : "")
     << "of magnitude " << llvm::format("%.2g", scale)
     << (isLarger ? " the largest argument of 'exp' is "
                  : " the smallest divisor is ")
     << llvm::format("%.2g, the payload's %.2g",
                     isLarger ? other.largestExponent : other.smallestDivisor,
                     isLarger ? own.largestExponent : own.smallestDivisor);
  return true;
}

/// Tries large numbers that all have one sign, or one sign for each argument.
/// Terms that cancel in a formula overflow in floats. A row of the payload that
/// is wholly masked has quotients 0 / 0, which are NaN. If a run takes long,
/// only one sign for all arguments, and one that makes products negative, is
/// tried at the smaller scale, and the report counts the other runs as left
/// out.
void FormulaRun::watch() {
  constexpr double kLittleWork = 1 << 18;
  constexpr uint64_t kDraws = 8;
  auto start = Clock::now();
  for (bool alternating : {false, true})
    for (double factor : {256.0, 0x1p115})
      for (int which : {-1, 1}) {
        alternates = alternating;
        scale = factor;
        sign = which;
        bool isFirst = factor == 256 && !(alternating && which > 0);
        if (!isFirst && getSecondsSince(start) > kMostLargeSeconds)
          ++report.largeRunsLeftOut;
        else if (isLessStable())
          return;
      }
  // A maximum that leaves a number out is too small if that number is the
  // largest one of its row, which it is in few draws. It is most often the
  // first or the last one.
  alternates = false;
  sign = 1;
  for (draw = 1; draw <= kDraws && run.work <= kLittleWork; ++draw)
    if (isLessStable())
      return;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

void FormulaRun::setDifference(const std::string &name, const HostValue &value,
                               int64_t element, int64_t count) {
  if (report.difference)
    return;
  report.result = name;
  report.difference.emplace();
  report.difference->index = value.formatIndex(element);
  report.difference->count = count;
  report.difference->total = value.getNumElements();
}

void FormulaRun::compare(const std::string &name, bool isFloat,
                         const HostValue &expected, const HostValue &found,
                         const HostValue *expectedWide,
                         const HostValue *foundWide) {
  if (expected.getShape() != found.getShape()) {
    doubt = "the extents of " + name + " differ";
    return;
  }
  report.elements += expected.getNumElements();
  if (!isFloat || isNamed) {
    if (std::optional<Difference> difference = compareExactly(expected, found))
      if (!report.difference) {
        report.result = name;
        report.difference = difference;
      }
    return;
  }
  FieldComparison comparison =
      compareInField(expected, found, expectedWide, foundWide);
  if (comparison.different)
    setDifference(name, expected, comparison.firstDifferent,
                  comparison.different);
  if (comparison.doubtful && doubt.empty())
    doubt = name + expected.formatIndex(comparison.firstDoubtful) +
            " depends on something that the field does not know";
}

void FormulaRun::compare(const JitResult &expected, const JitResult &found) {
  auto isFloat = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return isa<FloatType>(shaped ? shaped.getElementType() : type);
  };
  for (size_t i = 0, e = expected.results.size(); i != e; ++i)
    compare("result " + std::to_string(i), isFloat(subject.payload->results[i]),
            expected.results[i], found.results[i],
            expectedWide ? &expectedWide->results[i] : nullptr,
            foundWide ? &foundWide->results[i] : nullptr);
  for (auto [i, argument] : llvm::enumerate(subject.keep))
    compare("argument " + std::to_string(argument),
            isFloat(subject.payload->inputs[argument]), expected.arguments[i],
            found.arguments[i],
            expectedWide ? &expectedWide->arguments[i] : nullptr,
            foundWide ? &foundWide->arguments[i] : nullptr);
}

//===----------------------------------------------------------------------===//
// The message
//===----------------------------------------------------------------------===//

void FormulaRun::send(std::optional<Stop> reason) {
  Packer packer;
  packer.add(reason ? static_cast<int64_t>(*reason) + 1 : int64_t(0));
  packer.add(doubt);
  report.pack(packer);
  sink.send(packer.bytes);
}

static FormulaOutcome
runInChildProcess(const ChildLimits &limits,
                  llvm::function_ref<void(MessageSink &)> run) {
  FormulaOutcome outcome;
  outcome.process = runInChild(
      [&](MessageSink &sink) {
        setMallocLimit(limits.bytes);
        run(sink);
      },
      [&](ArrayRef<char> message) {
        Unpacker unpacker{message};
        if (int64_t reason = unpacker.takeInt())
          outcome.stop = static_cast<Stop>(reason - 1);
        outcome.doubt = unpacker.takeString();
        outcome.report = FormulaReport::unpack(unpacker);
      },
      limits);
  return outcome;
}

FormulaOutcome heddle::runNames(const Subject &subject, const Run &run,
                                const FormCode &code,
                                const ChildLimits &limits) {
  FormulaCode forms;
  forms.levels.push_back(code);
  return runInChildProcess(limits, [&](MessageSink &sink) {
    FormulaRun(subject, run, forms, sink).executeNamed();
  });
}

FormulaOutcome heddle::runFormulas(const Subject &subject, const Run &run,
                                   const FormulaCode &code,
                                   const ChildLimits &limits) {
  return runInChildProcess(limits, [&](MessageSink &sink) {
    FormulaRun(subject, run, code, sink).execute();
  });
}

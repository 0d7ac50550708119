//===- PairBatch.cpp - One batch of pairs in this process -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the payloads of a batch and what their schedules make of them
// (PairApply.cpp) as one module and calls the functions. A crash ends the
// process: the events written so far tell the parent (PairRunner.cpp) how far
// it came.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"
#include "PoisonedHeap.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Target/TargetMachine.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// A ranked buffer of 32-bit elements and its memref descriptor.
struct Buffer {
  SmallVector<int64_t> shape;
  std::vector<int32_t> elements;
  SmallVector<int64_t> descriptor;
  int64_t *address = nullptr;
};

} // namespace

static uint64_t hashOf(uint64_t a, uint64_t b) {
  return Random(a * 0x100000001B3ull ^ b).next();
}

/// Inputs are small whole numbers, never all zero.
static Buffer makeArgument(const Program &program, int value, unsigned run) {
  Buffer buffer;
  int64_t count = 1;
  for (Dim dim : program.values[value].dims) {
    buffer.shape.push_back(program.eval(dim.extent, run));
    count *= buffer.shape.back();
  }
  for (int64_t index = 0; index < count; ++index) {
    int32_t drawn = hashOf(program.seed * 1000 + value * 7 + run, index) % 7;
    int32_t element = drawn - 3;
    if (program.isFloat) {
      float number = element;
      memcpy(&element, &number, sizeof(element));
    }
    buffer.elements.push_back(element);
  }
  return buffer;
}

static void describeBuffer(Buffer &buffer) {
  size_t size = buffer.elements.size() * sizeof(int32_t);
  void *memory = poisoned_heap::allocate(size);
  // The vector of a buffer of zero elements has no data.
  if (size)
    memcpy(memory, buffer.elements.data(), size);
  int64_t pointer = reinterpret_cast<int64_t>(memory);
  buffer.descriptor = {pointer, pointer, 0};
  buffer.descriptor.append(buffer.shape.begin(), buffer.shape.end());
  int64_t stride = 1;
  SmallVector<int64_t> strides(buffer.shape.size());
  for (int dim = buffer.shape.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= buffer.shape[dim];
  }
  buffer.descriptor.append(strides);
  buffer.address = buffer.descriptor.data();
}

/// Reads a buffer of `shape` from the words of its descriptor.
static Buffer readBuffer(const int64_t *word, unsigned rank) {
  Buffer buffer;
  const int32_t *data = reinterpret_cast<const int32_t *>(word[1]) + word[2];
  buffer.shape.assign(word + 3, word + 3 + rank);
  // A returned slice keeps its strides also under an identity layout.
  ArrayRef<int64_t> strides(word + 3 + rank, rank);
  int64_t count = 1;
  for (int64_t extent : buffer.shape)
    count *= extent;
  for (int64_t index = 0; index < count; ++index) {
    int64_t rest = index, offset = 0;
    for (int dim = rank - 1; dim >= 0; --dim) {
      offset += rest % buffer.shape[dim] * strides[dim];
      rest /= buffer.shape[dim];
    }
    buffer.elements.push_back(data[offset]);
  }
  return buffer;
}

/// The first fault of the heap as an event and its text; ' ' for none.
static std::pair<char, std::string> faultOf(const HeapReport &report,
                                            bool checksFrees) {
  if (report.overflows)
    return {'O', "a write outside a buffer"};
  if (report.badFrees && checksFrees)
    return {'D', formatv("{0} frees of what is no live buffer or belongs to "
                         "the caller",
                         report.badFrees)};
  if (report.writesAfterFree)
    return {'W', formatv("{0} buffers are written after they were freed",
                         report.writesAfterFree)};
  if (report.leaks && checksFrees)
    return {'L', formatv("{0} buffers of {1} bytes are never freed",
                         report.leaks, report.leakedBytes)};
  return {' ', ""};
}

namespace {
/// What one call gave.
struct CallResult {
  std::vector<Buffer> results;
  /// Why the engine could not call; empty if it did.
  std::string error;
  HeapReport heap;
};
} // namespace

/// The parameters for results that `convention` asks for, of the shapes of
/// `expected`.
static std::vector<Buffer> makeOutParams(const Convention &convention,
                                         unsigned firstArgument,
                                         ArrayRef<Buffer> expected) {
  std::vector<Buffer> outParams(convention.numOutParams);
  for (auto [result, argument] : llvm::enumerate(convention.argumentOf)) {
    if (argument < static_cast<int>(firstArgument))
      continue;
    Buffer &buffer = outParams[argument - firstArgument];
    buffer.shape = expected[result].shape;
    buffer.elements.assign(expected[result].elements.size(), 0x5A5A5A5A);
  }
  return outParams;
}

/// Calls `function` of the engine for one set of sizes and copies its results.
/// The caller owns what is returned, and frees it.
static CallResult call(ExecutionEngine &engine, const std::string &function,
                       const Program &program, unsigned run,
                       const Convention &convention,
                       ArrayRef<Buffer> expected) {
  CallResult result;
  std::vector<Buffer> arguments;
  for (int value : program.liveArguments())
    arguments.push_back(makeArgument(program, value, run));
  SmallVector<int64_t> sizes;
  for (int symbol : program.indexArguments())
    sizes.push_back(program.symbols[symbol].values[run]);
  std::vector<Buffer> outParams =
      makeOutParams(convention, arguments.size() + sizes.size(), expected);
  auto argumentOf = [&](unsigned number) {
    return convention.argumentOf.empty() ? -1 : convention.argumentOf[number];
  };
  SmallVector<int64_t> resultWords;
  for (auto [number, value] : llvm::enumerate(program.returns))
    if (argumentOf(number) < 0)
      resultWords.append(3 + 2 * program.values[value].dims.size(), 0);
  int64_t *resultAddress = resultWords.data();
  SmallVector<void *> packed;
  if (!resultWords.empty())
    packed.push_back(&resultAddress);
  for (Buffer &buffer : arguments) {
    describeBuffer(buffer);
    packed.push_back(&buffer.address);
  }
  for (int64_t &size : sizes)
    packed.push_back(&size);
  for (Buffer &buffer : outParams) {
    describeBuffer(buffer);
    packed.push_back(&buffer.address);
  }
  if (llvm::Error error =
          engine.invokePacked("_mlir_ciface_" + function, packed)) {
    result.error = toString(std::move(error));
    return result;
  }
  const int64_t *word = resultWords.data();
  SmallVector<int64_t> owned;
  for (auto [number, value] : llvm::enumerate(program.returns)) {
    unsigned rank = program.values[value].dims.size();
    if (int argument = argumentOf(number); argument >= 0) {
      unsigned firstOut = arguments.size() + sizes.size();
      const Buffer &buffer = argument < static_cast<int>(firstOut)
                                 ? arguments[argument]
                                 : outParams[argument - firstOut];
      result.results.push_back(readBuffer(buffer.descriptor.data(), rank));
      continue;
    }
    result.results.push_back(readBuffer(word, rank));
    owned.push_back(word[0]);
    word += 3 + 2 * rank;
  }
  for (std::vector<Buffer> *buffers : {&arguments, &outParams})
    for (Buffer &buffer : *buffers)
      owned.push_back(buffer.descriptor[0]);
  if (convention.sharesResults) {
    llvm::sort(owned);
    owned.erase(llvm::unique(owned), owned.end());
  }
  for (int64_t address : owned)
    poisoned_heap::release(reinterpret_cast<void *>(address));
  result.heap = poisoned_heap::finish();
  return result;
}

static std::string shapeText(ArrayRef<int64_t> shape) {
  return llvm::join(
      llvm::map_range(shape,
                      [](int64_t extent) { return std::to_string(extent); }),
      "x");
}

/// The first difference, or nothing.
static std::string compare(const Program &program, unsigned run,
                           ArrayRef<Buffer> expected, ArrayRef<Buffer> found,
                           uint64_t &elements) {
  for (auto [number, want] : llvm::enumerate(expected)) {
    const Buffer &have = found[number];
    if (want.shape != have.shape)
      return formatv("result {0}: expected shape {1}, but got {2}", number,
                     shapeText(want.shape), shapeText(have.shape));
    elements += want.elements.size();
    for (size_t index = 0; index < want.elements.size(); ++index) {
      if (want.elements[index] == have.elements[index])
        continue;
      int64_t rest = index;
      SmallVector<int64_t> position(want.shape.size());
      for (int dim = want.shape.size() - 1; dim >= 0; --dim) {
        position[dim] = rest % want.shape[dim];
        rest /= want.shape[dim];
      }
      auto show = [&](int32_t bits) {
        if (!program.isFloat)
          return std::to_string(bits);
        float number;
        memcpy(&number, &bits, sizeof(number));
        return std::to_string(number);
      };
      return formatv(
          "result {0} of {1} at [{2}]: expected {3}, but got {4} "
          "(sizes {5})",
          number, shapeText(want.shape), shapeText(position),
          show(want.elements[index]), show(have.elements[index]),
          shapeText(llvm::map_to_vector(program.symbols, [&](const Symbol &s) {
            return s.values[run];
          })));
    }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The batch
//===----------------------------------------------------------------------===//

namespace {
/// A version of a payload: how its function is called, and what events call it.
struct Version {
  char prefix;
  const char *name;
};
} // namespace

static constexpr Version kVersions[] = {{'q', "scheduled"},
                                        {'c', "canonicalized"}};

static std::string nameOf(char prefix, unsigned index) {
  return formatv("{0}{1}", prefix, index);
}

/// Runs the versions of pair `index` that `batch` holds with every set of
/// sizes. `convention` is that of the scheduled version.
static void runOne(ExecutionEngine &engine, ModuleOp batch,
                   const Program &program, unsigned index,
                   const Convention &convention, const RunnerOptions &options,
                   llvm::raw_ostream &out) {
  uint64_t elements = 0;
  Convention plain;
  plain.freesBuffers = !options.isWholeModule;
  plain.sharesResults = true;
  for (unsigned run = 0; run < program.numRuns; ++run) {
    out << "x " << index << " unscheduled\n";
    CallResult expected =
        call(engine, nameOf('p', index), program, run, plain, {});
    if (expected.error.empty() && expected.heap.overflows)
      expected.error = "a write outside a buffer";
    if (!expected.error.empty()) {
      out << "g " << index << " " << expected.error << "\n";
      return;
    }
    for (Version version : kVersions) {
      std::string name = nameOf(version.prefix, index);
      if (!batch.lookupSymbol(name))
        continue;
      out << "x " << index << " " << version.name << "\n";
      const Convention &own = options.isWholeModule ? convention : plain;
      CallResult found =
          call(engine, name, program, run, own, expected.results);
      if (!found.error.empty()) {
        out << "c " << index << " " << found.error << "\n";
        return;
      }
      auto [fault, text] =
          faultOf(found.heap, own.freesBuffers && options.checkFrees);
      std::string difference =
          compare(program, run, expected.results, found.results, elements);
      // A wrong number tells more than a block that is not freed.
      if (!difference.empty() && fault != 'O') {
        out << "w " << index << " " << difference << "\n";
        return;
      }
      if (fault != ' ') {
        out << fault << " " << index << " " << text << "\n";
        return;
      }
    }
  }
  out << "o " << index << " " << elements << "\n";
}

/// Moves what is in `from` to the end of `batch`; `@payload` is called `name`
/// there.
static void moveInto(ModuleOp batch, ModuleOp from, const std::string &name) {
  if (!from)
    return;
  for (Operation &op : llvm::make_early_inc_range(*from.getBody())) {
    auto symbol = cast<SymbolOpInterface>(op);
    std::string newName = symbol.getName() == "payload"
                              ? name
                              : name + "_" + symbol.getName().str();
    (void)SymbolTable::replaceAllSymbolUses(
        &op, StringAttr::get(op.getContext(), newName), from);
    symbol.setName(newName);
  }
  for (Operation &op : llvm::make_early_inc_range(*from.getBody()))
    op.moveBefore(batch.getBody(), batch.getBody()->end());
}

/// Code that is not optimized: compiling it costs more than running it. The
/// engine heeds the level of a machine that it is given, not the level in its
/// options.
static llvm::Expected<std::unique_ptr<ExecutionEngine>>
makeEngine(ModuleOp module) {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  return ExecutionEngine::create(module, {}, std::move(*machine));
}

void mlir::heddle::pairs::runBatch(MLIRContext &context,
                                   ArrayRef<const Pair *> pairs,
                                   const RunnerOptions &options, int fd) {
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/false, /*unbuffered=*/true);
  auto oneLine = [](std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  };
  OwningOpRef<ModuleOp> batch = ModuleOp::create(UnknownLoc::get(&context));
  SmallVector<unsigned> applied;
  std::vector<Convention> conventions(pairs.size());
  for (auto [index, pair] : llvm::enumerate(pairs)) {
    out << "a " << index << "\n";
    AppliedPair made;
    PairResult result;
    auto apply = options.isWholeModule ? applyToModule : applySchedule;
    if (!apply(context, *pair, options, made, result)) {
      const char *event = result.status == Status::Refused      ? "r"
                          : result.status == Status::Generator  ? "g"
                          : result.status == Status::Invalid    ? "v"
                          : result.status == Status::NotLowered ? "f"
                                                                : "u";
      out << event << " " << index << " " << oneLine(result.detail) << "\n";
      continue;
    }
    if (options.dump && made.scheduled)
      llvm::outs() << "// Scheduled:\n" << *made.scheduled << "\n";
    moveInto(*batch, *made.reference, nameOf('p', index));
    moveInto(*batch, made.scheduled.get(), nameOf('q', index));
    moveInto(*batch, made.canonical.get(), nameOf('c', index));
    conventions[index] = made.convention;
    applied.push_back(index);
    out << "p " << index << " " << result.isFused << "\n";
  }
  if (applied.empty()) {
    out << "e\n";
    return;
  }
  out << "l\n";
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "; ";
    return success();
  });
  // Of a pair that is alone, tell which half cannot be lowered.
  if (applied.size() == 1) {
    OwningOpRef<ModuleOp> reference(batch->clone());
    std::string scheduled = nameOf('q', applied.front()),
                canonical = nameOf('c', applied.front());
    for (Operation &op : llvm::make_early_inc_range(*reference->getBody())) {
      StringRef name = cast<SymbolOpInterface>(op).getName();
      StringRef owner = name.split('_').first;
      if (owner == scheduled || owner == canonical)
        op.erase();
    }
    RunnerOptions quiet = options;
    quiet.dump = false;
    out << "x " << applied.front() << " unscheduled\n";
    if (failed(lower(*reference, quiet))) {
      out << "g " << applied.front() << " " << oneLine(errors) << "\n";
      return;
    }
    out << "l\n";
  }
  if (failed(lower(*batch, options))) {
    out << "b " << oneLine(errors) << "\n";
    return;
  }
  auto engine = makeEngine(*batch);
  if (!engine) {
    out << "b " << oneLine(toString(engine.takeError())) << "\n";
    return;
  }
  poisoned_heap::serve(**engine);
  for (unsigned index : applied)
    runOne(**engine, *batch, pairs[index]->program, index, conventions[index],
           options, out);
  out << "e\n";
  out.flush();
}

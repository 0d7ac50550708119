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

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/FormatVariadic.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// The memory of jitted code: every block stands between two guards, so that a
/// write outside is seen at the pair that made it, and holds a pattern, so that
/// memory that nobody wrote does not look like zeros.
class GuardedHeap {
public:
  static void *allocate(size_t size) {
    size_t total = size + 2 * kGuard;
    unsigned char *base = static_cast<unsigned char *>(malloc(total));
    memset(base, kPattern, total);
    blocks().push_back({base, size});
    return base + kGuard;
  }
  /// Frees every block. Returns false if a guard was overwritten.
  static bool release() {
    bool isIntact = true;
    for (auto [base, size] : blocks()) {
      for (size_t index = 0; index < kGuard; ++index)
        isIntact &=
            base[index] == kPattern && base[kGuard + size + index] == kPattern;
      free(base);
    }
    blocks().clear();
    return isIntact;
  }

private:
  static constexpr size_t kGuard = 256;
  static constexpr unsigned char kPattern = 0xA5;
  static std::vector<std::pair<unsigned char *, size_t>> &blocks() {
    static std::vector<std::pair<unsigned char *, size_t>> all;
    return all;
  }
};

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
  void *memory = GuardedHeap::allocate(size);
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

/// Calls `function` of the engine for one set of sizes and copies its results.
/// Returns what went wrong, or nothing.
static std::string call(ExecutionEngine &engine, const std::string &function,
                        const Program &program, unsigned run,
                        std::vector<Buffer> &results) {
  std::vector<Buffer> arguments;
  for (int value : program.liveArguments())
    arguments.push_back(makeArgument(program, value, run));
  SmallVector<int64_t> sizes;
  for (int symbol : program.indexArguments())
    sizes.push_back(program.symbols[symbol].values[run]);
  SmallVector<int64_t> resultWords;
  for (int value : program.returns)
    resultWords.append(3 + 2 * program.values[value].dims.size(), 0);
  int64_t *resultAddress = resultWords.data();
  SmallVector<void *> packed;
  if (!program.returns.empty())
    packed.push_back(&resultAddress);
  for (Buffer &buffer : arguments) {
    describeBuffer(buffer);
    packed.push_back(&buffer.address);
  }
  for (int64_t &size : sizes)
    packed.push_back(&size);
  if (llvm::Error error =
          engine.invokePacked("_mlir_ciface_" + function, packed))
    return toString(std::move(error));
  results.clear();
  const int64_t *word = resultWords.data();
  for (int value : program.returns) {
    unsigned rank = program.values[value].dims.size();
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
    word += 3 + 2 * rank;
    results.push_back(std::move(buffer));
  }
  return GuardedHeap::release() ? "" : "a write outside a buffer";
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
/// sizes.
static void runOne(ExecutionEngine &engine, ModuleOp batch,
                   const Program &program, unsigned index,
                   llvm::raw_ostream &out) {
  uint64_t elements = 0;
  for (unsigned run = 0; run < program.numRuns; ++run) {
    std::vector<Buffer> expected, found;
    out << "x " << index << " unscheduled\n";
    std::string error =
        call(engine, nameOf('p', index), program, run, expected);
    if (!error.empty()) {
      out << "g " << index << " " << error << "\n";
      return;
    }
    for (Version version : kVersions) {
      std::string name = nameOf(version.prefix, index);
      if (!batch.lookupSymbol(name))
        continue;
      out << "x " << index << " " << version.name << "\n";
      error = call(engine, name, program, run, found);
      if (!error.empty()) {
        out << "c " << index << " " << error << "\n";
        return;
      }
      std::string difference = compare(program, run, expected, found, elements);
      if (!difference.empty()) {
        out << "w " << index << " " << difference << "\n";
        return;
      }
    }
  }
  out << "o " << index << " " << elements << "\n";
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
  for (auto [index, pair] : llvm::enumerate(pairs)) {
    out << "a " << index << "\n";
    AppliedPair made;
    PairResult result;
    if (!applySchedule(context, *pair, options, made, result)) {
      const char *event = result.status == Status::Refused     ? "r"
                          : result.status == Status::Generator ? "g"
                          : result.status == Status::Invalid   ? "v"
                                                               : "u";
      out << event << " " << index << " " << oneLine(result.detail) << "\n";
      continue;
    }
    if (options.dump && made.scheduled)
      llvm::outs() << "// Scheduled:\n" << *made.scheduled << "\n";
    auto move = [&, index = index](ModuleOp from, char prefix) {
      if (!from)
        return;
      auto function = *from.getOps<func::FuncOp>().begin();
      function.setName(nameOf(prefix, index));
      function->moveBefore(batch->getBody(), batch->getBody()->end());
    };
    move(*made.reference, 'p');
    move(made.scheduled.get(), 'q');
    move(made.canonical.get(), 'c');
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
    SymbolTable symbols(*reference);
    for (Version version : kVersions)
      if (Operation *function =
              symbols.lookup(nameOf(version.prefix, applied.front())))
        symbols.erase(function);
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
  ExecutionEngineOptions engineOptions;
  engineOptions.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  auto engine = ExecutionEngine::create(*batch, engineOptions);
  if (!engine) {
    out << "b " << oneLine(toString(engine.takeError())) << "\n";
    return;
  }
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols;
    symbols[interner("malloc")] = {
        llvm::orc::ExecutorAddr::fromPtr(&GuardedHeap::allocate),
        llvm::JITSymbolFlags::Exported};
    return symbols;
  });
  for (unsigned index : applied)
    runOne(**engine, *batch, pairs[index]->program, index, out);
  out << "e\n";
  out.flush();
}

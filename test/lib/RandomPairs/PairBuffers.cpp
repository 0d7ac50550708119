//===- PairBuffers.cpp - Payloads to buffers --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways to bufferize: with a copy before every write, with
// transform.heddle.bufferize, and as a user of the plugin does. For the last
// way, the printed result of a schedule goes through upstream's passes in some
// order, with and without CSE and LICM, and through one-shot bufferization that
// writes in place.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "heddle/Transforms/Buffers/Bufferize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

LogicalResult mlir::heddle::pairs::runPipeline(ModuleOp module,
                                               StringRef pipeline) {
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  if (failed(parsePassPipeline(pipeline, manager)))
    return failure();
  return manager.run(module);
}

bool mlir::heddle::pairs::hasTensors(ModuleOp module) {
  auto isTensor = llvm::IsaPred<TensorType>;
  return module
      .walk([&](Operation *op) {
        bool isFunctionOfTensors = false;
        if (auto function = dyn_cast<func::FuncOp>(op))
          isFunctionOfTensors =
              llvm::any_of(function.getArgumentTypes(), isTensor) ||
              llvm::any_of(function.getResultTypes(), isTensor);
        return isFunctionOfTensors ||
                       llvm::any_of(op->getResultTypes(), isTensor)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// A copy before every write
//===----------------------------------------------------------------------===//

/// Calls are inlined: upstream's model of a call needs the analysis of one-shot
/// bufferization, which does not run when every write is copied.
LogicalResult mlir::heddle::pairs::bufferizeWithCopies(ModuleOp module) {
  return runPipeline(
      module,
      "inline{default-pipeline=},symbol-dce,one-shot-bufferize{bufferize-"
      "function-boundaries allow-return-allocs-from-loops copy-before-write "
      "function-boundary-type-conversion=identity-layout-map}");
}

//===----------------------------------------------------------------------===//
// All functions of a batch
//===----------------------------------------------------------------------===//

LogicalResult
mlir::heddle::pairs::bufferizeBatch(ModuleOp module,
                                    const RunnerOptions &options) {
  std::string bufferize =
      "one-shot-bufferize{bufferize-function-boundaries "
      "allow-return-allocs-from-loops "
      "function-boundary-type-conversion=identity-layout-map";
  if (options.heddleBufferize) {
    SmallVector<Operation *> scheduled;
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.getName().starts_with("p"))
        scheduled.push_back(function);
    heddle::BufferizeOptions ours;
    ours.results = heddle::BoundaryResults::Keep;
    ours.deallocate = false;
    IRRewriter rewriter(module.getContext());
    if (failed(heddle::bufferize(rewriter, scheduled, ours)))
      return failure();
  }
  if (options.copyBeforeWrite || options.heddleBufferize)
    bufferize += " copy-before-write";
  bufferize += "}";
  if (options.verifyBounds)
    bufferize += ",generate-runtime-verification";
  if (options.checkFrees)
    bufferize +=
        ",buffer-deallocation-pipeline,convert-bufferization-to-memref";
  return runPipeline(module, bufferize);
}

//===----------------------------------------------------------------------===//
// Upstream's passes
//===----------------------------------------------------------------------===//

static constexpr const char *kBefore[] = {
    "",
    "cse",
    "canonicalize",
    "loop-invariant-code-motion",
    "canonicalize,cse",
    "cse,loop-invariant-code-motion",
    "loop-invariant-code-motion,cse",
    "canonicalize,loop-invariant-code-motion,cse,canonicalize"};

static constexpr StringLiteral kOneShot =
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map}";

/// Upstream's one-shot bufferization needs these passes after a fill was
/// hoisted out of its loop, and after equal values became one: it gives two
/// values of a loop that start from the same `tensor.empty` one buffer.
static constexpr StringLiteral kPrepare =
    "func.func(heddle-expand-index-switches),heddle-separate-results,"
    "heddle-unshare-destinations,heddle-copy-repeated-destinations,"
    "heddle-pin-partial-writes";

LogicalResult
mlir::heddle::pairs::bufferizeByStockPasses(OwningOpRef<ModuleOp> &module,
                                            uint64_t seed, bool sharesValues,
                                            bool *freesBuffers) {
  Random random(seed ^ 0x165667B19E3779F9ull);
  std::string pipeline = kBefore[random.range(0, 7)];
  if (random.chance(30))
    pipeline += ",eliminate-empty-tensors";
  for (StringRef pass : {"cse", "loop-invariant-code-motion"})
    sharesValues |= StringRef(pipeline).contains(pass);
  if (sharesValues)
    pipeline += "," + kPrepare.str();
  pipeline += "," + kOneShot.str();
  if (random.chance(50))
    pipeline += ",cse,canonicalize,loop-invariant-code-motion";
  *freesBuffers = random.chance(50);
  if (*freesBuffers)
    pipeline += ",buffer-deallocation-pipeline,convert-bufferization-to-memref";

  MLIRContext *context = (*module)->getContext();
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  module = parseSourceString<ModuleOp>(text, ParserConfig(context), "printed");
  return success(module && succeeded(runPipeline(
                               *module, StringRef(pipeline).ltrim(','))));
}

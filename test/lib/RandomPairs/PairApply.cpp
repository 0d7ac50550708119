//===- PairApply.cpp - Schedule and lower payloads --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the schedule of a pair to a clone of its payload, canonicalizes the
// outcome, and lowers a batch of functions to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "heddle/Transforms/Buffers/Bufferize.h"
#include "heddle/Transforms/Buffers/UnshareDestinations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

//===----------------------------------------------------------------------===//
// Applying the schedule
//===----------------------------------------------------------------------===//

std::string mlir::heddle::pairs::printPair(const Pair &pair,
                                           const RunnerOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "module attributes {transform.with_named_sequence} {\n";
  if (pair.payloadText.empty())
    printProgram(pair.program, "payload", os);
  os << pair.payloadText;
  if (!pair.schedule.chain.empty())
    printChain(pair.schedule.chain, os);
  else if (pair.scheduleText.empty())
    printSchedule(pair.program, pair.schedule, options.opName, os);
  os << pair.scheduleText;
  os << "}\n";
  return text;
}

static std::string printed(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

/// True if a linalg op or a pad that is no root stands in a loop.
static bool hasFusedProducer(Operation *function, const Pair &pair) {
  llvm::StringSet<> rootTags;
  for (int root : pair.schedule.roots)
    rootTags.insert("n" + std::to_string(root));
  bool found = false;
  function->walk([&](Operation *op) {
    auto tag = op->getAttrOfType<StringAttr>("tag");
    if (tag && !rootTags.contains(tag.getValue()) &&
        op->getParentOfType<LoopLikeOpInterface>())
      found = true;
  });
  return found;
}

/// The ops that can be merged by fuse_elementwise.
static unsigned countLinalgOps(Operation *function) {
  unsigned count = 0;
  function->walk([&](linalg::LinalgOp) { ++count; });
  return count;
}

/// One of several nests may be refused when others were made before it.
static bool isLateRefusal(const Pair &pair, StringRef errors) {
  return pair.schedule.isSeparate &&
         errors.starts_with("tiling another target made this impossible");
}

/// True if the refused schedule left `payload` as it was, `before`, or as the
/// first of two nests makes it.
static bool isUntouched(MLIRContext &context, const Pair &pair,
                        const RunnerOptions &options, Operation *payload,
                        StringRef before) {
  std::string after = printed(payload);
  if (after == before)
    return true;
  if (pair.schedule.innerSizes.empty())
    return false;
  Pair outer = pair;
  outer.schedule.innerSizes.clear();
  RunnerOptions plain = options;
  plain.runCanonical = false;
  PairResult ignored;
  AppliedPair first;
  return applySchedule(context, outer, plain, first, ignored) &&
         printed(*first.scheduled->getOps<func::FuncOp>().begin()) == after;
}

bool mlir::heddle::pairs::applySchedule(MLIRContext &context, const Pair &pair,
                                        const RunnerOptions &options,
                                        AppliedPair &applied,
                                        PairResult &result) {
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += (errors.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  auto fail = [&](Status status) {
    result.status = status;
    result.detail = errors.empty() ? "no message" : errors;
    return false;
  };
  std::string text = printPair(pair, options);
  ParserConfig config(&context);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, config, "pair");
  if (!module)
    return fail(Status::Generator);
  auto function = module->lookupSymbol<func::FuncOp>("payload");
  auto sequence =
      module->lookupSymbol<transform::NamedSequenceOp>("__transform_main");
  auto cloneOf = [](Operation *payload) {
    OwningOpRef<ModuleOp> clone = ModuleOp::create(payload->getLoc());
    clone->push_back(payload->clone());
    return clone;
  };
  applied.reference = cloneOf(function);
  applied.scheduled = cloneOf(function);
  Operation *payload = &applied.scheduled->getBody()->front();

  if (!options.skipSchedule) {
    std::string before = printed(payload);
    transform::TransformOptions transformOptions;
    transformOptions.enableExpensiveChecks(true);
    if (failed(transform::applyTransformNamedSequence(
            payload, sequence, *module, transformOptions)))
      return fail(isUntouched(context, pair, options, payload, before) ||
                          isLateRefusal(pair, errors)
                      ? Status::Refused
                      : Status::ChangedByRefusal);
  }
  if (failed(verify(*applied.scheduled)))
    return fail(Status::Invalid);
  result.isFused = options.opName == "fuse_elementwise"
                       ? countLinalgOps(payload) < countLinalgOps(function)
                       : hasFusedProducer(payload, pair);
  if (options.runCanonical) {
    applied.canonical = cloneOf(payload);
    PassManager manager(&context);
    if (failed(parsePassPipeline("canonicalize,cse", manager)) ||
        failed(manager.run(*applied.canonical)))
      return fail(Status::Invalid);
    // CSE makes one tensor.empty of several, which upstream's bufferization
    // then takes for one buffer.
    IRRewriter rewriter(&context);
    heddle::unshareDestinations(rewriter, *applied.canonical);
  }
  if (!options.runPlain)
    applied.scheduled = nullptr;
  return true;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

LogicalResult mlir::heddle::pairs::runPipeline(ModuleOp module,
                                               StringRef pipeline) {
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  if (failed(parsePassPipeline(pipeline, manager)))
    return failure();
  return manager.run(module);
}

/// Takes all functions to buffers.
static LogicalResult bufferizeBatch(ModuleOp module,
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

LogicalResult mlir::heddle::pairs::lower(ModuleOp module,
                                         const RunnerOptions &options) {
  if (!options.isWholeModule && failed(bufferizeBatch(module, options)))
    return failure();
  if (options.dump)
    llvm::outs() << "// Buffers:\n" << module << "\n";
  IRRewriter rewriter(module.getContext());
  SmallVector<memref::CopyOp> copies;
  module.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
  for (memref::CopyOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
  // While convert-to-llvm works, casts of views fold, and new constants appear
  // that it does not visit.
  return runPipeline(module,
                     "func.func(convert-linalg-to-loops,scf-forall-to-for),"
                     "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
                     "convert-to-llvm,convert-arith-to-llvm,"
                     "reconcile-unrealized-casts");
}

//===- Bufferize.cpp - From tensors to buffers in one step ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything runs on a copy of the functions, which takes their place when all
// has gone well. Hoisting is in HoistTileBuffers.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/Bufferize.h"

#include "DeepNests.h"
#include "OutParams.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"
#include "heddle/Transforms/Buffers/CopyRepeatedDestinations.h"
#include "heddle/Transforms/Buffers/DecomposeTensorOps.h"
#include "heddle/Transforms/Buffers/DegenerateTensors.h"
#include "heddle/Transforms/Buffers/ExpandIndexSwitches.h"
#include "heddle/Transforms/Buffers/HoistTileBuffers.h"
#include "heddle/Transforms/Buffers/PartialWrites.h"
#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"
#include "heddle/Transforms/Buffers/ReuseInputs.h"
#include "heddle/Transforms/Buffers/SeparateResults.h"
#include "heddle/Transforms/Buffers/ShortenLifetimes.h"
#include "heddle/Transforms/Buffers/UnshareDestinations.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Holds back the errors of upstream's passes, to be told as reasons.
class HeldErrors : public ScopedDiagnosticHandler {
public:
  explicit HeldErrors(MLIRContext *context) : ScopedDiagnosticHandler(context) {
    setHandler([this](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        errors.emplace_back(diag.getLocation(), diag.str());
      return success();
    });
  }
  SmallVector<std::pair<Location, std::string>> errors;
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Makes the tensor IR bufferize well: no op that cannot be bufferized, no
/// slice of an empty tensor, nothing computed twice.
static LogicalResult prepareTensors(ModuleOp module,
                                    const BufferizeOptions &options) {
  IRRewriter rewriter(module.getContext());
  if (failed(decomposeTensorOps(rewriter, module)) ||
      failed(flattenDeepNests(rewriter, module)))
    return failure();
  simplifyDegenerateTensors(rewriter, module);
  expandIndexSwitches(rewriter, module);
  RewritePatternSet patterns(module.getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  if (failed(applyPatternsGreedily(module, std::move(patterns))))
    return failure();
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(createCSEPass());
  if (failed(passes.run(module)))
    return failure();
  // Before results are told apart: it gives values one buffer.
  reuseInputs(rewriter, module);
  SeparateResultsOptions separate;
  separate.keepRepeatedArguments =
      options.results == BoundaryResults::DropArguments;
  separateResults(rewriter, module, separate);
  unshareDestinations(rewriter, module);
  copyRepeatedDestinations(rewriter, module);
  if (failed(replaceEmptyTensors(rewriter, module)))
    return failure();
  // Last: what they make does not survive a canonicalization.
  pinPartialWrites(rewriter, module);
  copyInFunctionsOfBlocks(rewriter, module);
  return success();
}

static LogicalResult runOneShot(ModuleOp module,
                                const BufferizeOptions &options) {
  bufferization::OneShotBufferizationOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.allowReturnAllocsFromLoops = true;
  oneShot.bufferAlignment = options.alignment;
  oneShot.setFunctionBoundaryTypeConversion(
      options.layout == BoundaryLayout::Identity
          ? bufferization::LayoutMapOption::IdentityLayoutMap
          : bufferization::LayoutMapOption::InferLayoutMap);
  if (options.copiesAsLinalg)
    oneShot.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                          Value to) -> LogicalResult {
      linalg::CopyOp::create(builder, loc, from, to);
      return success();
    };
  bufferization::BufferizationState state;
  return bufferization::runOneShotModuleBufferize(module, oneShot, state);
}

/// CSE makes a copy between two equal views a self copy, which canonicalization
/// erases, after which more views may be equal.
static LogicalResult cleanUp(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  for (int round = 0; round < 2; ++round) {
    passes.addPass(createCSEPass());
    passes.addPass(createCanonicalizerPass());
  }
  passes.addPass(createLoopInvariantCodeMotionPass());
  return passes.run(module);
}

static LogicalResult deallocate(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  bufferization::buildBufferDeallocationPipeline(passes);
  return passes.run(module);
}

static LogicalResult convertToMemRef(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(createConvertBufferizationToMemRefPass());
  passes.addPass(createCanonicalizerPass());
  return passes.run(module);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The argument of `function` that `buffer` is; null if it is another buffer or
/// a part of one.
static BlockArgument getArgumentOf(Value buffer, func::FuncOp function) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (argument && argument.getOwner() == &function.front())
    return argument;
  return nullptr;
}

static func::ReturnOp getOnlyReturn(func::FuncOp function) {
  func::ReturnOp found;
  for (Block &block : function.getBody())
    if (auto returnOp = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      if (found)
        return nullptr;
      found = returnOp;
    }
  return found;
}

static void markArgument(func::FuncOp function, unsigned argument,
                         int64_t result) {
  SmallVector<int64_t> results;
  if (auto known = function.getArgAttrOfType<DenseI64ArrayAttr>(
          argument, kResultsAttrName))
    llvm::append_range(results, known.asArrayRef());
  results.push_back(result);
  function.setArgAttr(argument, kResultsAttrName,
                      DenseI64ArrayAttr::get(function.getContext(), results));
}

namespace {
/// Results of a function that is on buffers already.
struct ResultPositions {
  func::FuncOp function;
  /// For each result, its position before any was dropped.
  SmallVector<int64_t> positions;
};
} // namespace

/// Drops the results of one function that are its arguments, here and at its
/// calls. Returns true if there were any.
static bool dropArgumentResults(RewriterBase &rewriter, ModuleOp module,
                                ResultPositions &results) {
  func::FuncOp function = results.function;
  func::ReturnOp returnOp = getOnlyReturn(function);
  if (!returnOp)
    return false;
  llvm::BitVector dropped(returnOp.getNumOperands());
  SmallVector<int64_t> argumentOf(returnOp.getNumOperands(), -1), positions;
  for (auto [index, value] : llvm::enumerate(returnOp.getOperands())) {
    if (isa<BaseMemRefType>(value.getType()))
      if (BlockArgument argument = getArgumentOf(value, function)) {
        dropped.set(index);
        argumentOf[index] = argument.getArgNumber();
        markArgument(function, argument.getArgNumber(),
                     results.positions[index]);
        continue;
      }
    positions.push_back(results.positions[index]);
  }
  if (dropped.none())
    return false;

  module.walk([&](func::CallOp call) {
    if (call.getCallee() != function.getSymName())
      return;
    rewriter.setInsertionPointAfter(call);
    SmallVector<Type> types;
    SmallVector<Value> kept;
    for (auto [index, result] : llvm::enumerate(call.getResults())) {
      if (!dropped.test(index)) {
        types.push_back(result.getType());
        continue;
      }
      Value buffer = call.getOperand(argumentOf[index]);
      if (buffer.getType() != result.getType())
        buffer = memref::CastOp::create(rewriter, call.getLoc(),
                                        result.getType(), buffer);
      rewriter.replaceAllUsesWith(result, buffer);
    }
    auto newCall = func::CallOp::create(
        rewriter, call.getLoc(), call.getCallee(), types, call.getOperands());
    newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    unsigned next = 0;
    for (auto [index, result] : llvm::enumerate(call.getResults()))
      if (!dropped.test(index))
        rewriter.replaceAllUsesWith(result, newCall.getResult(next++));
    rewriter.eraseOp(call);
  });
  rewriter.modifyOpInPlace(returnOp, [&] { returnOp->eraseOperands(dropped); });
  rewriter.modifyOpInPlace(function,
                           [&] { (void)function.eraseResults(dropped); });
  results.positions = positions;
  return true;
}

/// Upstream makes a buffer that is returned the argument, and looks for it
/// again if it is returned twice: the second is a cast of it, and is copied.
static void castRepeatedResults(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](func::ReturnOp returnOp) {
    llvm::SmallDenseSet<Value> seen;
    rewriter.setInsertionPoint(returnOp);
    for (OpOperand &operand : returnOp->getOpOperands()) {
      Value value = operand.get();
      if (!isa<MemRefType>(value.getType()) || seen.insert(value).second)
        continue;
      Value cast = memref::CastOp::create(rewriter, returnOp.getLoc(),
                                          value.getType(), value);
      rewriter.modifyOpInPlace(returnOp, [&] { operand.set(cast); });
    }
  });
}

/// Drops the results that are arguments, and makes trailing arguments of the
/// others if that is asked for. Arguments that hold results are marked.
static LogicalResult convertResults(ModuleOp module,
                                    const BufferizeOptions &options) {
  if (options.results == BoundaryResults::Keep)
    return success();
  IRRewriter rewriter(module.getContext());
  SmallVector<ResultPositions> all;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal()) {
      ResultPositions &results = all.emplace_back();
      results.function = function;
      llvm::append_range(results.positions,
                         llvm::seq<int64_t>(0, function.getNumResults()));
    }
  // What a callee drops may be what its caller returns.
  for (bool changed = true; changed;) {
    changed = false;
    for (ResultPositions &results : all)
      changed |= dropArgumentResults(rewriter, module, results);
  }
  if (options.results != BoundaryResults::OutParams)
    return success();
  SmallVector<std::pair<unsigned, SmallVector<int64_t>>> promoted;
  for (ResultPositions &results : all) {
    auto &[firstArgument, positions] = promoted.emplace_back();
    firstArgument = results.function.getNumArguments();
    for (auto [type, position] :
         llvm::zip_equal(results.function.getResultTypes(), results.positions))
      if (isa<MemRefType>(type))
        positions.push_back(position);
  }
  castRepeatedResults(rewriter, module);
  for (ResultPositions &results : all)
    if (failed(checkOutParams(results.function, results.positions)))
      return failure();
  bufferization::BufferResultsToOutParamsOpts outParams;
  outParams.hoistStaticAllocs = true;
  outParams.hoistDynamicAllocs = true;
  outParams.modifyPublicFunctions = true;
  if (options.copiesAsLinalg)
    outParams.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                            Value to) -> LogicalResult {
      linalg::CopyOp::create(builder, loc, from, to);
      return success();
    };
  if (failed(bufferization::promoteBufferResultsToOutParams(module, outParams)))
    return failure();
  for (auto [results, out] : llvm::zip_equal(all, promoted))
    for (auto [offset, position] : llvm::enumerate(out.second))
      markArgument(results.function, out.first + offset, position);
  return success();
}

//===----------------------------------------------------------------------===//
// The copy of the functions
//===----------------------------------------------------------------------===//

static LogicalResult bufferizeCopy(ModuleOp copy,
                                   const BufferizeOptions &options) {
  if (failed(prepareTensors(copy, options)) ||
      failed(runOneShot(copy, options)) || failed(cleanUp(copy)) ||
      failed(convertResults(copy, options)))
    return failure();
  if (options.hoistBuffers) {
    IRRewriter rewriter(copy.getContext());
    hoistTileBuffers(rewriter, copy);
  }
  if (options.deallocate && failed(deallocate(copy)))
    return failure();
  if (failed(convertToMemRef(copy)))
    return failure();
  if (options.deallocate) {
    IRRewriter rewriter(copy.getContext());
    shortenLifetimes(rewriter, copy);
  }
  return success();
}

/// Gives `function` the body and the signature of `from`.
static void replaceFunction(RewriterBase &rewriter, func::FuncOp function,
                            func::FuncOp from) {
  if (!function.isExternal()) {
    function.getBody().dropAllReferences();
    for (Block &block : llvm::make_early_inc_range(function.getBody())) {
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        rewriter.eraseOp(&op);
      rewriter.eraseBlock(&block);
    }
    rewriter.inlineRegionBefore(from.getBody(), function.getBody(),
                                function.getBody().end());
  }
  rewriter.modifyOpInPlace(
      function, [&] { function->setAttrs(from->getAttrDictionary()); });
}

/// A module of copies of `functions` and of the globals that they may use.
static OwningOpRef<ModuleOp> copyFunctions(ModuleOp module,
                                           ArrayRef<func::FuncOp> functions) {
  OwningOpRef<ModuleOp> copy(ModuleOp::create(module.getLoc()));
  (*copy)->setDiscardableAttrs(module->getDiscardableAttrDictionary());
  for (auto global : module.getOps<memref::GlobalOp>())
    copy->push_back(global->clone());
  for (func::FuncOp function : functions)
    copy->push_back(function->clone());
  return copy;
}

/// Moves the bufferized functions in `copy` into `module`, and what was made
/// beside them: constants become globals, deallocation may need a function.
static void swapIn(RewriterBase &rewriter, ModuleOp module, ModuleOp copy,
                   ArrayRef<func::FuncOp> functions) {
  SymbolTable copies(copy), symbols(module);
  llvm::SmallDenseSet<StringAttr> known;
  for (func::FuncOp function : functions)
    known.insert(function.getSymNameAttr());
  for (auto global : module.getOps<memref::GlobalOp>())
    known.insert(global.getSymNameAttr());
  SmallVector<Operation *> added;
  for (Operation &op : *copy.getBody())
    if (!known.contains(cast<SymbolOpInterface>(op).getNameAttr()))
      added.push_back(&op);
  for (Operation *op : added)
    if (symbols.lookup(cast<SymbolOpInterface>(op).getName()))
      (void)copies.renameToUnique(op, {&symbols});

  for (func::FuncOp function : functions)
    replaceFunction(rewriter, function,
                    copies.lookup<func::FuncOp>(function.getSymName()));
  for (Operation *op : llvm::reverse(added)) {
    op->remove();
    rewriter.setInsertionPointToStart(module.getBody());
    rewriter.insert(op);
  }
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The functions that one target stands for, and their bufferized copy.
namespace {
struct Bufferized {
  ModuleOp module;
  SmallVector<func::FuncOp> functions;
  OwningOpRef<ModuleOp> copy;
};
} // namespace

/// A function can be bufferized by itself if no signature but its own changes.
static LogicalResult checkAlone(RewriterBase &rewriter, func::FuncOp function) {
  func::CallOp call;
  function.walk([&](func::CallOp nested) { call = nested; });
  if (call)
    return rewriter.notifyMatchFailure(call, [&](Diagnostic &diag) {
      diag << "the function calls '@" << call.getCallee()
           << "'; bufferize the module";
    });
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, function->getParentOp());
  if (uses && !uses->empty())
    return rewriter.notifyMatchFailure(
        uses->begin()->getUser(), [&](Diagnostic &diag) {
          diag << "'@" << function.getName()
               << "' is used here; bufferize the module";
        });
  return success();
}

/// Upstream's bounds of values take each constant for a dim of the shape.
static LogicalResult checkDims(RewriterBase &rewriter, func::FuncOp function) {
  WalkResult result = function.walk([&](ShapedDimOpInterface op) {
    std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
    if (!dim || getKnownDim(op) ||
        isa<UnrankedMemRefType, UnrankedTensorType>(
            op.getShapedValue().getType()))
      return WalkResult::advance();
    (void)rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "expects the number of a dim of " << op.getShapedValue().getType()
           << ", but got " << *dim;
    });
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static FailureOr<Bufferized> findFunctions(RewriterBase &rewriter,
                                           Operation *target) {
  Bufferized result;
  if (auto module = dyn_cast<ModuleOp>(target)) {
    result.module = module;
    llvm::append_range(result.functions, module.getOps<func::FuncOp>());
    return result;
  }
  auto function = dyn_cast<func::FuncOp>(target);
  auto module =
      function ? dyn_cast<ModuleOp>(function->getParentOp()) : nullptr;
  if (!module)
    return rewriter.notifyMatchFailure(target, [&](Diagnostic &diag) {
      diag << "expects a module or a function in one, but got '"
           << target->getName() << "'";
    });
  if (failed(checkAlone(rewriter, function)))
    return failure();
  result.module = module;
  result.functions.push_back(function);
  return result;
}

LogicalResult heddle::bufferize(RewriterBase &rewriter,
                                ArrayRef<Operation *> targets,
                                const BufferizeOptions &options) {
  SmallVector<Bufferized> all;
  llvm::SmallDenseSet<Operation *> seen;
  for (Operation *target : targets) {
    FailureOr<Bufferized> next = findFunctions(rewriter, target);
    if (failed(next))
      return failure();
    for (func::FuncOp function : next->functions) {
      if (!seen.insert(function).second)
        return rewriter.notifyMatchFailure(function,
                                           "the function is targeted twice");
      if (failed(checkDims(rewriter, function)))
        return failure();
    }
    next->copy = copyFunctions(next->module, next->functions);
    HeldErrors held(rewriter.getContext());
    if (succeeded(bufferizeCopy(*next->copy, options))) {
      all.push_back(std::move(*next));
      continue;
    }
    if (held.errors.empty())
      held.errors.emplace_back(target->getLoc(),
                               "a step of bufferization gave no reason");
    for (auto &[loc, text] : held.errors)
      (void)rewriter.notifyMatchFailure(
          loc, [&text = text](Diagnostic &diag) { diag << text; });
    return failure();
  }
  for (Bufferized &next : all)
    swapIn(rewriter, next.module, *next.copy, next.functions);
  return success();
}

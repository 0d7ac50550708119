//===- Bufferize.cpp - From tensors to buffers in one step ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps, each of which is in a separate file. All steps run on
// a copy of the functions, which replaces the functions if no step failed.
//
// Each allocation and each copy gets a location that says why it exists. The
// rule is at the top of BufferCauses.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/Bufferize.h"

#include "BoundaryResults.h"
#include "BufferCauses.h"
#include "Cleanup/RenewViews.h"
#include "DeepNests.h"
#include "FunctionCopies.h"
#include "KeptInPlace.h"
#include "RejoinSlices.h"
#include "UnknownOps.h"
#include "WriteConflicts.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/DataFlow/DistinctBuffers.h"
#include "heddle/Analysis/Memory/CallCycle.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"
#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"
#include "heddle/Transforms/Buffers/CopyRepeatedDestinations.h"
#include "heddle/Transforms/Buffers/DecomposeTensorOps.h"
#include "heddle/Transforms/Buffers/DegenerateTensors.h"
#include "heddle/Transforms/Buffers/DroppedDims.h"
#include "heddle/Transforms/Buffers/ExpandIndexSwitches.h"
#include "heddle/Transforms/Buffers/HoistTileBuffers.h"
#include "heddle/Transforms/Buffers/PartialWrites.h"
#include "heddle/Transforms/Buffers/Recompute.h"
#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"
#include "heddle/Transforms/Buffers/ReuseInputs.h"
#include "heddle/Transforms/Buffers/SeparateResults.h"
#include "heddle/Transforms/Buffers/ShortenLifetimes.h"
#include "heddle/Transforms/Buffers/UnshareDestinations.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::heddle;

#include "heddle/Transforms/Buffers/BufferChoices.cpp.inc"
#include "heddle/Transforms/Cleanup/Canonicalization.h"

namespace {
/// Captures the errors of upstream's passes, to report them as reasons.
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

/// Fails if one-shot analysis would crash. It compares slices.
static LogicalResult checkSlices(ModuleOp module) {
  Operation *slice = findIncomparableSubset(module);
  if (!slice)
    return success();
  return slice->emitError("the place of ")
         << quote(slice)
         << " depends on the sizes of arithmetic on tensors, on which "
            "upstream's analysis crashes; 'heddle-structure-tensors' "
            "before makes linalg of it";
}

/// Prepares the tensor IR for bufferization: decomposes ops that cannot be
/// bufferized, folds slices of empty tensors, and removes repeated
/// computations.
static LogicalResult prepareTensors(ModuleOp module,
                                    const BufferizeOptions &options) {
  IRRewriter rewriter(module.getContext());
  keepBuffersApart(rewriter, module);
  // Before anything is folded, and again for what the decomposition makes.
  renewViews(rewriter, module);
  if (failed(decomposeTensorOps(rewriter, module)) ||
      failed(flattenDeepNests(rewriter, module)))
    return failure();
  simplifyDegenerateTensors(rewriter, module);
  expandIndexSwitches(rewriter, module);
  RewritePatternSet patterns(module.getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  // Folds that are not done by then are not needed.
  (void)applyPatternsGreedily(module, std::move(patterns));
  renewViews(rewriter, module);
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(createCSEPass());
  if (failed(passes.run(module)))
    return failure();
  rejoinSlices(rewriter, module);
  // Lets several values share one buffer. It runs before results are separated.
  reuseInputs(rewriter, module);
  SeparateResultsOptions separate;
  separate.keepRepeatedArguments =
      options.results == BoundaryResults::DropArguments;
  separateResults(rewriter, module, separate);
  unshareDestinations(rewriter, module);
  copyRepeatedDestinations(rewriter, module);
  if (failed(checkSlices(module)) ||
      failed(replaceEmptyTensors(rewriter, module)))
    return failure();
  // These come last, because a canonicalization would undo them.
  pinPartialWrites(rewriter, module);
  copyInUnseenLoops(rewriter, module);
  copyForBuffers(rewriter, module);
  copyInFunctionsOfBlocks(rewriter, module);
  return options.allowUnknownOps ? isolateUnknownOps(rewriter, module)
                                 : checkAllKnown(module);
}

static LogicalResult runOneShot(ModuleOp module,
                                const BufferizeOptions &options) {
  bufferization::OneShotBufferizationOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.allowReturnAllocsFromLoops = true;
  oneShot.allowUnknownOps = options.allowUnknownOps;
  oneShot.bufferAlignment = options.alignment;
  oneShot.defaultMemorySpaceFn = [](TensorType type) {
    return std::optional<Attribute>(getMemorySpace(type));
  };
  oneShot.setFunctionBoundaryTypeConversion(
      options.layout == BoundaryLayout::Identity
          ? bufferization::LayoutMapOption::IdentityLayoutMap
          : bufferization::LayoutMapOption::InferLayoutMap);
  if (options.copies == CopyForm::Linalg)
    oneShot.memCpyFn = createLinalgCopy;
  bufferization::OneShotAnalysisState analysis(module, oneShot);
  if (failed(bufferization::analyzeModuleOp(module, analysis)))
    return failure();
  WriteConflicts conflicts(module, analysis);
  if (failed(checkKeptInPlace(module, analysis, conflicts)))
    return failure();
  bufferization::BufferizationState state;
  if (failed(bufferization::insertTensorCopies(module, analysis, state)))
    return failure();
  IRRewriter rewriter(module.getContext());
  eraseKeptInPlace(rewriter, module);
  module.walk([&](Operation *op) {
    if (op->hasAttr(kRecomputedAttrName))
      rewriter.modifyOpInPlace(
          op, [&] { op->removeDiscardableAttr(kRecomputedAttrName); });
  });
  explainInsertedCopies(rewriter, module, conflicts);
  explainNewTensors(rewriter, module);
  if (failed(bufferization::bufferizeModuleOp(module, oneShot, state)))
    return failure();
  bufferization::removeBufferizationAttributesInModule(module);
  if (options.allowUnknownOps)
    markIsolatedTensors(rewriter, module);
  return success();
}

/// CSE makes a copy between two equal views a self copy, which canonicalization
/// erases, after which more views may be equal.
static LogicalResult cleanUp(ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  for (int round = 0; round < 2; ++round) {
    passes.addPass(createCSEPass());
    passes.addPass(createSoundCanonicalizerPass());
  }
  passes.addPass(createLoopInvariantCodeMotionPass());
  return passes.run(module);
}

/// True if only loads and stores in `block`, or in blocks inside of it, read
/// what is stored in `box`.
static bool isReadWithin(Value box, Block *block) {
  Operation *def = box.getDefiningOp();
  if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(def) ||
      !block->findAncestorOpInBlock(*def))
    return false;
  SmallVector<Value> views{box};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (OpOperand &use : view.getUses()) {
      Operation *user = use.getOwner();
      if (isOnlyViewed(use))
        views.append(user->result_begin(), user->result_end());
      else if (auto store = dyn_cast<memref::StoreOp>(user);
               store ? store.getValueToStore() == view
                     : !isa<memref::LoadOp, memref::DeallocOp, memref::DimOp>(
                           user))
        return false;
    }
  }
  return true;
}

/// True if no pass frees `buffer` while it can be read from `box`. The memref
/// of an argument, of a global, of an alloca or of another memref of memrefs is
/// never freed, that of an alloc at the end of its block.
static bool staysWhileStored(Value buffer, Value box) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock();
  Operation *def = buffer.getDefiningOp();
  return isa<memref::GetGlobalOp, memref::LoadOp, memref::AllocaOp>(def) ||
         (isa<memref::AllocOp>(def) && isReadWithin(box, def->getBlock()));
}

/// Fails if a buffer is stored in a memref of memrefs that may outlive it.
/// Upstream frees buffers without a look at what is stored.
static LogicalResult checkStoredBuffers(ModuleOp module) {
  WalkResult result = module.walk([](memref::StoreOp store) {
    Value stored = store.getValueToStore();
    if (!isa<BaseMemRefType>(stored.getType()) ||
        staysWhileStored(getBaseBuffer(stored),
                         getBaseBuffer(store.getMemref())))
      return WalkResult::advance();
    store.emitError("the buffer that is stored here may be freed before it is "
                    "read; deallocate = false leaves it");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult deallocate(ModuleOp module) {
  if (failed(checkStoredBuffers(module)))
    return failure();
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  buildSoundDeallocationPipeline(passes);
  return passes.run(module);
}

/// True if an op was left on tensors.
static bool hasTensorsLeft(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Where ops are left on tensors, the ops of the bufferization dialect around
/// them have to stay, and upstream's pass converts all of them or none.
static LogicalResult convertToMemRef(ModuleOp module,
                                     const BufferizeOptions &options) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  if (!options.allowUnknownOps || !hasTensorsLeft(module))
    passes.addPass(createConvertBufferizationToMemRefPass());
  passes.addPass(createSoundCanonicalizerPass());
  return passes.run(module);
}

static LogicalResult bufferizeCopy(ModuleOp copy,
                                   const BufferizeOptions &options) {
  IRRewriter rewriter(copy.getContext());
  explainExistingBuffers(rewriter, copy);
  if (failed(prepareTensors(copy, options)) ||
      failed(runOneShot(copy, options)) || failed(cleanUp(copy)))
    return failure();
  explainRest(rewriter, copy,
              "the buffer has gaps, which the function or the op that takes it "
              "does not allow");
  if (failed(convertBoundaryResults(rewriter, copy, options)))
    return failure();
  explainRest(rewriter, copy, "the result goes to a new argument");
  if (options.hoistBuffers)
    hoistTileBuffers(rewriter, copy);
  if (options.deallocate && failed(deallocate(copy)))
    return failure();
  explainDeallocation(rewriter, copy);
  if (failed(convertToMemRef(copy, options)))
    return failure();
  if (options.allowUnknownOps)
    readBuffersOfUnknownOps(rewriter, copy);
  if (options.deallocate)
    shortenLifetimes(rewriter, copy);
  separateDroppedDims(rewriter, copy);
  releaseBuffers(rewriter, copy);
  return success();
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The functions of one target, and their bufferized copy.
namespace {
struct Bufferized {
  ModuleOp module;
  SmallVector<func::FuncOp> functions;
  OwningOpRef<ModuleOp> copy;
};
} // namespace

/// A function can be bufferized by itself if only its own signature changes.
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

/// Upstream's analysis of value bounds assumes that each constant dim number is
/// a dim of the shape.
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

/// The calls of a recursion that passes tensors on; empty if there is none.
static SmallVector<func::CallOp>
findRecursion(ArrayRef<func::FuncOp> functions) {
  return CallCycles(functions).findFirst([](func::CallOp call) {
    return llvm::any_of(call->getOperandTypes(), llvm::IsaPred<TensorType>) ||
           llvm::any_of(call->getResultTypes(), llvm::IsaPred<TensorType>);
  });
}

/// In a recursion, the analysis of one-shot bufferization knows nothing about
/// some callee. It then assumes that the call reads and overwrites all tensors
/// that it takes, so arguments are copied, once for each call that is open.
static LogicalResult checkRecursion(RewriterBase &rewriter,
                                    ArrayRef<func::FuncOp> functions) {
  SmallVector<func::CallOp> cycle = findRecursion(functions);
  if (cycle.empty())
    return success();
  return refuseCycle(rewriter, cycle,
                     ", and 'allow_recursive_calls' is not set");
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

/// In a recursion, replaces errors about calls whose types differ from those of
/// their callees by the reason. Which calls that are depends on the order in
/// which upstream bufferizes the functions, and that order on addresses.
static void explainUnknownLayout(ArrayRef<func::FuncOp> functions,
                                 HeldErrors &held) {
  SmallVector<func::CallOp> cycle = findRecursion(functions);
  auto isAboutTypes = [](const std::pair<Location, std::string> &error) {
    return StringRef(error.second).contains("type mismatch");
  };
  if (cycle.empty() || llvm::none_of(held.errors, isAboutTypes))
    return;
  llvm::erase_if(held.errors, isAboutTypes);
  auto function = cycle.front()->getParentOfType<func::FuncOp>();
  held.errors.insert(held.errors.begin(),
                     {function.getLoc(),
                      ("'@" + function.getSymName() +
                       "' calls itself, so the layouts of its results cannot "
                       "be inferred; layout = \"identity\" gives them")
                          .str()});
}

static void reportErrors(RewriterBase &rewriter, Operation *target,
                         HeldErrors &held) {
  if (held.errors.empty())
    held.errors.emplace_back(target->getLoc(),
                             "a step of bufferization gave no reason");
  for (auto &[loc, text] : held.errors)
    (void)rewriter.notifyMatchFailure(
        loc, [&text = text](Diagnostic &diag) { diag << text; });
}

LogicalResult heddle::bufferize(RewriterBase &rewriter,
                                ArrayRef<Operation *> targets,
                                const BufferizeOptions &options) {
  assert(!(options.allowUnknownOps && options.deallocate) &&
         "it is not known when an unknown op is done with a buffer");
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
    if (!options.allowRecursiveCalls &&
        failed(checkRecursion(rewriter, next->functions)))
      return failure();
    next->copy = copyFunctions(next->module, next->functions);
    HeldErrors held(rewriter.getContext());
    if (failed(bufferizeCopy(*next->copy, options))) {
      if (options.layout == BoundaryLayout::Inferred)
        explainUnknownLayout(next->functions, held);
      reportErrors(rewriter, target, held);
      return failure();
    }
    all.push_back(std::move(*next));
  }
  for (Bufferized &next : all)
    swapIn(rewriter, next.module, *next.copy, next.functions);
  return success();
}

//===- Jit.cpp - Compile a payload module ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a payload module to machine code in memory. Calls are made in
// JitCall.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/Jit.h"

#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Lowering/Bufferization/BufferizePayload.h"
#include "heddle/Lowering/CPU/LowerToLLVM.h"
#include "heddle/Transforms/Buffers/Bufferize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <limits>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Preparation of the module
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> heddle::clonePayload(ModuleOp module) {
  OwningOpRef<ModuleOp> clone = module.clone();
  IRRewriter rewriter(module.getContext());
  SmallVector<Operation *> scripts;
  clone->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getName().getDialectNamespace() != "transform")
      return WalkResult::advance();
    scripts.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *op : scripts)
    rewriter.eraseOp(op);
  // A nested module that held nothing but scripts would be left empty.
  for (auto nested : llvm::make_early_inc_range(clone->getOps<ModuleOp>()))
    if (nested.getBody()->empty())
      rewriter.eraseOp(nested);
  rewriter.modifyOpInPlace(
      *clone, [&] { (*clone)->removeAttr("transform.with_named_sequence"); });
  return clone;
}

/// The extent of a dim beyond the rank is undefined, and upstream's patterns
/// read past the shape for it. Replaces it by 0.
static void replaceUnknownExtents(ModuleOp module) {
  SmallVector<ShapedDimOpInterface> dims;
  module->walk([&](ShapedDimOpInterface op) {
    auto type = cast<ShapedType>(op.getShapedValue().getType());
    if (type.hasRank() && getConstantIntValue(op.getDimension()) &&
        !getKnownDim(op))
      dims.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (ShapedDimOpInterface op : dims) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, 0);
  }
}

static LogicalResult lower(ModuleOp module, const JitOptions &options) {
  PassManager pm(module.getContext());
  pm.enableVerifier(kVerifyBetweenPasses);
  LowerToLLVMPipelineOptions pipeline;
  pipeline.openmp = options.openmp;
  pipeline.optimize = options.optLevel > 0;
  buildLowerToLLVMPipeline(pm, pipeline);
  return pm.run(module);
}

//===----------------------------------------------------------------------===//
// Run time support
//===----------------------------------------------------------------------===//

/// Conversions between narrow and wide floats that targets without instructions
/// for them call. A half is passed and returned in the low bits of a float
/// register.
template <typename Wide, bool IsBF16> static float narrow(Wide value) {
  llvm::APFloat result(value);
  bool losesInfo;
  result.convert(IsBF16 ? llvm::APFloat::BFloat() : llvm::APFloat::IEEEhalf(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  uint32_t bits = result.bitcastToAPInt().getZExtValue();
  float packed;
  std::memcpy(&packed, &bits, sizeof(packed));
  return packed;
}

static float widenHalf(float packed) {
  uint32_t bits;
  std::memcpy(&bits, &packed, sizeof(bits));
  llvm::APFloat value(llvm::APFloat::IEEEhalf(),
                      llvm::APInt(16, bits & 0xFFFF));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToFloat();
}

/// What fills the memory that compiled code allocates; none by default.
static std::optional<unsigned char> fillPattern;

void heddle::setMallocPattern(std::optional<unsigned char> pattern) {
  fillPattern = pattern;
}

/// What this process may hold when compiled code allocates; 0 for no limit.
static uint64_t mallocLimit = 0;

void heddle::setMallocLimit(uint64_t bytes) { mallocLimit = bytes; }

static void *allocate(size_t size) {
  constexpr size_t kLargeEnoughToAsk = size_t(1) << 24;
  if (mallocLimit != 0 && size >= kLargeEnoughToAsk &&
      (size > mallocLimit || getOwnMemory(getpid()) > mallocLimit - size))
    exitOutOfMemory();
  void *memory = std::malloc(size);
  if (!memory && size != 0)
    exitOutOfMemory();
  if (fillPattern)
    std::memset(memory, *fillPattern, size);
  return memory;
}

static llvm::orc::SymbolMap
makeRuntimeSymbols(llvm::orc::MangleAndInterner intern,
                   const HeapFunctions *heap) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
  add("malloc", heap ? heap->allocate : &allocate);
  if (heap) {
    add("aligned_alloc", heap->allocateAligned);
    add("free", heap->release);
  }
  add("__truncsfhf2", &narrow<float, false>);
  add("__truncdfhf2", &narrow<double, false>);
  add("__truncsfbf2", &narrow<float, true>);
  add("__truncdfbf2", &narrow<double, true>);
  add("__extendhfsf2", &widenHalf);
  return symbols;
}

bool heddle::loadOpenMPRuntime() {
  static const bool loaded = [] {
    SmallVector<std::string> names = {"libomp.so.5", "libomp.so"};
    // The runtime of the LLVM that this program uses comes first.
    Dl_info info;
    if (dladdr(reinterpret_cast<void *>(&llvm::sys::path::filename), &info)) {
      SmallString<128> path(llvm::sys::path::parent_path(info.dli_fname));
      llvm::sys::path::append(path, "libomp.so.5");
      names.insert(names.begin(), std::string(path));
    }
    return llvm::any_of(names, [](const std::string &name) {
      return dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
    });
  }();
  return loaded;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

JitModule::JitModule() = default;
JitModule::~JitModule() = default;

const JitFunction *JitModule::lookup(StringRef name) const {
  auto it = functions.find(name);
  return it == functions.end() ? nullptr : &it->second;
}

static LogicalResult reportError(ModuleOp module, llvm::Error error) {
  return emitError(module.getLoc())
         << "cannot generate code: " << llvm::toString(std::move(error));
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
makeTargetMachine(unsigned optLevel) {
  static const bool initialized = [] {
    return !llvm::InitializeNativeTarget() &&
           !llvm::InitializeNativeTargetAsmPrinter();
  }();
  if (!initialized)
    return llvm::createStringError("this LLVM cannot generate code for the "
                                   "machine it runs on");
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  auto level = llvm::CodeGenOpt::getLevel(optLevel);
  builder->setCodeGenOptLevel(level.value_or(llvm::CodeGenOptLevel::Default));
  return builder->createTargetMachine();
}

/// Reports a declared function that neither the module nor this process has.
static LogicalResult checkCallees(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isDeclaration() &&
        !dlsym(RTLD_DEFAULT, func.getSymName().str().c_str()) &&
        !SymbolTable::symbolKnownUseEmpty(func, module))
      return emitError(func.getLoc())
             << "expects payload that can be run, but the function '"
             << func.getSymName() << "' has no body";
  return success();
}

FailureOr<std::unique_ptr<JitModule>>
JitModule::compile(ModuleOp source, const JitOptions &options) {
  OwningOpRef<ModuleOp> module = clonePayload(source);
  if (options.openmp && !loadOpenMPRuntime())
    return emitError(source.getLoc(), "expects libomp for OpenMP, but it "
                                      "cannot be loaded");
  if (failed(checkCallees(*module)))
    return failure();
  replaceUnknownExtents(*module);
  if (failed(options.separateBuffers
                 ? bufferizeReference(*module, options.deallocate)
                 : bufferizePayload(*module, options.deallocate)))
    return failure();
  std::unique_ptr<JitModule> result(new JitModule());
  for (auto func : module->getOps<func::FuncOp>()) {
    if (func.isDeclaration() || func.isPrivate())
      continue;
    JitFunction &function = result->functions[func.getSymName()];
    function.name = func.getSymName().str();
    function.heap = options.heap;
    llvm::append_range(function.inputs, func.getArgumentTypes());
    llvm::append_range(function.results, func.getResultTypes());
    for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
      auto results =
          func.getArgAttrOfType<DenseI64ArrayAttr>(i, kResultsAttrName);
      function.resultsInArguments.emplace_back(results ? results.asArrayRef()
                                                       : ArrayRef<int64_t>());
    }
  }
  if (failed(lower(*module, options)))
    return failure();

  MLIRContext *context = source.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);
  registerOpenMPDialectTranslation(*context);
  auto machine = makeTargetMachine(options.optLevel);
  if (!machine)
    return reportError(source, machine.takeError());
  std::function<llvm::Error(llvm::Module *)> transformer = [](llvm::Module *) {
    return llvm::Error::success();
  };
  if (options.optLevel > 0)
    transformer = makeOptimizingTransformer(options.optLevel, /*sizeLevel=*/0,
                                            machine->get());
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transformer;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(*module, engineOptions, std::move(*machine));
  if (!engine)
    return reportError(source, engine.takeError());
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    return makeRuntimeSymbols(intern, options.heap);
  });
  for (auto &entry : result->functions) {
    auto address = (*engine)->lookupPacked(entry.second.name);
    if (!address)
      return reportError(source, address.takeError());
    entry.second.entry = *address;
  }
  result->engine = std::move(*engine);
  return result;
}

ChildOutcome
heddle::compileInChild(MLIRContext *context,
                       llvm::function_ref<void(MessageSink &)> body,
                       llvm::function_ref<void(ArrayRef<char>)> onMessage,
                       const ChildLimits &limits) {
  // The threads of a context do not exist in a child: it makes its own.
  bool isThreaded = context->isMultithreadingEnabled();
  context->disableMultithreading();
  ChildOutcome outcome = runInChild(
      [&](MessageSink &sink) {
        context->disableMultithreading(!isThreaded);
        body(sink);
      },
      onMessage, limits);
  context->disableMultithreading(!isThreaded);
  return outcome;
}

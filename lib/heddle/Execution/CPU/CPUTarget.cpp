//===- CPUTarget.cpp - The machine that this program runs on --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation by ORC, and the functions that generated code calls.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"

#include "heddle/Analysis/Target/TargetFeatures.h"
#include "heddle/Analysis/Vectors/DotProduct.h"
#include "heddle/Execution/Field/FieldRuntime.h"
#include "heddle/Execution/Run/CodeMemory.h"
#include "heddle/Execution/Run/MemoryWatch.h"
#include "heddle/Lowering/Bufferization/BufferizePayload.h"
#include "heddle/Lowering/CPU/LowerToLLVM.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstring>
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// What compiled code calls
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

static llvm::orc::SymbolMap
makeRuntimeSymbols(llvm::orc::MangleAndInterner intern,
                   const CodeOptions &options) {
  const HeapFunctions *heap = options.heap;
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
  add("malloc", heap ? heap->allocate : &allocateForCode);
  if (heap) {
    add("aligned_alloc", heap->allocateAligned);
    add("free", heap->release);
  }
  if (options.watch)
    for (const WatchFunction &function : getWatchFunctions())
      symbols[intern(function.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(function.address),
          llvm::JITSymbolFlags::Exported};
  add("__truncsfhf2", &narrow<float, false>);
  add("__truncdfhf2", &narrow<double, false>);
  add("__truncsfbf2", &narrow<float, true>);
  add("__truncdfbf2", &narrow<double, true>);
  add("__extendhfsf2", &widenHalf);
  if (options.floats != FloatForm::Own)
    for (const field::RuntimeFunction &function : field::getRuntimeFunctions())
      symbols[intern(function.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(function.address),
          llvm::JITSymbolFlags::Exported};
  return symbols;
}

/// Loads the OpenMP runtime of this process, at most once. Returns false if
/// there is none.
static bool loadOpenMPRuntime() {
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

//===----------------------------------------------------------------------===//
// Code generation
//===----------------------------------------------------------------------===//

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

namespace {
class CPUCode : public CompiledCode {
public:
  explicit CPUCode(std::unique_ptr<ExecutionEngine> engine)
      : engine(std::move(engine)) {}

  llvm::Expected<EntryPoint> getEntry(StringRef name) const override {
    return engine->lookupPacked(name);
  }

private:
  std::unique_ptr<ExecutionEngine> engine;
};

class CPUTarget : public Target {
public:
  LogicalResult checkPayload(ModuleOp payload,
                             const CodeOptions &options) const override;
  LogicalResult lower(ModuleOp payload,
                      const CodeOptions &options) const override;
  llvm::Expected<std::unique_ptr<CompiledCode>>
  compile(ModuleOp lowered, const CodeOptions &options) const override;
};
} // namespace

/// Replaces each field that is taken out of an aggregate by the value that was
/// put there. Without optimization, code for insertions into a memref's
/// descriptor takes most of the time of code generation.
static void forwardInsertedValues(llvm::Module &module) {
  for (llvm::Function &function : module) {
    SmallVector<llvm::WeakTrackingVH> insertions;
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &op : llvm::make_early_inc_range(block)) {
        if (isa<llvm::InsertValueInst>(op))
          insertions.push_back(&op);
        auto *extract = dyn_cast<llvm::ExtractValueInst>(&op);
        llvm::Value *field =
            extract ? llvm::simplifyExtractValueInst(
                          extract->getAggregateOperand(), extract->getIndices(),
                          llvm::SimplifyQuery(module.getDataLayout()))
                    : nullptr;
        if (!field)
          continue;
        extract->replaceAllUsesWith(field);
        extract->eraseFromParent();
      }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(insertions);
  }
}

/// Whether `module` has parallel regions. The header of their dialect takes
/// longer to compile than the rest of this file.
static bool hasOpenMP(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return op->getName().getDialectNamespace() == "omp"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult CPUTarget::checkPayload(ModuleOp payload,
                                      const CodeOptions &options) const {
  bool needsOpenMP = options.threads || hasOpenMP(payload);
  if (needsOpenMP && !loadOpenMPRuntime())
    return emitError(payload.getLoc(), "expects libomp for OpenMP, but it "
                                       "cannot be loaded");
  return checkCallees(payload);
}

/// Whether this machine has the instructions for all dot products in `module`,
/// which may have been scheduled for another one.
static bool hasDotProducts(ModuleOp module) {
  return !module
              .walk([](vector::ContractionOp op) {
                Operation *def = op.getLhs().getDefiningOp();
                if (!op->hasAttr(kDotProduct) || !def ||
                    def->getNumOperands() == 0)
                  return WalkResult::advance();
                Type type = getElementTypeOrSelf(def->getOperand(0));
                return findMissingHostFeature(getDotProductFeatures(type))
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

LogicalResult CPUTarget::lower(ModuleOp payload,
                               const CodeOptions &options) const {
  PassManager pm(payload.getContext());
  pm.enableVerifier(kVerifyBetweenPasses);
  LowerToLLVMPipelineOptions pipeline;
  pipeline.openmp = options.threads && !options.watch && !options.plain;
  pipeline.watch = options.watch;
  pipeline.floats = options.floats;
  pipeline.fieldLevel = options.fieldLevel;
  pipeline.fieldInlined = options.optLevel > 0;
  pipeline.dotProducts = hasDotProducts(payload);
  pipeline.splitFunctions = options.splitFunctions;
  pipeline.optimize = options.optLevel > 0 && !options.plain;
  buildLowerToLLVMPipeline(pm, pipeline);
  return pm.run(payload);
}

llvm::Expected<std::unique_ptr<CompiledCode>>
CPUTarget::compile(ModuleOp lowered, const CodeOptions &options) const {
  MLIRContext *context = lowered.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);
  registerOpenMPDialectTranslation(*context);
  auto machine = makeTargetMachine(options.optLevel);
  if (!machine)
    return machine.takeError();
  std::function<llvm::Error(llvm::Module *)> transformer =
      [](llvm::Module *module) {
        forwardInsertedValues(*module);
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
      ExecutionEngine::create(lowered, engineOptions, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    return makeRuntimeSymbols(intern, options);
  });
  return std::make_unique<CPUCode>(std::move(*engine));
}

const Target &heddle::getCPUTarget() {
  static const CPUTarget target;
  return target;
}

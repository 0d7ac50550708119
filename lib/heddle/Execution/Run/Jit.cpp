//===- Jit.cpp - Compile a payload module ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a payload module to code of a target. Calls are made in JitCall.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/Jit.h"

#include "ArenaArguments.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Execution/Run/MemoryWatch.h"
#include "heddle/Lowering/Bufferization/BufferizePayload.h"
#include "heddle/Transforms/Buffers/Bufferize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"

#include <dlfcn.h>

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
/// read past the end of the shape. Replaces such an extent by 0.
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

/// The type that a value of `type` has in compiled code.
static Type getFormOf(Type type, FloatForm form) {
  auto shaped = dyn_cast<ShapedType>(type);
  Type element = shaped ? shaped.getElementType() : type;
  if (form == FloatForm::Own || !isa<FloatType>(element))
    return type;
  MLIRContext *context = type.getContext();
  Type other = form == FloatForm::Recorded ? Type(Float64Type::get(context))
                                           : IntegerType::get(context, 64);
  return shaped ? Type(shaped.clone(other)) : other;
}

void JitModule::addFunctions(ModuleOp module, const JitOptions &options) {
  auto getForm = [&](Type type) { return getFormOf(type, options.floats); };
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isDeclaration() || func.isPrivate())
      continue;
    JitFunction &function = functions[func.getSymName()];
    function.name = func.getSymName().str();
    function.heap = options.heap;
    llvm::append_range(function.inputs,
                       llvm::map_range(func.getArgumentTypes(), getForm));
    llvm::append_range(function.results,
                       llvm::map_range(func.getResultTypes(), getForm));
    for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
      auto results =
          func.getArgAttrOfType<DenseI64ArrayAttr>(i, kResultsAttrName);
      function.resultsInArguments.emplace_back(results ? results.asArrayRef()
                                                       : ArrayRef<int64_t>());
    }
  }
}

/// Renames each function if this process has a function of the same name.
/// Otherwise compiled code would call the payload's `exp` instead of the
/// library's.
void JitModule::renameFunctions(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    std::string name = func.getSymName().str();
    if (func.isDeclaration() || !dlsym(RTLD_DEFAULT, name.c_str()))
      continue;
    std::string other = "heddle." + name;
    if (failed(symbols.rename(func, other)))
      continue;
    if (auto function = functions.find(name); function != functions.end())
      function->second.name = other;
  }
}

FailureOr<OwningOpRef<ModuleOp>>
JitModule::bufferize(ModuleOp source, const JitOptions &options) {
  OwningOpRef<ModuleOp> module = clonePayload(source);
  allocateArenas(*module);
  if (failed(options.target->checkPayload(*module, options)))
    return failure();
  replaceUnknownExtents(*module);
  if (failed(options.separateBuffers
                 ? bufferizeReference(*module, options.deallocate)
                 : bufferizePayload(*module, options.deallocate)))
    return failure();
  return module;
}

FailureOr<std::unique_ptr<JitModule>>
JitModule::compile(ModuleOp source, const JitOptions &given) {
  FailureOr<OwningOpRef<ModuleOp>> module = bufferize(source, given);
  if (failed(module))
    return failure();
  return compileBuffers(std::move(*module), given);
}

FailureOr<std::unique_ptr<JitModule>>
JitModule::compileBuffers(OwningOpRef<ModuleOp> module,
                          const JitOptions &given) {
  JitOptions options = given;
  options.plain |= options.separateBuffers;
  if (options.watch)
    options.heap = &getWatchedHeap();
  const Target &target = *options.target;
  std::unique_ptr<JitModule> result(new JitModule());
  result->addFunctions(*module, options);
  result->renameFunctions(*module);
  if (failed(target.lower(*module, options)))
    return failure();
  if (options.watch)
    result->watched = std::make_unique<WatchedCode>(takeWatchedCode(*module));
  auto code = target.compile(*module, options);
  if (!code)
    return reportError(*module, code.takeError());
  result->code = std::move(*code);
  for (auto &entry : result->functions) {
    auto address = result->code->getEntry(entry.second.name);
    if (!address)
      return reportError(*module, address.takeError());
    entry.second.entry = *address;
    entry.second.watched = result->watched.get();
  }
  return result;
}

ChildOutcome
heddle::compileInChild(MLIRContext *context,
                       llvm::function_ref<void(MessageSink &)> body,
                       llvm::function_ref<void(ArrayRef<char>)> onMessage,
                       const ChildLimits &limits) {
  // The threads of a context do not exist in a child process, which makes its
  // own.
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

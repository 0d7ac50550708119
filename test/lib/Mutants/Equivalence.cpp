//===- Equivalence.cpp - Changes that are no mistakes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Equivalence.h"

#include "heddle/Analysis/DataFlow/Views.h"
#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/Jit.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::mutants;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

namespace {
/// The CPU as target, except that the LLVM IR is printed instead of compiled.
class PrintingTarget : public Target {
public:
  explicit PrintingTarget(std::string &text) : text(text) {}

  LogicalResult checkPayload(ModuleOp payload,
                             const CodeOptions &options) const override {
    return getCPUTarget().checkPayload(payload, options);
  }
  LogicalResult lower(ModuleOp payload,
                      const CodeOptions &options) const override {
    return getCPUTarget().lower(payload, options);
  }
  llvm::Expected<std::unique_ptr<CompiledCode>>
  compile(ModuleOp lowered, const CodeOptions &options) const override;

private:
  std::string &text;
};
} // namespace

llvm::Expected<std::unique_ptr<CompiledCode>>
PrintingTarget::compile(ModuleOp lowered, const CodeOptions &) const {
  registerBuiltinDialectTranslation(*lowered.getContext());
  registerLLVMDialectTranslation(*lowered.getContext());
  llvm::LLVMContext context;
  context.setDiscardValueNames(true); // passes number them
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(lowered, context);
  if (!module)
    return llvm::createStringError("it cannot be translated to LLVM IR");
  if (llvm::Error error = makeOptimizingTransformer(
          /*optLevel=*/2, /*sizeLevel=*/0, nullptr)(module.get()))
    return error;
  llvm::raw_string_ostream os(text);
  module->print(os, nullptr);
  return llvm::createStringError("no code is wanted");
}

std::string mutants::getCode(ModuleOp module, const ChildLimits &limits) {
  std::string code;
  auto body = [&](MessageSink &sink) {
    std::string text;
    PrintingTarget target(text);
    JitOptions options(target);
    (void)JitModule::compile(module, options);
    sink.send(ArrayRef<char>(text.data(), text.size()));
  };
  auto onMessage = [&](ArrayRef<char> message) {
    code.assign(message.begin(), message.end());
  };
  ChildOutcome outcome =
      compileInChild(module.getContext(), body, onMessage, limits);
  return outcome.ok() ? code : "";
}

//===----------------------------------------------------------------------===//
// Independent iterations
//===----------------------------------------------------------------------===//

namespace {
/// The elements of an array that one op accesses: in each dim, [offset, offset
/// + size).
struct Window {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// The accesses of a loop to arrays from outside.
class LoopAccesses {
public:
  explicit LoopAccesses(scf::ForOp loop) : loop(loop) {}

  bool areDisjoint();

private:
  struct Array {
    SmallVector<Window> windows;
    bool isWritten = false;
    /// Some op may access all of it.
    bool isWhole = false;
  };

  bool isOutside(Value value) {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }
  bool collect(Operation *op);
  void add(Operation *op, Value value, bool isWrite);
  bool isWithinIteration(OpFoldResult offset, OpFoldResult size);
  bool isSplit(const Array &array, unsigned dim);

  scf::ForOp loop;
  llvm::MapVector<Value, Array> arrays;
};
} // namespace

/// The elements of the array `value`, an operand of `op`, that `op` itself
/// accesses; nothing if they are not known.
static std::optional<Window> getWindow(Operation *op, Value value) {
  Window window;
  Builder builder(op->getContext());
  auto addElements = [&](ValueRange indices) {
    for (Value index : indices) {
      window.offsets.push_back(index);
      window.sizes.push_back(builder.getIndexAttr(1));
    }
  };
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    addElements(load.getIndices());
    return window;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    addElements(store.getIndices());
    return window;
  }
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (!transfer || transfer.getBase() != value)
    return std::nullopt;
  addElements(transfer.getIndices());
  for (auto [i, expr] :
       llvm::enumerate(transfer.getPermutationMap().getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      window.sizes[dim.getPosition()] =
          builder.getIndexAttr(transfer.getVectorType().getDimSize(i));
  return window;
}

void LoopAccesses::add(Operation *op, Value value, bool isWrite) {
  std::optional<Window> window = getWindow(op, value);
  // For a view that the body makes of an array, the window of the view counts.
  while (!isOutside(value)) {
    auto subview = value.getDefiningOp<memref::SubViewOp>();
    value = getViewSource(value);
    if (!value)
      return; // an array of the iteration
    window.reset();
    if (subview && llvm::all_of(subview.getMixedStrides(), isOneInteger))
      window = Window{subview.getMixedOffsets(), subview.getMixedSizes()};
  }
  // Views outside of the loop may overlap. Each counts as one array. If there
  // are several, no dim of the window is known.
  Array &array = arrays[value];
  array.isWritten |= isWrite;
  array.isWhole |= !window;
  if (window)
    array.windows.push_back(std::move(*window));
}

/// Adds the accesses of `op`; false if they are not known.
bool LoopAccesses::collect(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() && op->getNumRegions())
    return true;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return false;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    if (!effect.getValue())
      return false;
    add(op, effect.getValue(), !isa<MemoryEffects::Read>(effect.getEffect()));
  }
  return true;
}

bool LoopAccesses::isWithinIteration(OpFoldResult offset, OpFoldResult size) {
  using Bounds = ValueBoundsConstraintSet;
  MLIRContext *context = loop.getContext();
  AffineExpr a = getAffineDimExpr(0, context), b = getAffineDimExpr(1, context);
  AffineMap sum = AffineMap::get(2, 0, a + b);
  Bounds::Variable start(loop.getInductionVar());
  Bounds::Variable end(sum,
                       {start, Bounds::Variable(OpFoldResult(loop.getStep()))});
  Bounds::Variable first(offset);
  Bounds::Variable last(sum, {first, Bounds::Variable(size)});
  return Bounds::compare(first, Bounds::GE, start) &&
         Bounds::compare(last, Bounds::LE, end);
}

bool LoopAccesses::isSplit(const Array &array, unsigned dim) {
  return llvm::all_of(array.windows, [&](const Window &window) {
    return isWithinIteration(window.offsets[dim], window.sizes[dim]);
  });
}

bool LoopAccesses::areDisjoint() {
  WalkResult walk = loop.getBody()->walk([&](Operation *op) {
    return collect(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return false;
  for (auto &entry : arrays) {
    Value value = entry.first;
    const Array &array = entry.second;
    if (!array.isWritten)
      continue;
    for (auto &other : arrays)
      if (other.first != value &&
          getBaseBuffer(other.first) == getBaseBuffer(value))
        return false;
    unsigned rank = cast<ShapedType>(value.getType()).getRank();
    if (array.isWhole || llvm::none_of(llvm::seq(rank), [&](unsigned dim) {
          return isSplit(array, dim);
        }))
      return false;
  }
  return true;
}

bool mutants::areIterationsIndependent(scf::ForOp loop) {
  return loop.getNumResults() == 0 && LoopAccesses(loop).areDisjoint();
}

//===- Refusals.cpp - What is not compiled and run ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks only at types and at the dialects of ops. Other problems are found when
// the function is compiled.
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

#include "heddle/Analysis/DataFlow/Views.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

/// A vector becomes as many registers, and LLVM's time grows faster than their
/// number: 64 KiB take seconds.
static constexpr int64_t kLargestVector = 1 << 16;

/// LLVM writes constants element by element, also those with one value: this
/// many bytes take a minute.
static constexpr int64_t kLargestConstants = 1 << 30;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Bytes of the elements of a type; none if they are too many to count.
static std::optional<int64_t> getBytes(ArrayRef<int64_t> shape,
                                       int64_t elementBits) {
  int64_t bits = elementBits;
  for (int64_t extent : shape) {
    if (extent == 0)
      return 0;
    if (llvm::MulOverflow(bits, extent, bits))
      return std::nullopt;
  }
  return bits / 8 + (bits % 8 != 0);
}

/// Why a number type cannot be computed with, or "".
static StringRef refuseNumber(Type type, bool isVector) {
  if (isa<FloatType>(type))
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64()
               ? ""
               : "only f16, bf16, f32 and f64 are compiled";
  if (auto integer = dyn_cast<IntegerType>(type))
    // Vectors are packed in memory, single numbers are not.
    return isVector && getHostElementSize(integer) == 0
               ? "vectors have elements of 1, 8, 16, 32 or 64 bits"
               : "";
  if (isa<ComplexType>(type))
    return "complex numbers are not compiled";
  return "";
}

/// Why values of a type cannot be computed with, or "".
static std::string refuseType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    Type element = vector.getElementType();
    unsigned bits = element.isIntOrFloat()
                        ? element.getIntOrFloatBitWidth()
                        : IndexType::kInternalStorageBitWidth;
    std::optional<int64_t> bytes = getBytes(vector.getShape(), bits);
    if (!bytes || *bytes > kLargestVector)
      return "vectors of more than 64 KiB are not compiled; tile before "
             "vectorizing";
  }
  Type element = getElementTypeOrSelf(type);
  if (auto nested = dyn_cast<VectorType>(element); nested && nested != type)
    return refuseType(nested);
  return refuseNumber(element, isa<VectorType>(type)).str();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// True for dialects that the pipelines lower, and for ours.
static bool isLowered(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return llvm::is_contained({"affine", "arith", "bufferization", "builtin",
                             "cf", "func", "index", "linalg", "linalg_ext",
                             "llvm", "math", "memref", "omp", "scf", "tensor",
                             "ub", "vector", "transform"},
                            dialect) ||
         isOpTriviallyDead(op);
}

static void printPlace(raw_ostream &os, Operation *op) {
  os << "'" << op->getName() << "'";
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << " in line " << loc.getLine();
}

/// True if upstream cannot tell which dims of extent 1 the subview leaves out.
/// Upstream looks for their strides, and ignores the steps.
static bool hasUnclearDims(memref::SubViewOp view) {
  int64_t unitDims = 0;
  bool hasSteps = false;
  for (auto [size, step] :
       llvm::zip_equal(view.getMixedSizes(), view.getMixedStrides()))
    if (isOneInteger(size) && isa<Attribute>(size)) {
      ++unitDims;
      hasSteps |= !isOneInteger(step);
    }
  int64_t left = view.getSourceType().getRank() - view.getType().getRank();
  return hasSteps && left > 0 && unitDims > left;
}

/// True if `op` divides integers by a constant 0.
static bool dividesByZero(Operation *op) {
  using namespace arith;
  return isa<DivSIOp, DivUIOp, RemSIOp, RemUIOp, CeilDivSIOp, CeilDivUIOp,
             FloorDivSIOp>(op) &&
         isZeroInteger(op->getOperand(1));
}

/// True if something may write through `buffer` or a view of it.
static bool mayBeWritten(Value buffer) {
  SmallVector<Value> buffers = {buffer};
  while (!buffers.empty()) {
    Value next = buffers.pop_back_val();
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (isOnlyViewed(use)) {
        llvm::append_range(buffers, user->getResults());
        continue;
      }
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      if (!effects ||
          effects.getEffectOnValue<MemoryEffects::Write>(next).has_value())
        return true;
    }
  }
  return false;
}

/// The public global that `op` gives and that others see change, or null. They
/// do not see a private one.
static memref::GlobalOp getWrittenGlobal(Operation *op) {
  auto get = dyn_cast<memref::GetGlobalOp>(op);
  if (!get)
    return nullptr;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  return global && global.isPublic() && !global.getConstant() &&
                 mayBeWritten(get)
             ? global
             : nullptr;
}

/// Why one op is not compiled, or "".
static std::string refuseOp(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto refuse = [&](Type type) {
    std::string why = refuseType(type);
    if (why.empty())
      return false;
    os << "a value of ";
    printPlace(os, op);
    os << " has type " << type << ", but " << why;
    return true;
  };
  if (llvm::any_of(op->getResultTypes(), refuse) ||
      llvm::any_of(op->getOperandTypes(), refuse))
    return text;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), refuse))
        return text;
  if (auto view = dyn_cast<memref::SubViewOp>(op);
      view && hasUnclearDims(view)) {
    printPlace(os, op);
    os << " leaves out some dims of extent 1 and steps in them, which is not "
          "compiled; give such dims a step of 1";
  } else if (isa<linalg::SoftmaxOp>(op) &&
             !isa<FloatType>(getElementTypeOrSelf(op->getResultTypes().empty()
                                                      ? op->getOperand(0)
                                                      : op->getResult(0)))) {
    printPlace(os, op);
    os << " is of elements that are no floats, which is not compiled";
  } else if (op->getParentOp() && isa<FunctionOpInterface>(op->getParentOp()) &&
             dividesByZero(op)) {
    printPlace(os, op);
    os << " divides by 0, which has no result";
  } else if (memref::GlobalOp global = getWrittenGlobal(op)) {
    printPlace(os, op);
    os << " may write the public global '@" << global.getSymName()
       << "', whose contents are not compared; make it private, or an argument";
  } else if (isa<vector::PrintOp>(op)) {
    printPlace(os, op);
    os << " prints, and what a kernel prints is not compared; remove it";
  } else if (!isLowered(op)) {
    printPlace(os, op);
    os << " is of the dialect '" << op->getName().getDialectNamespace()
       << "', which is not compiled here; lower it to linalg first";
  }
  return text;
}

/// The array that `op` holds or refers to, or null.
static ElementsAttr getConstantArray(Operation *op) {
  ElementsAttr array;
  if (auto ref = dyn_cast<memref::GetGlobalOp>(op)) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        ref, ref.getNameAttr());
    if (global)
      array = dyn_cast_if_present<ElementsAttr>(global.getInitialValueAttr());
  } else if (op->hasTrait<OpTrait::ConstantLike>()) {
    (void)matchPattern(op, m_Constant(&array));
  }
  return array;
}

namespace {
/// Adds up the constant arrays of a function.
class ConstantCount {
public:
  /// Why `op` with the arrays of the ops before it is not compiled, or "".
  std::string add(Operation *op) {
    ElementsAttr array = getConstantArray(op);
    if (!array || !seen.insert(array).second)
      return "";
    Type element = array.getElementType();
    unsigned bits = element.isIntOrFloat()
                        ? std::max(8u, element.getIntOrFloatBitWidth())
                        : IndexType::kInternalStorageBitWidth;
    std::optional<int64_t> bytes =
        getBytes(array.getShapedType().getShape(), bits);
    if (bytes && !llvm::AddOverflow(total, *bytes, total) &&
        total <= kLargestConstants)
      return "";
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "the constants up to the one of type " << array.getShapedType()
       << " of ";
    printPlace(os, op);
    os << " take more than " << (kLargestConstants >> 20)
       << " MiB, which are not compiled; pass them as arguments";
    return text;
  }

private:
  llvm::DenseSet<Attribute> seen;
  int64_t total = 0;
};
} // namespace

/// Why a loop with constant bounds does not end, or "". Such a loop reaches the
/// largest number of its index type, and the increment wraps around.
static std::string refuseEndlessLoop(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return "";
  auto lowers = loop.getLoopLowerBounds(), uppers = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  auto indices = loop.getLoopInductionVars();
  if (!lowers || !uppers || !steps || !indices)
    return "";
  auto forOp = dyn_cast<scf::ForOp>(op);
  bool isUnsigned = forOp && forOp.getUnsignedCmp();
  for (auto [lower, upper, step, index] :
       llvm::zip_equal(*lowers, *uppers, *steps, *indices)) {
    auto from = getConstantAPIntValue(lower), to = getConstantAPIntValue(upper),
         by = getConstantAPIntValue(step);
    if (!from || !to || !by)
      continue;
    unsigned width = index.getType().isIndex()
                         ? IndexType::kInternalStorageBitWidth
                         : index.getType().getIntOrFloatBitWidth();
    auto widen = [&](const APInt &value) {
      APInt number = value.sextOrTrunc(width);
      return isUnsigned ? number.zext(2 * width) : number.sext(2 * width);
    };
    APInt first = widen(from->first), end = widen(to->first),
          distance = widen(by->first);
    if (first.sge(end) || !distance.isStrictlyPositive())
      continue;
    APInt last = end - 1 - (end - 1 - first).urem(distance);
    APInt largest = isUnsigned
                        ? APInt::getMaxValue(width).zext(2 * width)
                        : APInt::getSignedMaxValue(width).sext(2 * width);
    if ((last + distance).sle(largest))
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    printPlace(os, op);
    os << " never ends: from " << first << " in steps of " << distance << " to "
       << end << ", its index comes to " << last
       << ", and the next one is more than a number of " << width
       << " bits can hold";
    return text;
  }
  return "";
}

std::string heddle::findRefusedOp(func::FuncOp func) {
  SmallVector<Operation *> callables = {func};
  llvm::DenseSet<Operation *> seen = {func};
  ConstantCount constants;
  std::string text;
  for (size_t i = 0; i < callables.size() && text.empty(); ++i)
    callables[i]->walk<WalkOrder::PreOrder>([&](Operation *op) {
      text = refuseOp(op);
      if (text.empty())
        text = constants.add(op);
      if (text.empty())
        text = refuseEndlessLoop(op);
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (Operation *callee = call.resolveCallable();
            callee && seen.insert(callee).second)
          callables.push_back(callee);
      return text.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
  return text;
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// Why a type cannot be passed, in words that follow its name.
static StringRef explainUnsupported(Type type) {
  if (isa<UnrankedTensorType, UnrankedMemRefType>(type))
    return ": its rank is not known";
  Type element = getElementTypeOrSelf(type);
  if (isa<ComplexType>(element))
    return ": complex numbers are not checked";
  if (isa<VectorType>(element))
    return ": vectors are not checked";
  if (element.isIntOrFloat())
    return ": numbers are f16, bf16, f32, f64, index, or integers of 1, 8, 16, "
           "32 or 64 bits";
  return "";
}

/// True if a stride of `type` is negative: its elements would be before the
/// first one. Dynamic strides are chosen by Heddle, and are positive.
static bool hasNegativeStride(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  return memref && succeeded(memref.getStridesAndOffset(strides, offset)) &&
         llvm::any_of(strides, [](int64_t stride) {
           return stride < 0 && !ShapedType::isDynamic(stride);
         });
}

std::string heddle::findRefusedType(func::FuncOp func) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (!isSupportedArgument(type)) {
      os << "argument " << i << " has type " << type
         << ", which cannot be passed from here" << explainUnsupported(type);
      return text;
    } else if (hasNegativeStride(type)) {
      os << "argument " << i << " has type " << type
         << ", which cannot be passed from here: a stride is negative";
      return text;
    }
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    if (!isSupportedArgument(type)) {
      os << "result " << i << " has type " << type
         << ", which cannot be taken from here" << explainUnsupported(type);
      return text;
    }
  return text;
}

std::string heddle::findTooLarge(func::FuncOp func,
                                 const ShapeAssignment &shapes,
                                 uint64_t limit) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto isTooLarge = [&](StringRef kind, unsigned i, Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type)
      return false;
    unsigned size = getHostElementSize(type.getElementType());
    SmallVector<int64_t> shape = shapes.getShape(value);
    std::optional<int64_t> bytes = getBytes(shape, int64_t(8) * size);
    if (bytes && (limit == 0 || static_cast<uint64_t>(*bytes) <= limit))
      return false;
    os << kind << " " << i << " is too large: ";
    for (int64_t extent : shape)
      os << extent << "x";
    os << type.getElementType() << " takes more than ";
    if (limit == 0)
      os << "2^60 bytes";
    else
      os << (limit >> 20) << " MiB of memory";
    return true;
  };
  for (auto [i, argument] : llvm::enumerate(func.getArguments()))
    if (isTooLarge("argument", i, argument))
      return text;
  for (Block &block : func.getBody())
    if (isa<func::ReturnOp>(block.getTerminator()))
      for (auto [i, value] :
           llvm::enumerate(block.getTerminator()->getOperands()))
        if (isTooLarge("result", i, value))
          return text;
  return text;
}

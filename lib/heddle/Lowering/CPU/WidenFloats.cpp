//===- WidenFloats.cpp - All narrow floats become f64 ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every narrow float the type f64, in place: all structural ops take the
// new element type as they are. Execution uses the results.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "Field/FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_WIDENFLOATSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// The narrow float type of a value or of its elements; null if it has none.
static FloatType getNarrowFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return floatType && floatType.getWidth() < 64 ? floatType : FloatType();
}

/// A narrow float type that `op` computes with; null if it uses none.
static FloatType findNarrowFloat(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (FloatType narrow = getNarrowFloat(type))
        return narrow;
  if (auto func = dyn_cast<FunctionOpInterface>(op))
    for (TypeRange types :
         {TypeRange(func.getArgumentTypes()), TypeRange(func.getResultTypes())})
      for (Type type : types)
        if (FloatType narrow = getNarrowFloat(type))
          return narrow;
  return {};
}

/// Whether the op treats floats of all widths alike.
static bool isIndependentOfWidth(Operation *op) {
  static constexpr StringLiteral dialects[] = {
      "affine", "arith",  "bufferization", "cf",  "func",  "linalg",
      "math",   "memref", "linalg_ext",    "scf", "shape", "tensor",
      "ub",     "vector", "index",         "omp"};
  if (!llvm::is_contained(dialects, op->getName().getDialectNamespace()))
    return false;
  if (auto func = dyn_cast<FunctionOpInterface>(op))
    return !func.isExternal();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<FloatAttr, DenseFPElementsAttr>(constant.getValue());
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return !global.getInitialValue() ||
           isa<DenseFPElementsAttr, UnitAttr>(*global.getInitialValue());
  return !isa<arith::BitcastOp, arith::ScalingExtFOp, arith::ScalingTruncFOp,
              tensor::BitcastOp, vector::BitCastOp, vector::TypeCastOp>(op);
}

static LogicalResult checkOps(ModuleOp module) {
  WalkResult result = module->walk([](Operation *op) {
    FloatType narrow = findNarrowFloat(op);
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      narrow = getNarrowFloat(global.getType());
    if (!narrow || isIndependentOfWidth(op))
      return WalkResult::advance();
    emitError(op->getLoc()) << "expects ops that do the same in f64, but '"
                            << op->getName() << "' depends on " << narrow;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static llvm::APFloat widen(const llvm::APFloat &value) {
  llvm::APFloat wide = value;
  bool losesInfo;
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return wide;
}

/// Replaces narrow float types, and constants of them by the same numbers.
static void replaceTypes(ModuleOp module) {
  Type f64 = Float64Type::get(module.getContext());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FloatType type) -> std::optional<Type> {
    return type.getWidth() < 64 ? f64 : Type(type);
  });
  replacer.addReplacement(
      [&](FloatAttr attr) -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!getNarrowFloat(attr.getType()))
          return std::make_pair(Attribute(attr), WalkResult::skip());
        return std::make_pair(
            Attribute(FloatAttr::get(f64, widen(attr.getValue()))),
            WalkResult::skip());
      });
  replacer.addReplacement(
      [&](DenseFPElementsAttr attr)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!getNarrowFloat(attr.getType()))
          return std::make_pair(Attribute(attr), WalkResult::skip());
        Attribute wide = attr.mapValues(f64, [](const llvm::APFloat &value) {
          return widen(value).bitcastToAPInt();
        });
        return std::make_pair(wide, WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

namespace {
struct WidenFloats : heddle::impl::WidenFloatsPassBase<WidenFloats> {
  using WidenFloatsPassBase::WidenFloatsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOps(module)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    if (failed(heddle::field::widenByteViews(rewriter, module)))
      return signalPassFailure();
    replaceTypes(module);
    module->walk([&](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
          op->getOperand(0).getType() == op->getResult(0).getType())
        rewriter.replaceOp(op, op->getOperand(0));
    });
  }
};
} // namespace

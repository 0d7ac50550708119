//===- FloatOps.cpp - What an op does with floats -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of ops.
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

bool field::hasFloats(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

bool field::usesFloats(Operation *op) {
  if (llvm::any_of(op->getOperandTypes(), hasFloats) ||
      llvm::any_of(op->getResultTypes(), hasFloats))
    return true;
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return hasFloats(global.getType());
  auto func = dyn_cast<FunctionOpInterface>(op);
  return func && (llvm::any_of(func.getArgumentTypes(), hasFloats) ||
                  llvm::any_of(func.getResultTypes(), hasFloats));
}

/// Ops of arith that compute with floats.
static std::optional<FieldOp> getArithOp(Operation *op) {
  using K = FieldOp;
  using namespace arith;
  return llvm::TypeSwitch<Operation *, std::optional<FieldOp>>(op)
      .Case<AddFOp>([](auto) { return K::Add; })
      .Case<SubFOp>([](auto) { return K::Subtract; })
      .Case<MulFOp>([](auto) { return K::Multiply; })
      .Case<DivFOp>([](auto) { return K::Divide; })
      .Case<NegFOp>([](auto) { return K::Negate; })
      .Case<RemFOp>([](auto) { return K::Remainder; })
      .Case<MaximumFOp>([](auto) { return K::Maximum; })
      .Case<MinimumFOp>([](auto) { return K::Minimum; })
      .Case<MaxNumFOp>([](auto) { return K::MaximumNumber; })
      .Case<MinNumFOp>([](auto) { return K::MinimumNumber; })
      .Case<CmpFOp>([](auto) { return K::Compare; })
      .Case<SIToFPOp>([](auto) { return K::FromSigned; })
      .Case<UIToFPOp>([](auto) { return K::FromUnsigned; })
      .Case<FPToSIOp>([](auto) { return K::ToSigned; })
      .Case<FPToUIOp>([](auto) { return K::ToUnsigned; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Ops of math that compute with floats; Opaque for those that have no rule.
static std::optional<FieldOp> getMathOp(Operation *op) {
  using K = FieldOp;
  using namespace math;
  if (op->getNumResults() != 1 || op->getNumOperands() > 2 ||
      !hasFloats(op->getOperand(0).getType()))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, FieldOp>(op)
      .Case<AbsFOp>([](auto) { return K::Absolute; })
      .Case<CopySignOp>([](auto) { return K::CopySign; })
      .Case<ExpOp>([](auto) { return K::Exp; })
      .Case<Exp2Op>([](auto) { return K::Exp2; })
      .Case<ExpM1Op>([](auto) { return K::ExpM1; })
      .Case<LogOp>([](auto) { return K::Log; })
      .Case<Log2Op>([](auto) { return K::Log2; })
      .Case<Log10Op>([](auto) { return K::Log10; })
      .Case<Log1pOp>([](auto) { return K::Log1p; })
      .Case<SqrtOp>([](auto) { return K::SquareRoot; })
      .Case<RsqrtOp>([](auto) { return K::InverseSquareRoot; })
      .Case<TanhOp>([](auto) { return K::Tanh; })
      .Case<PowFOp>([](auto) { return K::Power; })
      .Case<FPowIOp>([](auto) { return K::PowerInteger; })
      .Case<FloorOp>([](auto) { return K::Floor; })
      .Case<CeilOp>([](auto) { return K::Ceil; })
      .Case<RoundOp>([](auto) { return K::Round; })
      .Case<RoundEvenOp>([](auto) { return K::RoundEven; })
      .Case<TruncOp>([](auto) { return K::Truncate; })
      .Case<IsNaNOp>([](auto) { return K::IsNaN; })
      .Case<IsInfOp>([](auto) { return K::IsInfinite; })
      .Case<IsFiniteOp>([](auto) { return K::IsFinite; })
      .Case<IsNormalOp>([](auto) { return K::IsNormal; })
      .Default([](Operation *) { return K::Opaque; });
}

static std::optional<FieldOp> getFieldOp(Operation *op) {
  if (isa<vector::FMAOp, math::FmaOp>(op))
    return FieldOp::MultiplyAdd;
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return getMathOp(op);
  return getArithOp(op);
}

bool field::movesFloats(Operation *op) {
  if (auto func = dyn_cast<FunctionOpInterface>(op))
    return !func.isExternal();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<FloatAttr, DenseFPElementsAttr>(constant.getValue());
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return !global.getInitialValue() ||
           isa<DenseFPElementsAttr, UnitAttr>(*global.getInitialValue());
  // By its name: no header takes longer to compile than that of its dialect.
  if (isa<arith::SelectOp, arith::ExtFOp, arith::TruncFOp>(op) ||
      op->getName().getStringRef() == "llvm.freeze")
    return true;
  if (isa<memref::AtomicRMWOp, vector::BitCastOp, vector::TypeCastOp,
          vector::ContractionOp, vector::MultiDimReductionOp,
          vector::OuterProductOp, vector::ScanOp, vector::ReductionOp,
          vector::MaskOp, vector::PrintOp>(op))
    return false;
  return llvm::is_contained(
      {"affine", "cf", "func", "memref", "scf", "ub", "vector"},
      op->getName().getDialectNamespace());
}

bool field::hasScalableVectors(Operation *op) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  return llvm::any_of(op->getOperandTypes(), isScalable) ||
         llvm::any_of(op->getResultTypes(), isScalable);
}

/// Whether `value` is a constant other than 0 and with one sign.
static std::optional<bool> isNegativeConstant(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    return isNegativeConstant(broadcast.getSource());
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  if (auto dense = dyn_cast<DenseFPElementsAttr>(attr);
      dense && dense.isSplat())
    attr = dense.getSplatValue<FloatAttr>();
  auto number = dyn_cast<FloatAttr>(attr);
  if (!number || number.getValue().isZero() || number.getValue().isNaN())
    return std::nullopt;
  return number.getValue().isNegative();
}

/// Specializes a product or a sum for the ops that define its operands.
static void specialize(FloatOp &op, llvm::DenseSet<Operation *> &fused) {
  if (op.kind == FieldOp::Multiply) {
    std::optional<bool> left = isNegativeConstant(op.op->getOperand(0));
    std::optional<bool> right = isNegativeConstant(op.op->getOperand(1));
    op.isSwapped = left && !right;
    if (std::optional<bool> negative = right ? right : left)
      op.kind =
          *negative ? FieldOp::MultiplyNegative : FieldOp::MultiplyPositive;
    return;
  }
  if (op.kind != FieldOp::Add)
    return;
  for (unsigned i : {0, 1}) {
    auto product = op.op->getOperand(i).getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse() ||
        isNegativeConstant(product.getLhs()) ||
        isNegativeConstant(product.getRhs()))
      continue;
    op.kind = FieldOp::MultiplyAdd;
    op.product = i;
    fused.insert(product);
    return;
  }
}

static int64_t getOpCode(const FloatOp &op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op.op))
    return encode(op.kind, static_cast<unsigned>(compare.getPredicate()));
  uint32_t name = 0;
  if (op.kind == FieldOp::Opaque)
    name = static_cast<uint32_t>(
        llvm::xxh3_64bits(op.op->getName().getStringRef()));
  return encode(op.kind, 0, name);
}

FailureOr<std::vector<FloatOp>> field::collectFloatOps(ModuleOp module) {
  std::vector<FloatOp> ops;
  llvm::DenseSet<Operation *> fused;
  WalkResult result = module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!usesFloats(op))
      return WalkResult::advance();
    std::optional<FieldOp> kind = getFieldOp(op);
    if (hasScalableVectors(op) || (!kind && !movesFloats(op))) {
      emitError(op->getLoc()) << "expects ops that have a meaning in a finite "
                                 "field, but got '"
                              << op->getName() << "'";
      return WalkResult::interrupt();
    }
    if (!kind)
      return WalkResult::advance();
    FloatOp found;
    found.op = op;
    found.kind = *kind;
    specialize(found, fused);
    found.code = getOpCode(found);
    ops.push_back(found);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  llvm::erase_if(ops, [&](FloatOp &op) { return fused.contains(op.op); });
  return ops;
}

void field::replaceFloats(
    ModuleOp module, Type type,
    llvm::function_ref<llvm::APInt(const llvm::APFloat &)> convert) {
  auto makeNumber = [=](const llvm::APFloat &value) -> Attribute {
    llvm::APInt bits = convert(value);
    if (isa<FloatType>(type))
      return FloatAttr::get(type,
                            llvm::APFloat(llvm::APFloat::IEEEdouble(), bits));
    return IntegerAttr::get(type, bits);
  };
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [=](FloatType) -> std::optional<Type> { return type; });
  replacer.addReplacement([=](FloatAttr attr) -> Replaced {
    return std::make_pair(makeNumber(attr.getValue()), WalkResult::skip());
  });
  replacer.addReplacement([=](DenseFPElementsAttr attr) -> Replaced {
    return std::make_pair(Attribute(attr.mapValues(type, convert)),
                          WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

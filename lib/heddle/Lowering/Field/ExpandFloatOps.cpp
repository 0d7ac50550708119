//===- ExpandFloatOps.cpp - Reductions and atomic updates as plain ops ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an order to ops that combine several floats in an unspecified order,
// once for both forms of the code. Also handles byte buffers that are viewed as
// floats.
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// The neutral number of a reduction; null for a kind that is not a reduction
/// of floats.
static TypedAttr getNeutral(vector::CombiningKind kind, Type type) {
  auto floatType = cast<FloatType>(getElementTypeOrSelf(type));
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  auto make = [&](APFloat value) -> TypedAttr {
    auto attr = FloatAttr::get(floatType, value);
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? TypedAttr(DenseElementsAttr::get(shaped, attr)) : attr;
  };
  using Kind = vector::CombiningKind;
  switch (kind) {
  case Kind::ADD:
    return make(APFloat::getZero(semantics));
  case Kind::MUL:
    return make(APFloat(semantics, 1));
  case Kind::MAXNUMF:
  case Kind::MINNUMF:
    return make(APFloat::getNaN(semantics));
  case Kind::MAXIMUMF:
    return make(APFloat::getInf(semantics, /*Negative=*/true));
  case Kind::MINIMUMF:
    return make(APFloat::getInf(semantics));
  default:
    return {};
  }
}

/// vector.mask { vector.reduction } to a reduction of selected lanes.
static void unmask(RewriterBase &rewriter, vector::ReductionOp op) {
  auto mask = dyn_cast<vector::MaskOp>(op->getParentOp());
  TypedAttr neutral = getNeutral(op.getKind(), op.getVector().getType());
  if (!mask || !neutral)
    return;
  rewriter.setInsertionPoint(mask);
  Value other = arith::ConstantOp::create(rewriter, op.getLoc(), neutral);
  Value lanes = arith::SelectOp::create(rewriter, op.getLoc(), mask.getMask(),
                                        op.getVector(), other);
  Value result = vector::ReductionOp::create(rewriter, op.getLoc(),
                                             op.getKind(), lanes, op.getAcc());
  rewriter.replaceOp(mask, result);
}

/// Combines halves of a vector until few lanes are left, and then these lanes.
static Value reduceLanes(RewriterBase &rewriter, Location loc,
                         vector::CombiningKind kind, Value vector, Value acc) {
  Value result = acc;
  auto addLane = [&](int64_t lane) {
    Value value = vector::ExtractOp::create(rewriter, loc, vector, lane);
    result =
        result ? vector::makeArithReduction(rewriter, loc, kind, result, value)
               : value;
  };
  int64_t count = cast<VectorType>(vector.getType()).getDimSize(0);
  for (; count > 3; count /= 2) {
    if (count % 2 != 0)
      addLane(count - 1);
    auto low = llvm::to_vector(llvm::seq<int64_t>(0, count / 2));
    auto high = llvm::to_vector(llvm::seq<int64_t>(count / 2, count / 2 * 2));
    Value first = vector::ShuffleOp::create(rewriter, loc, vector, vector, low);
    Value second =
        vector::ShuffleOp::create(rewriter, loc, vector, vector, high);
    vector = vector::makeArithReduction(rewriter, loc, kind, first, second);
  }
  for (int64_t lane = 0; lane < count; ++lane)
    addLane(lane);
  return result;
}

static void expandReduction(RewriterBase &rewriter, vector::ReductionOp op) {
  if (isa<vector::MaskOp>(op->getParentOp()) ||
      op.getSourceVectorType().isScalable())
    return;
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, reduceLanes(rewriter, op.getLoc(), op.getKind(),
                                     op.getVector(), op.getAcc()));
}

/// Field code runs in one thread, so an atomic update becomes a load, an op and
/// a store. Its result is what compiled code gives: the element before.
static void expandAtomicUpdate(RewriterBase &rewriter, memref::AtomicRMWOp op) {
  std::optional<vector::CombiningKind> kind;
  switch (op.getKind()) {
  case arith::AtomicRMWKind::addf:
    kind = vector::CombiningKind::ADD;
    break;
  case arith::AtomicRMWKind::mulf:
    kind = vector::CombiningKind::MUL;
    break;
  case arith::AtomicRMWKind::maximumf:
    kind = vector::CombiningKind::MAXIMUMF;
    break;
  case arith::AtomicRMWKind::minimumf:
    kind = vector::CombiningKind::MINIMUMF;
    break;
  case arith::AtomicRMWKind::maxnumf:
    kind = vector::CombiningKind::MAXNUMF;
    break;
  case arith::AtomicRMWKind::minnumf:
    kind = vector::CombiningKind::MINNUMF;
    break;
  case arith::AtomicRMWKind::assign:
    break;
  default:
    return;
  }
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value old =
      memref::LoadOp::create(rewriter, loc, op.getMemref(), op.getIndices());
  Value value = kind ? vector::makeArithReduction(rewriter, loc, *kind, old,
                                                  op.getValue())
                     : op.getValue();
  memref::StoreOp::create(rewriter, loc, value, op.getMemref(),
                          op.getIndices());
  rewriter.replaceOp(op, old);
}

static void expandGenericUpdate(RewriterBase &rewriter,
                                memref::GenericAtomicRMWOp op) {
  rewriter.setInsertionPoint(op);
  Value old = memref::LoadOp::create(rewriter, op.getLoc(), op.getMemref(),
                                     op.getIndices());
  Operation *yield = op.getBody()->getTerminator();
  rewriter.inlineBlockBefore(op.getBody(), op, old);
  Value value = yield->getOperand(0);
  memref::StoreOp::create(rewriter, op.getLoc(), value, op.getMemref(),
                          op.getIndices());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(op, old);
}

/// min(max(value, low), high)
static void expandClamp(RewriterBase &rewriter, math::ClampFOp op) {
  rewriter.setInsertionPoint(op);
  Value low = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(),
                                        op.getMin());
  rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, low, op.getMax());
}

/// Calls `rewrite` for each op of a kind that is about floats; it may erase the
/// op and the one around it.
template <typename OpTy>
static void forEach(RewriterBase &rewriter, ModuleOp module,
                    llvm::function_ref<void(RewriterBase &, OpTy)> rewrite) {
  std::vector<OpTy> ops;
  module->walk([&](OpTy op) {
    if (hasFloats(op->getOperand(0).getType()))
      ops.push_back(op);
  });
  for (OpTy op : ops)
    rewrite(rewriter, op);
}

SmallVector<ub::PoisonOp> field::collectPoison(ModuleOp module) {
  SmallVector<ub::PoisonOp> ops;
  module->walk([&](ub::PoisonOp op) {
    Type type = op.getType();
    if (isa<FloatType>(type) ||
        (isa<VectorType>(type) && isa<FloatType>(getElementTypeOrSelf(type))))
      ops.push_back(op);
  });
  return ops;
}

void field::definePoison(RewriterBase &rewriter, ModuleOp module) {
  for (ub::PoisonOp op : collectPoison(module)) {
    Type type = op.getType();
    TypedAttr one = rewriter.getFloatAttr(getElementTypeOrSelf(type), 1);
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, Attribute(one));
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, one);
  }
}

void field::expandFloatOps(RewriterBase &rewriter, ModuleOp module) {
  forEach<vector::ReductionOp>(rewriter, module, unmask);
  forEach<vector::ReductionOp>(rewriter, module, expandReduction);
  forEach<memref::AtomicRMWOp>(rewriter, module, expandAtomicUpdate);
  forEach<memref::GenericAtomicRMWOp>(rewriter, module, expandGenericUpdate);
  forEach<math::ClampFOp>(rewriter, module, expandClamp);
}

//===----------------------------------------------------------------------===//
// Byte buffers
//===----------------------------------------------------------------------===//

/// Multiplies the size of the buffer, or the part of one, of which `view` is a
/// view. Returns false if ops other than views and a deallocation use it, or if
/// it was not allocated there.
static bool widenBuffer(RewriterBase &rewriter, memref::ViewOp view,
                        int64_t factor) {
  Operation *buffer = view.getSource().getDefiningOp();
  auto part = dyn_cast_or_null<memref::ViewOp>(buffer);
  if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp, memref::ViewOp>(
          buffer) ||
      !llvm::all_of(buffer->getUsers(),
                    llvm::IsaPred<memref::ViewOp, memref::DeallocOp>))
    return false;
  auto type = cast<MemRefType>(buffer->getResult(0).getType());
  Location loc = buffer->getLoc();
  rewriter.setInsertionPoint(buffer);
  if (type.hasStaticShape()) {
    auto wider =
        MemRefType::get(type.getNumElements() * factor, type.getElementType(),
                        AffineMap(), type.getMemorySpace());
    rewriter.modifyOpInPlace(buffer,
                             [&] { buffer->getResult(0).setType(wider); });
    return true;
  }
  OpOperand &size = part ? part.getSizesMutable()[0] : buffer->getOpOperand(0);
  Value scale = arith::ConstantIndexOp::create(rewriter, loc, factor);
  Value wider = arith::MulIOp::create(rewriter, loc, size.get(), scale);
  rewriter.modifyOpInPlace(buffer, [&] { size.set(wider); });
  return true;
}

LogicalResult field::widenByteViews(RewriterBase &rewriter, ModuleOp module) {
  std::vector<memref::ViewOp> views;
  int64_t factor = 1;
  module->walk([&](memref::ViewOp view) {
    views.push_back(view);
    Type element = view.getType().getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    if (auto type = dyn_cast<FloatType>(getElementTypeOrSelf(element)))
      factor = std::max<int64_t>(factor, 64 / type.getWidth());
  });
  if (factor == 1)
    return success();
  llvm::SmallDenseSet<Value> widened;
  for (memref::ViewOp view : views) {
    if (widened.insert(view.getSource()).second &&
        !widenBuffer(rewriter, view, factor))
      return emitError(view.getLoc())
             << "expects a view of a buffer that is allocated in its function "
                "and used by views alone, but '"
             << view->getName() << "' shows another one";
    rewriter.setInsertionPoint(view);
    Value scale =
        arith::ConstantIndexOp::create(rewriter, view.getLoc(), factor);
    Value shift = arith::MulIOp::create(rewriter, view.getLoc(),
                                        view.getByteShift(), scale);
    rewriter.modifyOpInPlace(view,
                             [&] { view.getByteShiftMutable().assign(shift); });
  }
  return success();
}

//===- LaneMasks.cpp - Masks that nobody sees -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the result of a masked contraction through ops that keep lanes apart,
// to the writes.
//
//===----------------------------------------------------------------------===//

#include "LaneMasks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// For each dim of a vector, how many elements are active; null if all are.
using LaneSizes = SmallVector<OpFoldResult>;

/// The elements that `mask` activates; nothing if `mask` is not made from
/// sizes.
static std::optional<LaneSizes> getLaneSizes(Value mask) {
  LaneSizes sizes;
  if (auto made = mask.getDefiningOp<vector::CreateMaskOp>())
    sizes = getAsOpFoldResult(made.getOperands());
  else if (auto constant = mask.getDefiningOp<vector::ConstantMaskOp>())
    sizes =
        getAsIndexOpFoldResult(mask.getContext(), constant.getMaskDimSizes());
  else
    return std::nullopt;
  auto type = cast<VectorType>(mask.getType());
  if (type.isScalable())
    return std::nullopt;
  for (auto [size, extent] : llvm::zip_equal(sizes, type.getShape()))
    if (std::optional<int64_t> number = getConstantIntValue(size);
        number && *number >= extent)
      size = OpFoldResult();
  return sizes;
}

static bool areEqual(const LaneSizes &left, const LaneSizes &right) {
  return llvm::equal(left, right, [](OpFoldResult a, OpFoldResult b) {
    return a.isNull() || b.isNull() ? a.isNull() && b.isNull()
                                    : isEqualConstantIntOrValue(a, b);
  });
}

/// Whether `write` stores exactly the elements that are active by `sizes`.
static bool storesOnly(vector::TransferWriteOp write, const LaneSizes &sizes) {
  Value mask = write.getMask();
  if (auto around = dyn_cast<vector::MaskOp>(write->getParentOp()))
    mask = around.getMask();
  if (!mask || !write.getPermutationMap().isMinorIdentity())
    return false;
  std::optional<LaneSizes> stored = getLaneSizes(mask);
  return stored && areEqual(*stored, sizes);
}

/// Adds to `values` the results of the owner of `use`, if they hold the lanes
/// of the used value in the same places. False if the owner may use lanes that
/// are not active by `sizes`.
static bool followLanes(OpOperand &use, const LaneSizes &sizes,
                        llvm::SetVector<Value> &values) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto write = dyn_cast<vector::TransferWriteOp>(user))
    return use.get() == write.getVector() && storesOnly(write, sizes);
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (number < loop.getNumControlOperands())
      return false;
    values.insert(loop.getTiedLoopRegionIterArg(&use));
    values.insert(loop.getTiedLoopResult(&use));
    return true;
  }
  if (isa<scf::YieldOp>(user)) {
    Operation *parent = user->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      values.insert(loop.getRegionIterArg(number));
    else if (!isa<scf::IfOp>(parent))
      return false;
    values.insert(parent->getResult(number));
    return true;
  }
  if (isa<vector::YieldOp>(user)) {
    values.insert(user->getParentOp()->getResult(number));
    return true;
  }
  if (auto sum = dyn_cast<vector::ContractionOp>(user)) {
    if (use.get() == sum.getLhs() || use.get() == sum.getRhs())
      return false;
    values.insert(sum.getResult());
    return true;
  }
  if (!user->hasTrait<OpTrait::Elementwise>() || !isPure(user))
    return false;
  values.insert(user->result_begin(), user->result_end());
  return true;
}

/// Whether only the lanes of `value` that are active by `sizes` are ever
/// stored or combined with other lanes.
static bool areLanesHidden(Value value, const LaneSizes &sizes) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (unsigned i = 0; i < values.size(); ++i)
    for (OpOperand &use : values[i].getUses())
      if (!followLanes(use, sizes, values))
        return false;
  return true;
}

/// Whether the mask of `op`, a contraction, only masks off elements of the
/// result, and no op uses these elements.
static bool isMaskHidden(vector::MaskOp op, vector::ContractionOp sum) {
  std::optional<LaneSizes> sizes = getLaneSizes(op.getMask());
  if (!sizes || !isa<VectorType>(sum.getAccType()))
    return false;
  for (auto [size, type] : llvm::zip_equal(*sizes, sum.getIteratorTypesArray()))
    if (type == vector::IteratorType::reduction && !size.isNull())
      return false;
  LaneSizes lanes;
  AffineMap map = sum.getIndexingMapsArray().back();
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    lanes.push_back((*sizes)[map.getDimPosition(i)]);
  return areLanesHidden(op->getResult(0), lanes);
}

void heddle::dropLaneMasks(RewriterBase &rewriter, Operation *root) {
  SmallVector<std::pair<vector::MaskOp, vector::ContractionOp>> hidden;
  root->walk([&](vector::MaskOp op) {
    auto sum = dyn_cast_or_null<vector::ContractionOp>(op.getMaskableOp());
    if (sum && isMaskHidden(op, sum))
      hidden.emplace_back(op, sum);
  });
  for (auto [mask, sum] : hidden) {
    rewriter.moveOpBefore(sum, mask);
    rewriter.replaceOp(mask, sum.getResult());
  }
}

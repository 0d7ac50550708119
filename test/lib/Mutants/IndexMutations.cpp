//===- IndexMutations.cpp - Offsets, sizes, minima and masks --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

/// Operand `operand` plus `delta`.
static Mutation shiftOperand(StringRef kind, unsigned number, Twine name,
                             unsigned operand, int64_t delta) {
  return {kind, number, (name + (delta > 0 ? " + 1" : " - 1")).str(),
          [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
            op->setOperand(
                operand, shifted(rewriter, op, op->getOperand(operand), delta));
            return true;
          }};
}

static void shiftRange(StringRef kind, unsigned number, StringRef name,
                       OperandRange range, ArrayRef<int64_t> deltas,
                       MutationList &list) {
  for (auto [i, value] : llvm::enumerate(range))
    for (int64_t delta : deltas)
      list.push_back(shiftOperand(kind, number, name + Twine(" ") + Twine(i),
                                  range.getBeginOperandIndex() + i, delta));
}

static void findOfSlice(OffsetSizeAndStrideOpInterface slice, unsigned number,
                        MutationList &list) {
  shiftRange("offset", number, "offset", slice.getOffsets(), {1, -1}, list);
  shiftRange("size", number, "size", slice.getSizes(), {1, -1}, list);
  for (unsigned dim = 0; dim < slice.getStaticOffsets().size(); ++dim)
    list.push_back(
        {"offset", number, "static offset " + std::to_string(dim) + " + 1",
         [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
           auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
           SmallVector<int64_t> offsets(slice.getStaticOffsets());
           if (ShapedType::isDynamic(offsets[dim]))
             return false;
           ++offsets[dim];
           op->setAttr("static_offsets",
                       rewriter.getDenseI64ArrayAttr(offsets));
           return true;
         }});
}

static void findOfMin(Operation *op, unsigned number, MutationList &list) {
  AffineMap map = isa<affine::AffineMinOp>(op)
                      ? cast<affine::AffineMinOp>(op).getMap()
                      : cast<affine::AffineMaxOp>(op).getMap();
  auto change = [&](StringRef kind, Twine what, auto changeExprs) {
    list.push_back({kind, number, what.str(),
                    [=](RewriterBase &, Operation *op, const NumberedModule &) {
                      SmallVector<AffineExpr> exprs(map.getResults());
                      changeExprs(exprs);
                      op->setAttr("map",
                                  AffineMapAttr::get(AffineMap::get(
                                      map.getNumDims(), map.getNumSymbols(),
                                      exprs, op->getContext())));
                      return true;
                    }});
  };
  for (unsigned i = 0; i < map.getNumResults(); ++i) {
    if (map.getNumResults() > 1)
      change("min", "without result " + Twine(i),
             [i](SmallVector<AffineExpr> &exprs) {
               exprs.erase(exprs.begin() + i);
             });
    for (int64_t delta : {1, -1})
      change("bound", "result " + Twine(i) + (delta > 0 ? " + 1" : " - 1"),
             [i, delta](SmallVector<AffineExpr> &exprs) {
               exprs[i] = exprs[i] + delta;
             });
  }
}

void mlir::heddle::mutants::findIndexMutations(Operation *op, unsigned number,
                                               MutationList &list) {
  auto indices = [&](OperandRange range) {
    shiftRange("offset", number, "index", range, {1, -1}, list);
  };
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op))
    return findOfSlice(slice, number, list);
  if (isa<affine::AffineMinOp, affine::AffineMaxOp>(op))
    return findOfMin(op, number, list);
  if (auto read = dyn_cast<vector::TransferReadOp>(op))
    return indices(read.getIndices());
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return indices(write.getIndices());
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return indices(load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return indices(store.getIndices());
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return indices(extract.getIndices());
  if (isa<vector::CreateMaskOp>(op))
    return shiftRange("mask", number, "extent", op->getOperands(), {1, -1},
                      list);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    for (int64_t delta : {1, -1})
      list.push_back(
          {"offset", number, delta > 0 ? "result + 1" : "result - 1",
           [=](RewriterBase &, Operation *op, const NumberedModule &) {
             AffineMap map = cast<affine::AffineApplyOp>(op).getMap();
             op->setAttr("map", AffineMapAttr::get(AffineMap::get(
                                    map.getNumDims(), map.getNumSymbols(),
                                    map.getResult(0) + delta)));
             return true;
           }});
}

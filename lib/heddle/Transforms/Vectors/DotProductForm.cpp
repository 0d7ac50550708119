//===- DotProductForm.cpp - Groups of products as contractions ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's vectorizer gives both factors of a contraction all loops of the
// op. An instruction for dot products takes them as they are in memory. The
// lowering to a machine chooses the instruction.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"
#include "heddle/Analysis/Vectors/DotProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Utils/VectorUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// A vector of `shape` from the start of `tensor`, which may be smaller: zeros
/// then.
static Value readVector(RewriterBase &rewriter, Location loc, Value tensor,
                        ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  return vector::createReadOrMaskedRead(rewriter, loc, tensor, shape, zero);
}

/// `vector` written over the start of `tensor`, which may be smaller.
static Value writeVector(RewriterBase &rewriter, Location loc, Value vector,
                         Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto vectorType = cast<VectorType>(vector.getType());
  SmallVector<Value> start(type.getRank(),
                           arith::ConstantIndexOp::create(rewriter, loc, 0));
  Operation *write =
      vector::TransferWriteOp::create(rewriter, loc, vector, tensor, start,
                                      SmallVector<bool>(type.getRank(), true));
  if (type.getShape() == vectorType.getShape())
    return write->getResult(0);
  SmallVector<Value> sizes = llvm::map_to_vector(
      tensor::getMixedSizes(rewriter, loc, tensor), [&](OpFoldResult size) {
        return getValueOrCreateConstantIndexOp(rewriter, loc, size);
      });
  Value mask = vector::CreateMaskOp::create(
      rewriter, loc, vectorType.clone(rewriter.getI1Type()), sizes);
  rewriter.setInsertionPointAfter(write);
  return vector::maskOperation(rewriter, write, mask)->getResult(0);
}

static Value extendFactor(RewriterBase &rewriter, Location loc, Value vector,
                          Type sum, bool isUnsigned) {
  auto type = cast<VectorType>(vector.getType()).clone(sum);
  if (isa<FloatType>(sum))
    return arith::ExtFOp::create(rewriter, loc, type, vector);
  if (isUnsigned)
    return arith::ExtUIOp::create(rewriter, loc, type, vector);
  return arith::ExtSIOp::create(rewriter, loc, type, vector);
}

void heddle::vectorizeDotProduct(RewriterBase &rewriter, linalg::LinalgOp op,
                                 ArrayRef<int64_t> shape) {
  auto products = std::get<NarrowProducts>(matchNarrowProducts(op));
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> vectors;
  for (OpOperand &operand : op->getOpOperands())
    vectors.push_back(readVector(
        rewriter, loc, operand.get(),
        applyPermutationMap(op.getMatchingIndexingMap(&operand), shape)));
  Type sum = getElementTypeOrSelf(op.getDpsInits().front().getType());
  for (unsigned input : {0, 1})
    vectors[input] = extendFactor(rewriter, loc, vectors[input], sum,
                                  products.isUnsigned[input]);
  SmallVector<Attribute> iterators = llvm::map_to_vector(
      op.getIteratorTypesArray(), [&](utils::IteratorType type) -> Attribute {
        return vector::IteratorTypeAttr::get(
            rewriter.getContext(), type == utils::IteratorType::reduction
                                       ? vector::IteratorType::reduction
                                       : vector::IteratorType::parallel);
      });
  auto contract = vector::ContractionOp::create(
      rewriter, loc, vectors[0], vectors[1], vectors[2], op.getIndexingMaps(),
      rewriter.getArrayAttr(iterators), vector::CombiningKind::ADD);
  contract->setAttr(kDotProduct, rewriter.getUnitAttr());
  rewriter.replaceOp(op, writeVector(rewriter, loc, contract.getResult(),
                                     op.getDpsInits().front()));
}

//===- DotProduct.cpp - Sums of products of narrow elements ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the body and the maps of an op. Nothing here depends on a machine: all
// machines with such instructions group elements in the same way.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Vectors/DotProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::heddle;

/// The block argument that `value` extends; null if `value` is no extension of
/// an argument.
static BlockArgument getExtended(Value value) {
  Operation *def = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(def))
    return nullptr;
  return dyn_cast<BlockArgument>(def->getOperand(0));
}

/// Whether the body of `op` adds one product of its extended inputs to its
/// result, and which input is extended with zeros.
static std::optional<std::array<bool, 2>> matchBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return std::nullopt;
  for (int result : {0, 1}) {
    Operation *product = sum->getOperand(1 - result).getDefiningOp();
    if (sum->getOperand(result) != body->getArgument(2) ||
        !isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
      continue;
    std::array<bool, 2> isUnsigned;
    BlockArgument lhs = getExtended(product->getOperand(0));
    BlockArgument rhs = getExtended(product->getOperand(1));
    if (!lhs || !rhs || lhs.getArgNumber() + rhs.getArgNumber() != 1)
      continue;
    for (Value factor : product->getOperands())
      isUnsigned[getExtended(factor).getArgNumber()] =
          isa<arith::ExtUIOp>(factor.getDefiningOp());
    return isUnsigned;
  }
  return std::nullopt;
}

std::optional<unsigned> heddle::findOddLoop(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool inLhs = maps[0].isFunctionOfDim(dim);
    bool inRhs = maps[1].isFunctionOfDim(dim);
    bool isReduction = type == utils::IteratorType::reduction;
    if (isReduction == maps[2].isFunctionOfDim(dim) ||
        (isReduction ? !inLhs || !inRhs : !inLhs && !inRhs))
      return dim;
  }
  return std::nullopt;
}

/// Why the loops of `op` are not those of a product of matrices.
static std::optional<std::string> getObstacleOfLoops(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (AffineMap map : maps)
    if (!map.isProjectedPermutation() || map.getNumResults() == 0)
      return "an operand is not read and written along loops alone";
  if (std::optional<unsigned> dim = findOddLoop(op))
    return "loop " + std::to_string(*dim) +
           " is neither summed over both inputs nor a dim of the result";
  return std::nullopt;
}

std::variant<NarrowProducts, std::string>
heddle::matchNarrowProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op->getNumRegions() != 1 || op.getNumReductionLoops() == 0)
    return "it is no sum of products of two inputs";
  NarrowProducts products;
  auto getType = [&](unsigned operand) {
    return getElementTypeOrSelf(op->getOperand(operand).getType());
  };
  products.type = getType(0);
  MLIRContext *context = op.getContext();
  bool isInteger = products.type.isSignlessInteger(8);
  Type sum = isInteger ? Type(IntegerType::get(context, 32))
                       : Type(Float32Type::get(context));
  if ((!isInteger && !products.type.isBF16()) || getType(1) != products.type ||
      getType(2) != sum) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "expects products of i8 in i32, or of bf16 in f32, but got "
        << getType(0) << " and " << getType(1) << " in " << getType(2);
    return text;
  }
  products.group = isInteger ? 4 : 2;
  std::optional<std::array<bool, 2>> isUnsigned = matchBody(op);
  if (!isUnsigned)
    return "its body does more than to add a product to the result";
  products.isUnsigned = *isUnsigned;
  if (std::optional<std::string> odd = getObstacleOfLoops(op))
    return *odd;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  products.laneDim =
      cast<AffineDimExpr>(maps[2].getResults().back()).getPosition();
  bool inLhs = maps[0].isFunctionOfDim(products.laneDim);
  if (inLhs && maps[1].isFunctionOfDim(products.laneDim))
    return "the last dim of the result is a dim of both inputs";
  products.laneInput = inLhs ? 0 : 1;
  return products;
}

std::optional<unsigned> heddle::getGroupDim(linalg::LinalgOp op) {
  auto matched = matchNarrowProducts(op);
  auto *products = std::get_if<NarrowProducts>(&matched);
  if (!products)
    return std::nullopt;
  unsigned dim = op.getNumLoops() - 1;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto isLast = [&](AffineMap map, unsigned last) {
    return cast<AffineDimExpr>(map.getResults().back()).getPosition() == last;
  };
  // One factor of each product is signed, and the other is not.
  if (products->type.isInteger() &&
      products->isUnsigned[0] == products->isUnsigned[1])
    return std::nullopt;
  if (op.getStaticLoopRanges()[dim] != products->group ||
      !isLast(maps[0], dim) || !isLast(maps[1], dim))
    return std::nullopt;
  AffineMap lanes = maps[products->laneInput];
  if (lanes.getNumResults() < 2 ||
      !isLast(lanes.dropResult(lanes.getNumResults() - 1), products->laneDim))
    return std::nullopt;
  return dim;
}

std::optional<unsigned> heddle::getFilledGroupDim(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() > 0 || op.getNumDpsInits() != 1)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Type type = getElementTypeOrSelf(op.getDpsInits().front().getType());
  if (!map.isProjectedPermutation() || map.getNumResults() < 2 ||
      !type.isIntOrFloat())
    return std::nullopt;
  unsigned dim = cast<AffineDimExpr>(map.getResults().back()).getPosition();
  int64_t group = op.getStaticLoopRanges()[dim];
  if ((group != 2 && group != 4) || group * type.getIntOrFloatBitWidth() != 32)
    return std::nullopt;
  return dim;
}

//===- TilingProbeTest.cpp - Boxes read back from tiles -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the tiling interface to tensor.bitcast, which upstream cannot tile:
// once correctly, and once so that the iteration tile cannot be computed from a
// tile of the result. No upstream op does the second.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/TilingProbe.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The op's own answer for the position of a tile in its result.
enum class ResultTile { Same, Unknown, Mirrored };
ResultTile resultTile = ResultTile::Same;

struct BitcastTiling
    : TilingInterface::ExternalModel<BitcastTiling, tensor::BitcastOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *) const {
    return {utils::IteratorType::parallel};
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    OpFoldResult size =
        tensor::getMixedSize(b, op->getLoc(), op->getOperand(0), 0);
    return {{b.getIndexAttr(0), size, b.getIndexAttr(1)}};
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    Operation *slice = tensor::ExtractSliceOp::create(
        b, op->getLoc(), op->getOperand(0), offsets, sizes,
        SmallVector<OpFoldResult>{b.getIndexAttr(1)});
    auto type = cast<RankedTensorType>(slice->getResult(0).getType())
                    .clone(b.getI32Type());
    Operation *tile =
        tensor::BitcastOp::create(b, op->getLoc(), type, slice->getResult(0));
    return TilingResult{{tile}, {tile->getResult(0)}, {slice}};
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    if (resultTile == ResultTile::Unknown)
      return failure();
    resultOffsets.assign(offsets.begin(), offsets.end());
    resultSizes.assign(sizes.begin(), sizes.end());
    if (resultTile == ResultTile::Mirrored)
      resultOffsets = {affine::makeComposedFoldedAffineApply(
          b, op->getLoc(), 96 - b.getAffineDimExpr(0) - b.getAffineDimExpr(1),
          {offsets.front(), sizes.front()})};
    return success();
  }
};

class TilingProbeTest : public testing::Test {
protected:
  TilingProbeTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
      tensor::BitcastOp::attachInterface<BitcastTiling>(*context);
    });
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(R"(
      func.func @f(%x: tensor<96xf32>) -> tensor<96xi32> {
        %0 = tensor.bitcast %x : tensor<96xf32> to tensor<96xi32>
        return %0 : tensor<96xi32>
      })",
                                         ParserConfig(&context));
    module->walk([&](tensor::BitcastOp found) { op = found; });
  }

  std::string reasonFor(ResultTile tile) {
    resultTile = tile;
    ExtentTable extents(bounds);
    return TilingProbe(op, extents).getReason().str();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Operation *op = nullptr;
  BoundContext bounds;
};

TEST_F(TilingProbeTest, BoxesAreReadBack) {
  resultTile = ResultTile::Same;
  ExtentTable extents(bounds);
  TilingProbe probe(op, extents);
  ASSERT_EQ(probe.getReason(), "");
  Box box{{{bounds.constant(8), bounds.constant(24)}}};
  EXPECT_TRUE(probe.getDomain().front().isConstant(96));
  EXPECT_TRUE(probe.getOperandBox(0, box) == box);
  EXPECT_TRUE(probe.getResultBox(0, box) == box);
  EXPECT_TRUE(probe.getIterationBox(0, box) == box);
}

TEST_F(TilingProbeTest, ResultsThatNoTileCanBeToldFromAreRefused) {
  const char *reason = "does not say what computes a tile of its result";
  EXPECT_EQ(reasonFor(ResultTile::Unknown), reason);
  EXPECT_EQ(reasonFor(ResultTile::Mirrored), reason);
}

TEST_F(TilingProbeTest, TilesThatAreSlicesOfTheOpAreRefused) {
  OwningOpRef<ModuleOp> unpacks = parseSourceString<ModuleOp>(R"(
      func.func @f(%x: tensor<4x8xf32>, %o: tensor<32xf32>) -> tensor<32xf32> {
        %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %o
            : tensor<4x8xf32> -> tensor<32xf32>
        return %0 : tensor<32xf32>
      })",
                                                              &context);
  unpacks->walk([&](linalg::UnPackOp found) { op = found; });
  EXPECT_EQ(reasonFor(ResultTile::Same),
            "has tiles that are not the op itself on slices of its operands");
}

} // namespace

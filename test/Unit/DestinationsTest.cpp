//===- DestinationsTest.cpp - Questions about a destination differ --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answers of Analysis/Destinations for each indexing map and static
// extents.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Destinations/Destinations.h"

#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::heddle;

namespace {

class DestinationsTest : public ::testing::Test {
protected:
  DestinationsTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// A generic op with two loops that reads `in` at (i, j) and yields `value`
  /// (%x: the input, %y: the destination) to a result of type `out` at `map`.
  linalg::LinalgOp parse(StringRef in, StringRef out, StringRef map,
                         StringRef value = "%x", StringRef start = "%o") {
    std::string text = llvm::formatv(
        R"(
      func.func @f(%a: {0}, %o: {1}) -> {1} {{
        %e = tensor.empty() : tensor<4x8xf32>
        %0 = linalg.generic {{
          indexing_maps = [affine_map<(i, j) -> (i, j)>,
                           affine_map<(i, j) -> ({2})>],
          iterator_types = ["parallel", "{5}"]}
          ins(%a : {0}) outs({4} : {1}) {{
        ^bb0(%x: f32, %y: f32):
          linalg.yield {3} : f32
        } -> {1}
        return %0 : {1}
      })",
        in, out, map, value, start,
        StringRef(map).contains('j') ? "parallel" : "reduction");
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    linalg::LinalgOp found;
    if (module)
      module->walk([&](linalg::GenericOp op) { found = op; });
    return found;
  }

  /// "+" or "-" for reachesAllElements, overwritesDestination, readsContents
  /// and startsFromContents, in that order.
  static std::string ask(linalg::LinalgOp op) {
    if (!op)
      return "not parsed";
    OpOperand &init = *op.getDpsInitOperand(0);
    std::string answers;
    for (bool answer :
         {reachesAllElements(op, init), overwritesDestination(op, init),
          readsContents(op, init), startsFromContents(op, init)})
      answers += answer ? '+' : '-';
    return answers;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(DestinationsTest, EachLoopIsADimOfTheResult) {
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<8x4xf32>", "j, i")), "++--");
  EXPECT_EQ(ask(parse("tensor<?x?xf32>", "tensor<?x?xf32>", "j, i")), "++--");
}

TEST_F(DestinationsTest, TheBodyReads) {
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<4x8xf32>", "i, j", "%y")),
            "++++");
  EXPECT_EQ(
      ask(parse("tensor<4x8xf32>", "tensor<4x8xf32>", "i, j", "%y", "%e")),
      "+++-");
}

TEST_F(DestinationsTest, ALoopOutsideOfTheResultMayRunZeroTimes) {
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<4xf32>", "i")), "++--");
  EXPECT_EQ(ask(parse("tensor<4x?xf32>", "tensor<4xf32>", "i")), "+-++");
  EXPECT_EQ(ask(parse("tensor<4x0xf32>", "tensor<4xf32>", "i")), "+-++");
}

TEST_F(DestinationsTest, AnIndexThatIsNoLoop) {
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<4x8x1xf32>", "i, j, 0")),
            "-+--");
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<4x8x2xf32>", "i, j, 0")),
            "--++");
  EXPECT_EQ(ask(parse("tensor<4x8xf32>", "tensor<4x8x?xf32>", "i, j, 0")),
            "--++");
}

TEST_F(DestinationsTest, ADiagonal) {
  EXPECT_EQ(ask(parse("tensor<4x4xf32>", "tensor<4x4x4xf32>", "i, j, j")),
            "--++");
}

TEST_F(DestinationsTest, WritesAndHowOften) {
  module = parseSourceString<ModuleOp>(R"(
    func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>, %n: index)
        -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %e = tensor.empty() : tensor<4xf32>
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o)
          -> tensor<4xf32> {
        %0 = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>)
          -> tensor<4xf32>
        scf.yield %0 : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    })",
                                       ParserConfig(&context));
  ASSERT_TRUE(module);
  auto find = [&](StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  };
  Operation *loop = find("scf.for"), *exp = find("linalg.exp"),
            *empty = find("tensor.empty");
  EXPECT_FALSE(isDestination(loop->getOpOperand(1))); // the bound
  EXPECT_TRUE(isDestination(loop->getOpOperand(3)));  // the start
  EXPECT_FALSE(isDestination(exp->getOpOperand(0)));
  EXPECT_TRUE(isDestination(exp->getOpOperand(1)));
  EXPECT_TRUE(isRepeated(empty, exp));
  EXPECT_FALSE(isRepeated(empty, loop));
  EXPECT_FALSE(isRepeated(loop, exp));
}

} // namespace

//===- ValueBoundsTest.cpp - Value bounds where upstream would crash ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions whose answer is computed from the sizes of arithmetic on tensors,
// directly, through loops and destinations; and questions next to these, which
// have an answer.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/ValueBounds/ValueBounds.h"
#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;
using presburger::BoundType;

namespace {

class ValueBoundsTest : public testing::Test {
protected:
  ValueBoundsTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// What a function with the body `ops` returns: the values `results` of
  /// `types`.
  OperandRange getResults(const std::string &ops, const std::string &results,
                          const std::string &types) {
    std::string text =
        "func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> (" +
        types +
        ") {\n"
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        "%c7 = arith.constant 7 : index\n" +
        ops + "return " + results + " : " + types + "\n}";
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module) << text;
    func::FuncOp func = *module->getOps<func::FuncOp>().begin();
    return func.front().getTerminator()->getOperands();
  }

  /// The upper bound of the index %r that `ops` compute; -1 if none is known.
  int64_t getUpperBound(const std::string &ops) {
    Value value = getResults(ops, "%r", "index")[0];
    return computeConstantBound(BoundType::UB, value).value_or(-1);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

const char *const kMin = "%r = affine.min affine_map<(d0) -> (d0, 7)>(%d)\n";

TEST_F(ValueBoundsTest, answersAsUpstream) {
  EXPECT_EQ(getUpperBound("%d = tensor.dim %a, %c0 : tensor<?xi32>\n" +
                          std::string(kMin)),
            7);
  // An index is computed from indices.
  EXPECT_EQ(getUpperBound("%d = arith.addi %c7, %c1 : index\n"
                          "%r = arith.addi %d, %c1 : index\n"),
            9);
}

TEST_F(ValueBoundsTest, arithmeticOnTensors) {
  EXPECT_EQ(getUpperBound("%s = arith.addi %a, %b : tensor<?xi32>\n"
                          "%r = tensor.dim %s, %c0 : tensor<?xi32>\n"),
            -1);
  Value sum = getResults("%s = arith.muli %a, %b : tensor<?xi32>\n", "%s",
                         "tensor<?xi32>")[0];
  EXPECT_TRUE(failed(computeConstantBound(BoundType::LB, {sum, 0})));
  // Upstream knows constant extents from the type.
  Value known = getResults("%k = tensor.cast %a : tensor<?xi32> to "
                           "tensor<5xi32>\n"
                           "%s = arith.muli %k, %k : tensor<5xi32>\n",
                           "%s", "tensor<5xi32>")[0];
  FailureOr<int64_t> bound = computeConstantBound(BoundType::UB, {known, 0});
  EXPECT_TRUE(succeeded(bound) && *bound == 5);
}

TEST_F(ValueBoundsTest, arithmeticBehindOtherOps) {
  const std::string dim = "%r = tensor.dim %t, %c0 : tensor<?xi32>\n";
  EXPECT_EQ(getUpperBound("%s = arith.subi %a, %b : tensor<?xi32>\n"
                          "%t = linalg.add ins(%a, %a : tensor<?xi32>, "
                          "tensor<?xi32>) outs(%s : "
                          "tensor<?xi32>) -> tensor<?xi32>\n" +
                          dim),
            -1);
  EXPECT_EQ(getUpperBound(
                "%t = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> "
                "(tensor<?xi32>) {\n"
                "  %s = arith.subi %x, %b : tensor<?xi32>\n"
                "  scf.yield %s : tensor<?xi32>\n}\n" +
                dim),
            -1);
  EXPECT_EQ(getUpperBound("%s = arith.subi %a, %b : tensor<?xi32>\n"
                          "%z = arith.cmpi slt, %n, %c1 : index\n"
                          "%t = arith.select %z, %a, %s : tensor<?xi32>\n" +
                          dim),
            -1);
}

// Upstream finds this bound before it comes to the sum.
TEST_F(ValueBoundsTest, arithmeticBehindABound) {
  EXPECT_EQ(getUpperBound("%s = arith.addi %a, %b : tensor<?xi32>\n"
                          "%d = tensor.dim %s, %c0 : tensor<?xi32>\n" +
                          std::string(kMin)),
            7);
}

TEST_F(ValueBoundsTest, noDimOfTheShape) {
  EXPECT_EQ(getUpperBound("%r = tensor.dim %a, %c7 : tensor<?xi32>\n"), -1);
}

TEST_F(ValueBoundsTest, comparisons) {
  OperandRange sizes =
      getResults("%s = arith.addi %a, %b : tensor<?xi32>\n"
                 "%d = tensor.dim %s, %c0 : tensor<?xi32>\n"
                 "%e = tensor.dim %a, %c0 : tensor<?xi32>\n"
                 "%g = affine.apply affine_map<(d0) -> (d0 + 1)>(%e)\n"
                 "%h = affine.apply affine_map<(d0) -> (d0 + 1)>(%d)\n",
                 "%d, %e, %g, %h", "index, index, index, index");
  Value ofSum = sizes[0], ofArgument = sizes[1], larger = sizes[2];
  EXPECT_TRUE(isProvablyAtLeast(sizes[3], ofSum));
  EXPECT_FALSE(isProvablyEqual(sizes[3], ofSum));
  EXPECT_FALSE(isProvablyAtLeast(ofSum, ofArgument));
  EXPECT_FALSE(isProvablyEqual(ofArgument, ofSum));
  EXPECT_TRUE(isProvablyAtLeast(larger, ofArgument));
  EXPECT_FALSE(isProvablyAtLeast(ofArgument, larger));
  Value argument = ofArgument.getDefiningOp()->getOperand(0);
  EXPECT_TRUE(isProvablyEqual(ofArgument, {argument, 0}));
}

} // namespace

//===- TripCountTest.cpp - The order of bounds that are nested ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minima and maxima of the bounds of loops: which order is found, and that many
// nested ones take no longer than a few.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

class TripCountTest : public testing::Test {
protected:
  TripCountTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// Whether the first of the two results is at most the second one in a
  /// function of the indices %a, %b and %c with the body `ops`.
  bool isInOrder(const std::string &ops, const std::string &results) {
    std::string text = "func.func @f(%a: index, %b: index, %c: index) -> "
                       "(index, index) {\n" +
                       ops + "return " + results + " : index, index\n}";
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module) << text;
    func::FuncOp func = *module->getOps<func::FuncOp>().begin();
    Operation *end = func.front().getTerminator();
    return isAtMost(end->getOperand(0), end->getOperand(1));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// %PREFIX1 to %PREFIX`count`, each of which uses the one before twice.
std::string nest(const std::string &prefix, const std::string &first,
                 unsigned count) {
  std::string text;
  for (unsigned i = 1; i <= count; ++i) {
    std::string before = i == 1 ? first : prefix + std::to_string(i - 1);
    std::string name = prefix + std::to_string(i);
    text += name + "x = arith.maxsi " + before + ", %c : index\n" + name +
            " = arith.minsi " + before + ", " + name + "x : index\n";
  }
  return text;
}

TEST_F(TripCountTest, FindsTheOrderOfMinimaAndMaxima) {
  std::string ops = "%min = arith.minsi %a, %b : index\n"
                    "%max = arith.maxsi %a, %c : index\n"
                    "%one = arith.constant 1 : index\n"
                    "%next = arith.addi %max, %one : index\n";
  EXPECT_TRUE(isInOrder(ops, "%min, %a"));
  EXPECT_TRUE(isInOrder(ops, "%min, %max"));
  EXPECT_TRUE(isInOrder(ops, "%max, %next"));
  EXPECT_FALSE(isInOrder(ops, "%max, %min"));
  EXPECT_FALSE(isInOrder(ops, "%a, %min"));
}

TEST_F(TripCountTest, StopsAtNestedMinima) {
  EXPECT_TRUE(isInOrder(nest("%m", "%a", 2), "%m2, %a"));
  EXPECT_FALSE(isInOrder(nest("%m", "%a", 40), "%m40, %b"));
  EXPECT_FALSE(
      isInOrder(nest("%m", "%a", 40) + nest("%n", "%b", 40), "%m40, %n40"));
}

} // namespace

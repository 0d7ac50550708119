//===- IndexArithmeticTest.cpp - Extents that are computed ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PayloadShapes computes for an op of arith on indices the value that the op
// folds to, for negative operands, zero divisors and large shifts too.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"
#include "heddle/InitHeddle.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The largest number that is subtracted from an operand.
constexpr int64_t kOffset = 9;

constexpr StringLiteral kFunction = R"(
  func.func @f(%x: index, %y: index) -> index {
    %c9 = arith.constant 9 : index
    %a = arith.subi %x, %c9 : index
    %b = arith.subi %y, %c9 : index
    %r = arith.OP %a, %b : index
    return %r : index
  })";

std::optional<int64_t> fold(Operation *op, int64_t a, int64_t b) {
  auto type = IndexType::get(op->getContext());
  Attribute operands[] = {IntegerAttr::get(type, a), IntegerAttr::get(type, b)};
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)))
    return std::nullopt;
  if (auto value = dyn_cast<Value>(results[0]))
    return value == op->getOperand(0) ? a : b;
  return cast<IntegerAttr>(cast<Attribute>(results[0])).getInt();
}

TEST(IndexArithmeticTest, ArithIsEvaluatedAsItFolds) {
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry);
  for (StringRef name :
       {"addi",       "subi",      "muli",      "divsi", "divui",
        "floordivsi", "ceildivsi", "ceildivui", "remsi", "remui",
        "minsi",      "minui",     "maxsi",     "maxui", "shli",
        "shrsi",      "shrui",     "andi",      "ori",   "xori"}) {
    std::string text = kFunction.str();
    text.replace(text.find("OP"), 2, name.str());
    auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(module);
    func::FuncOp func = *module->getOps<func::FuncOp>().begin();
    Operation *op = func.front().getTerminator()->getPrevNode();
    PayloadShapes shapes(func);
    for (int64_t a = -kOffset; a <= kOffset; ++a)
      for (int64_t b : {-kOffset, -2l, -1l, 0l, 1l, 2l, 7l, 70l}) {
        std::string error;
        auto sizes = shapes.assign(
            DimRequests(),
            [&](unsigned i) { return (i == 0 ? a : b) + kOffset; }, error);
        ASSERT_TRUE(succeeded(sizes)) << error;
        EXPECT_EQ(sizes->getIndex(op->getResult(0)), fold(op, a, b))
            << name.str() << " " << a << ", " << b;
      }
  }
}

} // namespace

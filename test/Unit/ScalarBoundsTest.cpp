//===- ScalarBoundsTest.cpp - Bounds hold for every operand ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds each integer op of arith on many pairs of operands, negative ones too,
// and compares the result with the bound that is claimed for such operands.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/ScalarBounds.h"
#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

namespace {

class ScalarBoundsTest : public testing::Test {
protected:
  ScalarBoundsTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// The op before the return of a function on two values of i8.
  Operation *parse(const std::string &ops, StringRef resultType = "i8") {
    std::string text = "func.func @f(%a: i8, %b: i8) -> " + resultType.str() +
                       " {\n" + ops + "\nreturn %r : " + resultType.str() +
                       "\n}";
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module) << text;
    func::FuncOp func = *module->getOps<func::FuncOp>().begin();
    return func.front().getTerminator()->getPrevNode();
  }

  /// The result of `op` as a number; none if the op is not defined for these
  /// operands or does not fold.
  std::optional<double> run(Operation *op, ArrayRef<int64_t> operands) {
    SmallVector<Attribute> attributes;
    Type type = IntegerType::get(&context, 8);
    for (auto [i, value] : llvm::enumerate(op->getOperands())) {
      Attribute constant;
      if (!matchPattern(value, m_Constant(&constant)))
        constant = IntegerAttr::get(type, APInt(8, operands[i], true));
      attributes.push_back(constant);
    }
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(attributes, results)) || results.size() != 1)
      return std::nullopt;
    if (auto value = dyn_cast<Value>(results[0])) {
      // Folded to one of its operands.
      for (auto [operand, attribute] : llvm::zip(op->getOperands(), attributes))
        if (operand == value)
          return cast<IntegerAttr>(attribute).getValue().getSExtValue();
      return std::nullopt;
    }
    auto result = cast<Attribute>(results[0]);
    if (auto number = dyn_cast<FloatAttr>(result))
      return number.getValueAsDouble();
    auto number = dyn_cast<IntegerAttr>(result);
    if (!number)
      return std::nullopt;
    return number.getValue().getSExtValue();
  }

  /// Checks `op` on all pairs of numbers of several ranges; returns how many.
  unsigned checkOp(Operation *op) {
    SmallVector<SmallVector<int64_t>> ranges = {
        {0, 1, 2, 3, 7, 8},
        {-8, -7, -3, -1, 0, 1, 2, 5, 8},
        {0, 1, 100, 127},
        {-128, -127, -65, -64, -63, -9, -2, -1, 0, 1, 3, 31, 64, 126, 127}};
    unsigned count = 0;
    for (const auto &left : ranges)
      for (const auto &right : ranges)
        count += checkRanges(op, left, right);
    return count;
  }

  unsigned checkRanges(Operation *op, ArrayRef<int64_t> left,
                       ArrayRef<int64_t> right) {
    auto bound = boundScalarOp(op, {getBound(left), getBound(right)});
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    if (!bound)
      return 0;
    // A number that its type cannot hold wraps around.
    auto all = getTypeBound(type);
    if (all && bound->maxAbs > all->maxAbs - (bound->mayBeNegative ? 0 : 1))
      bound = all;
    unsigned count = 0;
    for (int64_t a : left)
      for (int64_t b : right)
        if (auto result = run(op, {a, b})) {
          ++count;
          EXPECT_LE(std::fabs(*result), bound->maxAbs)
              << op->getName().getStringRef().str() << " " << a << ", " << b;
          EXPECT_TRUE(bound->mayBeNegative || *result >= 0)
              << op->getName().getStringRef().str() << " " << a << ", " << b;
        }
    return count;
  }

  static ValueBound getBound(ArrayRef<int64_t> numbers) {
    ValueBound bound;
    for (int64_t number : numbers)
      bound =
          join(bound, {std::fabs(static_cast<double>(number)), 0, number < 0});
    return bound;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

// The elements of a constant are not counted one by one if all are the same.
TEST_F(ScalarBoundsTest, HugeConstants) {
  Builder builder(&context);
  auto floats = RankedTensorType::get({1 << 20, 1 << 20}, builder.getF32Type());
  auto three = boundAttribute(DenseElementsAttr::get(floats, 3.0f));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->maxAbs, 3.0);
  auto bytes = RankedTensorType::get({1 << 20, 1 << 20}, builder.getI8Type());
  auto minus = boundAttribute(DenseElementsAttr::get(bytes, int8_t(-5)));
  ASSERT_TRUE(minus);
  EXPECT_EQ(minus->maxAbs, 5.0);
  auto none = RankedTensorType::get({0}, builder.getF32Type());
  EXPECT_TRUE(boundAttribute(DenseElementsAttr::get(none, 3.0f)));
  float one[] = {1, -7, 2};
  auto some = RankedTensorType::get({3}, builder.getF32Type());
  EXPECT_EQ(boundAttribute(DenseElementsAttr::get(some, ArrayRef<float>(one)))
                ->maxAbs,
            7.0);
}

TEST_F(ScalarBoundsTest, BinaryOps) {
  for (StringRef name : {"addi", "subi", "muli", "divsi", "divui", "ceildivsi",
                         "ceildivui", "floordivsi", "remsi", "remui", "andi",
                         "ori", "xori", "maxsi", "minsi", "maxui", "minui"})
    EXPECT_GT(checkOp(parse("%r = arith." + name.str() + " %a, %b : i8")), 100u)
        << name.str();
}

TEST_F(ScalarBoundsTest, Shifts) {
  for (StringRef name : {"shli", "shrsi", "shrui"})
    for (StringRef amount : {"0", "1", "3", "7"})
      EXPECT_GT(
          checkOp(parse("%c = arith.constant " + amount.str() +
                        " : i8\n%r = arith." + name.str() + " %a, %c : i8")),
          100u)
          << name.str();
}

TEST_F(ScalarBoundsTest, Conversions) {
  for (auto [name, type] : {std::pair<StringRef, StringRef>{"extui", "i32"},
                            {"extsi", "i32"},
                            {"trunci", "i4"},
                            {"index_cast", "index"},
                            {"index_castui", "index"},
                            {"uitofp", "f32"},
                            {"sitofp", "f32"}})
    EXPECT_GT(
        checkOp(parse("%r = arith." + name.str() + " %a : i8 to " + type.str(),
                      type)),
        100u)
        << name.str();
}

// A bit pattern with a sign is a large unsigned number.
TEST_F(ScalarBoundsTest, NegativeBitsAreLarge) {
  ValueBound negative{8, 0, true}, positive{8, 0, false};
  Operation *extend = parse("%r = arith.extui %a : i8 to i32", "i32");
  EXPECT_EQ(boundScalarOp(extend, negative)->maxAbs, 255);
  EXPECT_EQ(boundScalarOp(extend, positive)->maxAbs, 8);
  Operation *shift =
      parse("%c = arith.constant 4 : i8\n%r = arith.shrui %a, %c : i8");
  EXPECT_EQ(boundScalarOp(shift, {negative, positive})->maxAbs, 15);
}

// A conversion of a number that the integer type cannot hold is not defined.
TEST_F(ScalarBoundsTest, FloatsToIntegers) {
  std::string wide = "%w = arith.sitofp %a : i8 to f32\n";
  Operation *toSigned = parse(wide + "%r = arith.fptosi %w : f32 to i8");
  EXPECT_TRUE(boundScalarOp(toSigned, ValueBound{127, 0, true}));
  EXPECT_FALSE(boundScalarOp(toSigned, ValueBound{128, 0, true}));
  Operation *toUnsigned = parse(wide + "%r = arith.fptoui %w : f32 to i8");
  EXPECT_TRUE(boundScalarOp(toUnsigned, ValueBound{255, 0, false}));
  EXPECT_FALSE(boundScalarOp(toUnsigned, ValueBound{256, 0, false}));
  EXPECT_FALSE(boundScalarOp(toUnsigned, ValueBound{1, 0, true}));
}

} // namespace

//===- IndexInputsTest.cpp - Arguments whose elements are indices ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Inputs.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Shapes/PayloadShapes.h"
#include "heddle/InitHeddle.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <set>

using namespace mlir;
using namespace mlir::heddle;

namespace {

class IndexInputsTest : public testing::Test {
protected:
  IndexInputsTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// The specs of a function with these arguments and this body; free extents
  /// are 40.
  SmallVector<InputSpec> getSpecs(StringRef arguments, StringRef body) {
    std::string text = ("func.func @f(" + arguments + ") {\n" + body +
                        "\nreturn\n}\nfunc.func private @use(i32)\n")
                           .str();
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module);
    func::FuncOp func = *module->getOps<func::FuncOp>().begin();
    PayloadShapes shapes(func);
    std::string error;
    auto sizes =
        shapes.assign(DimRequests(), [](unsigned) { return 40; }, error);
    EXPECT_TRUE(succeeded(sizes)) << error;
    return getInputSpecs(func, *sizes);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral kArguments =
    "%i: tensor<50xi32>, %j: i32, %t: tensor<?x7xf32>";

// The smallest extent that one of the elements indexes bounds all of them. An
// argument that is only compared with another one is free.
TEST_F(IndexInputsTest, ElementsAreInsideAllDims) {
  SmallVector<InputSpec> specs = getSpecs(kArguments, R"(
    %c = arith.constant 0 : index
    %0 = tensor.extract %i[%c] : tensor<50xi32>
    %less = arith.cmpi slt, %0, %j : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)");
  EXPECT_EQ(specs[0].below, 40);
  EXPECT_TRUE(specs[1].isFree());
  EXPECT_TRUE(specs[2].isFree());

  specs = getSpecs(kArguments, R"(
    %c = arith.constant 0 : index
    %0 = tensor.extract %i[%c] : tensor<50xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1, %1] : tensor<?x7xf32>)");
  EXPECT_EQ(specs[0].below, 7);
}

// Elements reach the index through a structured op, a loop and a branch.
TEST_F(IndexInputsTest, ElementsAreFollowed) {
  SmallVector<InputSpec> specs = getSpecs(kArguments, R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %e = tensor.empty() : tensor<50xi32>
    %g = linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]}
        ins(%i : tensor<50xi32>) outs(%e : tensor<50xi32>) {
    ^bb0(%x: i32, %y: i32):
      linalg.yield %x : i32
    } -> tensor<50xi32>
    %l = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %g) -> tensor<50xi32> {
      %0 = tensor.extract %a[%k] : tensor<50xi32>
      %b = arith.cmpi slt, %k, %c1 : index
      %s = scf.if %b -> i32 {
        scf.yield %0 : i32
      } else {
        scf.yield %j : i32
      }
      %1 = arith.index_cast %s : i32 to index
      %2 = tensor.extract %t[%1, %c0] : tensor<?x7xf32>
      scf.yield %a : tensor<50xi32>
    })");
  EXPECT_EQ(specs[0].below, 40);
  EXPECT_EQ(specs[1].below, 40);
}

// A computed index may be out of bounds, and so may an index in a call. An
// element that is also used as a number must stay small.
TEST_F(IndexInputsTest, ComputedIndicesAreSmall) {
  constexpr StringLiteral kSum = R"(
    %c = arith.constant 0 : index
    %0 = arith.addi %j, %j : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)";
  EXPECT_EQ(getSpecs(kArguments, kSum)[1].below, 2);
  constexpr StringLiteral kNumber = R"(
    %c = arith.constant 0 : index
    %0 = arith.sitofp %j : i32 to f32
    %1 = arith.index_cast %j : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)";
  EXPECT_EQ(getSpecs(kArguments, kNumber)[1].below, 2);
  constexpr StringLiteral kCall = "call @use(%j) : (i32) -> ()";
  EXPECT_EQ(getSpecs(kArguments, kCall)[1].below, 2);
  constexpr StringLiteral kFloat = "%0 = arith.sitofp %j : i32 to f32";
  EXPECT_TRUE(getSpecs(kArguments, kFloat)[1].isFree());
}

// With an extent of 0 there is no index; the narrowest type bounds the others.
// All indices are drawn, and distinct rows are not repeated.
TEST_F(IndexInputsTest, IndicesAreDrawn) {
  Type i8 = IntegerType::get(&context, 8), i32 = IntegerType::get(&context, 32);
  auto draw = [&](Type type, SmallVector<int64_t> shape, int64_t below,
                  bool isDistinct = false) {
    InputSpec spec;
    spec.type = RankedTensorType::get(shape, type);
    spec.shape = shape;
    spec.below = below;
    spec.isDistinct = isDistinct;
    InputOptions options;
    options.special = Special::AllBits;
    HostValue value = drawInputs(spec, options).front();
    std::vector<int64_t> numbers;
    for (int64_t i = 0; i < value.getNumElements(); ++i)
      numbers.push_back(value.getInt(i));
    return numbers;
  };
  for (int64_t below : {1, 2, 40}) {
    std::vector<int64_t> numbers = draw(i32, {1000}, below);
    EXPECT_EQ(*llvm::min_element(numbers), 0);
    EXPECT_EQ(*llvm::max_element(numbers), below - 1);
  }
  std::vector<int64_t> narrow = draw(i8, {1000}, 1000);
  EXPECT_EQ(*llvm::min_element(narrow), 0);
  EXPECT_EQ(*llvm::max_element(narrow), 127);

  std::vector<int64_t> pairs = draw(i32, {9, 2}, 3, /*isDistinct=*/true);
  std::set<std::pair<int64_t, int64_t>> seen;
  for (int64_t i = 0; i < 9; ++i)
    EXPECT_TRUE(seen.insert({pairs[2 * i], pairs[2 * i + 1]}).second);
  // There are only nine; the tenth repeats one.
  EXPECT_EQ(draw(i32, {10, 2}, 3, /*isDistinct=*/true).size(), 20u);
}

// The indices that an op of linalg_ext declares.
TEST_F(IndexInputsTest, ScatterNamesItsDims) {
  SmallVector<InputSpec> specs = getSpecs(
      "%i: tensor<5x2xi32>, %u: tensor<5xf32>, %s: tensor<8x?xf32>", R"(
    %0 = linalg_ext.scatter {unique_indices}
        ins(%i, %u : tensor<5x2xi32>, tensor<5xf32>)
        outs(%s : tensor<8x?xf32>) {
    ^bb0(%c: f32, %n: f32):
      linalg_ext.yield %n : f32
    } -> tensor<8x?xf32>)");
  EXPECT_EQ(specs[0].below, 8);
  EXPECT_TRUE(specs[0].isDistinct);
}

} // namespace
  ASSERT_EQ(specs[0].columns.size(), 2u);
  EXPECT_EQ(specs[0].columns[1].second, 40);

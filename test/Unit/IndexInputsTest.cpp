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

// A computed index may be out of bounds, and so may an index in a call. Only
// the payload tells what such an element may be. One that is also used as a
// number is inside of the dim that it indexes.
TEST_F(IndexInputsTest, ComputedIndicesAreSmall) {
  constexpr StringLiteral kSum = R"(
    %c = arith.constant 0 : index
    %0 = arith.addi %j, %j : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)";
  EXPECT_EQ(getSpecs(kArguments, kSum)[1].below, 2);
  EXPECT_TRUE(getSpecs(kArguments, kSum)[1].isOpen);
  constexpr StringLiteral kNumber = R"(
    %c = arith.constant 0 : index
    %0 = arith.sitofp %j : i32 to f32
    %1 = arith.index_cast %j : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)";
  EXPECT_EQ(getSpecs(kArguments, kNumber)[1].below, 40);
  EXPECT_FALSE(getSpecs(kArguments, kNumber)[1].isOpen);
  constexpr StringLiteral kCall = "call @use(%j) : (i32) -> ()";
  EXPECT_EQ(getSpecs(kArguments, kCall)[1].below, 2);
  constexpr StringLiteral kFloat = "%0 = arith.sitofp %j : i32 to f32";
  EXPECT_TRUE(getSpecs(kArguments, kFloat)[1].isFree());
}

// An element that is limited, or compared with the index of a loop, may be
// outside of the dim that it indexes; a number of trips is not negative.
TEST_F(IndexInputsTest, LimitedIntegersAreOpen) {
  InputSpec limited = getSpecs(kArguments, R"(
    %c = arith.constant 0 : index
    %c0 = arith.constant 0 : i32
    %0 = arith.maxsi %j, %c0 : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1, %c] : tensor<?x7xf32>)")[1];
  EXPECT_EQ(limited.below, 40);
  EXPECT_TRUE(limited.isOpen);
  EXPECT_FALSE(limited.isSize);
  SmallVector<InputSpec> specs = getSpecs(kArguments, R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = tensor.extract %i[%c0] : tensor<50xi32>
    %upper = arith.index_cast %n : i32 to index
    scf.for %k = %c0 to %upper step %c1 {
      %k32 = arith.index_cast %k : index to i32
      %is = arith.cmpi eq, %k32, %j : i32
    })");
  EXPECT_TRUE(specs[0].isOpen);
  EXPECT_TRUE(specs[0].isSize);
  EXPECT_TRUE(specs[1].isOpen);
  EXPECT_TRUE(specs[1].isFree());
}

// So is one that is compared with an element of an array of indices.
TEST_F(IndexInputsTest, LabelsAreOpen) {
  InputSpec spec = getSpecs(kArguments, R"(
    %e = tensor.empty() : tensor<9xi32>
    %iota = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>],
                            iterator_types = ["parallel"]}
        outs(%e : tensor<9xi32>) {
    ^bb0(%old: i32):
      %k = linalg.index 0 : index
      %k32 = arith.index_cast %k : index to i32
      linalg.yield %k32 : i32
    } -> tensor<9xi32>
    %hot = linalg.generic {
        indexing_maps = [affine_map<(d, l) -> (d)>, affine_map<(d, l) -> (l)>,
                         affine_map<(d, l) -> (d)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%iota, %i : tensor<9xi32>, tensor<50xi32>)
        outs(%e : tensor<9xi32>) {
    ^bb0(%k: i32, %label: i32, %sum: i32):
      %is = arith.cmpi eq, %label, %k : i32
      %one = arith.extui %is : i1 to i32
      %next = arith.addi %sum, %one : i32
      linalg.yield %next : i32
    } -> tensor<9xi32>)")[0];
  EXPECT_TRUE(spec.isOpen);
}

// A constant position in a row names its column. The other columns have the
// bound that holds for all.
TEST_F(IndexInputsTest, ColumnsHaveBounds) {
  constexpr StringLiteral kTables =
      "%i: tensor<50x3xi32>, %t: tensor<4xf32>, %u: tensor<9x?xf32>";
  InputSpec spec = getSpecs(kTables, R"(
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %0 = tensor.extract %i[%c0, %c2] : tensor<50x3xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = tensor.extract %t[%1] : tensor<4xf32>
    %first = tensor.extract_slice %i[0, 0] [50, 2] [1, 1]
        : tensor<50x3xi32> to tensor<50x2xi32>
    %3 = tensor.gather %u[%first] gather_dims([0, 1])
        : (tensor<9x?xf32>, tensor<50x2xi32>) -> tensor<50xf32>)")[0];
  EXPECT_EQ(spec.below, 4);
  using Bounds = SmallVector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(spec.columns, Bounds({{0, 9}, {1, 40}, {2, 4}}));
}

// Structured ops keep the columns that their maps keep.
TEST_F(IndexInputsTest, ColumnsAreFollowed) {
  auto getColumns = [&](StringRef map) {
    return getSpecs("%i: tensor<2x2xi32>, %u: tensor<9x?xf32>",
                    ("%e = tensor.empty() : tensor<2x2xindex>\n"
                     "%k = linalg.generic {indexing_maps = ["
                     "affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> " +
                     map + R"(>], iterator_types = ["parallel", "parallel"]}
        ins(%i : tensor<2x2xi32>) outs(%e : tensor<2x2xindex>) {
    ^bb0(%x: i32, %old: index):
      %y = arith.index_cast %x : i32 to index
      linalg.yield %y : index
    } -> tensor<2x2xindex>
    %v = tensor.gather %u[%k] gather_dims([0, 1])
        : (tensor<9x?xf32>, tensor<2x2xindex>) -> tensor<2xf32>)")
                        .str())[0]
        .columns;
  };
  using Bounds = SmallVector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(getColumns("(r, c)"), Bounds({{0, 9}, {1, 40}}));
  EXPECT_EQ(getColumns("(c, r)"), Bounds());
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

// All numbers of a range are drawn, its ends among them, and nothing else.
TEST_F(IndexInputsTest, RangesAreDrawn) {
  InputSpec spec;
  spec.type = RankedTensorType::get({50}, IntegerType::get(&context, 32));
  spec.shape = {50};
  auto draw = [&](int64_t first, int64_t last, bool isAscending = false) {
    InputOptions options;
    options.ranges.push_back({0, first, last, isAscending});
    HostValue value = drawInputs(spec, options).front();
    std::vector<int64_t> numbers;
    for (int64_t i = 0; i < value.getNumElements(); ++i)
      numbers.push_back(value.getInt(i));
    EXPECT_EQ(*llvm::min_element(numbers), first);
    EXPECT_EQ(*llvm::max_element(numbers), last);
    return numbers;
  };
  for (int64_t number : {-70000, -64, -1, 0, 5, 70000})
    (void)draw(number, number);
  (void)draw(-64, 62);
  (void)draw(-200, -100);
  std::vector<int64_t> ascending = draw(0, 70000, /*isAscending=*/true);
  EXPECT_TRUE(llvm::is_sorted(ascending));
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
  ASSERT_EQ(specs[0].columns.size(), 2u);
  EXPECT_EQ(specs[0].columns[1].second, 40);
  EXPECT_TRUE(specs[0].isDistinct);
}

} // namespace

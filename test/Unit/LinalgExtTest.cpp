//===- LinalgExtTest.cpp - Tiled linalg_ext ops next to plain loops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op is tiled by tile_ext along all dims that allow it, in random orders
// of the loops, and run on random shapes (0, 1 and primes among them), tile
// sizes and data with many ties. The reference is written here in plain C++.
// Integers are compared exactly.
//
//===----------------------------------------------------------------------===//

#include "LinalgExtKernels.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Fails the test if an array differs from the expected one.
void expectInts(const HostValue &got, const HostValue &expected,
                const JitFunction &function) {
  for (int64_t i = 0; i < expected.getNumElements(); ++i)
    ASSERT_EQ(got.getInt(i), expected.getInt(i))
        << function.name << " " << got.formatType() << got.formatIndex(i);
}

class LinalgExtScanTest : public LinalgExtTest {
protected:
  void check(unsigned rank, int dim, bool inclusive);
};

class LinalgExtTopkTest : public LinalgExtTest {
protected:
  void compileTopk(unsigned rank, int dim, bool isGiven);
};

int32_t wrap(int64_t value) { return static_cast<int32_t>(value); }

// acc * 2 + x, which shows the order of the elements.
void LinalgExtScanTest::check(unsigned rank, int dim, bool inclusive) {
  std::string whole = makeType(rank, "i32"), rows = makeType(rank - 1, "i32");
  compile({"linalg_ext.scan dimension(" + std::to_string(dim) + ") inclusive(" +
               (inclusive ? "true" : "false") + ") ins(%x : memref<" + whole +
               ">) outs(%y, %a : memref<" + whole + ">, memref<" + rows +
               ">) {\n"
               "^bb0(%s: i32, %e: i32):\n"
               "  %d = arith.addi %s, %s : i32\n"
               "  %n = arith.addi %d, %e : i32\n"
               "  linalg_ext.yield %n : i32\n}",
           {{"x", whole}, {"y", whole}, {"a", rows}},
           2,
           " ->",
           rank},
          drawOrders(rank, 4));
  for (int i = 0; i < 90; ++i) {
    const JitFunction &function = *functions[i % functions.size()];
    SmallVector<int64_t> shape = drawShape(rank);
    HostValue x = makeInts(function, 0, shape, -99, 99);
    HostValue y = makeInts(function, 1, shape, -99, 99);
    HostValue a = makeInts(function, 2, getRows(shape, dim), -99, 99);
    auto after = call(function, {x, y, a});
    for (int64_t row = 0; row < a.getNumElements(); ++row) {
      int32_t sum = a.getInt(row);
      for (int64_t d = 0; d < shape[dim]; ++d) {
        int64_t place = at(shape, dim, row, d);
        int32_t next = wrap(2 * int64_t(sum) + x.getInt(place));
        y.setInt(place, inclusive ? next : sum);
        sum = next;
      }
      a.setInt(row, sum);
    }
    expectInts(after[1], y, function);
    expectInts(after[2], a, function);
  }
}

TEST_F(LinalgExtScanTest, AllDims) {
  for (unsigned rank : {1, 2, 3})
    for (unsigned dim = 0; dim < rank; ++dim)
      for (bool inclusive : {false, true})
        check(rank, dim, inclusive);
}

/// Compiles a topk that takes the larger number, with or without given indices.
void LinalgExtTopkTest::compileTopk(unsigned rank, int dim, bool isGiven) {
  std::string values = makeType(rank, "i32"), places = makeType(rank, "i64");
  std::string indices = isGiven ? ", %n" : "";
  std::string type = isGiven ? ", memref<" + places + ">" : "";
  std::vector<std::pair<std::string, std::string>> arguments = {{"x", values}};
  if (isGiven)
    arguments.push_back({"n", places});
  arguments.push_back({"v", values});
  arguments.push_back({"i", places});
  compile({"linalg_ext.topk dimension(" + std::to_string(dim) + ") ins(%x" +
               indices + " : memref<" + values + ">" + type +
               ") outs(%v, %i : memref<" + values + ">, memref<" + places +
               ">) {\n"
               "^bb0(%a: i32, %b: i32):\n"
               "  %c = arith.cmpi sge, %a, %b : i32\n"
               "  linalg_ext.yield %c : i1\n}",
           arguments, 2, " ->", rank},
          drawOrders(rank, 4));
}

/// Merges the elements of each row into its slots `v`, with their places or
/// indices in `n`.
static void mergeRows(ArrayRef<HostValue> in, ArrayRef<int64_t> shape, int dim,
                      bool isGiven, HostValue &v, HostValue &n) {
  ArrayRef<int64_t> slots = v.getShape();
  for (int64_t row = 0; row < ShapedType::getNumElements(getRows(shape, dim));
       ++row) {
    std::vector<std::pair<int64_t, int64_t>> best;
    for (int64_t k = 0; k < slots[dim]; ++k) {
      int64_t place = at(slots, dim, row, k);
      best.push_back({v.getInt(place), n.getInt(place)});
    }
    for (int64_t d = 0; d < shape[dim]; ++d) {
      int64_t place = at(shape, dim, row, d), value = in[0].getInt(place);
      auto slot =
          llvm::find_if(best, [&](auto &held) { return value > held.first; });
      if (slot == best.end())
        continue;
      best.insert(slot, {value, isGiven ? in[1].getInt(place) : d});
      best.pop_back();
    }
    for (int64_t k = 0; k < slots[dim]; ++k) {
      int64_t place = at(slots, dim, row, k);
      v.setInt(place, best[k].first);
      n.setInt(place, best[k].second);
    }
  }
}

// Few different values, so that most of them are equal to another one.
TEST_F(LinalgExtTopkTest, AllDims) {
  for (unsigned rank : {1, 2, 3})
    for (int dim = 0; dim < int(rank); ++dim)
      for (bool isGiven : {false, true}) {
        compileTopk(rank, dim, isGiven);
        unsigned first = isGiven ? 2 : 1;
        for (int i = 0; i < 90; ++i) {
          const JitFunction &function = *functions[i % functions.size()];
          SmallVector<int64_t> shape = drawShape(rank), slots = shape;
          slots[dim] = draw(0, 4);
          SmallVector<HostValue> in = {makeInts(function, 0, shape, 0, 3)};
          if (isGiven)
            in.push_back(makeInts(function, 1, shape, -50, 50));
          HostValue v = makeInts(function, first, slots, -1, 2);
          HostValue n = makeInts(function, first + 1, slots, 90, 99);
          SmallVector<HostValue> arguments(in);
          arguments.append({v, n});
          auto after = call(function, arguments);
          mergeRows(in, shape, dim, isGiven, v, n);
          expectInts(after[first], v, function);
          expectInts(after[first + 1], n, function);
        }
      }
}

// Repeated indices. In one dim the result shows the order of the updates. Two
// dims in any order are for sums.
TEST_F(LinalgExtTest, Scatter) {
  for (bool isSum : {false, true}) {
    std::string batch = isSum ? "?x?" : "?";
    std::string body = isSum ? "  %n = arith.addi %c, %u0 : i32\n"
                             : "  %d = arith.addi %c, %c : i32\n"
                               "  %n = arith.addi %d, %u0 : i32\n";
    compile(
        {"linalg_ext.scatter ins(%i, %u : memref<" + batch +
             "x1xi32>, memref<" + batch +
             "x?xi32>) outs(%s : memref<?x?xi32>) {\n"
             "^bb0(%c: i32, %u0: i32):\n" +
             body + "  linalg_ext.yield %n : i32\n}",
         {{"i", batch + "x1xi32"}, {"u", batch + "x?xi32"}, {"s", "?x?xi32"}},
         1,
         " ->",
         isSum ? 3u : 2u},
        drawOrders(isSum ? 3 : 2, 6));
    for (int i = 0; i < 300; ++i) {
      const JitFunction &function = *functions[i % functions.size()];
      int64_t rows = draw(1, 9), columns = drawExtent();
      SmallVector<int64_t> points = {drawExtent()};
      if (isSum)
        points.push_back(drawExtent());
      SmallVector<int64_t> indices = points, updates = points;
      indices.push_back(1);
      updates.push_back(columns);
      HostValue index = makeInts(function, 0, indices, 0, rows - 1);
      HostValue update = makeInts(function, 1, updates, -99, 99);
      HostValue source = makeInts(function, 2, {rows, columns}, -99, 99);
      auto after = call(function, {index, update, source});
      for (int64_t p = 0; p < index.getNumElements(); ++p)
        for (int64_t q = 0; q < columns; ++q) {
          int64_t place = index.getInt(p) * columns + q;
          int64_t old = source.getInt(place);
          source.setInt(place, wrap((isSum ? old : 2 * old) +
                                    update.getInt(p * columns + q)));
        }
      expectInts(after[2], source, function);
    }
  }
}

TEST_F(LinalgExtTest, BatchMatmul) {
  for (std::string layout : {"nn", "nt", "tn", "tt"}) {
    compile({"linalg_ext.batch_matmul ins(%a, %b : memref<?x?x?xi32>, "
             "memref<?x?x?xi32>) outs(%c : memref<?x?x?xi32>) layout = \"" +
                 layout + "\"",
             {{"a", "?x?x?xi32"}, {"b", "?x?x?xi32"}, {"c", "?x?x?xi32"}},
             1,
             "",
             4},
            drawOrders(4, 7));
    for (int i = 0; i < 130; ++i) {
      const JitFunction &function = *functions[i % functions.size()];
      int64_t batch = draw(0, 3), m = drawExtent(), n = drawExtent(),
              k = drawExtent();
      bool lhsTurned = layout[0] == 't', rhsTurned = layout[1] == 't';
      HostValue a = makeInts(
          function, 0, {batch, lhsTurned ? k : m, lhsTurned ? m : k}, -9, 9);
      HostValue b = makeInts(
          function, 1, {batch, rhsTurned ? n : k, rhsTurned ? k : n}, -9, 9);
      HostValue c = makeInts(function, 2, {batch, m, n}, -9, 9);
      auto after = call(function, {a, b, c});
      for (int64_t p = 0; p < batch * m * n; ++p) {
        int64_t z = p / (m * n), row = p / n % m, column = p % n;
        int64_t sum = c.getInt(p);
        for (int64_t d = 0; d < k; ++d)
          sum += a.getInt(z * m * k + (lhsTurned ? d * m + row : row * k + d)) *
                 b.getInt(z * k * n +
                          (rhsTurned ? column * k + d : d * n + column));
        c.setInt(p, sum);
      }
      expectInts(after[2], c, function);
    }
  }
}

TEST_F(LinalgExtTest, Diag) {
  compile({"linalg_ext.diag ins(%x : memref<?x?xi32>) outs(%y : "
           "memref<?x?x?xi32>)",
           {{"x", "?x?xi32"}, {"y", "?x?x?xi32"}},
           1,
           " :",
           3},
          drawOrders(3, 6));
  for (int i = 0; i < 500; ++i) {
    const JitFunction &function = *functions[i % functions.size()];
    int64_t rows = draw(0, 3), n = drawExtent();
    HostValue x = makeInts(function, 0, {rows, n}, 1, 99);
    HostValue y = makeInts(function, 1, {rows, n, n}, 1, 99);
    auto after = call(function, {x, y});
    for (int64_t p = 0; p < rows * n * n; ++p)
      y.setInt(p, p / n % n == p % n ? x.getInt(p / n) : 0);
    expectInts(after[1], y, function);
  }
}

} // namespace

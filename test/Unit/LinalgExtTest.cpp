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

/// The ranks of the points, of an index and of a slice.
struct ScatterForm {
  unsigned points, columns, slices;
  bool isUnique, isSum;
};

class LinalgExtScatterTest : public LinalgExtTest {
protected:
  void compileScatter(const ScatterForm &form);
  void check(const ScatterForm &form, const JitFunction &function);
  HostValue makeIndices(const ScatterForm &form, const JitFunction &function,
                        ArrayRef<int64_t> points, ArrayRef<int64_t> rows);
};

void LinalgExtScatterTest::compileScatter(const ScatterForm &form) {
  std::string indices = makeType(form.points, "") +
                        std::to_string(form.columns) + "xi32",
              updates = makeType(form.points + form.slices, "i32"),
              source = makeType(form.columns + form.slices, "i32");
  std::string body = form.isSum ? "  %n = arith.addi %c, %e : i32\n"
                                : "  %d = arith.addi %c, %c : i32\n"
                                  "  %n = arith.addi %d, %e : i32\n";
  unsigned numLoops = form.points + form.slices;
  compile({std::string("linalg_ext.scatter ") +
               (form.isUnique ? "{unique_indices} " : "") +
               "ins(%i, %u : memref<" + indices + ">, memref<" + updates +
               ">) outs(%s : memref<" + source +
               ">) {\n"
               "^bb0(%c: i32, %e: i32):\n" +
               body + "  linalg_ext.yield %n : i32\n}",
           {{"i", indices}, {"u", updates}, {"s", source}},
           1,
           " ->",
           numLoops},
          drawOrders(numLoops, 4));
}

/// Indices of `points` into `rows`, mostly repeated or never.
HostValue LinalgExtScatterTest::makeIndices(const ScatterForm &form,
                                            const JitFunction &function,
                                            ArrayRef<int64_t> points,
                                            ArrayRef<int64_t> rows) {
  SmallVector<int64_t> shape(points);
  shape.push_back(form.columns);
  HostValue index(function.inputs[0], shape);
  int64_t numPlaces = ShapedType::getNumElements(rows);
  auto places = llvm::to_vector(llvm::seq<int64_t>(0, numPlaces));
  std::shuffle(places.begin(), places.end(), random);
  for (int64_t p = 0; p < ShapedType::getNumElements(points); ++p) {
    int64_t place = form.isUnique ? places[p] : draw(0, numPlaces - 1);
    for (unsigned column = form.columns; column-- > 0; place /= rows[column])
      index.setInt(p * form.columns + column, place % rows[column]);
  }
  return index;
}

void LinalgExtScatterTest::check(const ScatterForm &form,
                                 const JitFunction &function) {
  SmallVector<int64_t> points = drawShape(form.points),
                       slices = drawShape(form.slices), rows;
  int64_t numPoints = ShapedType::getNumElements(points),
          numSlices = ShapedType::getNumElements(slices);
  for (unsigned column = 0; column < form.columns; ++column)
    rows.push_back(draw(1, 5));
  if (form.isUnique)
    rows.front() *= llvm::divideCeil(std::max<int64_t>(numPoints, 1),
                                     ShapedType::getNumElements(rows));
  SmallVector<int64_t> updates(points), shape(rows);
  updates.append(slices);
  shape.append(slices);
  HostValue index = makeIndices(form, function, points, rows);
  HostValue update = makeInts(function, 1, updates, -99, 99);
  HostValue source = makeInts(function, 2, shape, -99, 99);
  auto after = call(function, {index, update, source});
  for (int64_t p = 0; p < numPoints; ++p) {
    int64_t row = 0;
    for (unsigned column = 0; column < form.columns; ++column)
      row = row * rows[column] + index.getInt(p * form.columns + column);
    for (int64_t q = 0; q < numSlices; ++q) {
      int64_t place = row * numSlices + q, old = source.getInt(place);
      source.setInt(place, wrap((form.isSum ? old : 2 * old) +
                                update.getInt(p * numSlices + q)));
    }
  }
  expectInts(after[2], source, function);
}

// Points of one dim show the order of the updates of an element. Points of two
// dims, whose tiles may come in any order, are summed or have an element each.
TEST_F(LinalgExtScatterTest, Columns) {
  constexpr bool kRepeated = false, kUnique = true, kOrder = false, kSum = true;
  for (const ScatterForm &form : {ScatterForm{1, 1, 1, kRepeated, kOrder},
                                  {2, 1, 1, kRepeated, kSum},
                                  {1, 2, 1, kRepeated, kOrder},
                                  {1, 3, 0, kRepeated, kOrder},
                                  {2, 2, 2, kRepeated, kSum},
                                  {1, 1, 2, kUnique, kOrder},
                                  {1, 2, 1, kUnique, kOrder},
                                  {2, 1, 1, kUnique, kOrder},
                                  {2, 2, 0, kUnique, kOrder},
                                  {2, 3, 1, kUnique, kSum}}) {
    compileScatter(form);
    for (int i = 0; i < 90; ++i)
      check(form, *functions[i % functions.size()]);
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

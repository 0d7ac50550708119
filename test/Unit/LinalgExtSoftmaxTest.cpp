//===- LinalgExtSoftmaxTest.cpp - Tiled softmax next to plain loops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As LinalgExtTest.cpp, for the ops whose results are not exact.
//
//===----------------------------------------------------------------------===//

#include "LinalgExtKernels.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// exp(value - max), and 0 for -inf.
double weigh(double value, double max) {
  return std::isinf(value) && value < 0 ? 0 : std::exp(value - max);
}

/// What the softmax along `dim` should leave in argument 1 (the values), 2, 3
/// and 4 (one per row), from the values `in` before the call.
void expectSoftmax(ArrayRef<HostValue> in, ArrayRef<HostValue> after,
                   ArrayRef<int64_t> shape, int dim, bool isNormalized) {
  auto expectNear = [&](unsigned argument, int64_t p, double expected) {
    double got = after[argument].getFloat(p);
    bool isSame =
        got == expected || (std::isnan(got) && std::isnan(expected)) ||
        std::fabs(got - expected) <= 1e-12 * std::max(1.0, std::fabs(expected));
    EXPECT_TRUE(isSame) << "argument " << argument << ": " << got << " is not "
                        << expected;
  };
  for (int64_t row = 0; row < shape[1 - dim]; ++row) {
    double max = in[2].getFloat(row), sum = in[3].getFloat(row);
    for (int64_t d = 0; d < shape[dim]; ++d)
      max = std::max(max, in[0].getFloat(at(shape, dim, row, d)));
    double scale = weigh(in[2].getFloat(row), max), start = sum * scale;
    sum = start;
    for (int64_t d = 0; d < shape[dim]; ++d)
      sum += weigh(in[0].getFloat(at(shape, dim, row, d)), max);
    for (int64_t d = 0; d < shape[dim]; ++d) {
      int64_t place = at(shape, dim, row, d);
      double weight = weigh(in[0].getFloat(place), max);
      expectNear(1, place, isNormalized ? weight / sum : weight);
    }
    expectNear(2, row, max);
    expectNear(3, row, sum);
    expectNear(4, row, isNormalized ? start / sum : scale);
  }
}

// Elements and start values that are -inf, including rows of only -inf.
TEST_F(LinalgExtTest, Softmax) {
  double inf = std::numeric_limits<double>::infinity();
  for (int dim : {0, 1})
    for (bool isNormalized : {false, true}) {
      compile({std::string("linalg_ext.") + (isNormalized ? "" : "unnorm_") +
                   "softmax dimension(" + std::to_string(dim) +
                   ") ins(%x : memref<?x?xf64>) outs(%y, %m, %l, %s : "
                   "memref<?x?xf64>, memref<?xf64>, memref<?xf64>, "
                   "memref<?xf64>)",
               {{"x", "?x?xf64"},
                {"y", "?x?xf64"},
                {"m", "?xf64"},
                {"l", "?xf64"},
                {"s", "?xf64"}},
               4,
               " :",
               2,
               dim},
              {{0, 1}});
      for (int i = 0; i < 130; ++i) {
        const JitFunction &function = *functions[i % functions.size()];
        SmallVector<int64_t> shape = {drawExtent(), drawExtent()};
        SmallVector<int64_t> rows = {shape[1 - dim]};
        SmallVector<HostValue> in;
        for (unsigned argument = 0; argument < 5; ++argument)
          in.emplace_back(function.inputs[argument],
                          argument < 2 ? shape : rows);
        for (HostValue &value : in)
          for (int64_t p = 0; p < value.getNumElements(); ++p)
            value.setFloat(p, draw(-300, 300) / 100.0);
        for (unsigned argument : {0, 2})
          for (int64_t p = 0; p < in[argument].getNumElements(); ++p)
            if (draw(0, 2) == 0)
              in[argument].setFloat(p, -inf);
        auto after = call(function, in);
        SCOPED_TRACE(function.name);
        expectSoftmax(in, after, shape, dim, isNormalized);
      }
    }
}

} // namespace

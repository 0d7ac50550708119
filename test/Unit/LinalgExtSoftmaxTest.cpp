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

enum class Form { Unnormalized, Normalized, Safe };

/// What a row with this sum is divided by.
double getDivisor(double sum, Form form) {
  if (form == Form::Normalized)
    return sum;
  bool divides = form == Form::Safe && sum > 0 && std::isfinite(sum);
  return divides ? sum : 1;
}

/// What the softmax along `dim` should leave in argument 1 (the values), 2, 3
/// and 4 (one per row), from the values `in` before the call.
void expectSoftmax(ArrayRef<HostValue> in, ArrayRef<HostValue> after,
                   ArrayRef<int64_t> shape, int dim, Form form) {
  auto expectNear = [&](unsigned argument, int64_t p, double expected) {
    double got = after[argument].getFloat(p);
    bool isSame =
        got == expected || (std::isnan(got) && std::isnan(expected)) ||
        std::fabs(got - expected) <= 1e-12 * std::max(1.0, std::fabs(expected));
    EXPECT_TRUE(isSame) << "argument " << argument << ": " << got << " is not "
                        << expected;
  };
  for (int64_t row = 0; row < in[2].getNumElements(); ++row) {
    double max = in[2].getFloat(row), sum = in[3].getFloat(row);
    for (int64_t d = 0; d < shape[dim]; ++d)
      max = std::max(max, in[0].getFloat(at(shape, dim, row, d)));
    double scale = weigh(in[2].getFloat(row), max), start = sum * scale;
    if (form == Form::Safe)
      scale *= getDivisor(sum, form);
    else if (form == Form::Normalized)
      scale = start;
    sum = start;
    for (int64_t d = 0; d < shape[dim]; ++d)
      sum += weigh(in[0].getFloat(at(shape, dim, row, d)), max);
    for (int64_t d = 0; d < shape[dim]; ++d) {
      int64_t place = at(shape, dim, row, d);
      double weight = weigh(in[0].getFloat(place), max);
      expectNear(1, place, weight / getDivisor(sum, form));
    }
    expectNear(2, row, max);
    expectNear(3, row, sum);
    expectNear(4, row, scale / getDivisor(sum, form));
  }
}

class LinalgExtSoftmaxTest : public LinalgExtTest {
protected:
  void compileSoftmax(unsigned rank, int dim, Form form);
  void check(unsigned rank, int dim, Form form);
};

void LinalgExtSoftmaxTest::compileSoftmax(unsigned rank, int dim, Form form) {
  std::string whole = makeType(rank, "f64"), rows = makeType(rank - 1, "f64");
  compile({std::string("linalg_ext.") +
               (form == Form::Unnormalized ? "unnorm_" : "") + "softmax " +
               (form == Form::Safe ? "{safe} " : "") + "dimension(" +
               std::to_string(dim) + ") ins(%x : memref<" + whole +
               ">) outs(%y, %m, %l, %s : memref<" + whole + ">, memref<" +
               rows + ">, memref<" + rows + ">, memref<" + rows + ">)",
           {{"x", whole}, {"y", whole}, {"m", rows}, {"l", rows}, {"s", rows}},
           4,
           " :",
           rank,
           dim},
          drawOrders(rank, 3));
}

// Elements and start values that are -inf, including rows of only -inf.
void LinalgExtSoftmaxTest::check(unsigned rank, int dim, Form form) {
  double inf = std::numeric_limits<double>::infinity();
  compileSoftmax(rank, dim, form);
  for (int i = 0; i < 110; ++i) {
    const JitFunction &function = *functions[i % functions.size()];
    SmallVector<int64_t> shape = drawShape(rank), rows = getRows(shape, dim);
    SmallVector<HostValue> in;
    for (unsigned argument = 0; argument < 5; ++argument)
      in.emplace_back(function.inputs[argument], argument < 2 ? shape : rows);
    for (HostValue &value : in)
      for (int64_t p = 0; p < value.getNumElements(); ++p)
        value.setFloat(p, draw(-300, 300) / 100.0);
    for (unsigned argument : {0, 2})
      for (int64_t p = 0; p < in[argument].getNumElements(); ++p)
        if (draw(0, 2) == 0)
          in[argument].setFloat(p, -inf);
    for (int64_t p = 0; p < in[3].getNumElements(); ++p)
      if (draw(0, 3) == 0)
        in[3].setFloat(p, draw(0, 2) == 0 ? inf : 0);
    auto after = call(function, in);
    SCOPED_TRACE(function.name);
    expectSoftmax(in, after, shape, dim, form);
  }
}

TEST_F(LinalgExtSoftmaxTest, AllDims) {
  for (unsigned rank : {2, 3})
    for (unsigned dim = 0; dim < rank; ++dim)
      for (Form form : {Form::Unnormalized, Form::Normalized, Form::Safe})
        check(rank, dim, form);
}

} // namespace

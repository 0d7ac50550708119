//===- eigen-kernels.cpp - Kernels in expressions of Eigen ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled like kernels.c, for the machine that it runs on.
//
//===----------------------------------------------------------------------===//

#include "eigen-kernels.h"

#include <Eigen/Core>

using Row = Eigen::Map<const Eigen::ArrayXf>;
using Result = Eigen::Map<Eigen::ArrayXf>;

#define HEDDLE_TEXT_OF(x) #x
#define HEDDLE_TEXT(x) HEDDLE_TEXT_OF(x)

void eigen_softmax_rows(const float *x, float *out, int64_t m, int64_t n) {
  for (int64_t i = 0; i < m; ++i, x += n, out += n) {
    Row row(x, n);
    Result result(out, n);
    result = (row - row.maxCoeff()).exp();
    result *= 1.0f / result.sum();
  }
}

void eigen_layer_norm(const float *x, const float *scale, const float *shift,
                      float *out, int64_t m, int64_t n) {
  for (int64_t i = 0; i < m; ++i, x += n, out += n) {
    Row row(x, n);
    float mean = row.mean();
    float variance = (row - mean).square().mean();
    float factor = 1.0f / std::sqrt(variance + 1.0e-5f);
    Result(out, n) = (row - mean) * factor * Row(scale, n) + Row(shift, n);
  }
}

void eigen_elementwise_six(const float *x, const float *y, float *out,
                           int64_t n) {
  Row a(x, n), b(y, n);
  Result(out, n) = ((a + b) * a - b).max(0.0f) * 0.5f + 1.0f;
}

const char *eigen_version() {
  return HEDDLE_TEXT(EIGEN_WORLD_VERSION) "." HEDDLE_TEXT(
      EIGEN_MAJOR_VERSION) "." HEDDLE_TEXT(EIGEN_MINOR_VERSION);
}

//===- elementwise-chain.c - Six elementwise ops in one loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The payload of transform-scripts/elementwise-chain as one loop. Vectors and
// unrolling are left to clang.
//
//===----------------------------------------------------------------------===//

#include "loops.h"

void LOOPS(elementwise_chain)(const float *restrict x, const float *restrict y,
                              float *restrict out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    float difference = (x[i] + y[i]) * x[i] - y[i];
    // As arith.maximumf: 0 for -0, NaN for NaN.
    float relu = difference <= 0.0f ? 0.0f : difference;
    out[i] = relu * 0.5f + 1.0f;
  }
}

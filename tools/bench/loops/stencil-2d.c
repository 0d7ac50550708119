//===- stencil-2d.c - Means of neighbours as loops ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The payload of transform-scripts/stencil-2d. Vectors are left to clang.
//
//===----------------------------------------------------------------------===//

#include "loops.h"

void LOOPS(stencil_2d)(const float *restrict x, float *restrict out, int64_t m,
                       int64_t n) {
  int64_t width = n + 2;
  for (int64_t i = 0; i < m; ++i) {
    const float *above = x + i * width + 1, *below = above + 2 * width;
    const float *left = x + (i + 1) * width, *right = left + 2;
    for (int64_t j = 0; j < n; ++j)
      out[i * n + j] = (above[j] + left[j] + right[j] + below[j]) * 0.25f;
  }
}

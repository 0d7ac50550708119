//===- pad-elementwise.c - A pad and two elementwise ops in one pass ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The payload of transform-scripts/pad-elementwise, fused by hand: each row of
// the result is written once, from end to end. Vectors are left to clang.
//
//===----------------------------------------------------------------------===//

#include "loops.h"

void LOOPS(pad_elementwise)(const float *restrict x, float *restrict out,
                            int64_t m, int64_t n, int64_t padded_m,
                            int64_t padded_n) {
  const float frame = 0.0f * 2.0f + 1.0f;
  const int64_t top = (padded_m - m) / 2, left = (padded_n - n) / 2;
  for (int64_t i = 0; i < padded_m; ++i) {
    float *row = out + i * padded_n;
    if (i < top || i >= top + m) {
      for (int64_t j = 0; j < padded_n; ++j)
        row[j] = frame;
      continue;
    }
    const float *source = x + (i - top) * n;
    for (int64_t j = 0; j < left; ++j)
      row[j] = frame;
    for (int64_t j = 0; j < n; ++j)
      row[left + j] = source[j] * 2.0f + 1.0f;
    for (int64_t j = left + n; j < padded_n; ++j)
      row[j] = frame;
  }
}

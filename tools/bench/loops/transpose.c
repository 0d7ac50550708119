//===- transpose.c - A transpose in squares -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The payload of transform-scripts/transpose. A square stays in the cache until
// all of its columns are read. Vectors are left to clang.
//
//===----------------------------------------------------------------------===//

#include "loops.h"

enum { kSide = 16 };

void LOOPS(transpose)(const float *restrict x, float *restrict out, int64_t m,
                      int64_t n) {
  for (int64_t i0 = 0; i0 < n; i0 += kSide)
    for (int64_t j0 = 0; j0 < m; j0 += kSide) {
      int64_t iEnd = i0 + kSide < n ? i0 + kSide : n;
      int64_t jEnd = j0 + kSide < m ? j0 + kSide : m;
      for (int64_t i = i0; i < iEnd; ++i)
        for (int64_t j = j0; j < jEnd; ++j)
          out[i * m + j] = x[j * n + i];
    }
}

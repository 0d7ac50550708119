//===- loops.h - Kernels written as loops in C ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are fused by hand. Each function exists twice: compiled as
// usual, where clang contracts a product and a sum to one multiply-add, and
// `_uncontracted`, where each op rounds, as in the payload.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_LOOPS_LOOPS_H
#define HEDDLE_TOOLS_BENCH_LOOPS_LOOPS_H

#include <stdint.h>

#ifdef LOOPS_UNCONTRACTED
#define LOOPS(name) name##_uncontracted
#else
#define LOOPS(name) name
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// out = relu((x + y) * x - y) * 0.5 + 1 over n elements. The arrays do not
/// overlap. A NaN stays a NaN.
void elementwise_chain(const float *x, const float *y, float *out, int64_t n);
void elementwise_chain_uncontracted(const float *x, const float *y, float *out,
                                    int64_t n);

/// out = pad(x) * 2 + 1, where pad puts zeros around the m x n elements of x,
/// as many before as after them, or one more after them. The arrays do not
/// overlap.
void pad_elementwise(const float *x, float *out, int64_t m, int64_t n,
                     int64_t padded_m, int64_t padded_n);
void pad_elementwise_uncontracted(const float *x, float *out, int64_t m,
                                  int64_t n, int64_t padded_m,
                                  int64_t padded_n);

/// out[i][j] = the mean of the four neighbours of x[i + 1][j + 1], for m x n
/// elements of out; x has two more rows and columns. The arrays do not overlap.
void stencil_2d(const float *x, float *out, int64_t m, int64_t n);
void stencil_2d_uncontracted(const float *x, float *out, int64_t m, int64_t n);

/// out = the transpose of the m x n elements of x, 16 x 16 of them after 16
/// x 16. The arrays do not overlap.
void transpose(const float *x, float *out, int64_t m, int64_t n);
void transpose_uncontracted(const float *x, float *out, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_TOOLS_BENCH_LOOPS_LOOPS_H

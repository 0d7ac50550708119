//===- kernels.h - Kernels written by hand in C -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a person would write in C for kernels of the library, with vectors of 16
// floats, and what the host can do at most. Arrays do not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_KERNELS_KERNELS_H
#define HEDDLE_TOOLS_BENCH_KERNELS_KERNELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// 12 * count multiply-adds of 16 floats that do not wait for each other.
float multiply_add(int64_t count);
/// 4 * count exps of 16 floats that are not positive.
float exps(int64_t count);
/// 12 * count dot products of 16 groups of i8; 0 where the host has none.
int32_t dot_products(int64_t count);

/// c = max(c + bias, 0), a bias for each column.
void bias_relu(float *c, const float *bias, int64_t m, int64_t n);

/// The softmax of each row, in three passes over it.
void softmax_rows(const float *x, float *out, int64_t m, int64_t n);

/// Each row less its mean, over its deviation, scaled and shifted.
void layer_norm(const float *x, const float *scale, const float *shift,
                float *out, int64_t m, int64_t n);

/// relu((x + y) * x - y) * 0.5 + 1; with stores past the caches for large n.
void elementwise_six(const float *x, const float *y, float *out, int64_t n);

/// A 3x3 convolution of h x w pixels of the result; channels are last, and a
/// multiple of 64 of the result.
void conv_3x3(const float *x, const float *filter, float *out, int64_t h,
              int64_t w, int64_t channels, int64_t filters);

/// The same for each of `channels` channels by itself, a multiple of 64.
void depthwise_3x3(const float *x, const float *filter, float *out, int64_t h,
                   int64_t w, int64_t channels);

/// C = A * B of i8 in i32, vectors left to the compiler.
void matmul_i8(const int8_t *a, const int8_t *b, int32_t *c, int64_t m,
               int64_t n, int64_t k);

/// C = A * B of bf16 in f32, vectors left to the compiler.
void matmul_bf16(const uint16_t *a, const uint16_t *b, float *c, int64_t m,
                 int64_t n, int64_t k);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_TOOLS_BENCH_KERNELS_KERNELS_H

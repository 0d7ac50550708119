/* Kernels in expressions of Eigen.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The same kernels as those of kernels.h of these names, as a user of Eigen
 * would write them. Arrays are row-major. */

#ifndef HEDDLE_TOOLS_BENCH_KERNELS_EIGEN_KERNELS_H
#define HEDDLE_TOOLS_BENCH_KERNELS_EIGEN_KERNELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void eigen_softmax_rows(const float *x, float *out, int64_t m, int64_t n);
void eigen_layer_norm(const float *x, const float *scale, const float *shift,
                      float *out, int64_t m, int64_t n);
void eigen_elementwise_six(const float *x, const float *y, float *out,
                           int64_t n);
/* "3.4.0". */
const char *eigen_version(void);

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_TOOLS_BENCH_KERNELS_EIGEN_KERNELS_H */

//===- loops.h - Kernels written as loops in C ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a person writes who fuses a kernel by hand. Each function is there
// twice: compiled as usual, where clang contracts a product and a sum to one
// multiply-add, and `_uncontracted`, where each op rounds, as in the payload.
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

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_TOOLS_BENCH_LOOPS_LOOPS_H

//===- softmax-rows.h - Softmax and multiply-adds in C ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of heddle-bench-attention that OpenBLAS does not provide. clang
// compiles it for the host, with vectors of 16 floats.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_ATTENTION_SOFTMAXROWS_H
#define HEDDLE_TOOLS_BENCH_ATTENTION_SOFTMAXROWS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Replaces each row by its softmax.
void softmaxRows(float *rows, int64_t numRows, int64_t size);

/// `count` times 12 multiply-adds of 16 floats that do not wait for each other.
/// Returns a number that depends on all of them.
float multiplyAdd(int64_t count);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_TOOLS_BENCH_ATTENTION_SOFTMAXROWS_H

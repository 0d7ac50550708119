//===- OneDNN.h - Kernels by oneDNN's primitives ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same kernels as primitives of oneDNN, on the arrays of a scheduled
// kernel. oneDNN chooses their implementations; names of them say which.
// Filters of convolutions are brought into the layout that oneDNN wants before
// anything is timed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_KERNELS_ONEDNN_H
#define HEDDLE_TOOLS_BENCH_KERNELS_ONEDNN_H

#include "KernelBench.h"

#include <functional>
#include <string>

namespace mlir::heddle {

/// Calls of primitives.
struct OneDNNKernel {
  /// The implementations, "brg:avx512_core", with commas between them.
  std::string implementations;
  std::function<void()> call;
};

/// C = A * B of the arrays 0, 1, 2, or of each matrix of a batch. Types are
/// those of the arrays: f32, or bf16 in f32, or i8 in i32.
OneDNNKernel makeOneDNNMatmul(const ScheduledKernel &kernel);

/// max(A * B + bias, 0): the bias, one for each column, is array 2, the result
/// array 3.
OneDNNKernel makeOneDNNBiasRelu(const ScheduledKernel &kernel);

/// The softmax of the rows of array 0 in array 1.
OneDNNKernel makeOneDNNSoftmax(const ScheduledKernel &kernel);

/// The rows of array 0 less their means, over their deviations, times array 1,
/// plus array 2, in array 3.
OneDNNKernel makeOneDNNLayerNorm(const ScheduledKernel &kernel);

/// A 3x3 convolution of array 0 (nhwc) with array 1 (hwcf, or hwc if it is by
/// channel) in array 2.
OneDNNKernel makeOneDNNConv(const ScheduledKernel &kernel);

/// exp(x) + conv1x1(conv3x3(pad(conv1x1(exp(x))))) of the arrays 0 (nhwc) and 1
/// to 3 (fhwc) in array 4.
OneDNNKernel makeOneDNNResidualBlock(const ScheduledKernel &kernel);

/// softmax(Q * K^T / sqrt(d)) * V of the arrays 0 to 2 in array 3: two products
/// and a softmax for each head.
OneDNNKernel makeOneDNNAttention(const ScheduledKernel &kernel);

/// The same where a query sees the keys up to its own: a mask of 0 and -inf is
/// added to all scores.
OneDNNKernel makeOneDNNCausalAttention(const ScheduledKernel &kernel);

/// "2.6.3".
std::string getOneDNNVersion();

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_BENCH_KERNELS_ONEDNN_H

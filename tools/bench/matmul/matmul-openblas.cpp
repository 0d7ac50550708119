//===- matmul-openblas.cpp - A scheduled matmul next to OpenBLAS ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times a scheduled C = A * B (f32, static sizes) and OpenBLAS's sgemm on one
// thread, in turns in one process, and compares their results. Other kernels
// and other peers are not measured here.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"

#include "llvm/Support/Format.h"
#include <cblas.h>

extern "C" char *openblas_get_corename(void);

using namespace mlir;

static heddle::KernelBenchFlags flags("matmul", /*calls=*/8);

namespace {
/// Extents of C[m, n] = A[m, k] * B[k, n].
struct Sizes {
  int64_t m, n, k;
  double flop() const { return 2.0 * m * n * k; }
};
} // namespace

/// Reads the sizes off the arguments (A, B, C) of the unscheduled function.
static FailureOr<Sizes> getSizes(func::FuncOp func) {
  SmallVector<RankedTensorType> types;
  for (Type type : func.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.getRank() == 2 && tensor.hasStaticShape() &&
          tensor.getElementType().isF32())
        types.push_back(tensor);
  if (types.size() != 3 || func.getNumArguments() != 3)
    return func.emitError()
           << "expects the arguments A, B and C, matrices of f32 with static "
              "sizes";
  Sizes sizes = {types[0].getDimSize(0), types[1].getDimSize(1),
                 types[0].getDimSize(1)};
  if (types[1].getDimSize(0) != sizes.k || types[2].getDimSize(0) != sizes.m ||
      types[2].getDimSize(1) != sizes.n)
    return func.emitError() << "expects the sizes of A * B and C to agree";
  return sizes;
}

static void printSpeed(StringRef name, ArrayRef<double> seconds, Sizes sizes) {
  llvm::outs() << llvm::format(
      "  %-10s %7.1f GFLOP/s (median; best %.1f)\n", name.str().c_str(),
      sizes.flop() / heddle::getQuantile(seconds, 0.5) * 1e-9,
      sizes.flop() / heddle::getQuantile(seconds, 0) * 1e-9);
}

static LogicalResult run(MLIRContext &context) {
  auto kernel = heddle::ScheduledKernel::load(flags.getSource(), context);
  if (failed(kernel))
    return failure();
  FailureOr<Sizes> sizes = getSizes((*kernel)->getPayload());
  if (failed(sizes))
    return failure();
  float *a = (*kernel)->getArray(0), *b = (*kernel)->getArray(1),
        *c = (*kernel)->getArray(2);
  openblas_set_num_threads(1);
  auto openblas = [&, sizes = *sizes] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, sizes.m, sizes.n,
                sizes.k, 1.0f, a, sizes.k, b, sizes.n, 0.0f, c, sizes.n);
  };
  if (failed((*kernel)->compareWith(openblas, "OpenBLAS")))
    return failure();
  std::vector<heddle::RoundTimes> times = heddle::measureRounds(
      {{"scheduled", [&] { (*kernel)->call(); }}, {"OpenBLAS", openblas}},
      flags);
  heddle::printScene("matmul " + Twine(sizes->m) + "x" + Twine(sizes->n) + "x" +
                         Twine(sizes->k),
                     "OpenBLAS, kernels for " + Twine(openblas_get_corename()),
                     flags, **kernel);
  printSpeed("scheduled", times[0], *sizes);
  printSpeed("OpenBLAS", times[1], *sizes);
  return heddle::checkRatio(heddle::printRatio(times[0], times[1], "OpenBLAS"),
                            flags);
}

int main(int argc, char **argv) {
  return heddle::runKernelBench(
      argc, argv, "times a scheduled matmul next to OpenBLAS on one thread\n",
      flags, run);
}

//===- heddle-bench-loops.cpp - Scheduled kernels next to loops in C ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times a scheduled function (f32 arrays) and the loops that a person would
// write in C for it, on one thread and in turns in one process, and compares
// their results. The loops themselves are in the .c files.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"
#include "loops.h"

#include "llvm/Support/Format.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {

/// The arrays of the compiled function: its arguments in order, those for
/// results too.
struct Arrays {
  const heddle::ScheduledKernel &kernel;
  float *operator[](unsigned i) const { return kernel.getArray(i); }
  int64_t extent(unsigned i, unsigned dim) const {
    return kernel.getShape(i)[dim];
  }
};

/// A kernel that loops were written for.
struct Scene {
  StringLiteral name;
  /// The rank of each array.
  SmallVector<size_t> ranks;
  void (*contracted)(const Arrays &);
  void (*uncontracted)(const Arrays &);
};

template <auto loops> void runElementwiseChain(const Arrays &arrays) {
  loops(arrays[0], arrays[1], arrays[2], arrays.extent(0, 0));
}

template <auto loops> void runPadElementwise(const Arrays &arrays) {
  loops(arrays[0], arrays[1], arrays.extent(0, 0), arrays.extent(0, 1),
        arrays.extent(1, 0), arrays.extent(1, 1));
}

/// The extents of the result.
template <auto loops> void runStencil(const Arrays &arrays) {
  loops(arrays[0], arrays[1], arrays.extent(1, 0), arrays.extent(1, 1));
}

template <auto loops> void runTranspose(const Arrays &arrays) {
  loops(arrays[0], arrays[1], arrays.extent(0, 0), arrays.extent(0, 1));
}

const Scene scenes[] = {
    {"elementwise-chain",
     {1, 1, 1},
     runElementwiseChain<elementwise_chain>,
     runElementwiseChain<elementwise_chain_uncontracted>},
    {"pad-elementwise",
     {2, 2},
     runPadElementwise<pad_elementwise>,
     runPadElementwise<pad_elementwise_uncontracted>},
    {"stencil-2d",
     {2, 2},
     runStencil<stencil_2d>,
     runStencil<stencil_2d_uncontracted>},
    {"transpose",
     {2, 2},
     runTranspose<transpose>,
     runTranspose<transpose_uncontracted>},
};

} // namespace

static heddle::KernelBenchFlags flags("", /*calls=*/0);
static cl::opt<std::string> sceneName("loops", cl::Required,
                                      cl::desc("The loops to compare with"),
                                      cl::value_desc("name"),
                                      cl::cat(flags.category));

static const Scene *findScene() {
  for (const Scene &scene : scenes)
    if (scene.name == sceneName)
      return &scene;
  llvm::errs() << "error: expects --loops to be one of ";
  llvm::interleaveComma(scenes, llvm::errs(),
                        [](const Scene &scene) { llvm::errs() << scene.name; });
  llvm::errs() << ", but got '" << sceneName << "'\n";
  return nullptr;
}

/// The loops take any sizes, but only f32 and a fixed number of arrays.
static LogicalResult checkArrays(heddle::ScheduledKernel &kernel,
                                 const Scene &scene) {
  SmallVector<size_t> ranks;
  for (unsigned i = 0, e = kernel.getNumArrays(); i < e; ++i) {
    if (!kernel.getElementType(i).isF32())
      return kernel.getPayload().emitError() << "expects arrays of f32";
    ranks.push_back(kernel.getShape(i).size());
  }
  if (ranks == scene.ranks)
    return success();
  InFlightDiagnostic error = kernel.getPayload().emitError();
  error << "expects arrays of rank ";
  llvm::interleaveComma(scene.ranks, error);
  error << " for '" << scene.name << "', but got ";
  llvm::interleaveComma(ranks, error);
  return error;
}

static double countBytes(const heddle::ScheduledKernel &kernel) {
  double bytes = 0;
  for (unsigned i = 0, e = kernel.getNumArrays(); i < e; ++i)
    bytes += 4.0 * ShapedType::getNumElements(kernel.getShape(i));
  return bytes;
}

static LogicalResult run(MLIRContext &context) {
  const Scene *scene = findScene();
  if (!scene)
    return failure();
  auto kernel = heddle::ScheduledKernel::load(flags.getSource(), context);
  if (failed(kernel) || failed(checkArrays(**kernel, *scene)))
    return failure();
  Arrays arrays{**kernel};
  heddle::Candidate candidates[] = {
      {"scheduled", [&] { (*kernel)->call(); }},
      {"C", [&] { scene->contracted(arrays); }},
      {"C, uncontracted", [&] { scene->uncontracted(arrays); }}};
  for (const heddle::Candidate &peer : ArrayRef(candidates).drop_front())
    if (failed((*kernel)->compareWith(peer.call, peer.name)) ||
        failed((*kernel)->compareSpecialsWith(peer.call, peer.name)))
      return failure();
  auto times = heddle::measureRounds(candidates, flags);

  double bytes = countBytes(**kernel);
  llvm::outs() << scene->name << llvm::format(", %.4g MB", bytes * 1e-6)
               << " of f32, on one thread of " << llvm::sys::getHostCPUName()
               << ", " << flags.rounds << " rounds, CPU time\n"
               << "  schedule   " << flags.scheduleFile
               << ", compiled in memory by LLVM at -O3 for this host\n"
               << "  peer       loops in C, " LOOPS_COMPILER
                  " (uncontracted: -ffp-contract=off)\n"
               << "  results    " << (*kernel)->getAgreement()
               << "; also for NaN, infinities and zeros\n";
  for (auto [candidate, seconds] : llvm::zip_equal(candidates, times))
    llvm::outs() << llvm::format(
        "  %-16s %10.3f us %7.1f GB/s (median)\n", candidate.name.c_str(),
        heddle::getQuantile(seconds, 0.5) * 1e6,
        bytes / heddle::getQuantile(seconds, 0.5) * 1e-9);
  double ratio = heddle::printRatio(times[0], times[1], candidates[1].name);
  heddle::printRatio(times[0], times[2], candidates[2].name);
  return heddle::checkRatio(ratio, flags);
}

int main(int argc, char **argv) {
  return heddle::runKernelBench(
      argc, argv,
      "times a scheduled kernel next to loops written in C, on one thread\n",
      flags, run);
}

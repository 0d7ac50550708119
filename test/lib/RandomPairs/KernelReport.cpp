//===- KernelReport.cpp - What a run of kernels has shown -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReport.h"
#include "KernelText.h"

#include "llvm/Support/FormatVariadic.h"

#include <sys/resource.h>

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

/// A reason without the numbers and names of a kernel.
static std::string getKind(StringRef reason) {
  std::string kind;
  for (char letter : reason.split(", at ").first.take_front(120))
    if (!llvm::isDigit(letter))
      kind += letter;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  return kind;
}

void KernelReport::add(const PairResult &result) {
  ++pairs;
  tiled += (result.scheduledBits & kTiled) != 0;
  vectorized += (result.scheduledBits & kVectorized) != 0;
  both += result.isFused;
  refused += result.status == Status::Refused;
  undecided += result.isUndecided;
  if (!result.refusedStep.empty()) {
    ++partlyRefused;
    ++refusedSteps[getKind(result.refusedStep)];
  }
  for (unsigned i = 0, e = getKernelFeatures().size(); i < e; ++i)
    perFeature[i] += result.features >> i & 1;
}

/// Seconds of processor time of this process and its children.
static double getProcessorTime() {
  double seconds = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage;
    getrusage(who, &usage);
    for (timeval time : {usage.ru_utime, usage.ru_stime})
      seconds += time.tv_sec + 1e-6 * time.tv_usec;
  }
  return seconds;
}

bool KernelReport::print(unsigned minShare, unsigned maxRefused) const {
  llvm::raw_ostream &os = llvm::outs();
  double seconds = getProcessorTime();
  os << formatv("kernel: {0:f1} % tiled, {1:f1} % vectorized, {2:f1} % both, "
                "{3:f1} % refused, {4:f1} % with a refused step, {5:f1} % "
                "compared as numbers only\n",
                getShare(tiled), getShare(vectorized), getShare(both),
                getShare(refused), getShare(partlyRefused),
                getShare(undecided));
  os << formatv("kernel: {0:f1} pairs per second of processor time\n",
                pairs / std::max(seconds, 1e-3));
  bool isEnough = true;
  for (auto [feature, number] : perFeature) {
    os << formatv("  {0,5:f1} % {1}\n", getShare(number),
                  getKernelFeatures()[feature]);
    isEnough &= getShare(number) >= minShare;
  }
  for (const auto &[reason, number] : refusedSteps)
    os << formatv("  {0,6} steps: {1}\n", number, reason);
  if (!isEnough)
    os << "expects each feature in at least " << minShare
       << " % of the pairs\n";
  bool isTaken = getShare(refused) <= maxRefused;
  if (!isTaken)
    os << "expects at most " << maxRefused << " % of the pairs to be refused\n";
  return isEnough && isTaken;
}

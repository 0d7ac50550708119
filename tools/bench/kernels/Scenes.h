//===- Scenes.h - Kernels, their sizes and their peers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_KERNELS_SCENES_H
#define HEDDLE_TOOLS_BENCH_KERNELS_SCENES_H

#include "KernelBench.h"

namespace mlir::heddle {

/// What bounds the speed of a kernel.
enum class Limit { MultiplyAdds, MultiplyAddsAndExps, DotProducts, Copies };

/// Other code for a kernel, ready to be called.
struct Peer {
  std::string name;
  std::function<void()> call;
};

/// A kernel of the library, its sizes, and who else computes it.
struct Scene {
  StringLiteral name;
  StringLiteral payload, schedule;
  /// In the text of the payload.
  SmallVector<std::pair<std::string, std::string>> replaced;
  StringLiteral dims;
  Limit limit;
  /// Multiplications and additions of one call; null where copies bound it.
  double (*countOps)(const ScheduledKernel &);
  StringLiteral peerName;
  void (*peer)(const ScheduledKernel &);
  /// Null: oneDNN has no such kernel, or the program was built without it.
  Peer (*oneDNN)(const ScheduledKernel &);
  /// How many operations come with one exp, if these bound the speed, too.
  double (*countOpsPerExp)(const ScheduledKernel &) = nullptr;
  /// A param of the schedule, "name=value".
  StringLiteral param = "";
  /// How many threads it and its peers use. The schedules for several are in
  /// the folder of this program, and not compared with the payload.
  unsigned threads = 1;
  /// One more peer, such as one that does less work. Null although it has a
  /// name: the program was built without it.
  StringLiteral otherPeerName = "";
  void (*otherPeer)(const ScheduledKernel &) = nullptr;
};

ArrayRef<Scene> getScenes();

/// "OpenBLAS with kernels for SkylakeX, oneDNN 2.6.3, Eigen 3.4.0".
std::string describePeers();

/// Prints how much CPU time the schedule, the lowering and the compiler take
/// for each schedule of the library in `folder` and each payload that it names.
/// On failure: an error was printed.
LogicalResult printCompileTimes(StringRef folder, MLIRContext &context);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_BENCH_KERNELS_SCENES_H

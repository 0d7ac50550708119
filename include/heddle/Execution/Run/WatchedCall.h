//===- WatchedCall.h - Call code that reports its accesses ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call of watched code in a separate process.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_WATCHEDCALL_H
#define HEDDLE_EXECUTION_RUN_WATCHEDCALL_H

#include "heddle/Execution/Run/Jit.h"
#include "heddle/Execution/Run/MemoryWatch.h"

namespace mlir::heddle {

struct Packer;
struct Unpacker;

/// The outcome of a watched call.
struct WatchedResult {
  ChildOutcome outcome;
  /// A fault that ended the call, or that was found after it (a leak).
  std::optional<MemoryFault> fault;
  /// What the call did to memory; only if it returned.
  MemorySummary summary;
  SmallVector<HostValue> results;
  SmallVector<HostValue> arguments;       ///< those of the job's keepArguments
  SmallVector<std::string> argumentNames; ///< of these
};

/// Makes the call of `job`, whose function is compiled with
/// CodeOptions::watch. Heap memory is filled with the job's pattern. The names
/// of arguments are for reports. The contents of the arguments from
/// `firstUnwritten` on must not be read.
WatchedResult callWatched(const JitJob &job, const ChildLimits &limits,
                          ArrayRef<std::string> argumentNames,
                          unsigned firstUnwritten);

/// Parts of a message between processes.
void addTo(Packer &packer, const std::optional<MemoryFault> &fault);
void addTo(Packer &packer, const MemorySummary &summary);
std::optional<MemoryFault> takeFault(Unpacker &unpacker);
MemorySummary takeSummary(Unpacker &unpacker);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_WATCHEDCALL_H

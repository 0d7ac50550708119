//===- LimitWatch.h - Limits of this process --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that watches the time and the memory that this process spends on
// some work. It is for work that must be done in this process and cannot be
// interrupted.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_LIMITWATCH_H
#define HEDDLE_EXECUTION_RUN_LIMITWATCH_H

#include "heddle/Execution/Run/ChildProcess.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace mlir::heddle {

/// Holds this process to `limits` as long as it lives. When one is exceeded,
/// `onExceeded` is called in the thread of the watch, while the others go on,
/// and the process ends with status 1 and without running exit handlers.
/// Requires: no process is forked while it lives.
class LimitWatch {
public:
  LimitWatch(const ChildLimits &limits,
             std::function<void(const ChildOutcome &)> onExceeded);
  ~LimitWatch();
  LimitWatch(const LimitWatch &) = delete;
  LimitWatch &operator=(const LimitWatch &) = delete;

private:
  void watch();

  ChildLimits limits;
  std::function<void(const ChildOutcome &)> onExceeded;
  std::mutex mutex;
  std::condition_variable ended;
  bool isOver = false;
  std::thread thread;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_LIMITWATCH_H

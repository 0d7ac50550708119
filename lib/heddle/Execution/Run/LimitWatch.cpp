//===- LimitWatch.cpp - Limits of this process ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread mostly sleeps. The caller decides what happens when a limit is
// exceeded.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/LimitWatch.h"

#include <algorithm>
#include <chrono>
#include <unistd.h>

using namespace mlir::heddle;
using Seconds = std::chrono::duration<double>;

/// The interval between measurements of memory, in seconds.
static constexpr double kMemoryPeriod = 0.02;

LimitWatch::LimitWatch(const ChildLimits &limits,
                       std::function<void(const ChildOutcome &)> onExceeded)
    : limits(limits), onExceeded(std::move(onExceeded)),
      thread([this] { watch(); }) {}

LimitWatch::~LimitWatch() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  ended.notify_one();
  thread.join();
}

void LimitWatch::watch() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  while (!isOver) {
    ChildOutcome outcome = {ChildOutcome::TimedOut, 0, limits};
    double left = limits.seconds - Seconds(Clock::now() - start).count();
    if (left > 0 && limits.bytes != 0 && getOwnMemory(getpid()) > limits.bytes)
      outcome.kind = ChildOutcome::OutOfMemory;
    if (left <= 0 || outcome.kind == ChildOutcome::OutOfMemory) {
      onExceeded(outcome);
      _exit(1);
    }
    // A year counts as no limit.
    double wait = std::min(left, limits.bytes != 0 ? kMemoryPeriod : 3e7);
    ended.wait_for(lock, Seconds(wait), [this] { return isOver; });
  }
}

//===- ChildProcess.h - Run code that may crash or hang ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function in a forked process that reports through messages, so that a
// crash or an endless loop is a result. It does not depend on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_CHILDPROCESS_H
#define HEDDLE_EXECUTION_RUN_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <limits>
#include <string>

namespace mlir::heddle {

/// The resources of a child process. A process that exceeds them is ended.
struct ChildLimits {
  /// Wall time until each message, and until the end of the process; infinity
  /// sets no limit.
  double seconds = std::numeric_limits<double>::infinity();
  /// Private memory that it holds at one time; 0 sets no limit.
  uint64_t bytes = 0;
};

/// How a child process ended.
struct ChildOutcome {
  enum Kind {
    Finished,    ///< the body returned
    Exited,      ///< something in it called exit; `code` is the status
    Signaled,    ///< killed by signal `code`
    TimedOut,    ///< no message for longer than the limit; killed
    OutOfMemory, ///< held more than the limit, or got no more; ended
    NotStarted   ///< no process could be made; `code` is errno
  };
  Kind kind = Finished;
  int code = 0;
  /// The limits under which it ran.
  ChildLimits limits;

  bool ok() const { return kind == Finished; }
  bool exceededLimit() const { return kind == TimedOut || kind == OutOfMemory; }
  /// "crashed with SIGSEGV (Segmentation fault)", "gave no result within 10 s",
  /// "needs more than 512 MiB of memory".
  std::string describe() const;
};

/// Bytes of private memory of process `pid`, without the code that it shares
/// with others.
uint64_t getOwnMemory(int64_t pid);

/// Ends this process, a child, because an allocation failed.
[[noreturn]] void exitOutOfMemory();

/// Sends messages from the child to its parent.
class MessageSink {
public:
  explicit MessageSink(int fd) : fd(fd) {}
  /// Sends one message; exits the child if the parent is gone.
  void send(llvm::ArrayRef<char> message);

private:
  int fd;
};

/// Forks a process that runs `body` and then ends without running destructors
/// or exit handlers. `onMessage` is called in the parent for each message, in
/// order, while the child runs. `limits` are read again after each message.
/// Signals have their default action in the child, no core file is written, and
/// it does not outlive its parent.
ChildOutcome
runInChild(llvm::function_ref<void(MessageSink &)> body,
           llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage,
           const ChildLimits &limits);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_CHILDPROCESS_H

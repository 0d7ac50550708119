//===- ChildProcess.h - Run code that may crash or hang ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function in a forked process that reports through messages, so that a
// crash or an endless loop is a result. It knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHILDPROCESS_H
#define HEDDLE_EXECUTION_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace mlir::heddle {

/// How a child process ended.
struct ChildOutcome {
  enum Kind {
    Finished,  ///< the body returned
    Exited,    ///< something in it called exit; `code` is the status
    Signaled,  ///< killed by signal `code`
    TimedOut,  ///< no message for longer than the limit; killed
    NotStarted ///< no process could be made; `code` is errno
  };
  Kind kind = Finished;
  int code = 0;

  bool ok() const { return kind == Finished; }
  /// "crashed with SIGSEGV (Segmentation fault)", "gave no result within 10 s".
  std::string describe(double timeoutSeconds) const;
};

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
/// order, while the child runs. The child gets `timeoutSeconds` of wall time
/// for each message (the last one and its end included); infinity sets no
/// limit. Signals have their default action in it, no core file is written, and
/// it does not outlive its parent.
ChildOutcome
runInChild(llvm::function_ref<void(MessageSink &)> body,
           llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage,
           double timeoutSeconds);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHILDPROCESS_H

//===- ChildProcess.cpp - Run code that may crash or hang -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fork, a pipe with length-prefixed messages, and a deadline that each message
// moves on. What is run and what the messages mean is the caller's business.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/ChildProcess.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mlir::heddle;

/// The status by which the child says that its body returned.
static constexpr int kFinishedStatus = 61;
/// The status with which it leaves when nobody reads its messages.
static constexpr int kNoReaderStatus = 113;

std::string ChildOutcome::describe(double timeoutSeconds) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Finished:
    os << "finished";
    break;
  case Exited:
    os << "ended the process with status " << code;
    break;
  case Signaled: {
    const char *name = sigabbrev_np(code);
    os << "crashed with ";
    if (name)
      os << "SIG" << name;
    else
      os << "signal " << code;
    os << " (" << strsignal(code) << ")";
    break;
  }
  case TimedOut:
    os << "gave no result within " << llvm::format("%g", timeoutSeconds)
       << " s";
    break;
  case NotStarted:
    os << "could not be started: " << std::strerror(code);
    break;
  }
  return text;
}

static void writeAll(int fd, const char *data, size_t size) {
  while (size != 0) {
    ssize_t written = write(fd, data, size);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      _exit(kNoReaderStatus);
    }
    data += written;
    size -= written;
  }
}

void MessageSink::send(llvm::ArrayRef<char> message) {
  uint64_t size = message.size();
  writeAll(fd, reinterpret_cast<const char *>(&size), sizeof(size));
  writeAll(fd, message.data(), message.size());
}

/// What the child does before the body: no handlers of ours, no core file, no
/// life after the parent's.
static void resetProcess(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(kNoReaderStatus);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS,
                     SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2})
    std::signal(signal, SIG_DFL);
  std::signal(SIGPIPE, SIG_IGN);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

namespace {

/// Cuts the stream of bytes from the child into messages.
class MessageReader {
public:
  explicit MessageReader(
      llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage)
      : onMessage(onMessage) {}

  /// Takes more bytes; returns true if a message was completed.
  bool feed(const char *data, size_t size) {
    buffer.insert(buffer.end(), data, data + size);
    bool completed = false;
    size_t begin = 0;
    uint64_t length;
    while (buffer.size() - begin >= sizeof(length)) {
      std::memcpy(&length, buffer.data() + begin, sizeof(length));
      if (buffer.size() - begin - sizeof(length) < length)
        break;
      onMessage({buffer.data() + begin + sizeof(length), length});
      begin += sizeof(length) + length;
      completed = true;
    }
    buffer.erase(buffer.begin(), buffer.begin() + begin);
    return completed;
  }

private:
  llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage;
  std::vector<char> buffer;
};

} // namespace

/// Reads messages until the child closes its end. Returns false on timeout.
static bool readMessages(int fd, MessageReader &reader, double timeout) {
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::duration> limit;
  if (std::isfinite(timeout))
    limit = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(timeout));
  Clock::time_point start = Clock::now();
  std::vector<char> chunk(1 << 16);
  while (true) {
    int wait = -1;
    if (limit) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          start + *limit - Clock::now());
      if (left.count() <= 0)
        return false;
      wait = static_cast<int>(std::min<int64_t>(left.count(), 1 << 30)) + 1;
    }
    pollfd poller = {fd, POLLIN, 0};
    int ready = poll(&poller, 1, wait);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      continue;
    ssize_t size = read(fd, chunk.data(), chunk.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return true;
    if (reader.feed(chunk.data(), size))
      start = Clock::now();
  }
}

ChildOutcome mlir::heddle::runInChild(
    llvm::function_ref<void(MessageSink &)> body,
    llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage,
    double timeoutSeconds) {
  int fds[2];
  if (pipe(fds) != 0)
    return {ChildOutcome::NotStarted, errno};
  llvm::outs().flush();
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid < 0) {
    int error = errno;
    close(fds[0]);
    close(fds[1]);
    return {ChildOutcome::NotStarted, error};
  }
  if (pid == 0) {
    close(fds[0]);
    resetProcess(parent);
    MessageSink sink(fds[1]);
    body(sink);
    _exit(kFinishedStatus);
  }
  close(fds[1]);
  MessageReader reader(onMessage);
  bool inTime = readMessages(fds[0], reader, timeoutSeconds);
  if (!inTime)
    kill(pid, SIGKILL);
  close(fds[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (!inTime)
    return {ChildOutcome::TimedOut, 0};
  if (WIFSIGNALED(status))
    return {ChildOutcome::Signaled, WTERMSIG(status)};
  if (WEXITSTATUS(status) != kFinishedStatus)
    return {ChildOutcome::Exited, WEXITSTATUS(status)};
  return {};
}

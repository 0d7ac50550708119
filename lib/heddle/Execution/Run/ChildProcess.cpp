//===- ChildProcess.cpp - Run code that may crash or hang -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fork, a pipe with length-prefixed messages, and a deadline that each message
// moves on. The caller decides what runs and what the messages mean.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/ChildProcess.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mlir::heddle;

/// The exit status of a child whose body returned.
static constexpr int kFinishedStatus = 61;
/// The exit status of a child that got no more memory.
static constexpr int kNoMemoryStatus = 62;
/// The exit status of a child whose messages are not read.
static constexpr int kNoReaderStatus = 113;

std::string ChildOutcome::describe() const {
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
    os << "gave no result within " << llvm::format("%g", limits.seconds)
       << " s";
    break;
  case OutOfMemory:
    if (limits.bytes != 0)
      os << "needs more than " << (limits.bytes >> 20) << " MiB of memory";
    else
      os << "needs more memory than there is";
    break;
  case NotStarted:
    os << "could not be started: " << std::strerror(code);
    break;
  }
  return text;
}

void mlir::heddle::exitOutOfMemory() { _exit(kNoMemoryStatus); }

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

/// Prepares the child for the body: default signal handlers, no core file, and
/// an end with its parent.
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
  std::set_new_handler(exitOutOfMemory);
  // LLVM's containers abort when malloc gives them nothing.
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { exitOutOfMemory(); });
}

uint64_t mlir::heddle::getOwnMemory(int64_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::string key;
  uint64_t kibibytes;
  while (status >> key) {
    if (key == "RssAnon:" && status >> kibibytes)
      return kibibytes << 10;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
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

namespace {

/// Reads the messages of a child until it closes its end or exceeds a limit.
class ChildWatch {
public:
  ChildWatch(pid_t pid, int fd, MessageReader &reader,
             const ChildLimits &limits)
      : pid(pid), fd(fd), reader(reader), limits(limits) {}

  /// Finished, TimedOut or OutOfMemory.
  ChildOutcome::Kind run();

private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;
  /// The interval between measurements of memory.
  static constexpr int64_t kMemoryPeriod = 20;

  /// The time to wait for the next message, in milliseconds as poll takes it;
  /// none if the time is over.
  std::optional<int> getWait() const {
    int64_t wait = limits.bytes != 0 ? kMemoryPeriod : -1;
    // More than a year counts as no limit.
    if (limits.seconds < 3e7) {
      auto limit = std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(limits.seconds));
      int64_t left =
          std::chrono::duration_cast<Milliseconds>(start + limit - Clock::now())
              .count();
      if (left <= 0)
        return std::nullopt;
      left = std::min<int64_t>(left, 1 << 30) + 1;
      wait = wait < 0 ? left : std::min(wait, left);
    }
    return static_cast<int>(wait);
  }

  pid_t pid;
  int fd;
  MessageReader &reader;
  const ChildLimits &limits;
  Clock::time_point start = Clock::now();
};

} // namespace

ChildOutcome::Kind ChildWatch::run() {
  std::vector<char> chunk(1 << 16);
  while (true) {
    std::optional<int> wait = getWait();
    if (!wait)
      return ChildOutcome::TimedOut;
    pollfd poller = {fd, POLLIN, 0};
    int ready = poll(&poller, 1, *wait);
    if (ready == 0 && limits.bytes != 0 && getOwnMemory(pid) > limits.bytes)
      return ChildOutcome::OutOfMemory;
    if (ready <= 0)
      continue;
    ssize_t size = read(fd, chunk.data(), chunk.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return ChildOutcome::Finished;
    if (reader.feed(chunk.data(), size))
      start = Clock::now();
  }
}

ChildOutcome mlir::heddle::runInChild(
    llvm::function_ref<void(MessageSink &)> body,
    llvm::function_ref<void(llvm::ArrayRef<char>)> onMessage,
    const ChildLimits &limits) {
  int fds[2];
  if (pipe(fds) != 0)
    return {ChildOutcome::NotStarted, errno, limits};
  llvm::outs().flush();
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid < 0) {
    int error = errno;
    close(fds[0]);
    close(fds[1]);
    return {ChildOutcome::NotStarted, error, limits};
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
  ChildOutcome::Kind end = ChildWatch(pid, fds[0], reader, limits).run();
  if (end != ChildOutcome::Finished)
    kill(pid, SIGKILL);
  close(fds[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (end != ChildOutcome::Finished)
    return {end, 0, limits};
  if (WIFSIGNALED(status))
    return {ChildOutcome::Signaled, WTERMSIG(status), limits};
  if (WEXITSTATUS(status) == kNoMemoryStatus)
    return {ChildOutcome::OutOfMemory, 0, limits};
  if (WEXITSTATUS(status) != kFinishedStatus)
    return {ChildOutcome::Exited, WEXITSTATUS(status), limits};
  return {ChildOutcome::Finished, 0, limits};
}

//===- PairRunner.cpp - Apply, run and compare payload pairs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parent's part: child processes with a time limit, reading of events, and
// the search for the pair that ended a batch. What a batch does is in
// PairBatch.cpp.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle::pairs;

const char *mlir::heddle::pairs::describe(Status status) {
  switch (status) {
  case Status::Unknown:
    return "not run";
  case Status::Equal:
    return "equal";
  case Status::Refused:
    return "refused";
  case Status::ChangedByRefusal:
    return "payload changed by a refused schedule";
  case Status::Invalid:
    return "scheduled payload does not verify";
  case Status::NotLowered:
    return "scheduled payload cannot be lowered";
  case Status::Wrong:
    return "wrong";
  case Status::WrongInPlace:
    return "wrong after in-place bufferization only";
  case Status::Crash:
    return "crash";
  case Status::Timeout:
    return "timeout";
  case Status::Overflow:
    return "overflow";
  case Status::BadFree:
    return "bad free";
  case Status::WriteAfterFree:
    return "write after free";
  case Status::Leak:
    return "leak";
  case Status::Generator:
    return "generator";
  case Status::Upstream:
    return "upstream: fails without a schedule too";
  }
  return "";
}

bool mlir::heddle::pairs::isFailure(Status status) {
  return status != Status::Equal && status != Status::Refused &&
         status != Status::Generator && status != Status::Upstream;
}

namespace {

/// What a child said before it ended.
struct ChildReport {
  /// The last event that names what was being done: 'a', 'l' or 'x'.
  char phase = 'a';
  int current = -1;
  std::string where;
  bool isComplete = false;
  bool isTimeout = false;
  std::string batchError;
  int exitStatus = 0;
  std::string lastWords;
};

} // namespace

/// Reads one event into `report` and `results`.
static void readEvent(StringRef line, ArrayRef<unsigned> members,
                      std::vector<PairResult> &results, ChildReport &report) {
  auto [event, rest] = line.split(' ');
  if (event == "e") {
    report.isComplete = true;
    return;
  }
  if (event == "l") {
    report.phase = 'l';
    return;
  }
  if (event == "b") {
    report.batchError = rest.str();
    return;
  }
  llvm::StringRef number, detail;
  std::tie(number, detail) = rest.split(' ');
  unsigned index = 0;
  if (number.getAsInteger(10, index) || index >= members.size())
    return;
  PairResult &result = results[members[index]];
  auto set = [&](Status status) {
    result.status = status;
    result.detail = detail.str();
  };
  switch (event.empty() ? ' ' : event.front()) {
  case 'a':
  case 'x':
    report.phase = event.front();
    report.current = index;
    report.where = detail.str();
    break;
  case 'p':
    result.isFused = detail == "1";
    break;
  case 'o':
    result.status = Status::Equal;
    (void)detail.getAsInteger(10, result.elements);
    break;
  case 'r':
    set(Status::Refused);
    break;
  case 'u':
    set(Status::ChangedByRefusal);
    break;
  case 'v':
    set(Status::Invalid);
    break;
  case 'f':
    set(Status::NotLowered);
    break;
  case 'c':
    set(Status::Crash);
    break;
  case 'w':
    set(Status::Wrong);
    break;
  case 'O':
    set(Status::Overflow);
    break;
  case 'D':
    set(Status::BadFree);
    break;
  case 'W':
    set(Status::WriteAfterFree);
    break;
  case 'L':
    set(Status::Leak);
    break;
  case 'g':
    set(Status::Generator);
    break;
  default:
    break;
  }
}

/// Forks, runs the batch and reads its events until it ends or takes too long.
static ChildReport runChild(MLIRContext &context, ArrayRef<const Pair *> batch,
                            ArrayRef<unsigned> members,
                            const RunnerOptions &options,
                            std::vector<PairResult> &results) {
  ChildReport report;
  int events[2];
  FILE *messages = tmpfile();
  if (!messages || pipe(events) != 0) {
    report.batchError = "no pipe";
    return report;
  }
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0) {
    close(events[0]);
    dup2(fileno(messages), STDERR_FILENO);
    runBatch(context, batch, options, events[1]);
    llvm::outs().flush();
    _exit(0);
  }
  close(events[1]);
  std::string text;
  auto deadline = std::chrono::steady_clock::now() +
                  std::chrono::seconds(options.secondsPerBatch);
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd waiter{events[0], POLLIN, 0};
    if (left.count() <= 0 || poll(&waiter, 1, left.count()) == 0) {
      report.isTimeout = true;
      kill(child, SIGKILL);
      break;
    }
    char chunk[4096];
    ssize_t length = read(events[0], chunk, sizeof(chunk));
    if (length <= 0)
      break;
    text.append(chunk, length);
    size_t end;
    while ((end = text.find('\n')) != std::string::npos) {
      readEvent(StringRef(text).take_front(end), members, results, report);
      text.erase(0, end + 1);
    }
  }
  close(events[0]);
  waitpid(child, &report.exitStatus, 0);
  rewind(messages);
  char words[1024];
  size_t length = fread(words, 1, sizeof(words) - 1, messages);
  fclose(messages);
  // A message of the runtime, not the stack trace of a crash.
  StringRef message = StringRef(words, length).trim().split('\n').first;
  if (!message.starts_with("PLEASE"))
    report.lastWords = message.str();
  return report;
}

static std::string howItEnded(const ChildReport &report) {
  std::string text = report.phase == 'a'   ? "while the schedule was applied"
                     : report.phase == 'l' ? "while it was lowered"
                                           : "in " + report.where + " code";
  if (WIFSIGNALED(report.exitStatus))
    text = std::string(strsignal(WTERMSIG(report.exitStatus))) + " " + text;
  if (!report.lastWords.empty())
    text += ": " + report.lastWords;
  return text;
}

std::vector<PairResult>
mlir::heddle::pairs::runPairs(MLIRContext &context,
                              ArrayRef<const Pair *> pairs,
                              const RunnerOptions &options) {
  std::vector<PairResult> results(pairs.size());
  std::vector<SmallVector<unsigned>> work;
  for (unsigned first = 0; first < pairs.size(); first += options.batchSize) {
    unsigned last = std::min<unsigned>(first + options.batchSize, pairs.size());
    work.push_back(llvm::to_vector(llvm::seq(first, last)));
  }
  while (!work.empty()) {
    SmallVector<unsigned> members = std::move(work.back());
    work.pop_back();
    SmallVector<const Pair *> batch;
    for (unsigned member : members)
      batch.push_back(pairs[member]);
    ChildReport report = runChild(context, batch, members, options, results);
    if (report.isComplete)
      continue;
    SmallVector<unsigned> open;
    for (unsigned member : members)
      if (results[member].status == Status::Unknown)
        open.push_back(member);
    if (open.empty())
      continue;
    bool isOne = open.size() == 1;
    // While lowering, the guilty one is not known before it is alone.
    if (!isOne && (report.phase == 'l' || !report.batchError.empty())) {
      auto middle = open.begin() + open.size() / 2;
      work.push_back(SmallVector<unsigned>(middle, open.end()));
      work.push_back(SmallVector<unsigned>(open.begin(), middle));
      continue;
    }
    // A crash in code may be the late effect of another pair.
    if (!isOne && report.phase == 'x') {
      for (unsigned member : open)
        work.push_back({member});
      continue;
    }
    unsigned guilty = isOne ? open.front() : members[report.current];
    PairResult &result = results[guilty];
    if (!report.batchError.empty()) {
      result.status = Status::NotLowered;
      result.detail = report.batchError;
    } else {
      result.status = report.isTimeout ? Status::Timeout : Status::Crash;
      result.detail = howItEnded(report);
      if (report.phase == 'x' && report.where == "unscheduled")
        result.status = Status::Generator;
    }
    llvm::erase(open, guilty);
    if (!open.empty())
      work.push_back(open);
  }
  return results;
}

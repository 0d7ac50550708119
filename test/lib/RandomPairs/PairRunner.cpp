//===- PairRunner.cpp - Apply, run and compare payload pairs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parent's part: it collects the messages of a child process, and searches
// for the pair that ended a batch. PairBatch.cpp is the child's part.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "heddle/Execution/Run/MessageCodec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cstdio>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;
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
    return "upstream: fails without a schedule too, or in a fold";
  }
  return "";
}

bool mlir::heddle::pairs::isFailure(Status status) {
  return status != Status::Equal && status != Status::Refused &&
         status != Status::Generator && status != Status::Upstream;
}

namespace {

/// The messages of a child before it ended.
struct ChildReport {
  /// The last message that names a phase of the work.
  Message last = {Message::Applying};
  std::string batchError;
  ChildOutcome outcome;
  std::string lastWords;

  bool isComplete() const { return outcome.ok() && batchError.empty(); }
};

} // namespace

static void pack(const Message &message, Packer &packer) {
  packer.add(static_cast<int64_t>(message.kind));
  packer.add(static_cast<int64_t>(message.pair));
  packer.add(static_cast<int64_t>(message.status));
  packer.add(static_cast<int64_t>(message.number));
  packer.add(StringRef(message.text));
  packer.add(static_cast<int64_t>(message.features));
  packer.add(static_cast<int64_t>(message.bits));
}

static Message unpack(ArrayRef<char> bytes) {
  Unpacker unpacker{bytes};
  Message message{static_cast<Message::Kind>(unpacker.takeInt())};
  message.pair = unpacker.takeInt();
  message.status = static_cast<Status>(unpacker.takeInt());
  message.number = unpacker.takeInt();
  message.text = unpacker.takeString();
  message.features = unpacker.takeInt();
  message.bits = unpacker.takeInt();
  return message;
}

/// Adds one message to `report` and to `result`, the result of its pair.
static void take(Message message, PairResult &result, ChildReport &report) {
  switch (message.kind) {
  case Message::Applying:
  case Message::Lowering:
  case Message::Calling:
    report.last = std::move(message);
    return;
  case Message::Applied:
    result.isFused = message.number;
    return;
  case Message::Described:
    result.features = message.features;
    result.scheduledBits = message.bits;
    result.refusedStep = std::move(message.text);
    return;
  case Message::Undecided:
    result.isUndecided = true;
    return;
  case Message::Finished:
    result.status = message.status;
    result.detail = std::move(message.text);
    result.elements = message.number;
    return;
  case Message::Failed:
    report.batchError = std::move(message.text);
    return;
  }
}

/// Reads the first line that a child wrote to its standard error: the message
/// of a runtime.
static std::string readFirstLine(FILE *file) {
  rewind(file);
  char words[1024];
  size_t length = fread(words, 1, sizeof(words), file);
  return StringRef(words, length).trim().split('\n').first.str();
}

/// Runs the batch in a child process and handles its messages.
static ChildReport runChild(MLIRContext &context, ArrayRef<const Pair *> batch,
                            ArrayRef<unsigned> members,
                            const RunnerOptions &options,
                            std::vector<PairResult> &results) {
  ChildReport report;
  FILE *words = tmpfile();
  if (!words) {
    report.batchError = "no file for the messages of a child process";
    return report;
  }
  ChildLimits limits;
  limits.seconds = options.secondsPerBatch;
  report.outcome = runInChild(
      [&](MessageSink &sink) {
        dup2(fileno(words), STDERR_FILENO);
        runBatch(context, batch, options, [&](const Message &message) {
          Packer packer;
          pack(message, packer);
          sink.send(packer.bytes);
        });
        llvm::outs().flush();
      },
      [&](ArrayRef<char> bytes) {
        Message message = unpack(bytes);
        take(message, results[members[message.pair]], report);
      },
      limits);
  if (report.outcome.kind == ChildOutcome::NotStarted)
    report.batchError = report.outcome.describe();
  report.lastWords = readFirstLine(words);
  fclose(words);
  return report;
}

static std::string describeEnd(const ChildReport &report) {
  std::string text = report.outcome.describe();
  switch (report.last.kind) {
  case Message::Applying:
    text += " while the schedule was applied";
    break;
  case Message::Lowering:
    text += " while it was lowered";
    break;
  default:
    text += " in " + report.last.text + " code";
  }
  if (!report.lastWords.empty())
    text += ": " + report.lastWords;
  return text;
}

/// Writes into `result` how its child process ended.
static void blame(const ChildReport &report, PairResult &result) {
  if (!report.batchError.empty()) {
    result.status = Status::NotLowered;
    result.detail = report.batchError;
    return;
  }
  result.status = report.outcome.kind == ChildOutcome::TimedOut
                      ? Status::Timeout
                      : Status::Crash;
  result.detail = describeEnd(report);
  if (report.last.kind == Message::Calling && report.last.text == kUnscheduled)
    result.status = Status::Generator;
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
    if (report.isComplete())
      continue;
    SmallVector<unsigned> open;
    for (unsigned member : members)
      if (results[member].status == Status::Unknown)
        open.push_back(member);
    if (open.empty())
      continue;
    bool isOne = open.size() == 1;
    // A pair that fails during lowering is only known when it is alone in its
    // batch.
    if (!isOne &&
        (report.last.kind == Message::Lowering || !report.batchError.empty())) {
      auto middle = open.begin() + open.size() / 2;
      work.push_back(SmallVector<unsigned>(middle, open.end()));
      work.push_back(SmallVector<unsigned>(open.begin(), middle));
      continue;
    }
    // A crash in code may be the late effect of another pair.
    if (!isOne && report.last.kind == Message::Calling) {
      for (unsigned member : open)
        work.push_back({member});
      continue;
    }
    unsigned guilty = isOne ? open.front() : members[report.last.pair];
    blame(report, results[guilty]);
    llvm::erase(open, guilty);
    if (!open.empty())
      work.push_back(open);
  }
  return results;
}

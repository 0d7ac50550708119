//===- WatchedCall.cpp - Call code that reports its accesses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process of a watched call, and the message that it sends. MemoryWatch.cpp
// watches the accesses.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/WatchedCall.h"

#include "FaultWatch.h"

#include "heddle/Execution/Run/CodeMemory.h"
#include "heddle/Execution/Run/MessageCodec.h"

#include <dlfcn.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void heddle::addTo(Packer &packer, const std::optional<MemoryFault> &fault) {
  packer.add(static_cast<int64_t>(fault.has_value()));
  if (!fault)
    return;
  packer.add(static_cast<int64_t>(fault->kind));
  for (const std::string &text :
       {fault->text, fault->element, fault->access, fault->loop, fault->step,
        fault->first, fault->second, fault->allocation})
    packer.add(text);
}

std::optional<MemoryFault> heddle::takeFault(Unpacker &unpacker) {
  if (!unpacker.takeInt())
    return std::nullopt;
  MemoryFault fault;
  fault.kind = static_cast<MemoryFault::Kind>(unpacker.takeInt());
  for (std::string *text :
       {&fault.text, &fault.element, &fault.access, &fault.loop, &fault.step,
        &fault.first, &fault.second, &fault.allocation})
    *text = unpacker.takeString();
  return fault;
}

void heddle::addTo(Packer &packer, const MemorySummary &summary) {
  packer.add(static_cast<int64_t>(summary.accesses));
  packer.add(static_cast<int64_t>(summary.incomplete));
  addTo(packer, summary.unwritten);
  packer.add(static_cast<int64_t>(summary.loops.size()));
  for (const WatchedLoop &loop : summary.loops) {
    packer.add(loop.place);
    packer.add(loop.step);
    packer.add(static_cast<int64_t>(loop.trips));
  }
}

MemorySummary heddle::takeSummary(Unpacker &unpacker) {
  MemorySummary summary;
  summary.accesses = unpacker.takeInt();
  summary.incomplete = unpacker.takeInt();
  summary.unwritten = takeFault(unpacker);
  summary.loops.resize(unpacker.takeInt());
  for (WatchedLoop &loop : summary.loops) {
    loop.place = unpacker.takeString();
    loop.step = unpacker.takeString();
    loop.trips = unpacker.takeInt();
  }
  return summary;
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

static void watchArguments(const JitJob &job, const CallFrame &frame,
                           ArrayRef<HostValue> args,
                           ArrayRef<std::string> names,
                           unsigned firstUnwritten) {
  size_t page = sysconf(_SC_PAGESIZE);
  for (const GuardedArray &guarded : frame.getGuardedArrays()) {
    WatchedArray array;
    array.name = names[guarded.argument];
    array.mapping = guarded.mapping;
    array.mappingSize = guarded.mappingSize;
    array.data = guarded.data;
    array.bytes = guarded.mapping + guarded.mappingSize - page - guarded.data;
    array.elementSize = guarded.elementSize;
    auto type = cast<MemRefType>(job.function->inputs[guarded.argument]);
    if (type.getLayout().isIdentity())
      array.shape = llvm::to_vector(args[guarded.argument].getShape());
    array.isWritten = guarded.argument < firstUnwritten;
    watchArray(array);
  }
}

/// The numbering of iterations requires a run in one thread.
static void useOneThread() {
  using SetThreads = void (*)(int);
  if (auto set = reinterpret_cast<SetThreads>(
          dlsym(RTLD_DEFAULT, "omp_set_num_threads")))
    set(1);
}

static void execute(const JitJob &job, ArrayRef<std::string> names,
                    unsigned firstUnwritten, MessageSink &sink) {
  auto sendFault = [&](const MemoryFault &fault) {
    Packer packer;
    addTo(packer, fault);
    sink.send(packer.bytes);
    _exit(0);
  };
  useOneThread();
  startWatch(*job.function->watched, job.mallocPattern, sendFault);
  SmallVector<HostValue> args = job.makeArguments();
  CallFrame frame(*job.function, args, CallFrame::Guarded);
  watchArguments(job, frame, args, names, firstUnwritten);
  frame.call();
  Packer packer;
  SmallVector<HostValue> results;
  for (size_t i = 0, e = job.function->results.size(); i != e; ++i)
    results.push_back(frame.getResult(i));
  frame.freeResults();
  addTo(packer, findLeak());
  addTo(packer, getWatchSummary());
  for (const HostValue &result : results)
    packer.add(result);
  for (unsigned argument : job.keepArguments)
    packer.add(frame.getArgument(argument));
  sink.send(packer.bytes);
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

WatchedResult heddle::callWatched(const JitJob &job, const ChildLimits &limits,
                                  ArrayRef<std::string> argumentNames,
                                  unsigned firstUnwritten) {
  WatchedResult result;
  auto take = [&](ArrayRef<char> message) {
    Unpacker unpacker{message};
    result.fault = takeFault(unpacker);
    if (unpacker.bytes.empty())
      return;
    result.summary = takeSummary(unpacker);
    for (Type type : job.function->results)
      result.results.push_back(unpacker.takeValue(type));
    for (unsigned argument : job.keepArguments) {
      result.arguments.push_back(
          unpacker.takeValue(job.function->inputs[argument]));
      result.argumentNames.push_back(argumentNames[argument]);
    }
  };
  result.outcome = runInChild(
      [&](MessageSink &sink) {
        setMallocLimit(limits.bytes);
        execute(job, argumentNames, firstUnwritten, sink);
      },
      take, limits);
  return result;
}

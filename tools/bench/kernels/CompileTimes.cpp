//===- CompileTimes.cpp - How long the library's kernels compile ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules and payloads are those that the lines at the top of the files of
// the library name.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"
#include "Scenes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::heddle;

/// The payloads that the lines at the top of a schedule name.
static SmallVector<std::string> readPayloads(StringRef schedule) {
  SmallVector<std::string> payloads;
  auto buffer = llvm::MemoryBuffer::getFile(schedule);
  if (!buffer)
    return payloads;
  for (StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    if (!line.consume_front("// heddle.payload: "))
      continue;
    SmallString<128> path(llvm::sys::path::parent_path(schedule));
    llvm::sys::path::append(path, line.trim());
    payloads.push_back(std::string(path));
  }
  return payloads;
}

/// All schedules in `folder`, in the order of their names.
static SmallVector<std::string> findSchedules(StringRef folder) {
  SmallVector<std::string> schedules;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      schedules.push_back(it->path());
  llvm::sort(schedules);
  return schedules;
}

/// The median of a few compilations; nothing if a machine like this one cannot
/// run the kernel.
static std::optional<double> measureKernel(const KernelSource &source,
                                           MLIRContext &context) {
  constexpr unsigned kTimes = 3;
  SmallVector<double> seconds;
  for (unsigned i = 0; i < kTimes; ++i) {
    FailureOr<double> time =
        ScheduledKernel::measureCompileSeconds(source, context);
    if (failed(time))
      return std::nullopt;
    seconds.push_back(*time);
  }
  return getQuantile(seconds, 0.5);
}

LogicalResult heddle::printCompileTimes(StringRef folder,
                                        MLIRContext &context) {
  llvm::outs() << "| schedule | payload | compiled in |\n| --- | --- | --- |\n";
  bool isEmpty = true;
  for (const std::string &schedule : findSchedules(folder))
    for (const std::string &payload : readPayloads(schedule)) {
      KernelSource source;
      source.payloadFile = payload;
      source.scheduleFile = schedule;
      std::optional<double> seconds = measureKernel(source, context);
      StringRef kernel =
          llvm::sys::path::filename(llvm::sys::path::parent_path(schedule));
      llvm::outs() << "| " << kernel << '/' << llvm::sys::path::stem(schedule)
                   << " | " << llvm::sys::path::stem(payload) << " | ";
      if (seconds)
        llvm::outs() << llvm::format("%.2f s |\n", *seconds);
      else
        llvm::outs() << "- |\n";
      llvm::outs().flush();
      isEmpty = false;
    }
  if (isEmpty)
    llvm::errs() << "error: no schedule of '" << folder
                 << "' names a payload\n";
  return success(!isEmpty);
}

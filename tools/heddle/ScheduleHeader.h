//===- ScheduleHeader.h - What a schedule file says of itself ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the `// heddle.key: text` lines at the head of the files of a schedule
// library. The schedule itself is not parsed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_HEDDLE_SCHEDULEHEADER_H
#define HEDDLE_TOOLS_HEDDLE_SCHEDULEHEADER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::heddle {

struct ScheduleParam {
  std::string name, about;
  int64_t defaultValue = 0;
  /// The least and the largest value, if the header gives them.
  std::optional<std::pair<int64_t, int64_t>> range;
};

/// One schedule of a library.
struct ScheduleHeader {
  std::string file; ///< path below the folder that was listed
  std::string path; ///< as it is opened
  std::string kernel, strategy, summary, sequence;
  std::vector<std::string> payloads, expects, guarantees;
  std::vector<ScheduleParam> params;

  llvm::json::Value toJSON() const;
};

/// Reads the header of `path`, which is to be reported as `file`.
/// Returns none if the file is not a schedule (it has no `heddle.kernel` line).
/// Appends each fault of the header to `errors` as "file:line: error: ...".
std::optional<ScheduleHeader>
readScheduleHeader(llvm::StringRef path, llvm::StringRef file,
                   std::vector<std::string> &errors);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_HEDDLE_SCHEDULEHEADER_H

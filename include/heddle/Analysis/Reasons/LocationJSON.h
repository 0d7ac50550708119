//===- LocationJSON.h - Locations in reports --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the JSON of reports says where an op stands in a file, for scripts and
// editors that do not parse MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_REASONS_LOCATIONJSON_H
#define HEDDLE_ANALYSIS_REASONS_LOCATIONJSON_H

#include "mlir/IR/Location.h"
#include "llvm/Support/JSON.h"

namespace mlir::heddle {

/// {"file": .., "line": .., "column": ..} of the first file that `location`
/// names; null if it names none.
inline llvm::json::Value toJSON(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return nullptr;
  return llvm::json::Object{{"file", file.getFilename().getValue()},
                            {"line", int64_t(file.getLine())},
                            {"column", int64_t(file.getColumn())}};
}

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_REASONS_LOCATIONJSON_H

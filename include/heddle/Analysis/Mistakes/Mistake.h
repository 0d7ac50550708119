//===- Mistake.h - Deliberate mistakes for tests ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A switch of the process that makes an algorithm compute something else, so
// that tests can show that they would notice. It is there in builds with tests
// alone, no schedule reaches it, and this header is not installed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MISTAKES_MISTAKE_H
#define HEDDLE_ANALYSIS_MISTAKES_MISTAKE_H

#include "heddle/Analysis/Mistakes/Config.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::heddle {

#ifdef HEDDLE_INCLUDE_TESTS

/// True if the mistake `name` is switched on.
bool isMistake(StringRef name);

/// Makes each algorithm that knows the mistake `name` make it, from now on.
/// Fails if none knows it.
/// Requires: no schedule is running.
LogicalResult setMistake(StringRef name);

#else

constexpr bool isMistake(const char *) { return false; }

#endif

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MISTAKES_MISTAKE_H

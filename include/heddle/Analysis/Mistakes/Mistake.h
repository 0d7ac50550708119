//===- Mistake.h - Deliberate mistakes for tests ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process-wide switch that makes an algorithm compute something wrong, so
// that tests can show that they would notice. Only builds with tests have it,
// no schedule can set it, and this header is not installed.
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

/// From now on, each algorithm that implements the mistake `name` makes it.
/// Fails if none implements it. Requires: no schedule is running.
LogicalResult setMistake(StringRef name);

#else

constexpr bool isMistake(const char *) { return false; }

#endif

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MISTAKES_MISTAKE_H

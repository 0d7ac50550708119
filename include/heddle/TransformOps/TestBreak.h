//===- TestBreak.h - Deliberate mistakes for tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A switch of the process that makes transform ops compute something else, so
// that tests can show that they would notice. It is there in builds with tests
// alone, and no schedule reaches it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_TESTBREAK_H
#define HEDDLE_TRANSFORMOPS_TESTBREAK_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::heddle {

/// Makes each op that knows the mistake `name` make it, from now on. Fails if
/// no op knows it, and always in a build without tests.
/// Requires: no schedule is running.
LogicalResult setTestBreak(StringRef name);

/// The mistake that is switched on; empty if none is.
StringRef getTestBreak();

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMOPS_TESTBREAK_H

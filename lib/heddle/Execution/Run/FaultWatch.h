//===- FaultWatch.h - Which array did a call run out of? --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While compiled code runs in a child process: a signal handler that finds the
// array whose guard page was hit, and tells the parent before the process dies.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_FAULTWATCH_H
#define HEDDLE_LIB_EXECUTION_RUN_FAULTWATCH_H

#include "heddle/Execution/Run/ChildProcess.h"
#include "heddle/Execution/Run/Jit.h"

namespace mlir::heddle {

/// An array between two pages that cannot be accessed.
struct GuardedArray {
  unsigned argument = 0;
  const char *mapping = nullptr; ///< the first page
  size_t mappingSize = 0;
  const char *data = nullptr; ///< element 0
  unsigned elementSize = 1;
};

/// Installs the handler of this process, for good. After a fault in one of
/// `arrays` the parent gets the message `tag`, -1 - argument, element, access.
/// `arrays` must live as long as the process may fault.
void watchFaults(int64_t tag, ArrayRef<GuardedArray> arrays, MessageSink &sink);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_FAULTWATCH_H

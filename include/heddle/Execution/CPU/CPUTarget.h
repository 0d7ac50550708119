//===- CPUTarget.h - The machine that this program runs on ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU as a target. Its passes are in Lowering/CPU.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CPU_CPUTARGET_H
#define HEDDLE_EXECUTION_CPU_CPUTARGET_H

#include "heddle/Execution/Run/Target.h"

namespace mlir::heddle {

/// The CPU of this machine: code in the memory of this process, OpenMP for
/// parallel loops.
const Target &getCPUTarget();

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CPU_CPUTARGET_H

//===- CodeMemory.h - What compiled code allocates --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that compiled code gets when it allocates, unless it was compiled
// for a heap of its own.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_CODEMEMORY_H
#define HEDDLE_EXECUTION_RUN_CODEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mlir::heddle {

/// Makes compiled code find these bytes in the memory that it allocates. For a
/// child process; without a pattern memory is left as malloc returns it.
void setMallocPattern(std::optional<unsigned char> pattern);

/// Ends this process, a child, when compiled code asks for memory and would
/// hold more than `bytes` then; 0 sets no limit. Without it the memory is
/// written to before the parent sees how much it is.
void setMallocLimit(uint64_t bytes);

/// What a target gives its code as `malloc`.
void *allocateForCode(size_t size);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_CODEMEMORY_H

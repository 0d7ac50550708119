//===- CodeMemory.h - What compiled code allocates --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that compiled code gets when it allocates, unless it was compiled
// for another heap.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_CODEMEMORY_H
#define HEDDLE_EXECUTION_RUN_CODEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mlir::heddle {

/// Fills the memory that compiled code allocates with these bytes. For a child
/// process. Without a pattern, memory stays as malloc returns it.
void setMallocPattern(std::optional<unsigned char> pattern);

/// Ends this process, a child, when compiled code makes an allocation after
/// which it would hold more than `bytes`; 0 sets no limit. The watch of the
/// parent alone would come too late: it counts memory only after it was
/// written.
void setMallocLimit(uint64_t bytes);

/// What a target gives its code as `malloc`.
void *allocateForCode(size_t size);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_CODEMEMORY_H

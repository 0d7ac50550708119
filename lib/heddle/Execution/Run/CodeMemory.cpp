//===- CodeMemory.cpp - What compiled code allocates ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern and a limit for the whole process.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/CodeMemory.h"

#include "heddle/Execution/Run/ChildProcess.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

/// What fills the memory that compiled code allocates; none by default.
static std::optional<unsigned char> fillPattern;

void heddle::setMallocPattern(std::optional<unsigned char> pattern) {
  fillPattern = pattern;
}

/// The bytes that this process may hold after compiled code allocates; 0 for no
/// limit.
static uint64_t mallocLimit = 0;

void heddle::setMallocLimit(uint64_t bytes) { mallocLimit = bytes; }

void *heddle::allocateForCode(size_t size) {
  constexpr size_t kLargeEnoughToAsk = size_t(1) << 24;
  if (mallocLimit != 0 && size >= kLargeEnoughToAsk &&
      (size > mallocLimit || getOwnMemory(getpid()) > mallocLimit - size))
    exitOutOfMemory();
  void *memory = std::malloc(size);
  if (!memory && size != 0)
    exitOutOfMemory();
  if (fillPattern)
    std::memset(memory, *fillPattern, size);
  return memory;
}

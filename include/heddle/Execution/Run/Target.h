//===- Target.h - A machine that payload is compiled for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between what runs payload (Jit.h, check, bench) and one kind of
// machine: lower, compile, call. A target implements it in Execution/<target>
// on the passes of Lowering/<target>; nothing else names a target but the
// tools.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_TARGET_H
#define HEDDLE_EXECUTION_RUN_TARGET_H

#include "heddle/Lowering/Field/FloatForm.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir::heddle {

/// Functions that compiled code calls instead of malloc, aligned_alloc and
/// free.
struct HeapFunctions {
  void *(*allocate)(size_t size) = nullptr;
  void *(*allocateAligned)(size_t alignment, size_t size) = nullptr;
  /// Takes null too.
  void (*release)(void *block) = nullptr;
};

/// How code is made.
struct CodeOptions {
  /// 0 to 3. At 0 no LLVM pass runs and code is generated without optimization:
  /// the shortest compile time, for many small functions.
  unsigned optLevel = 0;
  /// Make long functions shorter, so that they compile in linear time.
  bool splitFunctions = false;
  /// Run the iterations of parallel loops in several threads.
  bool threads = false;
  /// Call the functions of MemoryWatch.h at parallel loops, allocations and
  /// accesses. The code is sequential then, whatever `threads` says.
  bool watch = false;
  /// No step that is not needed: no clean-up, no OpenMP.
  bool plain = false;
  /// The heap of the compiled code; null for the one of this process. It must
  /// outlive the code.
  const HeapFunctions *heap = nullptr;
  /// How code holds a float. Arguments and results have that type.
  FloatForm floats = FloatForm::Own;
  /// For FloatForm::Field: the primes (see FieldNumber.h).
  unsigned fieldLevel = 0;
};

/// A function to call in this process. It takes one pointer per word of the
/// expanded arguments (a memref has 3 + 2 * rank words, and its data is memory
/// of this process) and a pointer to the result.
using EntryPoint = void (*)(void **);

/// Code that can be called as long as this lives.
class CompiledCode {
public:
  virtual ~CompiledCode() = default;
  /// The entry of the function `name`, or what is wrong with its code.
  virtual llvm::Expected<EntryPoint> getEntry(StringRef name) const = 0;
};

class Target {
public:
  virtual ~Target() = default;

  /// Fails, with an error at the payload, if `payload`, which is not lowered
  /// yet, needs what this target does not have here.
  virtual LogicalResult checkPayload(ModuleOp payload,
                                     const CodeOptions &options) const = 0;

  /// Takes functions on buffers to what `compile` needs. On failure: errors
  /// were emitted.
  virtual LogicalResult lower(ModuleOp payload,
                              const CodeOptions &options) const = 0;

  /// Makes code of a lowered module.
  virtual llvm::Expected<std::unique_ptr<CompiledCode>>
  compile(ModuleOp lowered, const CodeOptions &options) const = 0;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_TARGET_H

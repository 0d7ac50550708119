//===- Target.h - A machine that payload is compiled for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the code that runs a payload (Jit.h, check, bench) and
// one kind of machine: lower, compile, call. A target implements it in
// Execution/<target> with the passes of Lowering/<target>. Only the tools name
// a target.
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
  /// Accepts null.
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
  /// Only the necessary steps: no clean-up, no OpenMP.
  bool plain = false;
  /// The heap of the compiled code; null for the heap of this process. It must
  /// outlive the code.
  const HeapFunctions *heap = nullptr;
  /// The type in which code holds a float, also in arguments and results.
  FloatForm floats = FloatForm::Own;
  /// For FloatForm::Field: the primes (see FieldNumber.h). For Named and
  /// Ordered: the version (see FloatsToNames.cpp), in which poison has its own
  /// name.
  unsigned fieldLevel = 0;
};

/// A function to call in this process. It takes one pointer per word of the
/// expanded arguments (a memref has 3 + 2 * rank words, and its data is memory
/// of this process) and a pointer to the result.
using EntryPoint = void (*)(void **);

/// Compiled code, which can be called as long as this object lives.
class CompiledCode {
public:
  virtual ~CompiledCode() = default;
  /// The entry of the function `name`, or what is wrong with its code.
  virtual llvm::Expected<EntryPoint> getEntry(StringRef name) const = 0;
};

class Target {
public:
  virtual ~Target() = default;

  /// Fails, with an error at the payload, if `payload` needs something that
  /// this target does not have on this machine. The payload is not lowered yet.
  virtual LogicalResult checkPayload(ModuleOp payload,
                                     const CodeOptions &options) const = 0;

  /// Lowers functions on buffers to the form that `compile` takes. On failure:
  /// errors were emitted.
  virtual LogicalResult lower(ModuleOp payload,
                              const CodeOptions &options) const = 0;

  /// Compiles a lowered module.
  virtual llvm::Expected<std::unique_ptr<CompiledCode>>
  compile(ModuleOp lowered, const CodeOptions &options) const = 0;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_TARGET_H

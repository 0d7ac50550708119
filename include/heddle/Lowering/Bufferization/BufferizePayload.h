//===- BufferizePayload.h - Payload of tensors to buffers -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferizes a payload before it is lowered for a target. There are two ways:
// the bufferization of `transform.heddle.bufferize`, and a plain one for the
// reference of a comparison, which shares no decision with the first.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H
#define HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::heddle {

/// Decomposes the ops that have no bufferization, and bufferizes the functions
/// of `module` that are on tensors, as `transform.heddle.bufferize` does with
/// its default options. With `deallocate`, buffers that nothing else frees are
/// freed, also in functions that are on buffers already. That excludes a
/// payload that frees buffers itself or has branches. On failure: errors were
/// emitted at the ops that they are about.
LogicalResult bufferizePayload(ModuleOp module, bool deallocate);

/// Does the same with a separate buffer for each value: nothing is shared,
/// merged, written in place or left in an argument.
LogicalResult bufferizeReference(ModuleOp module, bool deallocate);

/// Whether a payload is verified between the passes that lower it. It is not:
/// upstream's passes make intermediate IR that the verifier rejects, such as an
/// empty view that begins at the end of its buffer, or a reshape whose type
/// lacks an extent. Only the final result has to be valid, and the translation
/// to code checks that.
inline constexpr bool kVerifyBetweenPasses = false;

/// Options of the default bufferization.
struct DefaultBufferizationPipelineOptions
    : public PassPipelineOptions<DefaultBufferizationPipelineOptions> {
  PassOptions::Option<bool> deallocate{
      *this, "deallocate",
      llvm::cl::desc("Free every buffer that is not returned"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> separate{
      *this, "separate-buffers",
      llvm::cl::desc("Copy before each write, so that each value has a buffer "
                     "of its own"),
      llvm::cl::init(false)};
};

/// Adds the passes that bufferize functions on tensors. A tensor argument
/// becomes a memref with identity layout that the function may overwrite, and a
/// tensor result a memref that belongs to the caller. Functions that are on
/// buffers already stay as they are.
void buildDefaultBufferizationPipeline(
    OpPassManager &pm, const DefaultBufferizationPipelineOptions &options);

/// Registers `--heddle-default-bufferize`.
void registerDefaultBufferizationPipeline();

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H

//===- BufferizePayload.h - Payload of tensors to buffers -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How payload comes to buffers before it is lowered for a target. There are two
// ways: the one of `transform.heddle.bufferize`, and that of the reference of a
// comparison, which is plain and shares no decision with the first.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H
#define HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::heddle {

/// Takes the functions of `module` that are on tensors to buffers as
/// `transform.heddle.bufferize` does with its default options, after it
/// decomposed the ops that have no bufferization. With `deallocate` it frees
/// what nobody frees, also in payload that is on buffers, but not in payload
/// that frees buffers itself or has branches. On failure: errors were emitted
/// at the ops that they are about.
LogicalResult bufferizePayload(ModuleOp module, bool deallocate);

/// Does the same with each value in a buffer of its own: nothing is shared,
/// merged, written in place or left in an argument.
LogicalResult bufferizeReference(ModuleOp module, bool deallocate);

/// Whether payload is verified between the passes that take it to code. Only
/// what all passes make of valid payload has to be valid, which the translation
/// finds out: on the way upstream's passes make an empty view that begins at
/// the end of its buffer, or a reshape whose type does not know an extent yet.
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

/// Adds the passes that take functions on tensors to functions on buffers: a
/// tensor argument becomes a memref with identity layout that the function may
/// overwrite, a tensor result a memref that belongs to the caller. Functions
/// that are on buffers already stay as they are.
void buildDefaultBufferizationPipeline(
    OpPassManager &pm, const DefaultBufferizationPipelineOptions &options);

/// Registers `--heddle-default-bufferize`.
void registerDefaultBufferizationPipeline();

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_BUFFERIZATION_BUFFERIZEPAYLOAD_H

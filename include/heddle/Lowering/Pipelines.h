//===- Pipelines.h - From tensors to the LLVM dialect -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU lowering pipeline, and the bufferization of payload whose schedule
// did not bufferize it. Code generation from the LLVM dialect is in Jit.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_PIPELINES_H
#define HEDDLE_LOWERING_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::heddle {

/// Options of the lowering to the LLVM dialect.
struct LowerToLLVMPipelineOptions
    : public PassPipelineOptions<LowerToLLVMPipelineOptions> {
  PassOptions::Option<bool> openmp{
      *this, "openmp",
      llvm::cl::desc("Run scf.parallel and scf.forall with OpenMP threads "
                     "(default: sequential loops)"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> approximateMath{
      *this, "approximate-math",
      llvm::cl::desc("Use polynomials for exp, log, tanh, erf, ... on f32"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("Let the horizontal sum of a vector be done in any order"),
      llvm::cl::init(true)};
  PassOptions::Option<unsigned> maxTransferRank{
      *this, "max-transfer-rank",
      llvm::cl::desc("Largest rank of a vector transfer that is not unrolled"),
      llvm::cl::init(1)};
  PassOptions::Option<bool> optimize{
      *this, "optimize",
      llvm::cl::desc("Clean up between the steps; off for the shortest compile "
                     "time"),
      llvm::cl::init(true)};
};

/// Options of the default bufferization.
struct DefaultBufferizationPipelineOptions
    : public PassPipelineOptions<DefaultBufferizationPipelineOptions> {
  PassOptions::Option<bool> optimize{
      *this, "optimize",
      llvm::cl::desc("Eliminate empty tensors and hoist buffers out of loops"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> deallocate{
      *this, "deallocate",
      llvm::cl::desc("Free every buffer that is not returned"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> separate{
      *this, "separate-buffers",
      llvm::cl::desc("Copy before each write, so that each value has a buffer "
                     "of its own; excludes what `optimize` does"),
      llvm::cl::init(false)};
};

/// Adds the passes that take a module of bufferized functions (linalg on
/// buffers, scf, affine, vector, memref, arith, math, ...) to the LLVM dialect.
/// A module without transform ops is required.
void buildLowerToLLVMPipeline(OpPassManager &pm,
                              const LowerToLLVMPipelineOptions &options);

/// Adds the passes that take functions on tensors to functions on buffers: a
/// tensor argument becomes a memref with identity layout that the function may
/// overwrite, a tensor result a memref that belongs to the caller. Functions
/// that are on buffers already stay as they are. With `separate` nothing is
/// shared, merged or written in place: a reference that depends on no analysis.
void buildDefaultBufferizationPipeline(
    OpPassManager &pm, const DefaultBufferizationPipelineOptions &options);

/// Registers `--heddle-lower-to-llvm` and `--heddle-default-bufferize`.
void registerHeddleLoweringPipelines();

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_PIPELINES_H

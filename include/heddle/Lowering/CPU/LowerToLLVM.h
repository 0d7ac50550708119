//===- LowerToLLVM.h - From buffers to the LLVM dialect ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering pipeline of the CPU. The bufferization is in
// Lowering/Bufferization, code generation in Execution/CPU.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_CPU_LOWERTOLLVM_H
#define HEDDLE_LOWERING_CPU_LOWERTOLLVM_H

#include "heddle/Lowering/Field/FloatForm.h"

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
  PassOptions::Option<bool> watch{
      *this, "watch",
      llvm::cl::desc("Call functions at parallel loops, allocations and "
                     "accesses (WatchMemory.h); without openmp"),
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
  PassOptions::Option<bool> dotProducts{
      *this, "dot-products",
      llvm::cl::desc("Use instructions for dot products where a schedule has "
                     "allowed them"),
      llvm::cl::init(true)};
  PassOptions::Option<FloatForm> floats{
      *this, "floats", llvm::cl::desc("How code holds a float"),
      llvm::cl::init(FloatForm::Own),
      llvm::cl::values(clEnumValN(FloatForm::Own, "own", "The float itself"),
                       clEnumValN(FloatForm::Recorded, "recorded",
                                  "An f64, and comparisons are recorded"),
                       clEnumValN(FloatForm::Named, "named",
                                  "The name of an expression, in an i64"),
                       clEnumValN(FloatForm::Ordered, "ordered",
                                  "The same, with the order of its sums"),
                       clEnumValN(FloatForm::Field, "field",
                                  "An element of a finite field"))};
  PassOptions::Option<unsigned> fieldLevel{
      *this, "field-level",
      llvm::cl::desc("The primes of the finite field; of names, the version"),
      llvm::cl::init(0)};
  PassOptions::Option<bool> fieldInlined{
      *this, "field-inlined",
      llvm::cl::desc("Write sums and products in the field as integer ops: the "
                     "code is faster, and takes longer to compile"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> splitFunctions{
      *this, "split-functions",
      llvm::cl::desc("Move the loops of long functions to functions of their "
                     "own, for a shorter compile time"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> optimize{
      *this, "optimize",
      llvm::cl::desc("Clean up between the steps; off for the shortest compile "
                     "time"),
      llvm::cl::init(true)};
};

/// Adds the passes that take a module of bufferized functions (linalg on
/// buffers, scf, affine, vector, memref, arith, math, ...) to the LLVM dialect.
/// A module without transform ops is required.
void buildLowerToLLVMPipeline(OpPassManager &pm,
                              const LowerToLLVMPipelineOptions &options);

/// Registers `--heddle-lower-to-llvm`.
void registerLowerToLLVMPipeline();

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_CPU_LOWERTOLLVM_H

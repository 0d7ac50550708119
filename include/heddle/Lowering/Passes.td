//===- Passes.td - Passes of Lowering ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the CPU lowering and of the default bufferization. The pipelines
// are declared in the same folders. Nothing here depends on a transform op.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_PASSES_TD
#define HEDDLE_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def BufferizePass : Pass<"heddle-bufferize", "::mlir::ModuleOp"> {
  let summary = "Take all functions of a module from tensors to buffers";
  let description = [{
    Does the same as `transform.heddle.bufferize` on a module. A module that
    cannot be bufferized stays as it is; each reason is an error at its place in
    the payload.
  }];
  let options = [
    Option<"results", "returns", "::mlir::heddle::BoundaryResults",
           /*default=*/"::mlir::heddle::BoundaryResults::DropArguments",
           "What becomes of the tensors that a function returns", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::heddle::BoundaryResults::DropArguments,
                          "drop_arguments",
                          "Drop what is the buffer of an argument"),
               clEnumValN(::mlir::heddle::BoundaryResults::Keep, "keep",
                          "Return every result"),
               clEnumValN(::mlir::heddle::BoundaryResults::OutParams,
                          "out_params", "Make arguments of all results"))
           }]>,
    Option<"deallocate", "deallocate", "bool", /*default=*/"true",
           "Free every buffer that is not returned">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def PrepareBufferizationPass : Pass<"heddle-prepare-bufferization"> {
  let summary = "Decompose the tensor ops that have no bufferization";
  let description = [{
    Replaces `linalg.softmax` and other aggregated ops by the ops that compute
    them, Winograd transforms by small matmuls, `linalg.pack`,
    `linalg.unpack` and `tensor.concat` by slices, transposes and copies, a pad
    with negative amounts by a slice and a pad, and a masked transfer by a
    transfer with a mask. What remains can be bufferized by one-shot
    bufferization.
  }];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::linalg_ext::LinalgExtDialect",
    "mlir::math::MathDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect"
  ];
}

def LowerCopiesPass : Pass<"heddle-lower-copies"> {
  let summary = "Make every copy either a memcpy or a loop nest";
  let description = [{
    A copy between two contiguous buffers becomes `memref.copy` (a memcpy in
    LLVM), any other one becomes `linalg.copy` (loops). The runtime call that
    upstream emits for strided copies never appears.
  }];
  let dependentDialects = [
    "mlir::linalg::LinalgDialect", "mlir::memref::MemRefDialect"
  ];
}

def LowerLinalgExtPass : Pass<"heddle-lower-linalg-ext"> {
  let summary = "Lower the structured ops of linalg_ext on buffers to loops";
  let description = [{
    Each op says itself which loops compute it; they are scalar `scf.for` nests
    that read and write the buffers of its operands. `linalg_ext.alias` is replaced
    by its operand.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::math::MathDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect"
  ];
}

def LowerSoftmaxPass : Pass<"heddle-lower-softmax"> {
  let summary = "Lower linalg.softmax on buffers to structured ops";
  let description = [{
    Upstream decomposes `linalg.softmax` on tensors only. On buffers it becomes
    the same five ops here, with two buffers for the maxima and the sums.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::linalg::LinalgDialect",
    "mlir::math::MathDialect", "mlir::memref::MemRefDialect"
  ];
}

def LowerVectorsPass : Pass<"heddle-lower-vectors"> {
  let summary = "Lower vector ops of any rank to ops on 1-D vectors";
  let description = [{
    Contractions become outer products and those become FMAs; multi-reductions
    become elementwise ops and one horizontal reduction per row; transposes
    become shuffles; transfers are unrolled to rank 1. Each step is run by
    itself and nothing is canonicalized in between, because canonicalization
    scalarizes the vectors whose inner extent is one. A contraction that
    `transform.heddle.vectorize` has marked for dot products becomes calls of
    intrinsics of AVX-512.
  }];
  let options = [
    Option<"maxTransferRank", "max-transfer-rank", "unsigned", /*default=*/"1",
           "Largest rank of a transfer that is left to the LLVM conversion">,
    Option<"dotProducts", "dot-products", "bool", /*default=*/"true",
           "Use instructions for dot products where a schedule has allowed them">
  ];
  let dependentDialects = [
    "mlir::LLVM::LLVMDialect",
    "mlir::affine::AffineDialect", "mlir::arith::ArithDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect",
    "mlir::vector::VectorDialect", "mlir::ub::UBDialect"
  ];
}

def LowerFloatsPass : Pass<"heddle-lower-floats"> {
  let summary = "Lower math functions and narrow float arithmetic";
  let description = [{
    Math functions on f16 and bf16 are computed in f32; `exp`, `log`, `tanh`,
    `erf` and their relatives on f32 become polynomials that vectorize, with the
    same operations for scalars and for vectors, so that a schedule that
    vectorizes them does not change a bit. Arithmetic on bf16 is done in f32 and
    rounded after each op; the conversions become integer ops.
  }];
  let options = [
    Option<"approximate", "approximate", "bool", /*default=*/"true",
           "Use polynomials for the common functions on f32">
  ];
  let dependentDialects = [
    "mlir::LLVM::LLVMDialect", "mlir::arith::ArithDialect",
    "mlir::math::MathDialect", "mlir::vector::VectorDialect"
  ];
}

def WidenFloatsPass : Pass<"heddle-widen-floats", "ModuleOp"> {
  let summary = "Evaluate all narrow floats in f64";
  let description = [{
    Every f16, bf16 and f32 becomes f64: types, constants, memory, arguments and
    results. Conversions between floats vanish. The result computes the same
    formula with errors that are small compared to those of the narrow types. An
    op that depends on the width of its floats (it reads their bits, or their
    size in memory) is an error that names it; the module is untouched then.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def DropMemorySpacesPass : Pass<"heddle-drop-memory-spaces", "::mlir::ModuleOp"> {
  let summary = "Put all buffers into the default memory space";
  let description = [{
    A CPU has one memory. Buffers of every other space lose it, and
    `memref.memory_space_cast` becomes its operand.
  }];
}

def LowerViewsPass : Pass<"heddle-lower-views", "::mlir::ModuleOp"> {
  let summary = "Lower views that upstream lowers wrong";
  let description = [{
    A `memref.subview` that drops a unit dim, among several of unknown stride,
    becomes one that drops none, and a `memref.collapse_shape`. A
    `memref.expand_shape` that makes several dims of dynamic extents of one, on
    which upstream's lowering crashes, becomes a `memref.reinterpret_cast`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def FloatsToFieldPass : Pass<"heddle-floats-to-field", "::mlir::ModuleOp"> {
  let summary = "Compute with elements of a finite field instead of floats";
  let description = [{
    Every float becomes an i64 that holds an element of a finite field, and every
    op that computes floats becomes a call of a runtime. Sums and products are
    exact there: a formula has the same value in whichever order it is computed.
    Comparisons, and other ops that depend on the magnitude of a float, take
    their answers from a record. The same pass with `record` makes the code that
    writes it: every float becomes an f64 instead, and a call before each such op
    records the answer. Both forms make the same calls in the same order.

    The pass runs on buffers, loops and vectors of rank 1, before math functions
    and narrow floats are lowered. An op that has no meaning in a field (it reads
    the bits of a float, or belongs to a target) is an error that names it.
  }];
  let options = [
    Option<"record", "record", "bool", /*default=*/"false",
           "Compute in f64, and record what the field cannot know">,
    Option<"level", "level", "unsigned", /*default=*/"0",
           "The primes of the field: those of level 0, or of a level that gives "
           "exponentials inside exponentials their second component">,
    Option<"inlined", "inlined", "bool", /*default=*/"false",
           "Write sums and products as integer ops; only elements that are "
           "infinite, NaN or unknown are left to calls">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def FloatsToNamesPass : Pass<"heddle-floats-to-names", "::mlir::ModuleOp"> {
  let summary = "Compute with names of expressions instead of floats";
  let description = [{
    Every float becomes an i64, the name of the expression that computes it. An
    op that computes floats becomes a hash of its kind, its types and the names
    of its operands; a sum is the sum of the names, in any order, and products
    and extrema do not depend on the order of their operands. Two functions that
    give the same names to the same elements compute the same scalar operations,
    but for the order of their sums.

    The pass runs where `heddle-floats-to-field` does. An op that has no name (it
    reads the bits of a float, or a comparison decides more than which of two
    floats is chosen) is an error that names it.
  }];
  let options = [
    Option<"ordered", "ordered", "bool", /*default=*/"false",
           "A sum in another order, from a zero, or of a product that is not "
           "rounded has another name, too">,
    Option<"version", "version", "unsigned", /*default=*/"0",
           "What may have any value has another name in each version">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
}

def WatchLoopsPass : Pass<"heddle-watch-loops", "ModuleOp"> {
  let summary = "Call functions at parallel loops and allocations";
  let description = [{
    Adds calls before and after each parallel loop (`scf.forall`,
    `scf.parallel`, `affine.parallel`, `omp.wsloop`), at the start of each of
    its iterations, and before each allocation and deallocation. The functions
    are declared, and get the number of a place in the payload. With
    `heddle-watch-accesses` the program that runs the code learns which iteration
    accesses which element.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::func::FuncDialect"];
}

def WatchAccessesPass : Pass<"heddle-watch-accesses", "ModuleOp"> {
  let summary = "Call a function before each access to memory";
  let description = [{
    Adds a call before each op of the LLVM dialect that reads or writes memory:
    loads, stores, atomic ops, masked accesses, gathers, scatters, copies. The
    call gets the address, the bytes and the number of a place in the payload.
    Memory on the stack gets a margin on either side that must not be accessed.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def InlineAllocaScopesPass : Pass<"heddle-inline-alloca-scopes"> {
  let summary = "Replace memref.alloca_scope by its body";
  let description = [{
    The conversion of parallel loops to OpenMP wraps each body in an
    `memref.alloca_scope`, which cannot hold branches. Its buffers of static
    size move to the start of the parallel region around it, so that each thread
    has them once; then the body takes the place of the scope.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}

def SplitFunctionsPass : Pass<"heddle-split-functions", "ModuleOp"> {
  let summary = "Move the loops of long functions to functions of their own";
  let description = [{
    If more than `max-loops` loops are side by side in a function of one block,
    each `scf.for` without results becomes a private function that is called and
    not inlined. Some of LLVM's passes take time that is quadratic in the size
    of a function.
  }];
  let options = [
    Option<"maxLoops", "max-loops", "unsigned", "64",
           "Number of loops side by side up to which a function is left">
  ];
  let dependentDialects = ["mlir::func::FuncDialect", "mlir::scf::SCFDialect"];
}

def ConvertToLLVMPass : Pass<"heddle-convert-to-llvm", "ModuleOp"> {
  let summary = "Convert the remaining ops to the LLVM dialect in one conversion";
  let description = [{
    Converts arith, math, index, memref, vector, cf, func, ub and (if present)
    omp to the LLVM dialect. An op that has no lowering is an error that names
    it.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", /*default=*/"true",
           "Let the horizontal sum of a vector be done in any order">
  ];
  let dependentDialects = [
    "mlir::LLVM::LLVMDialect", "mlir::func::FuncDialect",
    "mlir::omp::OpenMPDialect"
  ];
}

#endif // HEDDLE_LOWERING_PASSES_TD

//===- Passes.td - Passes of Transforms --------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that wrap the payload transformations of this floor. Passes that read
// a schedule are declared in Interpreter, passes that lower a payload in
// Lowering.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PASSES_TD
#define HEDDLE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseElementwisePass : Pass<"linalg-fuse-elementwise-ext"> {
  let summary = "Merge linalg ops that compute element by element";
  let description = [{
    Does the same as `transform.heddle.fuse_elementwise`, for all blocks. Ops
    that cannot be merged stay as they are.
  }];
  let options = [
    Option<"sharedInput", "shared-input", "bool", /*default=*/"false",
           "Also merge ops that share an input">,
    Option<"diffShapes", "diff-shapes", "bool", /*default=*/"false",
           "Also merge ops with consumers that have more loops if their results "
           "are used elsewhere, too">,
    Option<"oneUse", "one-use", "bool", /*default=*/"false",
           "Merge only ops whose result has a single use">,
    Option<"maxOperands", "max-operands", "int64_t", /*default=*/"-1",
           "Operands of a merged op, at most; -1 for any number">,
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"-1",
           "Ops in the body of a merged op, at most; -1 for any number">,
    Option<"maxRecompute", "max-recompute", "double", /*default=*/"-1",
           "Times that an op may be computed; -1 for 2 in an op that reduces and "
           "any number in others">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def StructureTensorsPass : Pass<"heddle-structure-tensors"> {
  let summary = "Make structured ops of arith, math and gathers on tensors";
  let description = [{
    Ops that compute tensors element by element, and `tensor.gather`, become
    `linalg.generic`; `tensor.scatter` becomes `linalg_ext.scatter`. Then they can
    be fused, tiled, vectorized and bufferized. Ops whose tensors have an encoding
    stay as they are.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::linalg_ext::LinalgExtDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CopyRepeatedDestinationsPass
    : Pass<"heddle-copy-repeated-destinations"> {
  let summary = "Copy what each iteration of a loop inserts into";
  let description = [{
    Copies the destination of each `tensor.insert_slice` that is defined outside of
    the loop around it. Upstream's bufferization writes into it in place if the
    slice was taken from there, and the next iteration reads what is written. In
    bodies that upstream does not know to run again, such as that of
    `scf.parallel`, copies each tensor from outside before it is written. To be
    run after `heddle-unshare-destinations`, right before bufferization.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def CopyBeforeWritePass : Pass<"heddle-copy-before-write"> {
  let summary = "Copy each tensor before an op that may write into it";
  let description = [{
    Copies each operand that is written when it becomes a buffer, is carried by
    a loop or is passed to a function, by a separate `bufferization.alloc_tensor
    copy`. After that no decision of bufferization can be wrong. In functions of
    several blocks, returned values and results of ops with regions that other
    blocks use are copied, too.
  }];
  let options = [
    Option<"severalBlocksOnly", "several-blocks-only", "bool",
           /*default=*/"false", "Copy in functions of several blocks only">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect"
  ];
}

def ExpandIndexSwitchesPass : Pass<"heddle-expand-index-switches"> {
  let summary = "Make branches of switches on tensors";
  let description = [{
    Replaces each `scf.index_switch` that has a tensor as result by a chain of
    `scf.if`. Upstream's bufferization does not know that the result of a switch
    may have the buffer of a value from outside.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def ReuseInputsPass : Pass<"heddle-reuse-inputs"> {
  let summary = "Let elementwise ops write over inputs that nobody reads again";
  let description = [{
    The destination of an elementwise op, a `tensor.empty`, becomes an input of
    the same type, if the op is the last to read that input and if a buffer is
    allocated for the input anyway. To be run before bufferization, which
    decides whether the two share a buffer.
  }];
}

def ShortenLifetimesPass
    : Pass<"heddle-shorten-lifetimes", "::mlir::ModuleOp"> {
  let summary = "Allocate buffers at their first use, free them at their last";
  let description = [{
    Moves each `memref.alloc` down to the first use of its buffer and each
    `memref.dealloc` up to the last, within their blocks. Views, branches, loops
    and calls are followed. A buffer that something may keep (a function without a
    body, an address taken as a number, a buffer of buffers) is freed where it
    was.
  }];
}

def HoistTileBuffersPass : Pass<"heddle-hoist-tile-buffers"> {
  let summary = "Allocate tile buffers once, before the loops that use them";
  let description = [{
    Takes each `memref.alloc` out of the sequential loops around it. A buffer
    whose size depends on the iteration becomes a view of one with the largest
    size. A buffer that outlives an iteration, or that is freed, stays; so does one
    in an `scf.forall` or `scf.parallel`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ReplaceEmptyTensorsPass
    : Pass<"heddle-replace-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Replace empty tensors by the slices that they end up as";
  let description = [{
    Does the same as upstream's `-eliminate-empty-tensors`, except where the
    result would be bufferized wrongly. An empty tensor stays, for example, if
    two insertions at the end of an `scf.forall` read it: upstream's
    bufferization would let the first overwrite what the second reads.
  }];
  // Tensors have no bufferization while that dialect is not loaded.
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyDegenerateTensorsPass
    : Pass<"heddle-simplify-degenerate-tensors"> {
  let summary = "Simplify slices and pads with extents of 0 and 1";
  let description = [{
    A slice of size 1 gets stride 1 there; an insertion of or into a tensor without
    elements is dropped; a pad without elements is an empty tensor, and a pad of a
    tensor without elements a fill; a reshape of one is an empty tensor. A slice with steps that drops some of its dims of
    size 1 gets full rank and is collapsed. MLIR 22 fails to bufferize or to lower
    these.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def PinPartialWritesPass : Pass<"heddle-pin-partial-writes"> {
  let summary = "Tell bufferization what a partial write leaves as it is";
  let description = [{
    A structured op whose output map is not made of distinct loops writes a part
    of its destination only. Upstream's bufferization assumes that a destination
    is overwritten if the body does not read it, and derives dynamic extents of
    the result from the loops. After this pass the body reads the destination,
    and results with dynamic extents are used through a slice of all of them. A
    `vector.transfer_write` that leaves elements has an index that is not seen to
    be 0, or reads the only element. To be run right before bufferization.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SeparateResultsPass : Pass<"heddle-separate-results", "ModuleOp"> {
  let summary = "Copy what a loop, a branch or a function gives back twice";
  let description = [{
    Upstream's bufferization assumes that two results of an op are distinct
    buffers, even if a terminator gave them one value: a write into one result
    then changes the other. After this pass no two operands of a terminator may
    have the same buffer, unless the values that they become are only read, and
    no insertion at the end of an `scf.forall` reads where an earlier one
    writes. To be run after CSE, right before bufferization.
  }];
  let options = [
    Option<"insertionsOnly", "insertions-only", "bool", /*default=*/"false",
           "Copy what each insertion at the end of an scf.forall but the first "
           "one inserts, and nothing else: for copy-before-write">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def UnshareDestinationsPass : Pass<"heddle-unshare-destinations"> {
  let summary = "Give each op that writes into a fill its own fill";
  let description = [{
    Gives an op that writes into a `tensor.empty`, into a `linalg.fill` of one,
    or into a slice of either, a separate destination with the same contents, if
    other ops use the destination too, if it is outside of a loop around the op,
    or if it is a slice. The same holds for an op that writes the middle of a
    frame (strips of fills in an empty tensor or a fill). Bufferization would
    copy a shared destination. A destination that is not shared moves to its
    use.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // HEDDLE_TRANSFORMS_PASSES_TD

//===- LinalgExtInterfaces.td - Structured linalg_ext ops --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the structured ops of linalg_ext. Tiling, bufferization,
// footprints and lowering share one implementation for all of them, which calls
// these methods.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_LINALGEXTINTERFACES_TD
#define HEDDLE_IR_LINALGEXT_LINALGEXTINTERFACES_TD

include "mlir/IR/OpBase.td"

def LinalgExtOp : OpInterface<"LinalgExtOp"> {
  let cppNamespace = "::mlir::linalg_ext";
  let description = [{
    A structured op of linalg_ext: a destination-style op on tensors or memrefs
    with an iteration space. A tile of it is the op itself on slices of its
    operands. The op implements TilingInterface too, which has the kinds of its
    loops.
  }];
  let methods = [
    InterfaceMethod<
      "For each dimension of an operand: the iteration dim that indexes it, or "
      "-1 if every tile has all of that dimension.",
      "::llvm::SmallVector<int64_t>", "getOperandDims",
      (ins "unsigned":$operand)>,
    InterfaceMethod<
      "True if the op reads what the destination `operand` holds before it "
      "writes there.",
      "bool", "readsDestination", (ins "unsigned":$operand)>,
    InterfaceMethod<
      "True if every tile must have all of iteration dim `dim`. Along any other "
      "reduction dim, each tile goes on from what the one before left in the "
      "destinations, in ascending order if not combinesInAnyOrder.",
      "bool", "isIndivisible", (ins "unsigned":$dim),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<
      "True if the tiles along reduction dims may be computed in any order, up to "
      "rounding.",
      "bool", "combinesInAnyOrder", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<
      "True if the op reads an element of `input` before it writes the same "
      "element of the destination `output` and not after that, so that both may "
      "be one buffer.",
      "bool", "mayShareBuffer", (ins "unsigned":$input, "unsigned":$output),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<
      "Creates the op on `operands`, the slices of its operands for a tile that "
      "starts at `offsets` of the iteration space.",
      "::mlir::Operation *", "createTile",
      (ins "::mlir::OpBuilder &":$builder,
           "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
           "::mlir::ValueRange":$operands),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::mlir::linalg_ext::shared::cloneOnto(builder, $_op, operands);
      }]>,
    InterfaceMethod<
      "The number of loops that createLoops creates.",
      "int64_t", "countLoops", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::llvm::cast<::mlir::TilingInterface>($_op.getOperation())
            .getLoopIteratorTypes().size();
      }]>,
    InterfaceMethod<
      "Creates the loops that compute the op on memrefs, before it, and returns "
      "the nests from the outermost loop to the innermost. The op stays.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Operation *>>",
      "createLoops", (ins "::mlir::RewriterBase &":$rewriter),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::mlir::linalg_ext::shared::createLoops(rewriter, $_op);
      }]>,
  ];
}

#endif // HEDDLE_IR_LINALGEXT_LINALGEXTINTERFACES_TD

//===- Footprint.td - Which box is read for which ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions that a fusion plan asks of an op. FootprintModels.h registers the
// models of upstream's ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_TD
#define HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_TD

include "mlir/IR/OpBase.td"

def FootprintOpInterface : OpInterface<"FootprintOpInterface"> {
  let cppNamespace = "::mlir::heddle";
  let description = [{
    An op with tensor results that can be computed box by box: for a box of its
    iteration space it says which box of each operand is read and which box of
    each result is computed. Iteration boxes have one range per iteration
    dimension. Boxes are half-open and in elements.
  }];
  let methods = [
    InterfaceMethod<
      "The extents of the iteration space, or the obstacle if the op cannot be "
      "computed by boxes.",
      "::mlir::heddle::IterationDomain", "getIterationDomainBounds",
      (ins "::mlir::heddle::ExtentTable &":$extents)>,
    InterfaceMethod<
      "True for each iteration dimension that is a reduction.",
      "::llvm::SmallVector<bool>", "getReductionDims">,
    InterfaceMethod<
      "The iteration box that computes `box` of a result.",
      "::mlir::heddle::Box", "getIterationBoxOfResult",
      (ins "::mlir::heddle::ExtentTable &":$extents, "unsigned":$result,
           "const ::mlir::heddle::Box &":$box)>,
    InterfaceMethod<
      "`iteration`, grown until it is legal: a box that the op can compute as "
      "one tile.",
      "::mlir::heddle::Box", "getLegalIterationBox",
      (ins "::mlir::heddle::ExtentTable &":$extents,
           "const ::mlir::heddle::Box &":$iteration)>,
    InterfaceMethod<
      "The box of a result that a legal iteration box computes.",
      "::mlir::heddle::Box", "getResultBox",
      (ins "::mlir::heddle::ExtentTable &":$extents, "unsigned":$result,
           "const ::mlir::heddle::Box &":$iteration)>,
    InterfaceMethod<
      "The box of an operand that a legal iteration box reads (for a "
      "destination: writes). Only for operands that are sliced.",
      "::mlir::heddle::Box", "getOperandBox",
      (ins "::mlir::heddle::ExtentTable &":$extents, "unsigned":$operand,
           "const ::mlir::heddle::Box &":$iteration)>,
    InterfaceMethod<
      "How the op uses an operand.",
      "::mlir::heddle::OperandRole", "getOperandRole",
      (ins "unsigned":$operand)>,
    InterfaceMethod<
      "True if each tile is to have just the box that is asked for. Any other "
      "op may get a box of constant size that is moved inward where the "
      "iteration space ends.",
      "bool", "needsExactBox", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<
      "Records which sizes the op makes equal. Asked of all ops, also of those "
      "that are not fused, before any other question.",
      "void", "assumeShapes",
      (ins "::mlir::heddle::ExtentTable &":$extents)>,
  ];
}

#endif // HEDDLE_ANALYSIS_FOOTPRINT_FOOTPRINT_TD

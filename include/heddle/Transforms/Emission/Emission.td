//===- Emission.td - How a tile is made --------------------*- tablegen -*-===////
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface through which a fused nest computes an op. EmissionModels.h
// registers the models of upstream's ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_EMISSION_TD
#define HEDDLE_TRANSFORMS_EMISSION_EMISSION_TD

include "mlir/IR/OpBase.td"

def EmissionOpInterface : OpInterface<"EmissionOpInterface"> {
  let cppNamespace = "::mlir::heddle";
  let description = [{
    An op that can be computed tile by tile: it creates what computes one box of
    its iteration space. FootprintOpInterface says which boxes are legal and
    what they read. Creating a tile does not fail: an op that cannot be computed
    by boxes has an obstacle in its footprint.
  }];
  let methods = [
    InterfaceMethod<
      "Creates what computes the legal box `iteration`, at the insertion point, "
      "and returns the value of each result. For each operand, `operands` has "
      "the part that its footprint names, or the operand itself if its role is "
      "Whole.",
      "::llvm::SmallVector<::mlir::Value>", "emitTile",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::mlir::heddle::TileEmitter &":$tiles,
           "const ::mlir::heddle::Box &":$iteration,
           "::llvm::ArrayRef<::mlir::Value>":$operands)>,
    InterfaceMethod<
      "The same for an op whose first operand is computed for the box "
      "`sourceBox`, which is larger than the box `part` that the tile reads, "
      "where the op can make room for all of `source` and spare the copy of "
      "`part`. Null if it cannot.",
      "::mlir::Value", "emitTileAround",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::mlir::heddle::TileEmitter &":$tiles,
           "const ::mlir::heddle::Box &":$iteration, "::mlir::Value":$source,
           "const ::mlir::heddle::Box &":$sourceBox,
           "const ::mlir::heddle::Box &":$part),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::mlir::Value();">,
  ];
}

#endif // HEDDLE_TRANSFORMS_EMISSION_EMISSION_TD

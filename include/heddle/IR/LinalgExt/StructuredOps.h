//===- StructuredOps.h - What structured ops share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the structured ops of linalg_ext, and the answers that they
// all derive from it: to the verifier, to tiling, to bufferization and to the
// lowering to loops. Called from the methods of the ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_STRUCTUREDOPS_H
#define HEDDLE_IR_LINALGEXT_STRUCTUREDOPS_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::linalg_ext::shared {

/// `op`, with its regions and attributes, on other operands. Its results have
/// the types of those that are destinations.
Operation *cloneOnto(OpBuilder &builder, Operation *op, ValueRange operands);

/// One scf.for per iteration dim around the scalar form of `op`, before it.
FailureOr<SmallVector<Operation *>> createLoops(RewriterBase &rewriter,
                                                Operation *op);

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Checks that 'dimension' is a dim of the first operand.
LogicalResult verifyDimension(Operation *op, int64_t dimension);

/// Checks what all structured ops need: tensors or memrefs alone, the ranks and
/// extents that getOperandDims asks for, and results of the types of the
/// destinations.
LogicalResult verifyStructuredOp(Operation *op);

/// Checks the arguments and the terminator of the one block of `op`.
LogicalResult verifyBody(Operation *op, TypeRange arguments, TypeRange yielded);

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Clones the ops of `body` for these arguments; what it yields.
SmallVector<Value> inlineBody(OpBuilder &builder, Block &body,
                              ValueRange arguments);

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

using Indices = ArrayRef<OpFoldResult>;

SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &builder);

/// The op on slices for one tile. Fails, with the IR untouched, if the tile
/// may have less than all of an indivisible dim.
FailureOr<TilingResult> tile(Operation *op, OpBuilder &builder, Indices offsets,
                             Indices sizes);

LogicalResult getResultTilePosition(Operation *op, OpBuilder &builder,
                                    unsigned result, Indices offsets,
                                    Indices sizes,
                                    SmallVector<OpFoldResult> &resultOffsets,
                                    SmallVector<OpFoldResult> &resultSizes);

/// True if a part of an operand belongs to one tile that can be computed by
/// itself: it has all of each dim that the tile must have all of.
bool hasDomainTile(Operation *op, unsigned operand, Indices offsets,
                   Indices sizes);
/// The tile that goes with a part of `operand`; fails if there is none.
LogicalResult getDomainTile(Operation *op, OpBuilder &builder, unsigned operand,
                            Indices offsets, Indices sizes,
                            SmallVectorImpl<OpFoldResult> &domainOffsets,
                            SmallVectorImpl<OpFoldResult> &domainSizes);
FailureOr<TilingResult> tileResult(Operation *op, OpBuilder &builder,
                                   unsigned result, Indices offsets,
                                   Indices sizes);

/// The same for parts of several operands, which must ask for the same tile.
bool haveDomainTile(Operation *op, ArrayRef<unsigned> operands,
                    ArrayRef<SmallVector<OpFoldResult>> offsets,
                    ArrayRef<SmallVector<OpFoldResult>> sizes);
LogicalResult
getDomainTileOfOperands(Operation *op, OpBuilder &builder,
                        ArrayRef<unsigned> operands,
                        ArrayRef<SmallVector<OpFoldResult>> offsets,
                        ArrayRef<SmallVector<OpFoldResult>> sizes,
                        SmallVectorImpl<OpFoldResult> &domainOffsets,
                        SmallVectorImpl<OpFoldResult> &domainSizes);
FailureOr<TilingResult>
tileOperands(Operation *op, OpBuilder &builder, ArrayRef<unsigned> operands,
             ArrayRef<SmallVector<OpFoldResult>> offsets,
             ArrayRef<SmallVector<OpFoldResult>> sizes);

//===----------------------------------------------------------------------===//
// Shapes, effects, bufferization
//===----------------------------------------------------------------------===//

LogicalResult reifyResultShapes(Operation *op, OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes);

void getEffects(
    Operation *op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// True if any two of `operands` that alias may do so: each pair is an input
/// and a destination of which mayShareBuffer holds.
bool maySharePairwise(Operation *op, ArrayRef<OpOperand *> operands);

LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                        const bufferization::BufferizationOptions &options,
                        bufferization::BufferizationState &state);

} // namespace mlir::linalg_ext::shared

#include "heddle/IR/LinalgExt/LinalgExtInterfaces.h.inc"

#endif // HEDDLE_IR_LINALGEXT_STRUCTUREDOPS_H

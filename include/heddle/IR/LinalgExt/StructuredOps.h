//===- StructuredOps.h - What structured ops share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the structured ops of linalg_ext, and the code that all of
// them share: verification, tiling, bufferization and lowering to loops. The
// methods of the ops call it.
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

/// Clones `op`, with its regions and attributes, onto other operands. The
/// results have the types of the destinations among these operands.
Operation *cloneOnto(OpBuilder &builder, Operation *op, ValueRange operands);

/// Builds one scf.for per iteration dim before `op`, around its scalar form.
FailureOr<SmallVector<Operation *>> createLoops(RewriterBase &rewriter,
                                                Operation *op);

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Checks that 'dimension' is a dim of the first operand.
LogicalResult verifyDimension(Operation *op, int64_t dimension);

/// Checks what all structured ops require: either only tensors or only memrefs,
/// the ranks and extents that getOperandDims requires, and results with the
/// types of the destinations.
LogicalResult verifyStructuredOp(Operation *op);

/// Checks the arguments and the terminator of the one block of `op`.
LogicalResult verifyBody(Operation *op, TypeRange arguments, TypeRange yielded);

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Clones the ops of `body` for these arguments and returns what it yields.
SmallVector<Value> inlineBody(OpBuilder &builder, Block &body,
                              ValueRange arguments);

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

using Indices = ArrayRef<OpFoldResult>;

SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &builder);

/// Creates the op on slices for one tile. Fails, with the IR untouched, if the
/// tile may be smaller than an indivisible dim.
FailureOr<TilingResult> tile(Operation *op, OpBuilder &builder, Indices offsets,
                             Indices sizes);

LogicalResult getResultTilePosition(Operation *op, OpBuilder &builder,
                                    unsigned result, Indices offsets,
                                    Indices sizes,
                                    SmallVector<OpFoldResult> &resultOffsets,
                                    SmallVector<OpFoldResult> &resultSizes);

/// True if the given part of an operand belongs to one tile that can be
/// computed by itself: the part covers each dim that a tile must not divide.
bool hasDomainTile(Operation *op, unsigned operand, Indices offsets,
                   Indices sizes);
/// The iteration tile for a part of `operand`; fails if there is none.
LogicalResult getDomainTile(Operation *op, OpBuilder &builder, unsigned operand,
                            Indices offsets, Indices sizes,
                            SmallVectorImpl<OpFoldResult> &domainOffsets,
                            SmallVectorImpl<OpFoldResult> &domainSizes);
FailureOr<TilingResult> tileResult(Operation *op, OpBuilder &builder,
                                   unsigned result, Indices offsets,
                                   Indices sizes);

/// The same for parts of several operands, which must all belong to one tile.
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

/// True if all aliases among `operands` are allowed: each pair that aliases is
/// an input and a destination for which mayShareBuffer holds.
bool maySharePairwise(Operation *op, ArrayRef<OpOperand *> operands);

LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                        const bufferization::BufferizationOptions &options,
                        bufferization::BufferizationState &state);

} // namespace mlir::linalg_ext::shared

#include "heddle/IR/LinalgExt/LinalgExtInterfaces.h.inc"

#endif // HEDDLE_IR_LINALGEXT_STRUCTUREDOPS_H

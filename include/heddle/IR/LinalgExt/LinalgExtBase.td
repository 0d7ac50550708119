//===- LinalgExtBase.td - The linalg_ext dialect -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, the types of its operands, and what its structured ops share.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_LINALGEXTBASE_TD
#define HEDDLE_IR_LINALGEXT_LINALGEXTBASE_TD

include "heddle/IR/LinalgExt/LinalgExtInterfaces.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def LinalgExt_Dialect : Dialect {
  let name = "linalg_ext";
  let cppNamespace = "::mlir::linalg_ext";
  let summary = "Structured ops that linalg lacks";
  let description = [{
    Structured ops for patterns that one `linalg.generic` cannot express, or
    whose structure a few generics would hide from a schedule. They are ops in
    destination style on tensors or on memrefs, and work together with the ops of
    linalg: they are tiled, fused, bufferized in place and lowered to loops.

    Extents may be static or dynamic. An extent of 0 is legal everywhere.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

/// A tensor or a memref with elements of one of `types`.
class LinalgExt_ShapedOf<list<Type> types, string names>
    : AnyTypeOf<[RankedTensorOf<types>, MemRefOf<types>],
                "ranked tensor or memref of " # names>;

def LinalgExt_Float : AnyTypeOf<[F16, BF16, F32, F64]>;
def LinalgExt_FloatShaped
    : LinalgExt_ShapedOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;

def LinalgExt_NumberShaped
    : LinalgExt_ShapedOf<[AnySignlessInteger, Index, F16, BF16, F32, F64],
                         "integers, indices or floats">;
def LinalgExt_IndexShaped
    : LinalgExt_ShapedOf<[AnySignlessInteger, Index], "integers or indices">;

/// A structured op. StructuredOps.h implements the interface methods in terms
/// of the op's LinalgExtOp methods.
class LinalgExt_StructuredOp<string mnemonic, list<Trait> traits = []>
    : Op<LinalgExt_Dialect, mnemonic,
         !listconcat([DeclareOpInterfaceMethods<LinalgExtOp>,
                      DestinationStyleOpInterface, TilingInterface,
                      BufferizableOpInterface,
                      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                      DeclareOpInterfaceMethods<
                          ReifyRankedShapedTypeOpInterface,
                          ["reifyResultShapes"]>],
                     traits)> {
  let hasVerifier = 1;
  let hasFolder = 1;

  code sharedDeclarations = [{
    // TilingInterface
    ::mlir::SmallVector<::mlir::utils::IteratorType> getLoopIteratorTypes();
    ::mlir::SmallVector<::mlir::Range>
    getIterationDomain(::mlir::OpBuilder &builder) {
      return shared::getIterationDomain(*this, builder);
    }
    ::mlir::FailureOr<::mlir::TilingResult> getTiledImplementation(
        ::mlir::OpBuilder &builder,
        ::mlir::ArrayRef<::mlir::OpFoldResult> offsets,
        ::mlir::ArrayRef<::mlir::OpFoldResult> sizes) {
      return shared::tile(*this, builder, offsets, sizes);
    }
    ::llvm::LogicalResult getResultTilePosition(
        ::mlir::OpBuilder &builder, unsigned result,
        ::mlir::ArrayRef<::mlir::OpFoldResult> offsets,
        ::mlir::ArrayRef<::mlir::OpFoldResult> sizes,
        ::mlir::SmallVector<::mlir::OpFoldResult> &resultOffsets,
        ::mlir::SmallVector<::mlir::OpFoldResult> &resultSizes) {
      return shared::getResultTilePosition(*this, builder, result, offsets,
                                           sizes, resultOffsets, resultSizes);
    }
    ::llvm::LogicalResult getIterationDomainTileFromResultTile(
        ::mlir::OpBuilder &builder, unsigned result,
        ::mlir::ArrayRef<::mlir::OpFoldResult> offsets,
        ::mlir::ArrayRef<::mlir::OpFoldResult> sizes,
        ::mlir::SmallVectorImpl<::mlir::OpFoldResult> &domainOffsets,
        ::mlir::SmallVectorImpl<::mlir::OpFoldResult> &domainSizes) {
      unsigned operand = getTiedOpOperand(getOperation()->getResult(result))
                             ->getOperandNumber();
      return shared::getDomainTile(*this, builder, operand, offsets, sizes,
                                   domainOffsets, domainSizes);
    }
    ::mlir::FailureOr<::mlir::TilingResult> generateResultTileValue(
        ::mlir::OpBuilder &builder, unsigned result,
        ::mlir::ArrayRef<::mlir::OpFoldResult> offsets,
        ::mlir::ArrayRef<::mlir::OpFoldResult> sizes) {
      return shared::tileResult(*this, builder, result, offsets, sizes);
    }
    ::llvm::LogicalResult getIterationDomainTileFromOperandTiles(
        ::mlir::OpBuilder &builder, ::mlir::ArrayRef<unsigned> operands,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> offsets,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> sizes,
        ::mlir::SmallVectorImpl<::mlir::OpFoldResult> &domainOffsets,
        ::mlir::SmallVectorImpl<::mlir::OpFoldResult> &domainSizes) {
      return shared::getDomainTileOfOperands(*this, builder, operands, offsets,
                                             sizes, domainOffsets, domainSizes);
    }
    ::mlir::FailureOr<::mlir::TilingResult>
    getTiledImplementationFromOperandTiles(
        ::mlir::OpBuilder &builder, ::mlir::ArrayRef<unsigned> operands,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> offsets,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> sizes) {
      return shared::tileOperands(*this, builder, operands, offsets, sizes);
    }
    bool isOpFusableWithConsumerSlice(
        unsigned result, ::mlir::ArrayRef<::mlir::OpFoldResult> offsets,
        ::mlir::ArrayRef<::mlir::OpFoldResult> sizes) {
      unsigned operand = getTiedOpOperand(getOperation()->getResult(result))
                             ->getOperandNumber();
      return shared::hasDomainTile(*this, operand, offsets, sizes);
    }
    bool isOpFusableWithProducerSlices(
        ::mlir::ArrayRef<unsigned> operands,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> offsets,
        ::mlir::ArrayRef<::mlir::SmallVector<::mlir::OpFoldResult>> sizes) {
      return shared::haveDomainTile(*this, operands, offsets, sizes);
    }
    ::llvm::LogicalResult generateScalarImplementation(
        ::mlir::OpBuilder &builder, ::mlir::Location loc,
        ::mlir::ValueRange indices);

    // BufferizableOpInterface
    bool bufferizesToMemoryRead(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &state) {
      return !isDpsInit(&operand) ||
             readsDestination(operand.getOperandNumber());
    }
    bool bufferizesToMemoryWrite(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &state) {
      return isDpsInit(&operand);
    }
    bool bufferizesToElementwiseAccess(
        const ::mlir::bufferization::AnalysisState &state,
        ::mlir::ArrayRef<::mlir::OpOperand *> operands) {
      return shared::maySharePairwise(*this, operands);
    }
    ::mlir::bufferization::AliasingValueList getAliasingValues(
        ::mlir::OpOperand &operand,
        const ::mlir::bufferization::AnalysisState &state) {
      if (!isDpsInit(&operand))
        return {};
      return {{getTiedOpResult(&operand),
               ::mlir::bufferization::BufferRelation::Equivalent}};
    }
    ::llvm::LogicalResult bufferize(
        ::mlir::RewriterBase &rewriter,
        const ::mlir::bufferization::BufferizationOptions &options,
        ::mlir::bufferization::BufferizationState &state) {
      return shared::bufferize(*this, rewriter, options, state);
    }
  }];
  code sharedDefinitions = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return shared::reifyResultShapes(*this, builder, shapes);
    }
    void $cppClass::getEffects(
        ::mlir::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      shared::getEffects(*this, effects);
    }
    ::llvm::LogicalResult $cppClass::fold(
        FoldAdaptor, ::mlir::SmallVectorImpl<::mlir::OpFoldResult> &) {
      return ::mlir::memref::foldMemRefCast(*this);
    }
  }];
  let extraClassDeclaration = sharedDeclarations;
  let extraClassDefinition = sharedDefinitions;
}

#endif // HEDDLE_IR_LINALGEXT_LINALGEXTBASE_TD

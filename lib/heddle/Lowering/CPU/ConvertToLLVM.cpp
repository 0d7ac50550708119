//===- ConvertToLLVM.cpp - One conversion to the LLVM dialect -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of the CPU lowering: one conversion with the patterns of all
// dialects that may be left. Structured ops and vectors of higher rank are
// lowered before, by the passes of LowerToLLVM.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_CONVERTTOLLVMPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// `type` with integers in place of bf16; null if there is no bf16 in it.
static Type getIntegerForm(Type type) {
  if (!getElementTypeOrSelf(type).isBF16())
    return {};
  Type integer = IntegerType::get(type.getContext(), 16);
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(integer)) : integer;
}

/// Moves vectors of bf16 as integers, from memory to memory and between lanes:
/// LLVM 22 cannot split an op on 9, 17 or 33 of them into ops on whole
/// registers and one number.
static void moveAsIntegers(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> moves;
  root->walk([&](Operation *op) {
    auto isVector = [](Type type) {
      return isa<VectorType>(type) && getIntegerForm(type);
    };
    if (isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::MaskedLoadOp,
            LLVM::MaskedStoreOp, LLVM::masked_gather, LLVM::masked_scatter,
            LLVM::masked_expandload, LLVM::masked_compressstore,
            LLVM::ShuffleVectorOp, LLVM::InsertElementOp,
            LLVM::ExtractElementOp, LLVM::SelectOp, LLVM::PoisonOp>(op) &&
        (llvm::any_of(op->getOperandTypes(), isVector) ||
         llvm::any_of(op->getResultTypes(), isVector)))
      moves.push_back(op);
  });
  for (Operation *op : moves) {
    Location loc = op->getLoc();
    rewriter.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      Type type = getIntegerForm(value.getType());
      if (!type)
        continue;
      auto cast = value.getDefiningOp<LLVM::BitcastOp>();
      Value integers =
          cast && cast.getArg().getType() == type
              ? cast.getArg()
              : LLVM::BitcastOp::create(rewriter, loc, type, value).getResult();
      rewriter.modifyOpInPlace(op, [&] { operand.set(integers); });
    }
    rewriter.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      Type floats = result.getType();
      Type type = getIntegerForm(floats);
      if (!type)
        continue;
      rewriter.modifyOpInPlace(op, [&] { result.setType(type); });
      auto back = LLVM::BitcastOp::create(rewriter, loc, floats, result);
      rewriter.replaceAllUsesExcept(result, back, back);
    }
  }
}

namespace {

/// Reports the first op that no step of the lowering handles. An op on tensors
/// is named rather than the function around it.
LogicalResult checkLowered(ModuleOp module) {
  auto result = module->walk([](Operation *op) {
    if (isa<ModuleOp, UnrealizedConversionCastOp>(op) ||
        isa_and_nonnull<LLVM::LLVMDialect, omp::OpenMPDialect,
                        arith::ArithDialect, cf::ControlFlowDialect,
                        func::FuncDialect, index::IndexDialect,
                        math::MathDialect, memref::MemRefDialect, ub::UBDialect,
                        vector::VectorDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitError() << "expects bufferized payload, but '" << op->getName()
                    << "' has no lowering to LLVM";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Freezes the conversion of a float to an integer. If the integer type does
/// not hold the float, the result is poison. The expansion of exp converts NaN
/// in this way, and LLVM would fold its result to something other than NaN.
void freezeConversions(RewriterBase &rewriter, ModuleOp module) {
  module->walk([&](Operation *op) {
    if (!isa<LLVM::FPToSIOp, LLVM::FPToUIOp>(op))
      return;
    rewriter.setInsertionPointAfter(op);
    auto frozen =
        LLVM::FreezeOp::create(rewriter, op->getLoc(), op->getResult(0));
    rewriter.replaceAllUsesExcept(op->getResult(0), frozen, frozen);
  });
}

struct ConvertToLLVM : heddle::impl::ConvertToLLVMPassBase<ConvertToLLVM> {
  using ConvertToLLVMPassBase::ConvertToLLVMPassBase;

  void populatePatterns(LLVMTypeConverter &converter,
                        RewritePatternSet &patterns,
                        SymbolTableCollection &symbols) {
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    cf::populateAssertToLLVMConversionPattern(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    // Intrinsics first, the C library for the functions that have none.
    populateMathToLLVMConversionPatterns(converter, patterns,
                                         /*approximateLog1p=*/false,
                                         /*benefit=*/2);
    populateMathToLibmConversionPatterns(patterns, /*benefit=*/1);
    populateOpenMPToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    // Not before: MLIR would compute functions of these constants, with other
    // roundings than those of LowerFloats, and in no field.
    vector::populateVectorStepLoweringPatterns(patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns, reassociate,
                                           /*force32BitVectorIndices=*/false);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkLowered(module)))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    LowerToLLVMOptions options(
        context, getAnalysis<DataLayoutAnalysis>().getAtOrAbove(module));
    LLVMTypeConverter converter(context, options);
    SymbolTableCollection symbols;
    RewritePatternSet patterns(context);
    populatePatterns(converter, patterns, symbols);

    LLVMConversionTarget target(*context);
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                             func::FuncDialect, index::IndexDialect,
                             math::MathDialect, memref::MemRefDialect,
                             ub::UBDialect, vector::VectorDialect>();
    target.addLegalOp<ModuleOp>();
    configureOpenMPToLLVMConversionLegality(target, converter);
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    IRRewriter rewriter(context);
    moveAsIntegers(rewriter, module);
    freezeConversions(rewriter, module);
  }
};

} // namespace

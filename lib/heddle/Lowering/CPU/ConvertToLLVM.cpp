//===- ConvertToLLVM.cpp - One conversion to the LLVM dialect -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of the CPU lowering: one conversion with the patterns of all
// dialects that may be left. Structured ops and vectors of higher rank are
// lowered before, by the passes of Pipelines.cpp.
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

namespace mlir::heddle {
#define GEN_PASS_DEF_CONVERTTOLLVMPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// Stores vectors of bf16 as integers: LLVM 22 cannot split a store of 17 or 33
/// of them into stores of whole registers and one number.
static void storeAsIntegers(RewriterBase &rewriter, Operation *root) {
  root->walk([&](Operation *op) {
    if (!isa<LLVM::StoreOp, LLVM::MaskedStoreOp>(op))
      return;
    OpOperand &value = op->getOpOperand(0);
    auto type = dyn_cast<VectorType>(value.get().getType());
    if (!type || !type.getElementType().isBF16())
      return;
    rewriter.setInsertionPoint(op);
    Value integers = LLVM::BitcastOp::create(
        rewriter, op->getLoc(), type.clone(rewriter.getI16Type()), value.get());
    rewriter.modifyOpInPlace(op, [&] { value.set(integers); });
  });
}

namespace {

/// Reports the first op that no step of the lowering takes care of. An op on
/// tensors is named rather than the function around it.
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
    storeAsIntegers(rewriter, module);
  }
};

} // namespace

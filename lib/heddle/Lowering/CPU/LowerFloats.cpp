//===- LowerFloats.cpp - Math functions and narrow floats -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math functions become polynomials or wider functions, bf16 arithmetic becomes
// f32 arithmetic. Functions that are left to the C library are converted in
// ConvertToLLVM.cpp.
//
//===----------------------------------------------------------------------===//

#include "CarriedExtrema.h"
#include "ExpPolynomial.h"
#include "LaneExtrema.h"
#include "MaskedReductions.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERFLOATSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

bool isApproximated(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases(
          {math::ExpM1Op::getOperationName(), math::LogOp::getOperationName(),
           math::Log2Op::getOperationName(), math::Log1pOp::getOperationName(),
           math::TanhOp::getOperationName(), math::ErfOp::getOperationName()},
          true)
      .Default(false);
}

/// Keeps each rounding. The emulation allows contraction of all its
/// conversions, so a conversion to bf16 would fold with a conversion back to
/// the wider type. The result of an op must not depend on which op reads it.
void keepRoundings(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](arith::ArithFastMathInterface op) {
    arith::FastMathFlagsAttr attr = op.getFastMathFlagsAttr();
    if (!attr || !isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    auto kept = arith::FastMathFlagsAttr::get(
        root->getContext(), attr.getValue() & ~arith::FastMathFlags::contract);
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr(op.getFastMathAttrName(), kept); });
  });
}

struct LowerFloats : heddle::impl::LowerFloatsPassBase<LowerFloats> {
  using LowerFloatsPassBase::LowerFloatsPassBase;

  LogicalResult lowerMath(Operation *root) {
    RewritePatternSet patterns(&getContext());
    populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
    if (approximate) {
      populateMathPolynomialApproximationPatterns(patterns, isApproximated);
      heddle::populateExpPolynomialPattern(patterns);
    }
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .enableConstantCSE(false);
    return applyPatternsGreedily(root, std::move(patterns), config);
  }

  /// bf16 arithmetic in f32, with a conversion after each op.
  LogicalResult emulateBF16(Operation *root) {
    MLIRContext *context = &getContext();
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(
        converter, {BFloat16Type::get(context)}, Float32Type::get(context));
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(*context);
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    if (failed(applyPartialConversion(root, target, std::move(patterns))))
      return failure();
    keepRoundings(root);
    RewritePatternSet expand(context);
    arith::populateExpandBFloat16Patterns(expand);
    return applyPatternsGreedily(root, std::move(expand));
  }

  void runOnOperation() override {
    Operation *root = getOperation();
    IRRewriter rewriter(&getContext());
    heddle::lowerMaskedReductions(rewriter, root);
    heddle::lowerCarriedExtrema(rewriter, root);
    heddle::lowerLaneExtrema(rewriter, root);
    bool hasMath = false, hasBF16 = false;
    root->walk([&](Operation *op) {
      hasMath |=
          isa<math::MathDialect>(op->getDialect()) ||
          isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
      for (Type type : op->getResultTypes())
        hasBF16 |= getElementTypeOrSelf(type).isBF16();
      for (Type type : op->getOperandTypes())
        hasBF16 |= getElementTypeOrSelf(type).isBF16();
    });
    if ((hasMath && failed(lowerMath(root))) ||
        (hasBF16 && failed(emulateBF16(root))))
      signalPassFailure();
  }
};

} // namespace

//===- HeddleExtension.cpp - Registers Heddle's transform ops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extension of the transform dialect that holds Heddle's ops, and the
// dialects that these ops create. The ops themselves are in the family files.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/HeddleExtension.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Cleanup/CleanupOps.h"
#include "heddle/TransformOps/Elementwise/ElementwiseOps.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/TransformOps/Fusion/FusionRootOps.h"
#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.h"
#include "heddle/TransformOps/Loops/LoopFusionOps.h"
#include "heddle/TransformOps/Loops/LoopOps.h"
#include "heddle/TransformOps/Matching/MatchOps.h"
#include "heddle/TransformOps/Pads/PadOps.h"
#include "heddle/TransformOps/Target/TargetOps.h"
#include "heddle/TransformOps/Tiling/TilingOps.h"
#include "heddle/TransformOps/Vectors/VectorOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {
class HeddleExtension
    : public transform::TransformDialectExtension<HeddleExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HeddleExtension)

  using Base::Base;

  void init() {
    declareDialects();
    registerOps();
  }

private:
  void declareDialects() {
    // Its flags are parsed in a schedule.
    declareDependentDialect<arith::ArithDialect>();
    declareDependentDialect<pdl::PDLDialect>();
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<bufferization::BufferizationDialect>();
    declareGeneratedDialect<DLTIDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<linalg_ext::LinalgExtDialect>();
    declareGeneratedDialect<LLVM::LLVMDialect>();
    declareGeneratedDialect<math::MathDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<shard::ShardDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    declareGeneratedDialect<ub::UBDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
  }

  void registerOps() {
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Fusion/FusionOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Fusion/FusionRootOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Elementwise/ElementwiseOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Loops/LoopFusionOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Loops/LoopOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Matching/MatchOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Pads/PadOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Target/TargetOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Tiling/TilingOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Cleanup/CleanupOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Buffers/BufferizationOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/TransformOps/Vectors/VectorOps.cpp.inc"
        >();
  }
};
} // namespace

void heddle::registerHeddleExtension(DialectRegistry &registry) {
  registry.addExtensions<HeddleExtension>();
}

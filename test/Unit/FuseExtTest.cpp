//===- FuseExtTest.cpp - Fusion of ops that lack a model ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that registers footprints but no emission, which IR cannot express.
// Everything else of fuse_ext is tested by IR (test/TransformOps/Fusion).
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseExt.h"
#include "heddle/Analysis/Footprint/FootprintModels.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

static std::string toText(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

namespace {
struct Listener : RewriterBase::Listener {
  void notifyMatchFailure(Location,
                          function_ref<void(Diagnostic &)> callback) override {
    Diagnostic diagnostic(UnknownLoc::get(context), DiagnosticSeverity::Remark);
    callback(diagnostic);
    text += diagnostic.str();
  }
  MLIRContext *context = nullptr;
  std::string text;
};
} // namespace

TEST(FuseExtTest, AnOpWithoutEmissionIsRefusedAndThePayloadIsUntouched) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, linalg::LinalgDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  registerFootprintModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
      func.func @f(%x: tensor<5x7xf32>, %o: tensor<5x7xf32>) -> tensor<5x7xf32> {
        %0 = linalg.negf ins(%x : tensor<5x7xf32>) outs(%o : tensor<5x7xf32>)
            -> tensor<5x7xf32>
        return %0 : tensor<5x7xf32>
      })",
                                                             &context);
  Operation *root = nullptr;
  module->walk([&](linalg::NegFOp op) { root = op; });
  std::string before = toText(*module);
  Listener listener;
  listener.context = &context;
  IRRewriter rewriter(&context, &listener);
  FusionOptions options;
  options.tileSizes = {rewriter.getIndexAttr(2)};
  EXPECT_TRUE(failed(fuseExt(rewriter, root, options)));
  EXPECT_EQ(listener.text, "nothing says how a tile of 'linalg.negf' is made: "
                           "it does not implement EmissionOpInterface");
  EXPECT_EQ(toText(*module), before);
}

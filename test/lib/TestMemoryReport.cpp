//===- TestMemoryReport.cpp - Prints what buffers and copies cost ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the memory report of a module in place of the module.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/MemoryReport.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct TestMemoryReport
    : public PassWrapper<TestMemoryReport, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMemoryReport)

  TestMemoryReport() = default;
  TestMemoryReport(const TestMemoryReport &pass) : PassWrapper(pass) {}

  StringRef getArgument() const override { return "test-memory-report"; }
  StringRef getDescription() const override {
    return "Print the memory report";
  }

  void runOnOperation() override {
    MemoryReport report = computeMemoryReport(getOperation());
    if (json)
      llvm::outs() << llvm::formatv("{0:2}", report.toJSON()) << "\n";
    else
      report.print(llvm::outs());
  }

  Option<bool> json{*this, "json", llvm::cl::desc("As JSON"),
                    llvm::cl::init(false)};
};

const PassRegistration<TestMemoryReport> memoryReport;
} // namespace

//===- TestApplySchedule.cpp - Tests that a refusal changes nothing -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies a schedule that is expected to be refused, and compares the payload
// before and after. That refusal is an error is tested with --apply-schedule.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"

#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/PDLExtension/PDLExtension.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct TestApplyScheduleRefused
    : public PassWrapper<TestApplyScheduleRefused, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestApplyScheduleRefused)

  TestApplyScheduleRefused() = default;
  TestApplyScheduleRefused(const TestApplyScheduleRefused &pass)
      : PassWrapper(pass) {}

  StringRef getArgument() const override {
    return "test-apply-schedule-refused";
  }
  StringRef getDescription() const override {
    return "Apply a schedule and tell whether it was refused without a trace";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<transform::TransformDialect, pdl_interp::PDLInterpDialect>();
    transform::registerPDLExtension(registry);
    registerScheduleGuards(registry);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    getOperation()->print(
        os, OpPrintingFlags().printGenericOpForm().enableDebugInfo());
    return text;
  }

  void runOnOperation() override {
    std::string before = print();
    ApplyOptions options;
    options.entry = entry;
    options.strict = strict;
    if (succeeded(applyScheduleFiles(getOperation(), {}, options))) {
      emitRemark(getOperation().getLoc()) << "applied";
      return;
    }
    if (print() == before)
      emitRemark(getOperation().getLoc()) << "refused, payload as it was";
    else
      emitError(getOperation().getLoc()) << "refused, payload changed";
  }

  Option<std::string> entry{*this, "entry", llvm::cl::desc("Entry point")};
  Option<bool> strict{*this, "strict", llvm::cl::desc("Refuse unsound ops"),
                      llvm::cl::init(false)};
};

const PassRegistration<TestApplyScheduleRefused> scheduleRefused;
} // namespace

//===- Passes.cpp - Passes that apply schedules ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shell around applyScheduleFiles.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Passes.h"

#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/PDLExtension/PDLExtension.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "heddle/Interpreter/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ApplySchedulePass
    : public heddle::impl::ApplySchedulePassBase<ApplySchedulePass> {
  using ApplySchedulePassBase::ApplySchedulePassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<transform::TransformDialect, pdl::PDLDialect,
                    pdl_interp::PDLInterpDialect>();
    transform::registerPDLExtension(registry);
    registerScheduleGuards(registry);
  }

  void runOnOperation() override {
    ApplyOptions options;
    options.entry = entry;
    options.strict = strict;
    options.libraryRemarks = libraryRemarks;
    options.keepSchedule = keepSchedule;
    llvm::append_range(options.libraryPaths, libraryPaths);
    llvm::append_range(options.params, params);
    SmallVector<std::string> files(schedules.begin(), schedules.end());
    if (failed(applyScheduleFiles(getOperation(), files, options)))
      signalPassFailure();
  }
};
} // namespace

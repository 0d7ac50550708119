//===- ScheduleGuardsExtension.cpp - Registers the guard ops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extension of the transform dialect that holds the guard ops.
// ScheduleGuards implements them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Guards/ScheduleGuards.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class ScheduleGuardsExtension
    : public transform::TransformDialectExtension<ScheduleGuardsExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleGuardsExtension)

  using Base::Base;

  void init() {
    registerTransformOps<
#define GET_OP_LIST
#include "heddle/Interpreter/Guards/ScheduleGuards.cpp.inc"
        >();
  }
};
} // namespace

void heddle::registerScheduleGuards(DialectRegistry &registry) {
  registry.addExtensions<ScheduleGuardsExtension>();
}

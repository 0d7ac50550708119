//===- FloatConstants.h - The floats in a module ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants of a payload that judgments of its rounding need.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_FLOATCONSTANTS_H
#define HEDDLE_LIB_EXECUTION_CHECK_FLOATCONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Calls `visit` with each float that is an attribute of an op in `module`, or
/// an element of one.
inline void
forEachFloat(ModuleOp module,
             llvm::function_ref<void(const llvm::APFloat &)> visit) {
  module->walk([&](Operation *op) {
    for (NamedAttribute named : op->getAttrs())
      if (auto number = dyn_cast<FloatAttr>(named.getValue()))
        visit(number.getValue());
      else if (auto dense = dyn_cast<DenseFPElementsAttr>(named.getValue()))
        llvm::for_each(dense.getValues<llvm::APFloat>(), visit);
  });
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_FLOATCONSTANTS_H

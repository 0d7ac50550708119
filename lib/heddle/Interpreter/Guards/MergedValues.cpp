//===- MergedValues.cpp - Where a schedule merged values ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is identified by its address. If it is erased, a new function may
// get the same address and inherit its history.
//
//===----------------------------------------------------------------------===//

#include "MergedValues.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// Calls `visit` with the functions in `root`, or with the one around it.
static void visitFunctions(Operation *root,
                           llvm::function_ref<void(Operation *)> visit) {
  if (auto function = root->getParentOfType<FunctionOpInterface>())
    return visit(function);
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    visit(function);
    return WalkResult::skip();
  });
}

MergedValues::MergedValues(transform::TransformState &state)
    : Extension(state) {
  visitFunctions(state.getTopLevel(),
                 [&](Operation *function) { functions.insert(function); });
}

void MergedValues::noteMerge(Operation *step, Operation *target) {
  last = step;
  visitFunctions(target, [&](Operation *function) { merges[function] = step; });
}

void MergedValues::noteInlining() { functions.clear(); }

Operation *MergedValues::findMerge(Operation *op) const {
  Operation *function = dyn_cast<FunctionOpInterface>(op);
  if (auto outer = op->getParentOfType<FunctionOpInterface>())
    function = outer;
  if (Operation *merge = merges.lookup(function))
    return merge;
  return functions.contains(function) ? nullptr : last;
}

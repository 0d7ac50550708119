//===- OutParams.cpp - Results that become arguments ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions are those of promoteBufferResultsToOutParams in MLIR 22. Its
// own errors name neither the result nor a remedy.
//
//===----------------------------------------------------------------------===//

#include "OutParams.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

/// True if upstream can make an argument for a result with the layout of
/// `type`: an identity layout, or one with any offset and strides.
static bool hasLayoutOfArgument(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.getLayout().isIdentity() ||
         (succeeded(type.getStridesAndOffset(strides, offset)) &&
          ShapedType::isDynamic(offset) &&
          llvm::all_of(strides, ShapedType::isDynamic));
}

/// True if each size of `buffer` that is not static is an argument of
/// `function`.
static bool isSizedByArguments(Value buffer, func::FuncOp function) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && llvm::all_of(alloc.getDynamicSizes(), [&](Value size) {
           return llvm::is_contained(function.getArguments(), size);
         });
}

LogicalResult heddle::checkOutParams(func::FuncOp function,
                                     ArrayRef<int64_t> positions) {
  WalkResult calls = function->getParentOp()->walk([&](func::CallOp call) {
    return call.getCallee() == function.getSymName() ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  bool isCalled = calls.wasInterrupted();
  WalkResult walked = function.walk([&](func::ReturnOp returnOp) {
    for (auto [buffer, position] :
         llvm::zip_equal(returnOp.getOperands(), positions)) {
      auto type = dyn_cast<MemRefType>(buffer.getType());
      bool isSized = !type || type.hasStaticShape() || !isCalled ||
                     isSizedByArguments(buffer, function);
      if (isSized && (!type || hasLayoutOfArgument(type)))
        continue;
      InFlightDiagnostic error = function.emitError("result ");
      error << position << " of '" << function.getSymName() << "' is a new "
            << buffer.getType() << ", ";
      if (isSized)
        error << "a part of a buffer, which cannot be an argument; layout = "
                 "\"identity\" copies it";
      else
        error << "which a caller cannot allocate, as its size is not an "
                 "argument; returns = \"drop_arguments\" or \"keep\" returns "
                 "it, and a destination that is an argument becomes the result";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

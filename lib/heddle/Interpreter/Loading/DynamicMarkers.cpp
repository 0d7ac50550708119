//===- DynamicMarkers.cpp - Numbers that stand for values -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of these ops in MLIR 22.1 do not count the operands of lists:
// tensor.pad, linalg.pack and linalg.unpack, whose verifiers read past the
// operands, and the transform ops. The ops are known by name.
//
//===----------------------------------------------------------------------===//

#include "DynamicMarkers.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::heddle;

/// The number of operands of `op` that may be entries of lists; none if the
/// verifier of `op` counts them.
static std::optional<int64_t> countListOperands(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "tensor.pad" || name == "linalg.pack" || name == "linalg.unpack")
    return llvm::count_if(op->getOperandTypes(),
                          [](Type type) { return type.isIndex(); });
  // The first operand is the target.
  if (name.starts_with("transform."))
    return std::max<int64_t>(0, int64_t(op->getNumOperands()) - 1);
  return std::nullopt;
}

LogicalResult heddle::verifyDynamicMarkers(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    std::optional<int64_t> operands = countListOperands(op);
    if (!operands)
      return WalkResult::advance();
    int64_t markers = 0;
    for (NamedAttribute attribute : op->getAttrDictionary())
      if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
        markers += llvm::count(list.asArrayRef(), ShapedType::kDynamic);
    if (markers <= *operands)
      return WalkResult::advance();
    op->emitOpError("expects an operand for each ")
        << ShapedType::kDynamic << " in its lists, which stands for one; got "
        << *operands << " operands for " << markers;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===- EmptyConcats.cpp - Parts of no place that do not bufferize ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR 22.1 makes a 'memref.subview' of the result for each part of a
// 'tensor.concat'. The verifier rejects a subview that begins at or past the
// end of a static dim, even if it has no elements.
//
//===----------------------------------------------------------------------===//

#include "InvalidInputs.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

bool heddle::bufferizesInOneShot(Operation *op) {
  if (auto pass = dyn_cast<transform::ApplyRegisteredPassOp>(op))
    return pass.getPassName() == "one-shot-bufferize";
  return op->getName().getStringRef() ==
         "transform.bufferization.one_shot_bufferize";
}

/// Says which part of `concat` begins at the end of the result, if one does.
static std::optional<std::string> findPartAtEnd(tensor::ConcatOp concat) {
  ArrayRef<int64_t> shape = concat.getResultType().getShape();
  int64_t offset = 0;
  for (auto [number, part] : llvm::enumerate(concat.getInputs())) {
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      int64_t start = dim == concat.getDim() ? offset : 0;
      if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(start) ||
          start < extent)
        continue;
      return ("part " + Twine(number) + " of 'tensor.concat' begins at " +
              Twine(start) + " in dim " + Twine(dim) + " of extent " +
              Twine(extent))
          .str();
    }
    int64_t size =
        cast<RankedTensorType>(part.getType()).getDimSize(concat.getDim());
    if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(size))
      offset = ShapedType::kDynamic;
    else
      offset += size;
  }
  return std::nullopt;
}

std::optional<InvalidInput>
heddle::findEmptyConcat(Operation *op, const TransformState &state) {
  std::optional<InvalidInput> found;
  for (Operation *target : state.getPayloadOps(op->getOperand(0)))
    target->walk([&](tensor::ConcatOp concat) {
      std::optional<std::string> part = findPartAtEnd(concat);
      if (!part)
        return WalkResult::advance();
      found = InvalidInput{
          "expects parts that begin before the end of their result, but " +
              *part + "; 'transform.heddle.bufferize' takes it",
          concat};
      return WalkResult::interrupt();
    });
  return found;
}

//===- PayloadLinalgExt.cpp - Extents of linalg_ext ops and scatters ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which extents the structured ops of linalg_ext equate: the extents that one
// iteration dim runs over, and relations that no iteration dim expresses. The
// scatter of 'tensor' has the same ones.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::linalg_ext;

/// No two rows of `indices` name the same place in `dims` of `array`, so there
/// are as many places as rows.
void PayloadShapes::addDistinctRows(Value indices, Value array,
                                    ArrayRef<int64_t> dims, Operation *op) {
  auto type = cast<ShapedType>(array.getType());
  const auto *grows =
      llvm::find_if(dims, [&](int64_t d) { return type.isDynamicDim(d); });
  if (grows == dims.end())
    return;
  SmallVector<unsigned> inputs;
  for (int64_t d : dims)
    if (d != *grows)
      inputs.push_back(getNode(array, d));
  size_t others = inputs.size();
  int64_t numBatch = cast<ShapedType>(indices.getType()).getRank() - 1;
  for (int64_t d : llvm::seq(numBatch))
    inputs.push_back(getNode(indices, d));
  addEquation({getNode(array, *grows), inputs,
               [others](ArrayRef<int64_t> values) -> std::optional<int64_t> {
                 uint64_t places = 1, rows = 1;
                 for (auto [i, value] : llvm::enumerate(values))
                   (i < others ? places : rows) *= value;
                 if (places == 0)
                   return std::nullopt;
                 return llvm::divideCeil(rows, places);
               },
               op, Equation::Kind::Hint});
}

/// The source has a slice of the destination for each row of the indices.
void PayloadShapes::visitScatter(Operation *op) {
  auto scatter = cast<tensor::ScatterOp>(op);
  Value source = scatter.getSource(), dest = scatter.getDest();
  ArrayRef<int64_t> scattered = scatter.getScatterDims();
  int64_t d = scatter.getIndicesType().getRank() - 1;
  for (int64_t batch : llvm::seq(d))
    unite(getNode(source, batch), getNode(scatter.getIndices(), batch), op);
  int64_t rank = scatter.getDestType().getRank();
  bool keepsDims = scatter.getSourceType().getRank() == d + rank;
  for (int64_t dim : llvm::seq(rank)) {
    bool isScattered = llvm::is_contained(scattered, dim);
    if (!isScattered)
      unite(getNode(source, d), getNode(dest, dim), op);
    d += keepsDims || !isScattered;
  }
  if (scatter.getUnique())
    addDistinctRows(scatter.getIndices(), dest, scattered, op);
}

void PayloadShapes::visitLinalgExt(Operation *op) {
  auto structured = cast<LinalgExtOp>(op);
  llvm::SmallDenseMap<int64_t, unsigned> loops;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [d, loop] :
         llvm::enumerate(structured.getOperandDims(operand.getOperandNumber())))
      if (loop >= 0) {
        unsigned node = getNode(operand.get(), d);
        unite(loops.try_emplace(loop, node).first->second, node, op);
      }
  if (auto topk = dyn_cast<TopkOp>(op))
    unite(getNode(topk.getOutputValues(), topk.getDimension()),
          getNode(topk.getOutputIndices(), topk.getDimension()), op);
  if (auto diag = dyn_cast<DiagOp>(op); diag && diag.getOffsets().empty()) {
    int64_t last = diag.getLoopIteratorTypes().size() - 1;
    unite(getNode(diag.getOutput(), last - 1), getNode(diag.getOutput(), last),
          op);
  }
  // There have to be indices to choose from (IndexInputs.h).
  auto scatter = dyn_cast<ScatterOp>(op);
  if (scatter && scatter.getUniqueIndices())
    addDistinctRows(
        scatter.getIndices(), scatter.getSource(),
        llvm::to_vector(llvm::seq<int64_t>(scatter.getIndexDepth())), op);
  if (scatter)
    for (int64_t d = 0; d < scatter.getIndexDepth(); ++d)
      addEquation(
          {getNode(scatter.getSource(), d),
           {},
           [](ArrayRef<int64_t>) -> std::optional<int64_t> { return 2; },
           op,
           Equation::Kind::Hint});
}

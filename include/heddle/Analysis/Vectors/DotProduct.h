//===- DotProduct.h - Sums of products of narrow elements -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors have instructions that multiply groups of narrow elements and add
// each group to one wide sum. Here is which ops are such sums, and which of
// them have their elements in the order that the instructions read.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H
#define HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <array>
#include <variant>

namespace mlir::heddle {

/// On a `vector.contract` that may be computed by an instruction for dot
/// products, although that one flushes numbers that are almost zero.
constexpr StringLiteral kDotProduct = "heddle.dot_product";

/// An op that adds products of i8 to an i32, or products of bf16 to an f32.
struct NarrowProducts {
  /// The type of the factors, and how many one instruction adds to a sum.
  Type type;
  int64_t group;
  /// Whether input 0, input 1 is extended with zeros.
  std::array<bool, 2> isUnsigned;
  /// The loop dim of the last dim of the result, and which of the inputs has
  /// it. A vector of sums lies along it.
  unsigned laneDim;
  unsigned laneInput;
};

/// The first loop of `op`, an op on two inputs with subscripts that are loops,
/// that is neither summed over both inputs nor a dim of the result and of an
/// input.
std::optional<unsigned> findOddLoop(linalg::LinalgOp op);

/// The products that `op` adds, or why it is no sum of narrow ones.
std::variant<NarrowProducts, std::string>
matchNarrowProducts(linalg::LinalgOp op);

/// The last loop dim of `op`, if that is one group of products of elements that
/// lie next to each other in both inputs, and instructions compute such groups.
std::optional<unsigned> getGroupDim(linalg::LinalgOp op);

/// The last dim of the result of `op`, an op without reductions, if it is one
/// group of i8 or bf16: rows of groups fill registers as rows of words do.
std::optional<unsigned> getFilledGroupDim(linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H

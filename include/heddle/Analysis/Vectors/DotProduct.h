//===- DotProduct.h - Sums of products of narrow elements -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors have instructions that multiply groups of narrow elements and add
// each group to one wide sum. This file finds ops that compute such sums, and
// those whose elements are already in the order in which the instructions read
// them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H
#define HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <array>
#include <variant>

namespace mlir::heddle {

/// An attribute of a `vector.contract`: an instruction for dot products may
/// compute it, although that instruction takes denormals as zeros.
constexpr StringLiteral kDotProduct = "heddle.dot_product";

/// An op that adds products of i8 to an i32, or products of bf16 to an f32.
struct NarrowProducts {
  /// The type of the factors, and how many one instruction adds to a sum.
  Type type;
  int64_t group;
  /// For input 0 and input 1, whether its elements are extended with zeros.
  std::array<bool, 2> isUnsigned;
  /// The loop dim of the last dim of the result, and which of the inputs has
  /// it. A vector of sums lies along it.
  unsigned laneDim;
  unsigned laneInput;
};

/// The first loop of `op` that a product of matrices does not have. A loop of
/// such a product is either a reduction that indexes both inputs, or it
/// indexes the result and at least one input. `op` has two inputs, and each
/// subscript is a loop.
std::optional<unsigned> findOddLoop(linalg::LinalgOp op);

/// The products that `op` adds, or the reason why it is not a sum of narrow
/// products.
std::variant<NarrowProducts, std::string>
matchNarrowProducts(linalg::LinalgOp op);

/// The last loop dim of `op`, if it sums one group of products, the elements
/// of the group are next to each other in both inputs, and instructions
/// compute such groups.
std::optional<unsigned> getGroupDim(linalg::LinalgOp op);

/// The last dim of the result of `op`, which has no reductions, if that dim is
/// one group of i8 or bf16. Rows of groups fill registers as rows of 32-bit
/// words do.
std::optional<unsigned> getFilledGroupDim(linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_VECTORS_DOTPRODUCT_H

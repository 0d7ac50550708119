//===- VectorChoice.h - Which vectors an op becomes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-only decisions of vectorization: which tile of an op fits the
// registers, which vectors compute the op or why it stays scalar, and how many
// scalar operations it takes. Transforms/Vectors carries these decisions out.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_VECTORS_VECTORCHOICE_H
#define HEDDLE_ANALYSIS_VECTORS_VECTORCHOICE_H

#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <variant>

namespace mlir::heddle {

/// An attribute of a loop that runs the last, partial iteration of another
/// loop.
constexpr StringLiteral kPartialTile = "heddle.partial_tile";

/// The vector registers of the machine.
struct VectorTarget {
  /// Bits of one register.
  int64_t registerBits = 512;
  /// The number of registers.
  int64_t numRegisters = 32;
  /// Whether instructions for dot products may be used (DotProduct.h).
  bool dotProducts = false;

  /// The elements of `op` that one register holds: those of its widest operand.
  int64_t getLanes(linalg::LinalgOp op) const;
  /// The registers that a tile may take. A few are left for operands.
  int64_t getTileRegisters() const;
};

/// The largest number of elements that `op` iterates in each dim, dynamic where
/// no bound is known.
SmallVector<int64_t> getExtentBounds(linalg::LinalgOp op);

/// True for a convolution or pooling, named or generic.
bool slidesWindow(linalg::LinalgOp op);

/// The loop dim whose elements are contiguous in the result, or in the largest
/// input if the op reduces along them. If several inputs are the largest, one
/// whose rows are those of the result decides. Nullopt for an op without
/// loops.
std::optional<unsigned> getLaneDim(linalg::LinalgOp op);

/// The loop dim of `op` that an instruction for dot products of `target` sums
/// up.
std::optional<unsigned> getInstructionDim(linalg::LinalgOp op,
                                          const VectorTarget &target);

/// The lanes of a vector for a row of `extent` elements: the next power of
/// two. If a vector of another size passes from block to block, such as 48
/// floats that a loop carries, LLVM splits it into elements.
int64_t getRowLanes(int64_t extent);

/// The registers that hold one element of each iteration of `shape`.
int64_t countRegisters(linalg::LinalgOp op, ArrayRef<int64_t> shape,
                       const VectorTarget &target);

/// The window and channel dims of a convolution or pooling, or the contracted
/// ones of a contraction: a tile has extent 1 there.
struct SummedDims {
  SmallVector<unsigned> batch;
  SmallVector<unsigned> window;
  SmallVector<unsigned> contracted;
};
/// Nullopt if `op` is none of these.
std::optional<SummedDims> getSummedDims(linalg::LinalgOp op);

/// A tile of an op that fits registers. Sizes are per loop dim, 0 where the dim
/// is not tiled.
struct RegisterTile {
  SmallVector<int64_t> sizes;
  /// If set, the loop carries one vector of partial results along this
  /// reduction dim, which are combined after the loop. The other sizes are
  /// then 0.
  std::optional<unsigned> partialDim;
};

/// The loops that make `op` fit registers, outermost first: parallel dims, then
/// reductions. Indivisible dims stay whole. Nullopt if it fits as it is, or if
/// only those are left.
std::optional<RegisterTile> chooseRegisterTile(linalg::LinalgOp op,
                                               const VectorTarget &target);

/// What keeps `op` scalar whatever its shape: its element types, or its body.
std::optional<std::string> findScalarBody(linalg::LinalgOp op);

/// The vector that computes an op at once.
struct VectorChoice {
  /// One extent per loop dim; in the dim of the lanes the next power of two.
  SmallVector<int64_t> shape;
  /// True if the op has fewer elements, or may have.
  bool isMasked = false;
};

/// The vector for `op`, or the reason why it stays scalar.
std::variant<VectorChoice, Reason> chooseVector(linalg::LinalgOp op);

/// The scalar operations of all executions of `op`, a structured op, in the
/// loops around it inside `root`. Unknown trip counts get the nominal value.
double countScalarOps(Operation *op, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_VECTORS_VECTORCHOICE_H

//===- IndexInputs.h - Arguments whose elements are indices -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the integers of a function's arguments to the arrays that they index.
// Numbers beyond the extents are undefined behavior and prove nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_INDEXINPUTS_H
#define HEDDLE_EXECUTION_INPUTS_INDEXINPUTS_H

#include "heddle/Execution/Shapes/PayloadShapes.h"

namespace mlir::heddle {

/// The dims that the elements of one argument index.
struct IndexedDims {
  /// Dim `dim` of `array`, which is read or written at the element itself, if
  /// the element is at `column` of the last dim of the argument; at any column
  /// without one.
  struct Use {
    Value array;
    int64_t dim;
    std::optional<int64_t> column;
  };
  SmallVector<Use> uses;
  /// Some index is computed from an element, so the bound of the element is not
  /// known.
  bool isComputed = false;
  /// An index, an offset, a size or a number of trips is computed from an
  /// element, or the element is limited, or compared or combined with an index.
  /// So it may be a number that the dims do not tell.
  bool isOpen = false;
  /// A size or a number of trips follows from an element, which is not negative
  /// then.
  bool isSize = false;
  /// The author promises that no two rows of this argument are equal. Its last
  /// extent is the number of indices in a row.
  bool isDistinct = false;
  /// Elements that are narrower than an index are extended with zeros.
  bool isUnsigned = false;
  /// If a number is shifted by an element, the bits of that number. No op
  /// compares or limits the element, and a shift by more bits is undefined.
  std::optional<int64_t> shiftedBits = std::nullopt;

  /// Whether an element must not be just any number of its type.
  bool isLimited() const { return isComputed || !uses.empty() || shiftedBits; }
  /// The elements at `column` of the last dim are in [0, n): n is the smallest
  /// of the extents that they index and of the bits, and at most 2 if an index
  /// is computed or an extent is not known. Without a column, of the extents
  /// that all elements index, or of all extents if there are none.
  int64_t getBound(const ShapeAssignment &shapes,
                   std::optional<int64_t> column = std::nullopt) const;
  /// The columns that index dims of their own, in ascending order.
  SmallVector<int64_t> getColumns() const;
};

/// One entry for each argument of `func`. Arguments of floats index nothing.
SmallVector<IndexedDims> findIndexedDims(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_INDEXINPUTS_H

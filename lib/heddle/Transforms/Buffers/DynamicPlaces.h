//===- DynamicPlaces.h - Places of sizes known at run time ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of an arena after its static buffers. The places follow each other,
// and their sizes are summed when the function begins.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_DYNAMICPLACES_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_DYNAMICPLACES_H

#include "heddle/Analysis/Memory/ArenaPacking.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {

/// A buffer of a size that is known at run time only.
struct DynamicBuffer {
  memref::AllocOp alloc;
  /// Null if nothing frees it.
  memref::DeallocOp dealloc;
  LiveInterval live;
};

/// Where each place begins, and where the last one ends, in bytes.
struct DynamicOffsets {
  SmallVector<Value> places;
  Value end;
};

class DynamicPlaces {
public:
  /// Buffers of one size, no two of which are alive at one time.
  struct Place {
    /// The size is this number of bytes times the extents.
    int64_t factor = 0;
    SmallVector<Value> extents;
    SmallVector<DynamicBuffer> buffers;
  };

  /// Gives `buffer`, whose static extents and elements make `factor` bytes, a
  /// place, if each call of `function` allocates the buffer and its size can
  /// be computed when `function` begins; otherwise returns the reason.
  std::optional<Reason> add(func::FuncOp function, const DynamicBuffer &buffer,
                            int64_t factor);

  bool empty() const { return places.empty(); }
  ArrayRef<Place> getPlaces() const { return places; }
  int64_t countBuffers() const;

  /// Computes the offsets at the insertion point, from values for the arguments
  /// of the function. The first place begins at `begin`; each is aligned to
  /// `alignment`.
  DynamicOffsets emit(RewriterBase &rewriter, Location loc,
                      func::FuncOp function, ValueRange arguments,
                      int64_t begin, int64_t alignment) const;

private:
  /// Adds the ops that compute `value` from arguments to `newOps`.
  bool collect(func::FuncOp function, Value value,
               llvm::SetVector<Operation *> &newOps, unsigned depth) const;
  /// The same value for all values that are provably equal.
  Value getCanonical(Value value) const;
  void makeCanonical(Operation *op);

  /// What computes the extents, operands first.
  llvm::SetVector<Operation *> ops;
  DenseMap<Value, Value> canonical;
  std::vector<Place> places;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_DYNAMICPLACES_H

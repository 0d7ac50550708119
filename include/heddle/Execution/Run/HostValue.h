//===- HostValue.h - Arguments and results on the host ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scalar or an array of f16, bf16, f32, f64, i1 to i64 or index as the host
// holds it before and after a call of compiled code. Inputs.h draws values and
// Compare.h compares them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_HOSTVALUE_H
#define HEDDLE_EXECUTION_RUN_HOSTVALUE_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::heddle {

/// Size in bytes of one element in memory, or 0 if values of this type cannot
/// be passed to compiled code by Heddle.
unsigned getHostElementSize(Type elementType);

/// A scalar, or a dense row-major array.
class HostValue {
public:
  HostValue() = default;

  /// A value of `type` (scalar, ranked tensor or memref), all zero. `shape`
  /// gives the extents of an array, static ones included.
  HostValue(Type type, ArrayRef<int64_t> shape);

  Type getElementType() const { return elementType; }
  bool isScalar() const { return scalar; }
  ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  unsigned getElementSize() const { return elementSize; }
  bool isFloat() const { return isa<FloatType>(elementType); }

  MutableArrayRef<char> getBytes() { return bytes; }
  ArrayRef<char> getBytes() const { return bytes; }

  /// Element `i` in row-major order. Integers are sign-extended, i1 is 0 or 1.
  double getFloat(int64_t i) const;
  int64_t getInt(int64_t i) const;
  void setFloat(int64_t i, double value);
  void setInt(int64_t i, int64_t value);

  /// Whether element `i` is the same value here and there: the same bits, or
  /// both NaN.
  bool isIdentical(const HostValue &other, int64_t i) const;

  /// "[1, 2]" for element `i` of an array, "" for a scalar.
  std::string formatIndex(int64_t i) const;
  /// The value of element `i`, with all digits that distinguish it.
  std::string formatElement(int64_t i) const;
  /// "37x53xf32" or "f32".
  std::string formatType() const;

private:
  Type elementType;
  bool scalar = true;
  unsigned elementSize = 0;
  int64_t numElements = 0;
  SmallVector<int64_t, 4> shape;
  std::vector<char> bytes;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_HOSTVALUE_H

//===- FieldFunctions.h - Functions of field elements -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exponential, logarithm and opaque functions at one point. They depend on the
// numbers that are drawn for the point.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_FIELD_FIELDFUNCTIONS_H
#define HEDDLE_LIB_EXECUTION_FIELD_FIELDFUNCTIONS_H

#include "heddle/Execution/Field/FieldRuntime.h"
#include "heddle/Lowering/Field/FieldNumber.h"

#include <vector>

namespace mlir::heddle::field {

class PointFunctions {
public:
  explicit PointFunctions(const Replay &replay);

  /// Begins a call of a function: it computes at most one exponential.
  void startCall();
  /// (g^b, the exponential of the next level). Opaque if b is undefined.
  Element exp(Element x);
  /// (undefined, the logarithm of a to base g). Opaque if a is undefined.
  Element log(Element x);
  /// x to the power of y.
  Element power(Element x, Element y);
  /// `kind` distinguishes the kinds of roots.
  Element squareRoot(Element x, unsigned kind);
  /// An element that depends on the name and on the operands; tainted.
  Element opaque(uint32_t name, Element x, Element y = 0);

  const Field &field;
  /// Symbols.
  const Element log2e, ln2, log10e;
  /// The counts of the functions above.
  RunCounts counts;

private:
  uint32_t raise(uint32_t exponent) const;
  void makeLogarithms();

  uint64_t key;
  uint32_t base;
  const Exponentials *inner;
  Exponentials *kept;
  bool strictRoots;
  /// The number of calls that began.
  size_t numCalls = 0;
  /// base^i and base^(i * 2^15).
  std::vector<uint32_t> low, high;
  /// Small powers of the base, open addressing: the power and its exponent.
  std::vector<std::pair<uint32_t, uint32_t>> logarithms;
};

} // namespace mlir::heddle::field

#endif // HEDDLE_LIB_EXECUTION_FIELD_FIELDFUNCTIONS_H

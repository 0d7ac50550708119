//===- FieldOps.h - The ops that are run in a finite field ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between converted code and its runtime: the pass names an op by
// a number, and the runtime computes the op. Both forms of the code, in f64 and
// in the field, execute the same ops in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_FIELD_FIELDOPS_H
#define HEDDLE_LOWERING_FIELD_FIELDOPS_H

#include <cstdint>

namespace mlir::heddle::field {

enum class FieldOp : uint8_t {
  // Arithmetic; nothing is recorded.
  Add,
  Subtract,
  Multiply,
  MultiplyPositive, ///< by a constant above 0
  MultiplyNegative, ///< by a constant below 0
  MultiplyAdd,
  Negate,
  FromSigned,
  FromUnsigned,
  // Functions; whether operand and result are finite is recorded.
  Divide,
  Exp,
  Exp2,
  ExpM1,
  Log,
  Log2,
  Log10,
  Log1p,
  SquareRoot,
  InverseSquareRoot,
  Tanh,
  Power,
  PowerInteger,
  Opaque,
  // Choices; the answer is recorded.
  Maximum, ///< NaN if an operand is NaN
  Minimum,
  MaximumNumber, ///< the other operand if one is NaN
  MinimumNumber,
  Absolute,
  CopySign,
  Compare,
  IsNaN,
  IsInfinite,
  IsFinite,
  IsNormal,
  // Integers of floats; the float is recorded.
  Floor,
  Ceil,
  Round,
  RoundEven,
  Truncate,
  ToSigned,
  ToUnsigned,
  Remainder
};

inline bool isFunction(FieldOp op) {
  return op >= FieldOp::Divide && op <= FieldOp::Opaque;
}
inline bool isChoice(FieldOp op) {
  return op >= FieldOp::Maximum && op <= FieldOp::IsNormal;
}
inline bool isWhole(FieldOp op) { return op >= FieldOp::Floor; }
inline bool isRecorded(FieldOp op) { return op >= FieldOp::Divide; }
/// Whether the result is an integer, not a float.
inline bool givesInteger(FieldOp op) {
  return (op >= FieldOp::Compare && op <= FieldOp::IsNormal) ||
         op == FieldOp::ToSigned || op == FieldOp::ToUnsigned;
}

/// An op as a number: the op, the predicate of a comparison, a hash of the name
/// of an opaque function.
inline int64_t encode(FieldOp op, unsigned predicate = 0, uint32_t name = 0) {
  return static_cast<int64_t>(static_cast<uint64_t>(op) |
                              uint64_t(predicate) << 8 | uint64_t(name) << 16);
}
inline FieldOp getOp(int64_t code) { return static_cast<FieldOp>(code & 0xFF); }
inline unsigned getPredicate(int64_t code) { return (code >> 8) & 0xFF; }
inline uint32_t getName(int64_t code) {
  return static_cast<uint32_t>(code >> 16);
}

/// The lanes of a vector in memory: `rows` times `lanes` numbers of 8 bytes,
/// `pitch` numbers from row to row.
struct Lanes {
  int64_t rows, lanes, pitch;
};

// Names of the runtime's functions.
inline constexpr char kAddName[] = "heddle_field_add";
inline constexpr char kMultiplyName[] = "heddle_field_multiply";
inline constexpr char kMultiplyAddName[] = "heddle_field_multiply_add";
/// (code, x, y, z) -> result
inline constexpr char kApplyName[] = "heddle_field_apply";
/// (code, x, y, z, result, rows, lanes, pitch), with addresses
inline constexpr char kApplyLanesName[] = "heddle_field_apply_lanes";
/// (code, x, y, magnitude), in f64: the operands of the op that follows. If an
/// operand is a sum or a difference, `magnitude` is that of its terms.
inline constexpr char kRecordName[] = "heddle_field_record";
/// (code, x, y, magnitude, rows, lanes, pitch), with addresses
inline constexpr char kRecordLanesName[] = "heddle_field_record_lanes";

} // namespace mlir::heddle::field

#endif // HEDDLE_LOWERING_FIELD_FIELDOPS_H

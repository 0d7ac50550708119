//===- FloatForm.h - How code holds a float ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms in which a payload can be compiled. FloatsToField.cpp and
// FloatsToNames.cpp make the forms other than the payload's own.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_FIELD_FLOATFORM_H
#define HEDDLE_LOWERING_FIELD_FLOATFORM_H

namespace mlir::heddle {

enum class FloatForm {
  Own,      ///< the float itself
  Recorded, ///< an f64, and comparisons are recorded
  Field,    ///< an element of a finite field, in an i64
  Named,    ///< the name of the expression that computes it, in an i64
  Ordered   ///< the same, where a sum in another order has another name
};

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_FIELD_FLOATFORM_H

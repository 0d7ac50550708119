//===- Inputs.h - Arguments for a payload function --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws arguments, the same ones for the same seed. Which extents and which
// magnitude are right is decided in PayloadShapes.h and Exactness.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_INPUTS_H
#define HEDDLE_EXECUTION_INPUTS_INPUTS_H

#include "heddle/Execution/Inputs/Exactness.h"
#include "heddle/Execution/Inputs/NumPyArray.h"
#include "heddle/Execution/Inputs/SpecialValues.h"
#include "heddle/Execution/Run/HostValue.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::heddle {

struct JitFunction;

/// How the elements of float arguments are drawn. Integers are small whole
/// numbers in either case, i1 is 0 or 1. No number is zero: a zero destination
/// would hide that an op adds to it twice.
struct InputOptions {
  uint64_t seed = 0;
  /// Whole numbers in [-magnitude, magnitude]; 0: random fractions with
  /// magnitudes in [1/8, 1].
  int64_t magnitude = 0;
  /// Is added to the magnitude of each float: exp of numbers so far from 0 is 0
  /// or infinite.
  double distance = 0;
  /// Only positive floats (the payload takes roots or logarithms).
  bool positive = false;
  /// The sign of all numbers, -1 or 1; 0: any. `positive` overrides it.
  int sign = 0;
  /// The sign changes from argument to argument: a product of two is negative.
  bool alternatingSign = false;
  /// Each scalar of type i1 is the opposite of the one that is drawn without
  /// this option.
  bool oppositeTruth = false;
  /// The n-th scalar of type i1 is bit n of this number.
  std::optional<unsigned> truths;
  /// Numbers of which every second element of an array is one, if there are
  /// any, and it does not hold indices.
  SmallVector<double> floats;
  SmallVector<int64_t> integers;
  /// The n-th scalar is number `*scalars` + 3n of the numbers above.
  std::optional<unsigned> scalars;
  /// What is put over the numbers that were drawn.
  Special special = Special::None;

  /// Whether floats are random fractions, and nothing is asked of them.
  bool areFloatsFree() const {
    return magnitude == 0 && distance == 0 && sign == 0 && floats.empty() &&
           special == Special::None;
  }
};

/// Which of these the payload asks for.
InputOptions getInputOptions(func::FuncOp func);

/// The reductions of the payload whose initial value can go unnoticed: a
/// maximum of numbers that are all above its initial value does not depend on
/// it.
struct ExtremeReductions {
  bool hasMaximum = false;
  bool hasMinimum = false;
  /// Some of them take numbers that no sum made. Rounding hardly changes those,
  /// however large they are.
  bool ofInputs = false;
};

ExtremeReductions findExtremeReductions(func::FuncOp func);

/// One argument: its type and its extents; its value if a size depends on it.
struct InputSpec {
  Type type;
  SmallVector<int64_t> shape;
  std::optional<int64_t> index = std::nullopt;
  /// Elements are indices in [0, *below), see IndexInputs.h.
  std::optional<int64_t> below = std::nullopt;
  /// No two rows along the last dim are equal, if there are enough indices.
  bool isDistinct = false;
  /// Random floats are multiplied with it, see FanIn.h.
  double scale = 1;
  /// What the user gives: integers always, floats where any would do.
  std::shared_ptr<const NumPyArray> given = nullptr;

  bool isFloat() const { return isa<FloatType>(getElementTypeOrSelf(type)); }
  /// Whether the numbers are those that the user gives.
  bool isGiven(const InputOptions &options) const {
    return given && (!isFloat() || options.areFloatsFree());
  }
  /// Whether any number of its type will do.
  bool isFree() const { return !index && !below && (!given || isFloat()); }
};

SmallVector<InputSpec> getInputSpecs(func::FuncOp func,
                                     const ShapeAssignment &shapes,
                                     const GivenInputs &given = {});

/// Draws one value per spec. Argument i depends on the seed and on i alone.
SmallVector<HostValue> drawInputs(ArrayRef<InputSpec> specs,
                                  const InputOptions &options);

/// Appends to the arguments of `payload` those that its compiled form takes in
/// addition: arrays for results that it writes.
void addOutputArguments(const JitFunction &function, func::FuncOp payload,
                        const ShapeAssignment &shapes,
                        SmallVectorImpl<HostValue> &args);

/// Whether values of this type can be passed: a scalar, or a ranked tensor or
/// memref, of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index.
bool isSupportedArgument(Type type);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_INPUTS_H

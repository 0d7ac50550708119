//===- Inputs.h - Arguments for a payload function --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws arguments, the same ones for the same seed. PayloadShapes.h chooses the
// extents and Exactness.h the magnitude.
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

/// The truth values in an array.
enum class Truths { Any, None, All, First, AllButLast };

/// The integers of an argument are in [first, last], whatever they index.
struct IntegerRange {
  unsigned argument;
  int64_t first, last;
  /// They begin with the first number and end with the last one.
  bool isAscending = false;
};

/// How the elements of float arguments are drawn. Integers are small whole
/// numbers in either case, i1 is 0 or 1. No number is zero: a zero destination
/// would hide that an op adds to it twice.
struct InputOptions {
  uint64_t seed = 0;
  /// Whole numbers in [-magnitude, magnitude]; 0: random fractions with
  /// magnitudes in [1/8, 1].
  int64_t magnitude = 0;
  /// A number that is added to the magnitude of each float. It makes exp of
  /// each float 0 or infinite.
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
  /// Which elements of arrays of type i1 are true.
  Truths arrayTruths = Truths::Any;
  /// If this is not empty, every second element of an array that does not hold
  /// indices is one of these numbers.
  SmallVector<double> floats;
  SmallVector<int64_t> integers;
  /// The n-th scalar is number `*scalars` + 3n of the numbers above.
  std::optional<unsigned> scalars;
  /// Only this argument, a scalar, is one of the numbers above: number
  /// `*scalars` of them. The others are random.
  std::optional<unsigned> onlyScalar;
  /// Numbers of single arguments: in one of two places each, in place of a
  /// number of all.
  SmallVector<std::pair<unsigned, int64_t>> ownIntegers;
  SmallVector<std::pair<unsigned, double>> ownFloats;
  /// All indices are one of two, unless they are distinct.
  bool repeatsIndices = false;
  SmallVector<IntegerRange> ranges;
  /// The special numbers that replace some of those that were drawn.
  Special special = Special::None;
  /// The integers of every second array of them, and of the others. Indices
  /// and truth values are left alone.
  std::optional<std::pair<IntegerLimit, IntegerLimit>> limits;
  /// The n-th array of integers is next to the ends of its type, and the others
  /// are 0, 1 and -1. Indices and truth values are left alone.
  std::optional<unsigned> nearEnds;

  /// Whether floats are random fractions without further conditions.
  bool areFloatsFree() const {
    return magnitude == 0 && distance == 0 && sign == 0 && floats.empty() &&
           ownFloats.empty() && special == Special::None;
  }
};

/// Which of these the payload asks for.
InputOptions getInputOptions(func::FuncOp func);

/// The reductions of the payload in which a wrong initial value can go
/// unnoticed: a maximum of numbers that are all above its initial value does
/// not depend on that value.
struct ExtremeReductions {
  bool hasMaximum = false;
  bool hasMinimum = false;
  /// Some of them reduce numbers that are not sums. Rounding hardly changes
  /// such numbers, however large they are.
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
  /// A column of the last dim, and its elements' own bound instead.
  SmallVector<std::pair<int64_t, int64_t>> columns = {};
  /// The payload may be defined on other numbers, too.
  bool isOpen = false;
  /// They are sizes, which are not negative.
  bool isSize = false;
  /// No two rows along the last dim are equal, if there are enough indices.
  bool isDistinct = false;
  /// Indices that are narrower than `index` use all of their bits.
  bool isUnsigned = false;
  /// Random floats are multiplied by it, see FanIn.h.
  double scale = 1;
  /// No element is infinite, NaN or large.
  bool isFinite = false;
  /// The numbers that the user gives. Integers are always taken from there,
  /// floats only where any numbers would do.
  std::shared_ptr<const NumPyArray> given = nullptr;

  bool isFloat() const { return isa<FloatType>(getElementTypeOrSelf(type)); }
  /// Whether the user gives the numbers.
  bool isGiven(const InputOptions &options) const {
    return given && (!isFloat() || options.areFloatsFree());
  }
  /// Whether it is an array of integers that are neither indices nor given nor
  /// truth values.
  bool isFreeIntegers() const {
    Type element = getElementTypeOrSelf(type);
    return isa<ShapedType>(type) && element.isInteger() &&
           !element.isInteger(1) && isFree();
  }
  /// Whether any number of its type will do.
  bool isFree() const { return !index && !below && (!given || isFloat()); }
};

SmallVector<InputSpec> getInputSpecs(func::FuncOp func,
                                     const ShapeAssignment &shapes,
                                     const GivenInputs &given = {});

/// The extents and the numbers of elements of the arrays, up to 65,536, in
/// ascending order; not empty.
SmallVector<int64_t> getScales(ArrayRef<InputSpec> specs);

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

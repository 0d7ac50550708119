//===- Inputs.cpp - Arguments for a payload function ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws each argument from a separate generator. The special numbers are in
// SpecialValues.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Inputs.h"

#include "heddle/Execution/Inputs/FanIn.h"
#include "heddle/Execution/Inputs/Generator.h"
#include "heddle/Execution/Inputs/IndexInputs.h"
#include "heddle/Execution/Inputs/Roots.h"
#include "heddle/Execution/Run/Jit.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <set>
#include <type_traits>
#include <utility>

using namespace mlir;
using namespace mlir::heddle;

InputOptions heddle::getInputOptions(func::FuncOp func) {
  InputOptions options;
  func->walk([&](Operation *op) {
    options.positive |= isRootOrLogarithm(op) ||
                        llvm::is_contained({"linalg.log", "linalg.sqrt",
                                            "linalg.rsqrt", "linalg.powf"},
                                           op->getName().getStringRef());
  });
  return options;
}

/// True if `op` accumulates: in a structured op with a reduction, or a loop.
static bool isInReduction(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(parent))
      return linalgOp.getNumReductionLoops() != 0;
    // A scan.
    if (isa<LoopLikeOpInterface, DestinationStyleOpInterface>(parent))
      return true;
  }
  return false;
}

/// True if the surrounding loop or structured op carries `value` from one
/// iteration to the next, in a register or in memory.
static bool isCarried(Value value) {
  if (auto load = value.getDefiningOp<memref::LoadOp>())
    return llvm::any_of(load.getMemRef().getUsers(), [](Operation *user) {
      return isa<memref::StoreOp>(user);
    });
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(owner))
    return llvm::is_contained(loop.getRegionIterArgs(), argument);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(owner);
  return linalgOp && argument.getArgNumber() >= linalgOp.getNumDpsInputs();
}

/// True if `op` compares a number with the best one so far, as an argmax does.
static bool comparesWithCarried(Operation *op) {
  return isa<arith::CmpFOp, arith::CmpIOp>(op) &&
         llvm::any_of(op->getOperands(), isCarried);
}

/// True if no reduction is among the ops that compute the operands of `op`.
static bool isOfInputs(Operation *op) {
  Operation *reduction = op;
  if (!isa<linalg::SoftmaxOp>(op))
    reduction = op->getParentOfType<linalg::LinalgOp>();
  if (!reduction || !llvm::all_of(reduction->getOperandTypes(), [](Type type) {
        return isa<TensorType>(type) || !isa<ShapedType>(type);
      }))
    return false;
  SetVector<Operation *> sources;
  if (failed(getBackwardSlice(reduction, &sources)))
    return false;
  return llvm::none_of(sources, [](Operation *source) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(source);
    return isa<LoopLikeOpInterface, CallOpInterface, linalg::SoftmaxOp>(
               source) ||
           (linalgOp && linalgOp.getNumReductionLoops() != 0);
  });
}

ExtremeReductions heddle::findExtremeReductions(func::FuncOp func) {
  using namespace arith;
  ExtremeReductions found;
  func->walk([&](Operation *op) {
    bool isSoftmax = isa<linalg::SoftmaxOp>(op);
    bool isEither = comparesWithCarried(op);
    // Negative numbers are the largest unsigned ones.
    bool isMaximum = isSoftmax || isEither ||
                     isa<MaximumFOp, MaxNumFOp, MaxSIOp, MinUIOp>(op);
    bool isMinimum =
        isEither || isa<MinimumFOp, MinNumFOp, MinSIOp, MaxUIOp>(op);
    if (!(isMaximum || isMinimum) || op->getNumResults() != 1 ||
        (!isSoftmax && op->getOperand(0).getType().isIndex()) ||
        !(isSoftmax || isInReduction(op)))
      return;
    found.ofInputs |= isOfInputs(op);
    found.hasMaximum |= isMaximum;
    found.hasMinimum |= isMinimum;
  });
  return found;
}

SmallVector<InputSpec> heddle::getInputSpecs(func::FuncOp func,
                                             const ShapeAssignment &shapes,
                                             const GivenInputs &given) {
  SmallVector<InputSpec> specs;
  for (auto [argument, indexed, scale] :
       llvm::zip_equal(func.getArguments(), findIndexedDims(func),
                       findFanInScales(func, shapes))) {
    InputSpec &spec = specs.emplace_back();
    spec.scale = scale;
    spec.type = argument.getType();
    spec.shape = shapes.getShape(argument);
    spec.index = shapes.getIndex(argument);
    auto array = given.arrays.find(argument.getArgNumber());
    if (array != given.arrays.end())
      spec.given = array->second;
    spec.isOpen = indexed.isOpen;
    spec.isSize = indexed.isSize;
    if (!indexed.isLimited())
      continue;
    spec.below = indexed.getBound(shapes);
    for (int64_t column : indexed.getColumns())
      spec.columns.push_back({column, indexed.getBound(shapes, column)});
    spec.isDistinct = indexed.isDistinct;
    spec.isUnsigned = indexed.isUnsigned;
  }
  return specs;
}

static bool drawIsNegative(Generator &generator, const InputOptions &options) {
  bool isOdd = generator.next() & 1;
  return options.sign ? options.sign < 0 : isOdd;
}

/// Puts one of `numbers` into every second element of an array, or into a
/// scalar, which is argument `position`.
template <typename Number>
static void scatter(ArrayRef<Number> numbers, HostValue &value,
                    Generator &generator, const InputOptions &options,
                    unsigned position) {
  bool isWanted = options.onlyScalar
                      ? options.onlyScalar == position
                      : !value.isScalar() || options.scalars.has_value();
  if (numbers.empty() || !isWanted)
    return;
  auto set = [&](int64_t i, size_t choice) {
    if constexpr (std::is_floating_point_v<Number>)
      value.setFloat(i, numbers[choice % numbers.size()]);
    else
      value.setInt(i, numbers[choice % numbers.size()]);
  };
  if (value.isScalar())
    return set(0, *options.scalars +
                      (options.onlyScalar ? 0 : size_t(3) * position));
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    if (uint64_t number = generator.next(); number & 1)
      set(i, number >> 1);
}

/// Puts one of the numbers of argument `position` alone into every second
/// element of an array, or into a scalar.
template <typename Number>
static void scatterOwn(ArrayRef<std::pair<unsigned, Number>> numbers,
                       HostValue &value, Generator &generator,
                       unsigned position) {
  SmallVector<Number> own;
  for (const auto &[argument, number] : numbers)
    if (argument == position)
      own.push_back(number);
  if (own.empty())
    return;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    if (generator.below(2) == 0)
      continue;
    Number number = own[generator.below(own.size())];
    if constexpr (std::is_floating_point_v<Number>)
      value.setFloat(i, number);
    else
      value.setInt(i, number);
  }
}

static void drawFloats(HostValue &value, Generator &generator,
                       const InputOptions &options, double scale) {
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    double magnitude =
        options.magnitude
            ? static_cast<double>(1 + generator.below(options.magnitude))
            : options.distance + scale * (0.125 + 0.875 * generator.unit());
    bool negative = drawIsNegative(generator, options) && !options.positive;
    value.setFloat(i, negative ? -magnitude : magnitude);
  }
}

/// For each column of a row of indices, how many numbers its elements are one
/// of. A row is one element, unless columns or whole rows matter.
static SmallVector<int64_t> getColumnBounds(const HostValue &value,
                                            const InputSpec &spec) {
  bool hasRows =
      (spec.isDistinct || !spec.columns.empty()) && !spec.shape.empty();
  SmallVector<int64_t> bounds(hasRows ? spec.shape.back() : 1, *spec.below);
  for (auto [column, bound] : spec.columns)
    if (column < static_cast<int64_t>(bounds.size()))
      bounds[column] = bound;
  int64_t width = value.getElementType().isIndex()
                      ? 64
                      : value.getElementType().getIntOrFloatBitWidth();
  if (width < 64)
    for (int64_t &bound : bounds)
      bound = std::min<int64_t>(
          bound, int64_t(1) << (width - (spec.isUnsigned ? 0 : 1)));
  return bounds;
}

/// Indices below the bounds of their columns. The first and the last one are
/// more frequent, so that a fault at an edge is rarely missed. With
/// `isDistinct` no two rows are equal, as long as there are rows that were not
/// drawn.
static void drawIndices(HostValue &value, Generator &generator,
                        const InputSpec &spec, bool repeats) {
  SmallVector<int64_t> bounds = getColumnBounds(value, spec);
  auto draw = [&] {
    return llvm::map_to_vector(
        bounds, [&](int64_t bound) { return generator.below(bound); });
  };
  auto getEdge = [&](bool isLast) {
    return llvm::map_to_vector(
        bounds, [&](int64_t bound) { return isLast ? bound - 1 : 0; });
  };
  int64_t depth = bounds.size();
  if (repeats && !spec.isDistinct) {
    SmallVector<int64_t> one = draw(), other = draw();
    for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
      value.setInt(i, (generator.below(2) ? one : other)[i % depth]);
    return;
  }
  int64_t rows = depth == 0 ? 0 : value.getNumElements() / depth;
  int64_t numRows = 1; // that differ
  for (int64_t i = 0; i < depth && numRows < 2 * rows; ++i)
    numRows *= std::min(bounds[i], 2 * rows);
  std::set<SmallVector<int64_t>> drawn;
  constexpr int64_t kFew = 4;
  int64_t first = rows < kFew ? -1 : generator.below(rows);
  int64_t last = rows < kFew ? -1 : (first + rows / 2) % rows;
  for (int64_t row = 0; row < rows; ++row) {
    SmallVector<int64_t> indices = getEdge(row == last);
    bool isEdge = row == first || row == last;
    if (rows < kFew && generator.below(3) == 0) {
      isEdge = true;
      indices = getEdge(generator.below(2));
    }
    do {
      if (!std::exchange(isEdge, false))
        indices = draw();
    } while (spec.isDistinct && row < numRows && !drawn.insert(indices).second);
    for (auto [i, index] : llvm::enumerate(indices))
      value.setInt(row * depth + i, index);
  }
}

SmallVector<int64_t> heddle::getScales(ArrayRef<InputSpec> specs) {
  constexpr int64_t kLeast = 8, kMost = 1 << 16;
  std::set<int64_t> scales{kLeast};
  for (const InputSpec &spec : specs) {
    int64_t count = 1;
    for (int64_t extent : spec.shape) {
      count = std::min(count * std::min(extent, kMost), kMost);
      scales.insert(std::min(extent, kMost));
    }
    scales.insert(count);
  }
  scales.erase(0);
  return llvm::to_vector(scales);
}

/// Integers in a range: many of them small, some next to each of `scales`, and,
/// in a long array, the ends.
static void drawInRange(HostValue &value, Generator &generator,
                        const IntegerRange &range, ArrayRef<int64_t> scales) {
  auto between = [&](int64_t first, int64_t last) {
    return first + generator.below(last - first + 1);
  };
  auto draw = [&] {
    int64_t scale = scales[generator.below(scales.size())];
    bool isNegative =
        range.first < 0 && (range.last < 0 || generator.below(4) == 0);
    int64_t first = std::max(range.first, isNegative ? -scale : 0);
    int64_t last = std::min(range.last, isNegative ? -1 : scale);
    return first <= last ? between(first, last)
                         : between(range.first, range.last);
  };
  constexpr int64_t kFew = 4;
  SmallVector<int64_t> numbers;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    numbers.push_back(draw());
  int64_t count = numbers.size();
  if (range.isAscending)
    llvm::sort(numbers);
  if (count > 0 && (range.isAscending || count >= kFew)) {
    int64_t at = range.isAscending ? 0 : generator.below(count);
    numbers[at] = range.first;
    numbers[range.isAscending ? count - 1 : (at + count / 2) % count] =
        range.last;
  }
  for (auto [i, number] : llvm::enumerate(numbers))
    value.setInt(i, number);
}

/// Whether element `i` of `count` truth values is true.
static bool isTrue(Truths truths, int64_t i, int64_t count) {
  switch (truths) {
  case Truths::First:
    return i == 0;
  case Truths::AllButLast:
    return i + 1 != count;
  default:
    return truths == Truths::All;
  }
}

static void drawIntegers(HostValue &value, Generator &generator,
                         const InputOptions &options) {
  bool isBool = value.getElementType().isInteger(1);
  bool isOpposite = isBool && value.isScalar() && options.oppositeTruth;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    int64_t number =
        1 + generator.below(options.magnitude ? options.magnitude : 8);
    if (isBool && !value.isScalar() && options.arrayTruths != Truths::Any)
      number = isTrue(options.arrayTruths, i, e);
    else if (isBool || value.getElementType().isIndex())
      number = generator.below(2) ^ int64_t(isOpposite);
    else if (drawIsNegative(generator, options))
      number = -number;
    value.setInt(i, number);
  }
}

SmallVector<HostValue> heddle::drawInputs(ArrayRef<InputSpec> specs,
                                          const InputOptions &forAll) {
  SmallVector<HostValue> values;
  unsigned numTruths = 0, numIntegers = 0;
  for (auto [i, spec] : llvm::enumerate(specs)) {
    InputOptions options = forAll;
    unsigned truth = spec.type.isInteger(1) ? numTruths++ : 0;
    if (options.alternatingSign && i % 2 == 1)
      options.sign = -options.sign;
    Generator generator(options.seed * 0x2545F4914F6CDD1Dull + i);
    HostValue value(spec.type, spec.shape);
    if (spec.isGiven(options)) {
      values.push_back(spec.given->getValue(spec.type));
      continue;
    }
    const auto *range =
        llvm::find_if(options.ranges, [i = i](const IntegerRange &range) {
          return range.argument == i;
        });
    if (range != options.ranges.end()) {
      drawInRange(value, generator, *range, getScales(specs));
    } else if (spec.index) {
      value.setInt(0, *spec.index);
    } else if (value.isFloat()) {
      drawFloats(value, generator, options, spec.scale);
      scatter(ArrayRef(options.floats), value, generator, options, i);
      scatterOwn(ArrayRef(options.ownFloats), value, generator, i);
    } else if (spec.below) {
      drawIndices(value, generator, spec, options.repeatsIndices);
    } else {
      drawIntegers(value, generator, options);
      scatter(ArrayRef(options.integers), value, generator, options, i);
      scatterOwn(ArrayRef(options.ownIntegers), value, generator, i);
      if (spec.type.isInteger(1) && options.truths)
        value.setInt(0, *options.truths >> truth & 1);
    }
    bool keepsSign =
        llvm::is_contained({Special::AllEqual, Special::Denormals,
                            Special::WholeNumbers, Special::LargeMean},
                           options.special);
    if (spec.isFree() &&
        !(spec.isFinite && value.isFloat() && mayOverflow(options.special)))
      placeSpecials(value, options.special, options.seed + i,
                    options.positive && keepsSign ? 1 : options.sign);
    if (spec.isFreeIntegers()) {
      if (options.limits)
        placeLimits(value, numIntegers % 2 == 0 ? options.limits->first
                                                : options.limits->second);
      if (options.nearEnds)
        placeNearEnds(value, numIntegers == *options.nearEnds,
                      options.seed + i);
      ++numIntegers;
    }
    values.push_back(std::move(value));
  }
  return values;
}

void heddle::addOutputArguments(const JitFunction &function,
                                func::FuncOp payload,
                                const ShapeAssignment &shapes,
                                SmallVectorImpl<HostValue> &args) {
  func::ReturnOp terminator = findReturn(payload);
  if (!terminator)
    return;
  for (size_t i = args.size(); i < function.inputs.size(); ++i) {
    ArrayRef<int64_t> results = function.resultsInArguments[i];
    if (results.empty() || results.front() >= terminator->getNumOperands())
      return;
    Value value = terminator->getOperand(results.front());
    args.push_back(HostValue(value.getType(), shapes.getShape(value)));
  }
}

bool heddle::isSupportedArgument(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return isa<RankedTensorType, MemRefType>(type) && shaped.hasRank() &&
           getHostElementSize(shaped.getElementType()) != 0;
  return getHostElementSize(type) != 0;
}

//===- SpecialValues.cpp - NaN, infinities, zeros, all bits ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules for what is undefined are those of LLVM: a conversion of a float
// that the integer type does not hold, a shift by too many bits, a division by
// zero, a declared absence of overflow, NaN or infinity.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/SpecialValues.h"

#include "heddle/Execution/Inputs/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

StringRef heddle::stringifySpecial(Special special) {
  switch (special) {
  case Special::None:
    return "";
  case Special::Zeros:
    return "zeros and ties";
  case Special::AllZeros:
    return "zeros alone";
  case Special::AllEqual:
    return "equal elements";
  case Special::Denormals:
    return "denormals alone";
  case Special::WholeNumbers:
    return "small whole numbers";
  case Special::Infinities:
    return "infinities";
  case Special::NaNs:
    return "NaN";
  case Special::LargeMean:
    return "numbers far from 0";
  case Special::NearLargest:
    return "nearly the largest numbers";
  case Special::Extremes:
    return "large numbers and denormals";
  case Special::Pairs:
    return "pairs of zeros and of numbers whose products overflow";
  case Special::Halves:
    return "numbers next to a half";
  case Special::FewIntegers:
    return "the integers 0, 1 and -1";
  case Special::AllBits:
    return "all integers";
  case Special::MixedBits:
    return "integers of few and of many bits";
  case Special::EqualBits:
    return "nearly equal integers";
  }
  return "";
}

bool heddle::mayOverflow(Special special) {
  return llvm::is_contained({Special::Infinities, Special::NaNs,
                             Special::NearLargest, Special::Extremes,
                             Special::Pairs},
                            special);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

StringRef SpecialLimits::getReason(Special special) const {
  switch (special) {
  case Special::None:
    return "";
  case Special::Zeros:
    return noZeros;
  case Special::AllZeros:
  case Special::AllEqual:
  case Special::Denormals:
  case Special::WholeNumbers:
    // A sum or a difference of equal numbers may be 0, and a quotient NaN.
    for (const std::string *reason : {&noZeros, &noNaNs, &noAllBits})
      if (!reason->empty())
        return *reason;
    return "";
  case Special::Infinities:
    return noInfinities;
  case Special::NaNs:
    return noNaNs;
  case Special::LargeMean:
  case Special::NearLargest:
  case Special::Extremes:
    return noExtremes;
  case Special::Pairs:
  case Special::Halves:
    // The difference of two products that overflow is NaN.
    for (const std::string *reason :
         {&noExtremes, &noZeros, &noNaNs, &noInfinities})
      if (!reason->empty())
        return *reason;
    return "";
  case Special::FewIntegers:
  case Special::AllBits:
  case Special::MixedBits:
  case Special::EqualBits:
    return noAllBits;
  }
  return "";
}

/// Whether an integer op is undefined for some integers.
static bool isPartial(Operation *op) {
  using namespace arith;
  if (isa<DivSIOp, DivUIOp, RemSIOp, RemUIOp, CeilDivSIOp, CeilDivUIOp,
          FloorDivSIOp, ShLIOp, ShRSIOp, ShRUIOp>(op) &&
      !matchPattern(op->getOperand(1), m_Constant()))
    return true;
  if (auto flags = dyn_cast<ArithIntegerOverflowFlagsInterface>(op))
    return flags.getOverflowAttr().getValue() != IntegerOverflowFlags::none;
  return false;
}

void heddle::walkReached(func::FuncOp func,
                         llvm::function_ref<void(Operation *)> visit) {
  llvm::SetVector<Operation *> reached;
  reached.insert(func);
  for (size_t i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](Operation *op) {
      visit(op);
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (Operation *callee = call.resolveCallable())
          reached.insert(callee);
    });
}

SpecialLimits heddle::findSpecialLimits(func::FuncOp func) {
  SpecialLimits limits;
  auto note = [](std::string &reason, Operation *op, StringRef what) {
    if (!reason.empty())
      return;
    llvm::raw_string_ostream os(reason);
    os << "'" << op->getName() << "'";
    if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
      os << " in line " << loc.getLine();
    os << " " << what;
  };
  auto visit = [&](Operation *op) {
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      for (std::string *reason :
           {&limits.noInfinities, &limits.noNaNs, &limits.noExtremes})
        note(*reason, op, "is undefined for them");
    if (isPartial(op))
      note(limits.noAllBits, op, "is undefined for some");
    auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
    if (!flags || !flags.getFastMathFlagsAttr())
      return;
    auto declares = [&](arith::FastMathFlags flag) {
      return arith::bitEnumContainsAny(flags.getFastMathFlagsAttr().getValue(),
                                       flag);
    };
    if (declares(arith::FastMathFlags::nnan))
      note(limits.noNaNs, op, "declares that there are none");
    if (declares(arith::FastMathFlags::ninf))
      note(limits.noInfinities, op, "declares that there are none");
    if (declares(arith::FastMathFlags::nnan | arith::FastMathFlags::ninf))
      note(limits.noExtremes, op, "declares that nothing overflows");
    if (declares(arith::FastMathFlags::nsz))
      note(limits.noZeros, op, "declares that their signs do not matter");
  };
  walkReached(func, visit);
  return limits;
}

arith::FastMathFlags heddle::findFastMath(func::FuncOp func) {
  auto all = arith::FastMathFlags::none;
  walkReached(func, [&](Operation *op) {
    auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
    if (flags && flags.getFastMathFlagsAttr())
      all = all | flags.getFastMathFlagsAttr().getValue();
  });
  return all;
}

/// "the schedule allows nnan".
static std::string describeAllowed(arith::FastMathFlags flags) {
  return "the schedule allows " + arith::stringifyFastMathFlags(flags);
}

void heddle::addAllowedLimits(SpecialLimits &limits, func::FuncOp scheduled,
                              arith::FastMathFlags allowed) {
  auto note = [](std::string &reason, arith::FastMathFlags flag) {
    if (reason.empty())
      reason = describeAllowed(flag);
  };
  using arith::FastMathFlags;
  if (bitEnumContainsAny(allowed, FastMathFlags::nsz))
    note(limits.noZeros, FastMathFlags::nsz);
  if (!bitEnumContainsAny(allowed, FastMathFlags::nnan))
    return;
  // Large numbers overflow, and the difference of two infinities is NaN.
  for (std::string *reason :
       {&limits.noNaNs, &limits.noInfinities, &limits.noExtremes})
    note(*reason, FastMathFlags::nnan);
  walkReached(scheduled, [&](Operation *op) {
    // A quotient, a root or a logarithm of zeros may be NaN, too.
    auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
    if (flags && flags.getFastMathFlagsAttr() &&
        bitEnumContainsAny(flags.getFastMathFlagsAttr().getValue(),
                           FastMathFlags::nnan) &&
        (isa<arith::DivFOp, arith::RemFOp>(op) ||
         isa<math::MathDialect>(op->getDialect())))
      note(limits.noZeros, FastMathFlags::nnan);
  });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number that the type holds and that is far larger than 1, up to the
/// largest one: the sum of two overflows.
static double drawLarge(FloatType type, Generator &generator) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double largest = std::ldexp(1.0, APFloat::semanticsMaxExponent(semantics));
  const double magnitudes[] = {100, std::pow(largest, 0.25),
                               std::pow(largest, 0.45), largest / 100, largest};
  double magnitude = magnitudes[generator.below(std::size(magnitudes))];
  return magnitude * (0.5 + 0.5 * generator.unit());
}

/// How many elements of an array are infinite, NaN or denormal.
static constexpr int64_t kFew = 4;

static double drawSign(Generator &generator) {
  return generator.next() & 1 ? -1.0 : 1.0;
}

/// Elements at some places are nearly the largest number in every array: the
/// sum of two of them overflows.
static void placeNearLargest(HostValue &value, FloatType type, int sign) {
  constexpr int64_t kPeriod = 4;
  double half =
      std::ldexp(1.0, APFloat::semanticsMaxExponent(type.getFloatSemantics()));
  for (int64_t i = 0, e = value.getNumElements(); i < e; i += kPeriod)
    value.setFloat(i, (sign < 0 ? -1.5 : 1.5) * half);
}

/// Half of the elements are large. Few are denormals, because arithmetic on
/// denormals is slow.
static void placeExtremes(HostValue &value, FloatType type,
                          Generator &generator) {
  int64_t count = value.getNumElements();
  for (int64_t i = 0; i < count; ++i)
    if (generator.next() & 1) {
      double sign = drawSign(generator);
      value.setFloat(i, sign * drawLarge(type, generator));
    }
  double smallest =
      std::ldexp(1.0, APFloat::semanticsMinExponent(type.getFloatSemantics()));
  for (int64_t i = 0; i < kFew && 2 * i < count; ++i) {
    double limit = drawSign(generator) * smallest;
    double number = limit * generator.unit();
    value.setFloat(generator.below(count), number);
  }
}

/// A number just beside the middle of two numbers of a narrower type, f16, bf16
/// or f32: a conversion in two steps rounds it to the middle, and then to the
/// wrong side. The numbers of different `place`s belong to different types.
static double drawNearMiddle(FloatType type, int64_t place, double sign) {
  const int digits[] = {11, 8, 24};
  int middle = digits[place % std::size(digits)];
  int last = static_cast<int>(type.getFPMantissaWidth()) - 1;
  if (middle >= last)
    middle = digits[1];
  // Above a number whose last digit is even, or below one that has an odd one.
  bool isOdd = place / std::size(digits) % 2;
  double number = 1 + std::ldexp(isOdd ? 3.0 : 1.0, -middle);
  return sign * (number + std::ldexp(isOdd ? -1.0 : 1.0, -last));
}

/// A whole number and a half. In even places the whole number is even: to round
/// away from zero differs from rounding to even there. In odd places it is odd,
/// where rounding towards zero differs.
static double drawHalf(int64_t place, uint64_t random) {
  return static_cast<double>(2 * (random >> 2 & 1) + (place & 1)) + 0.5;
}

/// Half of the elements are zeros and ones of both signs. Of the others, those
/// at some places are 0 or -0 in every array, which sums show, or lie between
/// two whole numbers or two numbers of a narrower type, which rounding shows.
static void placeTies(HostValue &value, FloatType type, Generator &generator) {
  constexpr int64_t kPeriod = 8, kZero = 1, kNegativeZero = 3, kHalf = 5;
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    uint64_t number = generator.next();
    if (number & 1)
      value.setFloat(i, drawSign(generator) *
                            static_cast<double>(number >> 1 & 1));
    if (i % kPeriod == kNegativeZero)
      value.setFloat(i, -0.0);
    else if (i % kPeriod == kZero)
      value.setFloat(i, 0.0);
    else if (i % kPeriod == kHalf)
      value.setFloat(i, drawSign(generator) * drawHalf(i / kPeriod, number));
    else if (i % 4 == 2)
      value.setFloat(i, drawNearMiddle(type, i / 4, drawSign(generator)));
  }
}

/// The largest of the small whole numbers.
static constexpr int64_t kLargestWhole = 3;

/// All elements are small whole numbers of the sign `sign`, or of any if that
/// is 0.
static void placeWholeNumbers(HostValue &value, int sign,
                              Generator &generator) {
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    double number = 1 + static_cast<double>(generator.below(kLargestWhole));
    value.setFloat(i, number * (sign ? sign : drawSign(generator)));
  }
}

/// All elements are denormals. Their sums are exact, unless they are normal.
static void placeDenormals(HostValue &value, FloatType type, int sign,
                           Generator &generator) {
  double smallest =
      std::ldexp(1.0, APFloat::semanticsMinExponent(type.getFloatSemantics()));
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    value.setFloat(i, (sign ? sign : drawSign(generator)) * smallest *
                          (0.125 + 0.875 * generator.unit()));
}

/// All elements are near one number. The variance of such numbers is small next
/// to their squares, so that a difference of two sums cancels.
static void placeLargeMean(HostValue &value, double sign,
                           Generator &generator) {
  constexpr double kMean = 16;
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    value.setFloat(i, sign * (kMean + generator.unit()));
}

/// All elements of `value` are far from 0 and of one sign.
static void placeLargest(HostValue &value, Special special, int sign,
                         Generator &generator) {
  Type element = value.getElementType();
  auto type = dyn_cast<FloatType>(element);
  bool isInfinite = special == Special::Infinities;
  bool isWhole = special == Special::AllBits && element.isInteger() &&
                 !element.isInteger(1);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    if (type && special != Special::AllBits)
      value.setFloat(i, sign * (isInfinite
                                    ? std::numeric_limits<double>::infinity()
                                    : drawLarge(type, generator)));
    else if (isWhole) {
      uint64_t top = uint64_t(1) << (element.getIntOrFloatBitWidth() - 1);
      uint64_t bits = generator.next();
      value.setInt(i, sign < 0 ? bits | top : bits & ~top);
    }
}

/// All elements are one number: a zero of a drawn sign, or a whole number.
static void placeEqual(HostValue &value, bool isZero, int sign,
                       Generator &generator) {
  Type type = value.getElementType();
  if (type.isInteger(1) || type.isIndex())
    return;
  bool isNegative = sign ? sign < 0 : generator.next() & 1;
  int64_t magnitude = isZero ? 0 : 1 + generator.below(kLargestWhole);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    if (value.isFloat())
      value.setFloat(i, std::copysign(magnitude, isNegative ? -1.0 : 1.0));
    else
      value.setInt(i, isNegative ? -magnitude : magnitude);
}

/// Of two arrays that are next to each other, the first four elements are all
/// pairs of zeros. The product of two fifth elements overflows, that of three
/// sixth ones, too, and that of two seventh ones is a denormal.
static void placePairs(HostValue &value, FloatType type, uint64_t place,
                       Generator &generator) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  int largest = APFloat::semanticsMaxExponent(semantics);
  int smallest = APFloat::semanticsMinExponent(semantics);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    double sign = drawSign(generator);
    switch (i % 8) {
    case 4:
      value.setFloat(i, sign * 1.5 * std::ldexp(1.0, (largest + 1) / 2));
      break;
    case 5:
      value.setFloat(i, sign * 1.5 * std::ldexp(1.0, (largest + 2) / 3));
      break;
    case 6:
      value.setFloat(i, sign * 1.4 * std::ldexp(1.0, smallest / 2 - 1));
      break;
    case 7:
      break;
    default:
      value.setFloat(i, i >> (place % 2) & 1 ? -0.0 : 0.0);
    }
  }
}

/// Numbers that a sum with a half, or a difference, rounds to the wrong side.
static void placeHalves(HostValue &value, FloatType type, uint64_t place) {
  // The distance from 1 to the next larger number.
  double unit =
      std::ldexp(1.0, 1 - static_cast<int>(type.getFPMantissaWidth()));
  double numbers[] = {0.5 - unit / 4, 1 / unit + 1,   0.5, 1.5,
                      1 - unit / 2,   1 / unit - 0.5, 2.5, 0.5 + unit / 2};
  constexpr size_t kCount = std::size(numbers);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    size_t turn = static_cast<size_t>(i) + 3 * place;
    double number = numbers[turn % kCount];
    value.setFloat(i, turn / kCount % 2 ? -number : number);
  }
}

/// A few elements are NaN, or infinite.
static void placeFew(HostValue &value, bool isNaN, Generator &generator) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  int64_t count = value.getNumElements();
  for (int64_t i = 0; i < kFew && 2 * i < count; ++i) {
    double number = isNaN ? kNaN : drawSign(generator) * kInfinity;
    value.setFloat(generator.below(count), number);
  }
}

/// Half of the elements are 0, 1 or -1; or all of them are any integers. Truth
/// values and indices stay.
static void placeIntegers(HostValue &value, bool isFew, Generator &generator) {
  Type type = value.getElementType();
  if (type.isInteger(1) || type.isIndex())
    return;
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    uint64_t number = generator.next();
    if (!isFew)
      value.setInt(i, static_cast<int64_t>(number));
    else if (number & 1)
      value.setInt(i, static_cast<int64_t>((number >> 1) % 3) - 1);
  }
}

/// Integers with any number of bits, each as often as the others: products of
/// those with half of the bits begin to wrap around. One of eight is next to an
/// end of the range, where a sum wraps around. With `areEqual`, what wraps
/// around does so in all elements: a minimum of them shows it. In half of such
/// arrays, their last digits differ.
static void placeMixed(HostValue &value, bool areEqual, Generator &generator) {
  constexpr int64_t kNear = 4;
  Type type = value.getElementType();
  if (type.isInteger(1) || type.isIndex())
    return;
  unsigned width = type.getIntOrFloatBitWidth();
  int64_t range = generator.below(2) ? kNear : 1;
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    if (areEqual && i > 0) {
      value.setInt(i, static_cast<uint64_t>(value.getInt(0)) +
                          generator.below(range));
      continue;
    }
    int64_t bits = 1 + generator.below(width - 1);
    int64_t number = generator.next() & llvm::maskTrailingOnes<uint64_t>(bits);
    if (generator.below(8) == 0)
      number = llvm::maxIntN(width) - generator.below(kNear);
    value.setInt(i, generator.below(2) ? number : ~number);
  }
}

static void placeIntegerKind(HostValue &value, Special special,
                             Generator &generator) {
  if (special == Special::MixedBits || special == Special::EqualBits)
    placeMixed(value, special == Special::EqualBits, generator);
  else
    placeIntegers(value, special == Special::FewIntegers, generator);
}

void heddle::placeSpecials(HostValue &value, Special special, uint64_t seed,
                           int oneSign) {
  Generator generator(seed ^ 0xD1B54A32D192ED03ull);
  bool isFloat = value.isFloat();
  auto type = dyn_cast<FloatType>(value.getElementType());
  bool isSmall = llvm::is_contained({Special::AllZeros, Special::AllEqual,
                                     Special::Denormals, Special::WholeNumbers,
                                     Special::LargeMean},
                                    special);
  if (oneSign && special != Special::None && !isSmall)
    return placeLargest(value, special, oneSign, generator);
  switch (special) {
  case Special::None:
    return;
  case Special::Zeros:
    if (type)
      placeTies(value, type, generator);
    return;
  case Special::AllZeros:
  case Special::AllEqual:
    return placeEqual(value, special == Special::AllZeros, oneSign, generator);
  case Special::Denormals:
    if (type)
      placeDenormals(value, type, oneSign, generator);
    return;
  case Special::WholeNumbers:
    if (isFloat)
      placeWholeNumbers(value, oneSign, generator);
    return;
  case Special::Infinities:
  case Special::NaNs:
    if (isFloat)
      placeFew(value, special == Special::NaNs, generator);
    return;
  case Special::LargeMean:
    if (isFloat)
      placeLargeMean(value, oneSign ? oneSign : drawSign(generator), generator);
    return;
  case Special::NearLargest:
    if (type)
      placeNearLargest(value, type, oneSign);
    return;
  case Special::Extremes:
    if (type)
      placeExtremes(value, type, generator);
    return;
  case Special::Pairs:
    if (type)
      placePairs(value, type, seed, generator);
    return;
  case Special::Halves:
    if (type)
      placeHalves(value, type, seed);
    return;
  default: // the kinds of integers
    if (!isFloat)
      placeIntegerKind(value, special, generator);
  }
}

void heddle::placeLimits(HostValue &value, IntegerLimit limit) {
  unsigned width = value.getElementType().getIntOrFloatBitWidth();
  int64_t largest = llvm::maxIntN(width), smallest = llvm::minIntN(width);
  ArrayRef<int64_t> shape = value.getShape();
  int64_t count = value.getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    bool isFirst = true;
    if (limit == IntegerLimit::LastHalves && !shape.empty())
      isFirst = 2 * (i % shape.back()) < shape.back();
    else if (limit == IntegerLimit::FirstHalves)
      isFirst = 2 * i < count;
    bool isLargest = limit != IntegerLimit::Smallest && isFirst;
    value.setInt(i, limit == IntegerLimit::AllOnes ? -1
                    : isLargest                    ? largest
                                                   : smallest);
  }
}

void heddle::placeNearEnds(HostValue &value, bool isNear, uint64_t seed) {
  constexpr int64_t kNear = 4;
  Generator generator(seed ^ 0xD1B54A32D192ED03ull);
  unsigned width = value.getElementType().getIntOrFloatBitWidth();
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i) {
    int64_t largest = llvm::maxIntN(width) - generator.below(kNear);
    int64_t number = isNear ? largest : generator.below(2);
    value.setInt(i, generator.below(2) ? number : isNear ? ~number : -number);
  }
}

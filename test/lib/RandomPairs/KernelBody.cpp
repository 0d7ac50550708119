//===- KernelBody.cpp - Typed expressions of bodies -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each scalar has a bound on its magnitude. A sum of whole numbers below the
// limit of its type is exact in each order; numbers above it are clipped. What
// depends on a function of the math dialect, or sums fractions, is rounded.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

static constexpr double kNoLimit = 1e30;

double mlir::heddle::pairs::getExactLimit(StringRef type) {
  return llvm::StringSwitch<double>(type)
      .Case("f16", 2048)
      .Case("bf16", 256)
      .Case("f32", 16777216)
      .Default(kNoLimit);
}

static unsigned getWidth(StringRef type) {
  unsigned width = 64;
  (void)type.drop_while(llvm::isAlpha).getAsInteger(10, width);
  return width;
}

static bool isIntName(StringRef type) {
  return type.starts_with("i") && type != "index";
}

Scalar KernelBody::define(StringRef type, const Twine &text, Numbers numbers) {
  Scalar scalar;
  static_cast<Numbers &>(scalar) = numbers;
  scalar.type = type.str();
  scalar.name = "%b" + std::to_string(next++);
  if (isIntName(type))
    scalar.bound =
        std::min(scalar.bound, std::ldexp(1, std::max(1u, getWidth(type)) - 1));
  op.body += "      " + scalar.name + " = " + text.str() + "\n";
  return scalar;
}

double KernelBody::getExtent(unsigned i) const {
  int64_t most = 1;
  for (unsigned run = 0; run < program.numRuns; ++run)
    most = std::max(most, program.eval(op.loops[i], run));
  return most;
}

static Scalar toScalar(const KernelTensor &tensor, std::string name) {
  Scalar scalar;
  static_cast<Numbers &>(scalar) = tensor;
  scalar.name = std::move(name);
  scalar.type = tensor.element;
  return scalar;
}

Scalar KernelBody::input(unsigned i) const {
  return toScalar(op.inputs[i].value, "%i" + std::to_string(i));
}

Scalar KernelBody::output(unsigned i) const {
  return toScalar(op.outputs[i].value, "%o" + std::to_string(i));
}

/// `value` as the printer writes a constant of `type`.
static std::string printConstant(StringRef type, double value) {
  if (type == "i1")
    return value != 0 ? "true" : "false";
  if (!isFloatName(type))
    return std::to_string(static_cast<int64_t>(value));
  if (std::isinf(value)) {
    bool isBelow = value < 0;
    if (type == "f16")
      return isBelow ? "0xFC00" : "0x7C00";
    if (type == "bf16")
      return isBelow ? "0xFF80" : "0x7F80";
    return isBelow ? "0xFF800000" : "0x7F800000";
  }
  return formatv("{0:e6}", value);
}

Scalar KernelBody::constant(StringRef type, double value) {
  Scalar scalar;
  scalar.type = type.str();
  scalar.bound = std::isinf(value) ? 0 : std::abs(value);
  scalar.isWhole = std::isinf(value) || value == std::floor(value);
  std::string text = "arith.constant " + printConstant(type, value) +
                     (type == "i1" ? "" : " : " + type.str());
  if (random.chance(20)) {
    scalar.name = "%b" + std::to_string(next++);
    op.body += "      " + scalar.name + " = " + text + "\n";
    return scalar;
  }
  scalar.name = formatv("%k{0}_{1}", number, next++);
  op.constants +=
      (op.constants.empty() ? "" : "    ") + scalar.name + " = " + text + "\n";
  return scalar;
}

Scalar KernelBody::index(unsigned i) {
  Numbers numbers;
  numbers.bound = getExtent(i);
  return define("index", "linalg.index " + std::to_string(i) + " : index",
                numbers);
}

Scalar KernelBody::apply(StringRef name, const Scalar &a, const Scalar &b) {
  Numbers numbers;
  numbers.isWhole = a.isWhole && b.isWhole && name != "div";
  numbers.isRounded = a.isRounded || b.isRounded;
  numbers.bound = std::max(a.bound, b.bound);
  if (name == "add" || name == "sub")
    numbers.bound = a.bound + b.bound;
  if (name == "mul")
    numbers.bound = a.bound * b.bound;
  if (name == "div")
    numbers.bound = a.bound;
  // Every bit may be set.
  if (isIntName(a.type) && (name == "or" || name == "xor"))
    numbers.bound = 2 * numbers.bound + 1;
  // Rounded, but only once.
  if (numbers.bound > getExactLimit(a.type))
    numbers.isWhole = false;
  bool isNameOfOp = name.ends_with("f") || name.ends_with("i");
  std::string full = "arith." + name.str();
  if (name == "add" || name == "sub" || name == "mul" || name == "div")
    full += isFloatName(a.type) ? "f" : "i";
  else if (!isNameOfOp && (name == "and" || name == "or" || name == "xor"))
    full += "i";
  return define(
      a.type, formatv("{0} {1}, {2} : {3}", full, a.name, b.name, a.type).str(),
      numbers);
}

Scalar KernelBody::compare(StringRef floats, StringRef ints, const Scalar &a,
                           const Scalar &b) {
  Numbers numbers;
  numbers.bound = 1;
  numbers.isRounded = a.isRounded || b.isRounded;
  bool isFloat = isFloatName(a.type);
  return define("i1",
                formatv("arith.cmp{0} {1}, {2}, {3} : {4}", isFloat ? "f" : "i",
                        isFloat ? floats : ints, a.name, b.name, a.type)
                    .str(),
                numbers);
}

Scalar KernelBody::select(const Scalar &condition, const Scalar &a,
                          const Scalar &b) {
  Numbers numbers;
  numbers.bound = std::max(a.bound, b.bound);
  numbers.isWhole = a.isWhole && b.isWhole;
  numbers.isRounded = a.isRounded || b.isRounded || condition.isRounded;
  return define(a.type,
                formatv("arith.select {0}, {1}, {2} : {3}", condition.name,
                        a.name, b.name, a.type)
                    .str(),
                numbers);
}

Scalar KernelBody::call(StringRef function, const Scalar &a) {
  Numbers numbers;
  numbers.isWhole = function == "absf" && a.isWhole;
  numbers.isRounded =
      a.isRounded || !(function == "absf" || function == "sqrt");
  numbers.bound = function == "exp" ? std::exp(std::min(a.bound, 40.0))
                  : function == "absf" || function == "sqrt" ? a.bound
                  : function == "rsqrt"                      ? 1e3
                                                             : 5 + a.bound;
  return define(a.type,
                formatv("math.{0} {1} : {2}", function, a.name, a.type).str(),
                numbers);
}

Scalar KernelBody::cast(const Scalar &a, StringRef type) {
  if (a.type == type)
    return a;
  Numbers numbers = a;
  auto make = [&](StringRef name, const Scalar &from, StringRef to) {
    return define(
        to,
        formatv("{0} {1} : {2} to {3}", name, from.name, from.type, to).str(),
        numbers);
  };
  if (a.type == "index")
    return type == "i32" ? make("arith.index_cast", a, type)
                         : cast(cast(a, "i32"), type);
  if (type == "index")
    return a.type == "i32" ? make("arith.index_cast", a, type)
                           : cast(cast(a, "i32"), type);
  if (isFloatName(a.type) && isFloatName(type)) {
    if (a.bound > getExactLimit(type))
      numbers.isWhole = false;
    if (getWidth(a.type) == getWidth(type))
      return cast(cast(a, "f32"), type);
    return make(getWidth(a.type) < getWidth(type) ? "arith.extf"
                                                  : "arith.truncf",
                a, type);
  }
  if (isFloatName(type)) {
    // A truth value is 0 or 1, and 8 bits are mostly signed.
    bool isUnsigned = a.type == "i1" || (a.type == "i8" && random.chance(30));
    if (isUnsigned && a.type == "i8")
      numbers.bound = 255;
    if (numbers.bound > getExactLimit(type))
      numbers.isWhole = false;
    return make(isUnsigned ? "arith.uitofp" : "arith.sitofp", a, type);
  }
  if (isFloatName(a.type)) {
    if (type == "i1")
      return compare("ogt", "sgt", a, constant(a.type, 0));
    Scalar within = clip(a, std::ldexp(1, getWidth(type) - 1) - 1);
    numbers = within;
    numbers.isWhole = true;
    return make("arith.fptosi", within, type);
  }
  if (getWidth(a.type) > getWidth(type)) {
    if (type == "i1")
      return compare("ogt", "sgt", a, constant(a.type, 0));
    return make("arith.trunci", a, type);
  }
  bool isUnsigned = a.type == "i1" || random.chance(25);
  if (isUnsigned && a.type != "i1")
    numbers.bound = std::ldexp(1, getWidth(a.type));
  return make(isUnsigned ? "arith.extui" : "arith.extsi", a, type);
}

Scalar KernelBody::clip(const Scalar &a, double limit) {
  if (!isFloatName(a.type) || a.bound <= limit)
    return a;
  limit = std::min(std::floor(limit), 1024.0);
  Scalar low = apply("maximumf", a, constant(a.type, -limit));
  Scalar result = apply("minimumf", low, constant(a.type, limit));
  result.bound = limit;
  return result;
}

Scalar KernelBody::extract(const KernelTensor &tensor,
                           ArrayRef<Scalar> indices) {
  SmallVector<std::string> names, dims;
  for (const Scalar &scalar : indices)
    names.push_back(cast(scalar, "index").name);
  for (int dim : tensor.dims)
    dims.push_back(program.isStatic(dim)
                       ? std::to_string(program.eval(dim, 0)) + "x"
                       : "?x");
  return define(tensor.element,
                formatv("tensor.extract {0}[{1}] : tensor<{2}{3}>", tensor.name,
                        llvm::join(names, ", "), llvm::join(dims, ""),
                        tensor.element)
                    .str(),
                tensor);
}

//===----------------------------------------------------------------------===//
// What is drawn
//===----------------------------------------------------------------------===//

Scalar KernelBody::drawCondition(ArrayRef<Scalar> scalars) {
  unsigned loop = random.range(0, op.loops.size() - 1);
  Scalar at = index(loop);
  static constexpr StringLiteral kInts[] = {"eq", "sge", "slt", "ne", "ult"};
  StringRef predicate = kInts[random.range(0, 4)];
  if (random.chance(40) && op.loops.size() > 1)
    return compare(
        "", predicate, at,
        index((loop + random.range(1, op.loops.size() - 1)) % op.loops.size()));
  for (const Scalar &scalar : scalars)
    if (isIntName(scalar.type) && scalar.type != "i1" && random.chance(70))
      return compare("", predicate, cast(at, "i32"), cast(scalar, "i32"));
  double last = getExtent(loop) - 1;
  return compare("", predicate, at,
                 constant("index", random.range(0, std::max(0.0, last))));
}

Scalar KernelBody::join(Scalar value, const Scalar &other) {
  static constexpr StringLiteral kFloats[] = {
      "add", "sub", "mul", "maximumf", "minimumf", "maxnumf", "minnumf"};
  static constexpr StringLiteral kInts[] = {"add",   "sub",   "mul",   "maxsi",
                                            "minsi", "maxui", "minui", "and",
                                            "or",    "xor"};
  static constexpr StringLiteral kBools[] = {"and", "or", "xor"};
  if (value.type == "i1")
    return apply(kBools[random.range(0, 2)], value, cast(other, "i1"));
  if (other.type == "i1" && random.chance(70))
    return select(other, value, constant(value.type, random.range(-2, 2)));
  Scalar same = cast(other, value.type);
  if (!value.isRounded && !same.isRounded && random.chance(15)) {
    Scalar greater = compare("ogt", "sgt", value, same);
    return select(greater, value, same);
  }
  double limit = std::min(getExactLimit(value.type) / 4, 2048.0);
  double each = std::floor(std::sqrt(limit));
  if (!isFloatName(value.type))
    return apply(kInts[random.range(0, 9)], value, same);
  StringRef name = kFloats[random.range(0, 6)];
  if (name == "mul")
    return apply(name, clip(value, each), clip(same, each));
  return apply(name, clip(value, limit), clip(same, limit));
}

Scalar KernelBody::draw(StringRef type, ArrayRef<Scalar> scalars) {
  if (scalars.empty())
    return select(drawCondition({}), constant(type, 1), constant(type, 0));
  Scalar value = cast(scalars.front(), type);
  for (const Scalar &scalar : scalars.drop_front())
    value = join(value, scalar);
  return value;
}

Scalar KernelBody::change(Scalar a, unsigned percentRounded) {
  if (!isFloatName(a.type))
    return random.chance(30) && a.type != "i1"
               ? apply("xor", a, constant(a.type, 5))
               : a;
  if (random.chance(percentRounded)) {
    static constexpr StringLiteral kFunctions[] = {"exp", "log", "tanh",
                                                   "rsqrt", "erf"};
    StringRef function = kFunctions[random.range(0, 4)];
    a = clip(a, 4);
    if (function == "log" || function == "rsqrt")
      a = apply("add", apply("mul", a, a), constant(a.type, 1));
    return call(function, a);
  }
  switch (random.range(0, 4)) {
  case 0:
    return call("absf", a);
  case 1:
    return apply("div", a, constant(a.type, random.range(0, 1) ? 4 : 3));
  case 2:
    return apply("maximumf", a, constant(a.type, 0));
  case 3:
    return call("sqrt", call("absf", a));
  default:
    return a;
  }
}

Scalar KernelBody::useIndex(Scalar value, ArrayRef<Scalar> scalars) {
  unsigned loop = random.range(0, op.loops.size() - 1);
  if (value.type == "i1")
    return apply("and", value, drawCondition(scalars));
  switch (random.range(0, 2)) {
  case 0:
    return apply("add", value, cast(index(loop), value.type));
  case 1: {
    Scalar at = cast(index(loop), value.type);
    return select(drawCondition(scalars), at, value);
  }
  default:
    return select(drawCondition(scalars), value,
                  constant(value.type, random.range(-1, 1)));
  }
}

Scalar KernelBody::addTo(const Scalar &accumulator, Scalar value,
                         double iterations, bool isSubtracted) {
  double most = getExactLimit(accumulator.type) - accumulator.bound;
  if (isFloatName(value.type) && value.isWhole && !value.isRounded &&
      value.bound * iterations > most)
    value = clip(value, std::max(1.0, most / iterations));
  Scalar result = apply(isSubtracted ? "sub" : "add", accumulator, value);
  result.bound = accumulator.bound + value.bound * iterations;
  result.isWhole = value.isWhole && result.bound <= getExactLimit(value.type);
  result.isRounded |= isFloatName(value.type) && !result.isWhole;
  return result;
}

/// A maximum or a minimum of any kind, which starts from what it never takes.
Scalar KernelBody::takeExtremum(const Scalar &accumulator, const Scalar &value,
                                std::string &start) {
  StringRef type = accumulator.type;
  bool isFloat = isFloatName(type);
  unsigned kind = random.range(0, 3);
  static constexpr StringLiteral kFloats[] = {"maximumf", "maxnumf", "minimumf",
                                              "minnumf"};
  static constexpr StringLiteral kInts[] = {"maxsi", "maxui", "minsi", "minui"};
  double infinity = std::numeric_limits<double>::infinity();
  double least = (isFloat     ? (kind < 2 ? -infinity : infinity)
                  : kind == 0 ? -std::ldexp(1, getWidth(type) - 1)
                  : kind == 2 ? std::ldexp(1, getWidth(type) - 1) - 1
                  : kind == 1 ? 0
                              : -1);
  start = printConstant(type, least);
  return apply(isFloat ? kFloats[kind] : kInts[kind], accumulator, value);
}

Scalar KernelBody::combine(const Scalar &accumulator, Scalar value,
                           double iterations, std::string &start) {
  StringRef type = accumulator.type;
  bool isFloat = isFloatName(type);
  value = cast(value, type);
  auto startFrom = [&](double number) { start = printConstant(type, number); };
  startFrom(0);
  unsigned drawn = random.range(0, 99);
  if (type == "i1") {
    startFrom(drawn < 45);
    return apply(drawn < 45   ? "and"
                 : drawn < 80 ? "or"
                              : "xor",
                 accumulator, value);
  }
  // What exceeds the numbers that a type counts exactly is lost, or not, as the
  // order of a sum has it.
  if (isFloat && iterations > getExactLimit(type) - accumulator.bound)
    drawn = 48 + drawn * 52 / 100;
  if (drawn < 30)
    return addTo(accumulator, value, iterations, false);
  if (drawn < 38)
    return addTo(accumulator, value, iterations, true);
  if (drawn < 48) {
    Scalar counts = compare("ogt", "sgt", value, constant(type, 0));
    return addTo(accumulator,
                 select(counts, constant(type, 1), constant(type, 0)),
                 iterations, false);
  }
  if (drawn < 56) {
    startFrom(1);
    Scalar factor = isFloat
                        ? select(compare("ogt", "", value, constant(type, 0)),
                                 constant(type, 1), constant(type, -1))
                        : apply("or", value, constant(type, 1));
    Scalar result = apply("mul", accumulator, factor);
    result.bound = isFloat ? accumulator.bound : kNoLimit;
    return result;
  }
  if (drawn < 66 && !value.isRounded) {
    startFrom(-4);
    bool isGreater = random.chance(60);
    if (!isGreater)
      startFrom(4);
    Scalar condition = compare(isGreater ? "ogt" : "olt",
                               isGreater ? "sgt" : "slt", value, accumulator);
    return select(condition, value, accumulator);
  }
  if (!isFloat && drawn < 82) {
    startFrom(drawn < 74 ? -1 : 0);
    return apply(drawn < 74   ? "and"
                 : drawn < 78 ? "or"
                              : "xor",
                 accumulator, value);
  }
  return takeExtremum(accumulator, value, start);
}

void KernelBody::yield(ArrayRef<Scalar> values) {
  op.yields.clear();
  for (const Scalar &value : values)
    op.yields.push_back(value.name);
}

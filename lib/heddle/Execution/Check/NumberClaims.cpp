//===- NumberClaims.cpp - What code declares of numbers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op whose declaration is false gives poison: a value that may be anything.
// Nothing is wrong as long as no result depends on it.
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::arith;

static bool hasFlag(Operation *op, IntegerOverflowFlags flag) {
  if (auto flags = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(op))
    return flag == IntegerOverflowFlags::nsw ? flags.hasNoSignedWrap()
                                             : flags.hasNoUnsignedWrap();
  auto flags = dyn_cast<ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.getOverflowAttr() &&
         bitEnumContainsAny(flags.getOverflowAttr().getValue(), flag);
}

static bool isExact(Operation *op) {
  auto flag = dyn_cast<LLVM::ExactFlagInterface>(op);
  return flag ? flag.getIsExact() : op->hasAttr("isExact");
}

static bool isDisjoint(Operation *op) {
  auto flag = dyn_cast<LLVM::DisjointFlagInterface>(op);
  return flag && flag.getIsDisjoint();
}

static bool isNonNegative(Operation *op) {
  auto flag = dyn_cast<LLVM::NonNegFlagInterface>(op);
  return flag && flag.getNonNeg();
}

/// Whether an elementwise op declares that its operands and its result are not
/// NaN, or not infinite.
static bool hasFlag(Operation *op, FastMathFlags flag) {
  auto flags = dyn_cast<ArithFastMathInterface>(op);
  auto isPlain = [](Type type) {
    return getElementTypeOrSelf(type).isIntOrIndexOrFloat();
  };
  return flags && flags.getFastMathFlagsAttr() &&
         op->hasTrait<OpTrait::Elementwise>() &&
         llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain) &&
         bitEnumContainsAny(flags.getFastMathFlagsAttr().getValue(), flag);
}

/// The op without what it declares.
static void removeDeclarations(Operation *op) {
  if (auto flags = dyn_cast<ArithFastMathInterface>(op);
      flags && flags.getFastMathFlagsAttr())
    op->setAttr(flags.getFastMathAttrName(),
                FastMathFlagsAttr::get(
                    op->getContext(),
                    bitEnumClear(flags.getFastMathFlagsAttr().getValue(),
                                 FastMathFlags::nnan | FastMathFlags::ninf)));
  op->removeAttr("isExact");
  if (auto flags = dyn_cast<ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flags.getIntegerOverflowAttrName(),
                IntegerOverflowFlagsAttr::get(op->getContext(),
                                              IntegerOverflowFlags::none));
  if (auto flags = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(op))
    flags.setOverflowFlags(LLVM::IntegerOverflowFlags::none);
  if (auto flag = dyn_cast<LLVM::ExactFlagInterface>(op))
    flag.setIsExact(false);
  if (auto flag = dyn_cast<LLVM::DisjointFlagInterface>(op))
    flag.setIsDisjoint(false);
  if (auto flag = dyn_cast<LLVM::NonNegFlagInterface>(op))
    flag.setNonNeg(false);
}

/// Whether a shift may be by too many bits.
static bool shiftsFreely(Operation *op) {
  return isa<ShLIOp, ShRSIOp, ShRUIOp, LLVM::ShlOp, LLVM::AShrOp, LLVM::LShrOp>(
             op) &&
         !matchPattern(op->getOperand(1), m_Constant());
}

/// What an op declares of integers: " nsw"; "" if it declares nothing.
static std::string getDeclarationOfIntegers(Operation *op) {
  std::string text;
  if (hasFlag(op, IntegerOverflowFlags::nsw))
    text += " nsw";
  if (hasFlag(op, IntegerOverflowFlags::nuw))
    text += " nuw";
  if (isExact(op))
    text += " exact";
  if (isDisjoint(op))
    text += " disjoint";
  if (isNonNegative(op))
    text += " nneg";
  if (isa<FPToSIOp, FPToUIOp>(op))
    text += " a number that the integer holds";
  if (shiftsFreely(op))
    text += " fewer bits than there are";
  return text;
}

/// What an op declares: "nsw"; "" if it declares nothing.
static std::string getDeclaration(Operation *op, ClaimKinds kinds) {
  if (op->getNumResults() != 1)
    return "";
  std::string text = getDeclarationOfIntegers(op);
  if (kinds == ClaimKinds::All && hasFlag(op, FastMathFlags::nnan))
    text += " nnan";
  if (kinds == ClaimKinds::All && hasFlag(op, FastMathFlags::ninf))
    text += " ninf";
  return text.empty() ? "" : text.substr(1);
}

static std::string describe(Operation *op, ClaimKinds kinds) {
  std::string declaration = getDeclaration(op, kinds);
  if (declaration.empty())
    return "";
  return ("'" + op->getName().getStringRef() + "' with " + declaration).str();
}

std::set<std::string> heddle::collectNumberClaims(ModuleOp module) {
  std::set<std::string> claims;
  module->walk([&](Operation *op) {
    if (std::string text = describe(op, ClaimKinds::All); !text.empty())
      claims.insert(text);
  });
  return claims;
}

std::string heddle::describeNumberClaim(func::FuncOp func,
                                        const std::set<std::string> &known,
                                        ClaimKinds kinds) {
  std::string found;
  auto visit = [&](Operation *op) {
    std::string text = describe(op, kinds);
    bool isKnown = known.count(text);
    if (text.empty() || (isKnown && !found.empty()))
      return WalkResult::advance();
    found = text;
    if (std::string line = formatLine(op->getLoc()); !line.empty())
      found += " in " + line;
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  };
  llvm::SetVector<Operation *> functions;
  functions.insert(func);
  for (size_t next = 0; next < functions.size(); ++next) {
    if (functions[next]->walk(visit).wasInterrupted())
      break;
    functions[next]->walk([&](CallOpInterface call) {
      if (Operation *callee = call.resolveCallable())
        functions.insert(callee);
    });
  }
  return found;
}

namespace {
/// Computes where the declaration of one op is true. All numbers have the type
/// of its operands, which may be vectors.
class NumberCheck {
public:
  NumberCheck(RewriterBase &rewriter, Operation *op)
      : rewriter(rewriter), loc(op->getLoc()), op(op),
        width(getElementTypeOrSelf(op->getOperand(0)).isIndex()
                  ? 64
                  : getElementTypeOrSelf(op->getOperand(0))
                        .getIntOrFloatBitWidth()) {}

  /// The conjunction of all that holds; null if nothing is declared.
  Value check(ClaimKinds kinds);

private:
  void add(Value holds) {
    all = all ? AndIOp::create(rewriter, loc, all, holds).getResult() : holds;
  }
  Value compare(CmpIPredicate predicate, Value a, Value b) {
    return CmpIOp::create(rewriter, loc, predicate, a, b);
  }
  Value getInt(Type type, const APInt &value) {
    Attribute number =
        rewriter.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      number = DenseElementsAttr::get(shaped, number);
    return ConstantOp::create(rewriter, loc, cast<TypedAttr>(number));
  }
  /// A product of two numbers of type index has no high part.
  Value toInteger(Value number) {
    Type type = number.getType(), integer = rewriter.getI64Type();
    if (!getElementTypeOrSelf(type).isIndex())
      return number;
    if (auto shaped = dyn_cast<ShapedType>(type))
      integer = shaped.clone(integer);
    return IndexCastOp::create(rewriter, loc, integer, number);
  }
  Value getFloat(Type type, double value) {
    Attribute number = rewriter.getFloatAttr(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      number = DenseElementsAttr::get(shaped, number);
    return ConstantOp::create(rewriter, loc, cast<TypedAttr>(number));
  }
  void addSigned();
  void addUnsigned();
  void addExact();
  void addConversion();
  void addFloat(Value number);

  RewriterBase &rewriter;
  Location loc;
  Operation *op;
  unsigned width;
  Value all;
};
} // namespace

void NumberCheck::addSigned() {
  Value a = op->getOperand(0), r = op->getResult(0);
  if (isa<TruncIOp, LLVM::TruncOp>(op))
    return add(compare(CmpIPredicate::eq,
                       ExtSIOp::create(rewriter, loc, a.getType(), r), a));
  Value b = op->getOperand(1);
  auto addSign = [&](Value x, Value y) {
    Value signs = AndIOp::create(rewriter, loc, x, y);
    Value zero = getInt(signs.getType(), APInt::getZero(width));
    add(compare(CmpIPredicate::sge, signs, zero));
  };
  auto differ = [&](Value x, Value y) -> Value {
    return XOrIOp::create(rewriter, loc, x, y);
  };
  if (isa<AddIOp, LLVM::AddOp>(op))
    return addSign(differ(a, r), differ(b, r));
  if (isa<SubIOp, LLVM::SubOp>(op))
    return addSign(differ(a, b), differ(a, r));
  if (isa<ShLIOp, LLVM::ShlOp>(op))
    return add(
        compare(CmpIPredicate::eq, ShRSIOp::create(rewriter, loc, r, b), a));
  if (!isa<MulIOp, LLVM::MulOp>(op))
    return;
  a = toInteger(a), b = toInteger(b), r = toInteger(r);
  auto product = MulSIExtendedOp::create(rewriter, loc, a, b);
  Value sign = getInt(r.getType(), APInt(width, width - 1));
  add(compare(CmpIPredicate::eq, product.getHigh(),
              ShRSIOp::create(rewriter, loc, r, sign)));
}

void NumberCheck::addUnsigned() {
  Value a = op->getOperand(0), r = op->getResult(0);
  if (isa<TruncIOp, LLVM::TruncOp>(op))
    return add(compare(CmpIPredicate::eq,
                       ExtUIOp::create(rewriter, loc, a.getType(), r), a));
  Value b = op->getOperand(1);
  if (isa<AddIOp, LLVM::AddOp>(op))
    return add(compare(CmpIPredicate::uge, r, a));
  if (isa<SubIOp, LLVM::SubOp>(op))
    return add(compare(CmpIPredicate::uge, a, b));
  if (isa<ShLIOp, LLVM::ShlOp>(op))
    return add(
        compare(CmpIPredicate::eq, ShRUIOp::create(rewriter, loc, r, b), a));
  if (!isa<MulIOp, LLVM::MulOp>(op))
    return;
  a = toInteger(a), b = toInteger(b);
  auto product = MulUIExtendedOp::create(rewriter, loc, a, b);
  Value zero = getInt(a.getType(), APInt::getZero(width));
  add(compare(CmpIPredicate::eq, product.getHigh(), zero));
}

void NumberCheck::addExact() {
  Value a = op->getOperand(0), b = op->getOperand(1), r = op->getResult(0);
  Value back = isa<DivSIOp, DivUIOp, LLVM::SDivOp, LLVM::UDivOp>(op)
                   ? MulIOp::create(rewriter, loc, r, b).getResult()
                   : ShLIOp::create(rewriter, loc, r, b).getResult();
  add(compare(CmpIPredicate::eq, back, a));
}

/// The number without its fraction is in the range of the integer.
void NumberCheck::addConversion() {
  Value number = op->getOperand(0);
  Type type = number.getType();
  if (width < 32) {
    Type f32 = rewriter.getF32Type();
    auto shaped = dyn_cast<ShapedType>(type);
    type = shaped ? Type(shaped.clone(f32)) : f32;
    number = ExtFOp::create(rewriter, loc, type, number);
  }
  bool isSigned = isa<FPToSIOp>(op);
  Type integer = getElementTypeOrSelf(op->getResult(0));
  int bits = integer.getIntOrFloatBitWidth();
  double end = std::ldexp(1.0, isSigned ? bits - 1 : bits);
  Value whole = math::TruncOp::create(rewriter, loc, number);
  add(CmpFOp::create(rewriter, loc, CmpFPredicate::OGE, whole,
                     getFloat(type, isSigned ? -end : 0)));
  add(CmpFOp::create(rewriter, loc, CmpFPredicate::OLT, whole,
                     getFloat(type, end)));
}

/// A number, if it is a float, is neither NaN nor infinite, as declared.
void NumberCheck::addFloat(Value number) {
  if (!isa<FloatType>(getElementTypeOrSelf(number.getType())))
    return;
  if (hasFlag(op, FastMathFlags::nnan))
    add(CmpFOp::create(rewriter, loc, CmpFPredicate::ORD, number, number));
  if (!hasFlag(op, FastMathFlags::ninf))
    return;
  Value infinity =
      getFloat(number.getType(), std::numeric_limits<double>::infinity());
  Value magnitude = math::AbsFOp::create(rewriter, loc, number);
  add(CmpFOp::create(rewriter, loc, CmpFPredicate::UNE, magnitude, infinity));
}

Value NumberCheck::check(ClaimKinds kinds) {
  if (kinds == ClaimKinds::All) {
    for (Value operand : op->getOperands())
      addFloat(operand);
    addFloat(op->getResult(0));
  }
  if (isa<FPToSIOp, FPToUIOp>(op))
    addConversion();
  if (shiftsFreely(op)) {
    Value amount = op->getOperand(1);
    Value bits = getInt(amount.getType(), APInt(width, width));
    add(compare(CmpIPredicate::ult, amount, bits));
  }
  if (hasFlag(op, IntegerOverflowFlags::nsw))
    addSigned();
  if (hasFlag(op, IntegerOverflowFlags::nuw))
    addUnsigned();
  if (isExact(op))
    addExact();
  if (isDisjoint(op)) {
    Value a = op->getOperand(0);
    Value common = AndIOp::create(rewriter, loc, a, op->getOperand(1));
    Value zero = getInt(a.getType(), APInt::getZero(width));
    add(compare(CmpIPredicate::eq, common, zero));
  }
  if (isNonNegative(op)) {
    Value a = op->getOperand(0);
    Value zero = getInt(a.getType(), APInt::getZero(width));
    add(compare(CmpIPredicate::sge, a, zero));
  }
  return all;
}

/// Whether constants of the types of an op can be made.
static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || (shaped.hasStaticShape() && !isa<TensorType>(type));
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

/// A number, or a vector of it, whose bytes are `pattern`.
static Value createGarbage(RewriterBase &rewriter, Location loc, Type type,
                           uint8_t pattern) {
  Type element = getElementTypeOrSelf(type);
  unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  APInt number = bits < 8 ? APInt(8, pattern).trunc(bits)
                          : APInt::getSplat(bits, APInt(8, pattern));
  TypedAttr garbage;
  if (auto floating = dyn_cast<FloatType>(element))
    garbage = rewriter.getFloatAttr(
        element, APFloat(floating.getFloatSemantics(), number));
  else
    garbage = rewriter.getIntegerAttr(element, number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    garbage = DenseElementsAttr::get(shaped, Attribute(garbage));
  return ConstantOp::create(rewriter, loc, garbage);
}

void heddle::replacePoison(RewriterBase &rewriter, ModuleOp module,
                           uint8_t pattern, ClaimKinds kinds) {
  SmallVector<Operation *> ops;
  module->walk([&](Operation *op) {
    if (!getDeclaration(op, kinds).empty() && hasStaticShapes(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPointAfter(op);
    Value result = op->getResult(0);
    Value holds = NumberCheck(rewriter, op).check(kinds);
    rewriter.modifyOpInPlace(op, [&] { removeDeclarations(op); });
    if (!holds)
      continue;
    Value other =
        createGarbage(rewriter, op->getLoc(), result.getType(), pattern);
    auto chosen =
        SelectOp::create(rewriter, op->getLoc(), holds, result, other);
    rewriter.replaceUsesWithIf(result, chosen, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user->getBlock() != op->getBlock() ||
             chosen->isBeforeInBlock(user);
    });
  }
}

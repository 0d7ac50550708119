//===- FloatsToNames.cpp - All floats become names of expressions ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. Every float becomes an i64, the name of the expression that
// computes it. An element of an argument has a random name, a constant a hash
// of its number, and an op gives a hash of its kind, its types, its attributes
// and the names of its operands. A sum is the sum of the names modulo 2^64,
// where the constants 0 and -0 are no terms, and a difference is a sum with the
// hash of the negated operand. Products and extrema are functions of the set of
// their operands. A choice by a comparison is an op with the name of the
// comparison as an operand. What may have any value (poison) has one name in
// the payload and another one in the scheduled function.
//
// Why. Let H be a random function. An expression is a tree of ops, in which the
// terms of a sum, and of an extremum, are a multiset, and zeros are no terms of
// a sum. Equal expressions have equal names, whatever the order of the terms.
// Two sums of different multisets have equal names only if the sum of c[i] H[i]
// is 0, where c[i] is the difference of the multiplicities of a term. With 2^v
// the largest power of two that divides all c[i], and H a multiple of 8, that
// has the probability 2^(v - 61). Any other two ops with different operands
// have equal names with probability 2^-61. So if two functions give the same
// names to all elements, each element is the same expression of the same
// elements of the arguments: whatever the values are, it is computed by the
// same roundings, but for the order of the sums and the sign of a zero.
//
// An extremum is a sum, too, but of hashes of the names. The lowest three bits
// of its name tell the kind. All other names are multiples of 8, so that what
// reads an extremum knows it, and an extremum of extrema of its kind adds their
// terms. Its neutral number is no term.
//
// With `ordered`, a sum is a function of the set of its two operands, a zero is
// a number, and a product that is added without a rounding is another op: equal
// names then mean equal bits.
//
// Integers are themselves. A comparison that decides anything but a choice
// between floats has no name.
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

#include <map>

namespace mlir::heddle {
#define GEN_PASS_DEF_FLOATSTONAMESPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static constexpr uint64_t kFirst = 0xff51afd7ed558ccd;
static constexpr uint64_t kSecond = 0xc4ceb9fe1a85ec53;
static constexpr uint64_t kNumber = 0x9e3779b97f4a7c15;
/// The bits of a name that tell the kind of an extremum.
static constexpr unsigned kTagBits = 3;
static constexpr uint64_t kTags = 7;

/// The finalizer of MurmurHash3.
static uint64_t mixBits(uint64_t bits) {
  bits = (bits ^ bits >> 33) * kFirst;
  bits = (bits ^ bits >> 33) * kSecond;
  return bits ^ bits >> 33;
}

/// The name of a number, of whichever type.
static uint64_t nameOf(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  if (value.isNaN())
    value =
        llvm::APFloat::getNaN(llvm::APFloat::IEEEdouble(), value.isNegative());
  return mixBits(value.bitcastToAPInt().getZExtValue() + kNumber) << kTagBits;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// An extremum: its tag, and the name of the number that is no term of it.
struct Extremum {
  unsigned tag;
  uint64_t neutral;
};

/// An op that has a name, as it was before the types were replaced.
struct NamedOp {
  Operation *op;
  uint64_t code;
  /// Of the result.
  Type type;
};
} // namespace

/// The fast-math flags of `op` that make another op of it. Another order and
/// contraction are none of a sum, and contraction is none of a product.
static arith::FastMathFlags getClaims(Operation *op, bool ordered) {
  using Flags = arith::FastMathFlags;
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlagsAttr attr =
      flagged ? flagged.getFastMathFlagsAttr() : nullptr;
  if (!attr)
    return Flags::none;
  Flags harmless = ordered ? Flags::none : Flags::contract;
  if (!ordered && isa<arith::AddFOp, arith::SubFOp, vector::ReductionOp>(op))
    harmless = harmless | Flags::reassoc;
  return attr.getValue() & ~harmless;
}

/// With `ordered`, an extremum is an op like any other: the larger number of +0
/// and -0 may be either of them.
static std::optional<Extremum> getExtremum(Operation *op, bool ordered) {
  if (ordered || getClaims(op, ordered) != arith::FastMathFlags::none)
    return std::nullopt;
  auto make = [](unsigned tag, const llvm::APFloat &neutral) {
    return std::optional<Extremum>({tag, nameOf(neutral)});
  };
  const llvm::fltSemantics &f64 = llvm::APFloat::IEEEdouble();
  llvm::APFloat low = llvm::APFloat::getInf(f64, /*Negative=*/true);
  llvm::APFloat high = llvm::APFloat::getInf(f64);
  llvm::APFloat nan = llvm::APFloat::getNaN(f64);
  return llvm::TypeSwitch<Operation *, std::optional<Extremum>>(op)
      .Case<arith::MaximumFOp>([&](auto) { return make(1, low); })
      .Case<arith::MinimumFOp>([&](auto) { return make(2, high); })
      .Case<arith::MaxNumFOp>([&](auto) { return make(3, nan); })
      .Case<arith::MinNumFOp>([&](auto) { return make(4, nan); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether the result of `op` is a truth about floats.
static bool isTruth(Operation *op) {
  return op->getNumResults() == 1 &&
         getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1) &&
         llvm::any_of(op->getOperandTypes(), hasFloats) &&
         isa<arith::CmpFOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp,
             math::IsNormalOp>(op);
}

/// Whether `op` computes a truth from truths, or moves some.
static bool combinesTruths(Operation *op) {
  auto isTruths = [](Type type) {
    return getElementTypeOrSelf(type).isInteger(1) &&
           !isa<MemRefType, TensorType>(type);
  };
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isTruths(op->getResult(0).getType()))
    return false;
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
             vector::BroadcastOp, vector::ShapeCastOp, vector::ExtractOp,
             vector::InsertOp, vector::ShuffleOp, vector::ExtractStridedSliceOp,
             vector::InsertStridedSliceOp, vector::FromElementsOp,
             vector::TransposeOp>(op);
}

/// A hash of what `op` is, but for its operands.
static uint64_t getCode(Operation *op, bool ordered) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName();
  for (Type type : op->getOperandTypes())
    os << '|' << getElementTypeOrSelf(type);
  for (Type type : op->getResultTypes())
    os << '|' << getElementTypeOrSelf(type);
  for (NamedAttribute attr : op->getAttrDictionary())
    if (!isa<arith::FastMathFlagsAttr>(attr.getValue()))
      os << '|' << attr.getName() << '=' << attr.getValue();
  os << '|' << arith::stringifyFastMathFlags(getClaims(op, ordered));
  return mixBits(llvm::xxh3_64bits(text));
}

namespace {
/// Writes names.
class NameBuilder {
public:
  NameBuilder(RewriterBase &rewriter, bool hasExtrema, bool ordered)
      : rewriter(rewriter), hasExtrema(hasExtrema), ordered(ordered) {}

  Value apply(const NamedOp &named);
  /// The name of what may have any value.
  Value namePoison(ub::PoisonOp op, unsigned version);
  /// A choice between two floats by a truth of this name.
  Value nameChoice(const NamedOp &named, Value truth);
  /// The name of a truth of which `codes` has the ops that compute it.
  Value nameTruth(Value truth,
                  const llvm::DenseMap<Operation *, uint64_t> &codes);

private:
  Value constant(uint64_t number, Type type);
  Value add(Value a, Value b) {
    return arith::AddIOp::create(rewriter, loc, a, b);
  }
  Value multiply(Value a, Value b) {
    return arith::MulIOp::create(rewriter, loc, a, b);
  }
  Value flip(Value a, Value b) {
    return arith::XOrIOp::create(rewriter, loc, a, b);
  }
  Value isEqual(Value a, Value b) {
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, a, b);
  }
  Value choose(Value condition, Value a, Value b) {
    return arith::SelectOp::create(rewriter, loc, condition, a, b);
  }
  Value shift(Value a, unsigned bits) {
    return arith::ShLIOp::create(rewriter, loc, a, constant(bits, a.getType()));
  }
  Value mix(Value bits);
  Value toName(Value hash) { return shift(hash, kTagBits); }
  Value leaf(Value name);
  Value hash(uint64_t code, ArrayRef<Value> names);
  Value multiplyNames(uint64_t code, Value a, Value b);
  Value toTerm(Value name);
  Value addNames(Value a, Value b);
  Value getTerms(const Extremum &kind, Value name);
  Value combine(const Extremum &kind, Value a, Value b);
  Value nameNumber(const NamedOp &named);
  Value spread(Value name, Value other);
  SmallVector<Value> getNames(Operation *op);

  RewriterBase &rewriter;
  bool hasExtrema, ordered;
  Location loc = UnknownLoc::get(rewriter.getContext());
  llvm::DenseMap<Value, Value> truths;
  std::map<std::tuple<Operation *, const void *, uint64_t>, Value> constants;
};
} // namespace

/// A number in all lanes of `type`, made at the start of the function.
Value NameBuilder::constant(uint64_t number, Type type) {
  Type i64 = rewriter.getI64Type();
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.clone(i64);
  else
    type = i64;
  auto func = rewriter.getInsertionBlock()
                  ->getParentOp()
                  ->getParentOfType<FunctionOpInterface>();
  if (auto own = dyn_cast<FunctionOpInterface>(
          rewriter.getInsertionBlock()->getParentOp()))
    func = own;
  Value &known = constants[{func, type.getAsOpaquePointer(), number}];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&func.getFunctionBody().front());
  TypedAttr attr = rewriter.getIntegerAttr(i64, static_cast<int64_t>(number));
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return known = arith::ConstantOp::create(rewriter, loc, attr);
}

Value NameBuilder::mix(Value bits) {
  Type type = bits.getType();
  auto fold = [&](Value value) {
    return flip(value, arith::ShRUIOp::create(rewriter, loc, value,
                                              constant(33, type)));
  };
  Value first = multiply(fold(bits), constant(kFirst, type));
  return fold(multiply(fold(first), constant(kSecond, type)));
}

/// The name as an operand of what is not an extremum of its kind.
Value NameBuilder::leaf(Value name) {
  if (!hasExtrema)
    return name;
  Type type = name.getType();
  Value tag = arith::AndIOp::create(rewriter, loc, name, constant(kTags, type));
  return choose(isEqual(tag, constant(0, type)), name, toName(mix(name)));
}

Value NameBuilder::hash(uint64_t code, ArrayRef<Value> names) {
  Value result = constant(code, names.front().getType());
  for (Value name : names)
    result =
        mix(add(multiply(result, constant(kNumber, result.getType())), name));
  return toName(result);
}

/// A function of the set of both operands.
Value NameBuilder::multiplyNames(uint64_t code, Value a, Value b) {
  Type type = a.getType();
  Value one = constant(1, type);
  Value product = multiply(arith::OrIOp::create(rewriter, loc, a, one),
                           arith::OrIOp::create(rewriter, loc, b, one));
  Value sum = mix(add(add(a, b), constant(code, type)));
  return toName(mix(add(sum, product)));
}

/// The name as a term of a sum.
Value NameBuilder::toTerm(Value name) {
  const llvm::fltSemantics &f64 = llvm::APFloat::IEEEdouble();
  Type type = name.getType();
  Value term = name;
  for (bool isNegative : {false, true}) {
    uint64_t zero = nameOf(llvm::APFloat::getZero(f64, isNegative));
    term = choose(isEqual(name, constant(zero, type)), constant(0, type), term);
  }
  return term;
}

Value NameBuilder::addNames(Value a, Value b) {
  constexpr uint64_t kAdd = 0x61646420;
  return ordered ? multiplyNames(kAdd, a, b) : add(toTerm(a), toTerm(b));
}

/// The terms of an extremum that `name` is.
Value NameBuilder::getTerms(const Extremum &kind, Value name) {
  Type type = name.getType();
  Value tag = arith::AndIOp::create(rewriter, loc, name, constant(kTags, type));
  Value same = isEqual(tag, constant(kind.tag, type));
  Value terms = toName(mix(add(leaf(name), constant(kind.tag, type))));
  terms = choose(isEqual(name, constant(kind.neutral, type)), constant(0, type),
                 terms);
  return choose(same, flip(name, constant(kind.tag, type)), terms);
}

Value NameBuilder::combine(const Extremum &kind, Value a, Value b) {
  Type type = a.getType();
  Value sum = add(getTerms(kind, a), getTerms(kind, b));
  // Of two neutral numbers, the extremum is one of them.
  return choose(isEqual(sum, constant(0, type)), a,
                add(sum, constant(kind.tag, type)));
}

Value NameBuilder::namePoison(ub::PoisonOp op, unsigned version) {
  constexpr uint64_t kPoison = 0x706f6973;
  loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  return constant(mixBits(kPoison + version) << kTagBits, op.getType());
}

/// The name of an integer that is converted to a float.
Value NameBuilder::nameNumber(const NamedOp &named) {
  Value number = rewriter.clone(*named.op)->getResult(0);
  number.setType(named.type);
  auto to = [&](Type element) -> Type {
    auto vector = dyn_cast<VectorType>(named.type);
    return vector ? Type(vector.clone(element)) : element;
  };
  if (!getElementTypeOrSelf(named.type).isF64())
    number =
        arith::ExtFOp::create(rewriter, loc, to(rewriter.getF64Type()), number);
  Value bits = arith::BitcastOp::create(rewriter, loc,
                                        to(rewriter.getI64Type()), number);
  return toName(mix(add(bits, constant(kNumber, bits.getType()))));
}

/// The names of the operands; an integer is its own name.
SmallVector<Value> NameBuilder::getNames(Operation *op) {
  SmallVector<Value> names;
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    if (element.isInteger(64)) {
      names.push_back(leaf(operand));
      continue;
    }
    auto vector = dyn_cast<VectorType>(operand.getType());
    Type wide = rewriter.getI64Type();
    if (vector)
      wide = vector.clone(wide);
    names.push_back(
        element.isIndex()
            ? arith::IndexCastOp::create(rewriter, loc, wide, operand)
                  .getResult()
            : arith::ExtUIOp::create(rewriter, loc, wide, operand).getResult());
  }
  return names;
}

Value NameBuilder::apply(const NamedOp &named) {
  Operation *op = named.op;
  loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return nameNumber(named);
  if (std::optional<Extremum> kind = getExtremum(op, ordered))
    return combine(*kind, op->getOperand(0), op->getOperand(1));
  SmallVector<Value> names = getNames(op);
  if (getClaims(op, ordered) != arith::FastMathFlags::none)
    return hash(named.code, names);
  // The codes of ops that are one op for a name.
  constexpr uint64_t kNegate = 0x6e656761, kMultiply = 0x6d756c74;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddFOp>([&](auto) { return addNames(names[0], names[1]); })
      .Case<arith::SubFOp>(
          [&](auto) { return addNames(names[0], hash(kNegate, names[1])); })
      .Case<arith::NegFOp>([&](auto) { return hash(kNegate, names[0]); })
      .Case<arith::MulFOp>(
          [&](auto) { return multiplyNames(kMultiply, names[0], names[1]); })
      .Case<vector::FMAOp, math::FmaOp>([&](auto) {
        constexpr uint64_t kExact = 0x65786163;
        return addNames(
            multiplyNames(ordered ? kExact : kMultiply, names[0], names[1]),
            names[2]);
      })
      .Default([&](Operation *) { return hash(named.code, names); });
}

/// A scalar as the vector that `other` is, if it is one.
Value NameBuilder::spread(Value name, Value other) {
  auto type = dyn_cast<VectorType>(other.getType());
  if (!type || isa<VectorType>(name.getType()))
    return name;
  return vector::BroadcastOp::create(rewriter, loc, type, name);
}

Value NameBuilder::nameChoice(const NamedOp &named, Value truth) {
  loc = named.op->getLoc();
  rewriter.setInsertionPoint(named.op);
  Value yes = leaf(named.op->getOperand(1)), no = leaf(named.op->getOperand(2));
  return hash(named.code, {spread(truth, yes), yes, no});
}

Value NameBuilder::nameTruth(
    Value truth, const llvm::DenseMap<Operation *, uint64_t> &codes) {
  if (Value known = truths.lookup(truth))
    return known;
  constexpr uint64_t kTrue = 0x74727565, kFalse = 0x66616c73;
  Operation *def = truth.getDefiningOp();
  auto code = def ? codes.find(def) : codes.end();
  if (code == codes.end()) {
    rewriter.setInsertionPointAfterValue(truth);
    loc = truth.getLoc();
    Value yes = constant(kTrue << kTagBits, truth.getType());
    Value no = constant(kFalse << kTagBits, truth.getType());
    return truths[truth] = choose(truth, yes, no);
  }
  SmallVector<Value> names;
  for (Value operand : def->getOperands())
    names.push_back(getElementTypeOrSelf(operand.getType()).isInteger(1)
                        ? nameTruth(operand, codes)
                        : operand);
  rewriter.setInsertionPoint(def);
  loc = def->getLoc();
  Value name;
  if (isa_and_nonnull<vector::VectorDialect>(def->getDialect())) {
    IRMapping map;
    map.map(def->getOperands(), names);
    name = rewriter.clone(*def, map)->getResult(0);
    auto vector = dyn_cast<VectorType>(truth.getType());
    name.setType(vector ? Type(vector.clone(rewriter.getI64Type()))
                        : rewriter.getI64Type());
  } else if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(def)) {
    name = multiplyNames(code->second, names[0], names[1]);
  } else {
    for (Value &operand : names)
      operand = spread(leaf(operand), names.back());
    name = hash(code->second, names);
  }
  return truths[truth] = name;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FloatsToNames : heddle::impl::FloatsToNamesPassBase<FloatsToNames> {
  using FloatsToNamesPassBase::FloatsToNamesPassBase;

  /// Collects what has a name. Fails at the first op that has none.
  LogicalResult collect(ModuleOp module);
  /// Fails if a truth decides more than a choice between floats.
  LogicalResult collectTruths();
  void runOnOperation() override;

  std::vector<NamedOp> ops;
  SmallVector<arith::SelectOp> choices;
  /// Truths about floats, and their codes.
  llvm::DenseMap<Operation *, uint64_t> truths;
  bool hasExtrema = false;
};
} // namespace

LogicalResult FloatsToNames::collect(ModuleOp module) {
  WalkResult result = module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!usesFloats(op))
      return WalkResult::advance();
    bool isComputed =
        isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
        isa<vector::FMAOp>(op) ||
        (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         !isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
              arith::FPToSIOp, arith::FPToUIOp>(op));
    if (hasScalableVectors(op) ||
        (isComputed ? op->getNumResults() != 1 : !movesFloats(op))) {
      emitError(op->getLoc())
          << "expects ops that have a name, but got '" << op->getName() << "'";
      return WalkResult::interrupt();
    }
    if (auto select = dyn_cast<arith::SelectOp>(op))
      choices.push_back(select);
    if (!isComputed)
      return WalkResult::advance();
    hasExtrema |= getExtremum(op, ordered).has_value();
    if (isTruth(op))
      truths[op] = getCode(op, ordered);
    else
      ops.push_back({op, getCode(op, ordered), op->getResult(0).getType()});
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult FloatsToNames::collectTruths() {
  SmallVector<Operation *> worklist(llvm::make_first_range(truths));
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    for (OpOperand &use : op->getResult(0).getUses()) {
      Operation *user = use.getOwner();
      auto select = dyn_cast<arith::SelectOp>(user);
      if (select && use.getOperandNumber() == 0 &&
          hasFloats(select.getType()) &&
          !isa<MemRefType, TensorType>(select.getType()))
        continue;
      if (!combinesTruths(user)) {
        emitError(user->getLoc())
            << "expects a comparison of floats to choose between floats, but '"
            << user->getName() << "' uses it";
        return failure();
      }
      if (truths.try_emplace(user, getCode(user, ordered)).second)
        worklist.push_back(user);
    }
  }
  return success();
}

/// Whether `op` shows the bytes of floats, or combines them as other ops do,
/// but in no order.
static bool isNameless(Operation *op, bool ordered) {
  if (isa<memref::ViewOp, memref::ExtractAlignedPointerAsIndexOp>(op))
    return true;
  if (isa<memref::GenericAtomicRMWOp, memref::AtomicRMWOp>(op))
    return usesFloats(op);
  auto reduction = dyn_cast<vector::ReductionOp>(op);
  if (!reduction || !hasFloats(reduction.getType()))
    return false;
  return reduction.getKind() == vector::CombiningKind::MUL ||
         (ordered && reduction.getKind() == vector::CombiningKind::ADD) ||
         getClaims(op, ordered) != arith::FastMathFlags::none;
}

/// Fails if what expandFloatOps makes of an op does not tell what it does.
static LogicalResult checkNames(ModuleOp module, bool ordered) {
  WalkResult result = module->walk([=](Operation *op) {
    if (!isNameless(op, ordered))
      return WalkResult::advance();
    op->emitError() << "expects ops that have a name, but got '"
                    << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void FloatsToNames::runOnOperation() {
  ModuleOp module = getOperation();
  IRRewriter rewriter(&getContext());
  if (failed(checkNames(module, ordered)))
    return signalPassFailure();
  expandFloatOps(rewriter, module);
  if (failed(collect(module)) || failed(collectTruths()))
    return signalPassFailure();
  for (arith::SelectOp select : choices)
    if (Operation *def = select.getCondition().getDefiningOp();
        def && truths.contains(def))
      ops.push_back({select, getCode(select, ordered), select.getType()});
  SmallVector<ub::PoisonOp> poison = collectPoison(module);
  replaceFloats(module, rewriter.getI64Type(), [](const llvm::APFloat &value) {
    return llvm::APInt(64, nameOf(value));
  });
  NameBuilder names(rewriter, hasExtrema, ordered);
  for (ub::PoisonOp op : poison)
    rewriter.replaceOp(op, names.namePoison(op, version));
  for (const NamedOp &named : ops) {
    auto select = dyn_cast<arith::SelectOp>(named.op);
    Value name =
        select ? names.nameChoice(
                     named, names.nameTruth(select.getCondition(), truths))
               : names.apply(named);
    rewriter.replaceOp(named.op, name);
  }
  // Ops that read each other's truths, in any order.
  for (Operation *op : llvm::make_first_range(truths))
    op->dropAllReferences();
  for (Operation *op : llvm::make_first_range(truths))
    rewriter.eraseOp(op);
}

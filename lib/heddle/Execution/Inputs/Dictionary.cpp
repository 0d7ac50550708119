//===- Dictionary.cpp - Numbers on which a function may branch ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op that uses a constant determines what the constant may be compared
// with. Where the other operand is computed, Preimages.cpp says from what.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Dictionary.h"

#include "Preimages.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

/// Inserts all numbers except the smallest and the largest, which mark free
/// places of the set.
static void insertNumber(llvm::SetVector<int64_t> &numbers, int64_t number) {
  if (number != std::numeric_limits<int64_t>::min() &&
      number != std::numeric_limits<int64_t>::max())
    numbers.insert(number);
}

static void insertFloat(SmallVectorImpl<double> &numbers, double number) {
  if (!llvm::is_contained(numbers, number))
    numbers.push_back(number);
}

static int64_t getMagnitude(int64_t number) {
  return number == std::numeric_limits<int64_t>::min() ? 0 : std::abs(number);
}

namespace {

/// Collects the constants in order of importance.
class Collector {
public:
  void visit(Operation *op);
  Dictionary take() &&;

private:
  enum Rank { Compared, Counted, Other };

  void addSize(int64_t number, Rank rank) {
    constexpr int64_t kLargest = int64_t(1) << 24;
    if (number > 1 && number <= kLargest)
      sizes[rank].insert(number);
  }
  void addRatio(int64_t number) {
    if (number > 1 && number <= 16)
      ratios.insert(number);
  }
  void addInteger(const APInt &value) {
    if (value.getSignificantBits() <= 64)
      insertNumber(integers, value.getSExtValue());
  }
  void addFloat(APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    if (value.isFinite())
      insertFloat(floats, value.convertToDouble());
  }
  void visitConstant(Attribute value, Operation *user);
  void visitComparison(Operation *op);
  void visitConversion(Operation *op);
  void visitExpr(AffineExpr expr, Rank rank);
  void visitLoop(LoopLikeOpInterface loop);

  llvm::SetVector<int64_t> sizes[3], ratios, integers;
  SmallVector<double> floats;
  std::map<Dictionary::Place, SmallVector<int64_t>> own;
  std::map<Dictionary::Place, SmallVector<double>> ownFloats;
  /// The numbers from which compared ones are computed.
  llvm::SetVector<int64_t> sources;
  SmallVector<double> floatSources;
};

} // namespace

static bool compares(Operation *op) {
  using namespace arith;
  return isa<CmpFOp, CmpIOp, MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp,
             MaxSIOp, MinSIOp, MaxUIOp, MinUIOp>(op);
}

/// The argument whose extent, element or own number `value` is.
static std::optional<Dictionary::Place> findPlace(Value value) {
  if (auto dim = value.getDefiningOp<ShapedDimOpInterface>()) {
    auto argument = dyn_cast<BlockArgument>(dim.getShapedValue());
    std::optional<int64_t> index = getConstantIntValue(dim.getDimension());
    if (!argument || !index ||
        !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return std::nullopt;
    return Dictionary::Place(argument.getArgNumber(), *index);
  }
  if (auto load = value.getDefiningOp<memref::LoadOp>())
    value = load.getMemRef();
  else if (auto extract = value.getDefiningOp<tensor::ExtractOp>())
    value = extract.getTensor();
  auto argument = dyn_cast<BlockArgument>(value);
  if (auto structured = argument ? dyn_cast<linalg::LinalgOp>(
                                       argument.getOwner()->getParentOp())
                                 : linalg::LinalgOp())
    argument = dyn_cast<BlockArgument>(
        structured->getOperand(argument.getArgNumber()));
  if (!argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  return Dictionary::Place(argument.getArgNumber(), -1);
}

/// The constant of an op on floats whose result is compared.
static std::optional<double> findOperandConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                       arith::DivFOp>(op))
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    FloatAttr number;
    if (matchPattern(operand, m_Constant(&number)))
      return number.getValueAsDouble();
  }
  return std::nullopt;
}

/// The arguments and elements for which the operand of a comparison is the
/// constant that it is compared with.
void Collector::visitComparison(Operation *op) {
  constexpr size_t kOwn = 24;
  auto visitInteger = [&](Value value, const APInt &number) {
    if (number.getSignificantBits() > 64)
      return;
    if (auto place = findPlace(value); place && own[*place].size() < kOwn)
      own[*place].push_back(number.getSExtValue());
    insertNumber(sources, number.getSExtValue());
    addSize(getMagnitude(number.getSExtValue()), Compared);
  };
  auto visitFloat = [&](Value value, double number) {
    if (!std::isfinite(number))
      return;
    if (auto place = findPlace(value); place && ownFloats[*place].size() < kOwn)
      ownFloats[*place].push_back(number);
    insertFloat(floatSources, number);
  };
  for (Value operand : op->getOperands())
    if (std::optional<double> number = findOperandConstant(operand))
      if (std::isfinite(*number))
        insertFloat(floatSources, *number);
  for (auto [number, other] : {std::pair(op->getOperand(0), op->getOperand(1)),
                               std::pair(op->getOperand(1), op->getOperand(0))})
    if (APInt integer; matchPattern(number, m_ConstantInt(&integer))) {
      if (!getElementTypeOrSelf(number.getType()).isInteger(1))
        forEachPreimage(other, integer, {visitInteger, visitFloat});
    } else if (APFloat value(0.0);
               matchPattern(number, m_ConstantFloat(&value))) {
      bool losesInfo;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      forEachPreimage(other, value.convertToDouble(),
                      {visitInteger, visitFloat});
    }
}

/// An index that a narrow type does not hold is wrong from some size on,
/// without a constant that names it.
void Collector::visitConversion(Operation *op) {
  using namespace arith;
  if (!isa<TruncIOp, IndexCastOp, IndexCastUIOp, SIToFPOp, UIToFPOp>(op))
    return;
  Value source = op->getOperand(0);
  while (isa_and_present<IndexCastOp, IndexCastUIOp, ExtSIOp, ExtUIOp>(
      source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  constexpr unsigned kMost = 16;
  if (!getElementTypeOrSelf(source.getType()).isIndex() || result.isIndex())
    return;
  if (auto floating = dyn_cast<FloatType>(result)) {
    if (floating.getFPMantissaWidth() <= kMost)
      addSize(int64_t(1) << floating.getFPMantissaWidth(), Compared);
  } else if (result.getIntOrFloatBitWidth() <= kMost) {
    addSize(int64_t(1) << result.getIntOrFloatBitWidth(), Compared);
    addSize(int64_t(1) << (result.getIntOrFloatBitWidth() - 1), Compared);
  }
}

/// A constant operand.
void Collector::visitConstant(Attribute value, Operation *user) {
  using namespace arith;
  bool isCompared = compares(user);
  bool isFactor =
      isa<MulIOp, DivSIOp, DivUIOp, RemSIOp, RemUIOp, CeilDivSIOp, CeilDivUIOp,
          FloorDivSIOp, ShLIOp, ShRUIOp, ShRSIOp>(user);
  if (auto dense = dyn_cast<DenseElementsAttr>(value); dense && dense.isSplat())
    value = dense.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value)) {
    if (isCompared)
      addFloat(number.getValue());
    return;
  }
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number || number.getValue().getSignificantBits() > 64)
    return;
  int64_t integer = number.getValue().getSExtValue();
  if (isCompared && !number.getType().isInteger(1))
    addInteger(number.getValue());
  bool isShift = isa<ShLIOp, ShRUIOp, ShRSIOp>(user);
  if (isFactor)
    addRatio(isShift && integer >= 0 && integer < 5 ? 1 << integer : integer);
  if (isCompared || isFactor || isa<AddIOp, SubIOp, SelectOp>(user))
    addSize(getMagnitude(integer), isCompared ? Compared : Other);
}

void Collector::visitExpr(AffineExpr expr, Rank rank) {
  expr.walk([&](AffineExpr part) {
    if (auto constant = dyn_cast<AffineConstantExpr>(part))
      addSize(getMagnitude(constant.getValue()), rank);
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || part.getKind() == AffineExprKind::Add)
      return;
    if (auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      addRatio(getMagnitude(factor.getValue()));
  });
}

void Collector::visitLoop(LoopLikeOpInterface loop) {
  for (auto numbers : {loop.getLoopSteps(), loop.getLoopLowerBounds(),
                       loop.getLoopUpperBounds()}) {
    if (!numbers)
      continue;
    for (OpFoldResult number : *numbers)
      if (std::optional<int64_t> constant = getConstantIntValue(number))
        addSize(*constant, Counted);
  }
}

void Collector::visit(Operation *op) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    visitLoop(loop);
  llvm::TypeSwitch<Operation *>(op)
      .Case<affine::AffineIfOp>([&](auto branch) {
        for (AffineExpr expr : branch.getIntegerSet().getConstraints())
          visitExpr(expr, Compared);
      })
      .Case<scf::IndexSwitchOp>([&](auto branch) {
        for (int64_t value : branch.getCases()) {
          insertNumber(integers, value);
          addSize(value, Compared);
        }
      })
      .Case<cf::SwitchOp>([&](auto branch) {
        if (auto values = branch.getCaseValues())
          for (const APInt &value : values->template getValues<APInt>())
            addInteger(value);
      });
  if (compares(op))
    visitComparison(op);
  if (op->getNumOperands() == 1 && op->getNumResults() == 1)
    visitConversion(op);
  for (NamedAttribute named : op->getAttrs())
    if (auto map = dyn_cast<AffineMapAttr>(named.getValue()))
      for (AffineExpr expr : map.getValue().getResults())
        visitExpr(expr, Counted);
  for (Value operand : op->getOperands()) {
    Attribute value;
    if (matchPattern(operand, m_Constant(&value)))
      visitConstant(value, op);
  }
  for (Type type : op->getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type))
      for (int64_t extent : vector.getShape())
        addSize(extent, Other);
}

Dictionary Collector::take() && {
  Dictionary dictionary;
  dictionary.own = std::move(own);
  dictionary.ownFloats = std::move(ownFloats);
  llvm::SetVector<int64_t> all;
  for (const auto &group : sizes)
    all.insert(group.begin(), group.end());
  dictionary.sizes = all.takeVector();
  dictionary.ratios = ratios.takeVector();
  // Few integers and floats are tried: in turns one that stands in the code and
  // one that a compared number is computed from.
  llvm::SetVector<int64_t> inTurns;
  for (size_t i = 0; i < std::max(integers.size(), sources.size()); ++i)
    for (const auto *numbers : {&sources, &integers})
      if (i < numbers->size())
        inTurns.insert((*numbers)[i]);
  dictionary.integers = inTurns.takeVector();
  for (size_t i = 0; i < std::max(floats.size(), floatSources.size()); ++i)
    for (const auto *numbers : {&floatSources, &floats})
      if (i < numbers->size())
        insertFloat(dictionary.floats, (*numbers)[i]);
  return dictionary;
}

Dictionary heddle::collectDictionary(ArrayRef<func::FuncOp> functions) {
  Collector collector;
  llvm::SetVector<Operation *> reached(functions.begin(), functions.end());
  for (size_t i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](Operation *op) {
      collector.visit(op);
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (Operation *callee = call.resolveCallable())
          reached.insert(callee);
    });
  return std::move(collector).take();
}

SmallVector<int64_t> Dictionary::getSizesAround(size_t limit) const {
  llvm::SetVector<int64_t> around;
  for (int64_t factor : {1, 2})
    for (int64_t size : sizes)
      for (int64_t offset : {0, -1, 1})
        if (around.size() < limit)
          around.insert(size * factor + offset);
  return around.takeVector();
}

SmallVector<int64_t> Dictionary::getIntegersAround(size_t limit) const {
  llvm::SetVector<int64_t> around;
  for (int64_t number : integers)
    for (int64_t offset : {0, -1, 1})
      if (int64_t result;
          around.size() < limit && !llvm::AddOverflow(number, offset, result))
        insertNumber(around, result);
  return around.takeVector();
}

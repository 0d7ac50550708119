//===- Exactness.cpp - Inputs on which every order is exact ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An abstract interpretation of straight-line payload with one bound per value.
// A value in a loop of the payload, or of an unknown op, has no bound. A
// function with such a value is not exact.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Exactness.h"

#include "LoopSums.h"

#include "heddle/Analysis/DataFlow/Views.h"
#include "heddle/Execution/Inputs/Accumulation.h"
#include "heddle/Execution/Inputs/ScalarBounds.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

double heddle::getExactLimit(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType ? std::ldexp(1.0, floatType.getFPMantissaWidth()) : 0;
}

bool heddle::isExactIn(const ValueBound &bound, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return true;
  // The unit must not be smaller than the denormals of the type.
  if (bound.shift > (type.isF16() ? 14 : 100))
    return false;
  return std::ldexp(bound.maxAbs, bound.shift) <= getExactLimit(type);
}

namespace {

using Bounds = SmallVector<ValueBound, 2>;

/// Interprets one function for one magnitude of its inputs.
class BoundInterpreter {
public:
  BoundInterpreter(const ShapeAssignment &shapes, double magnitude)
      : shapes(shapes), magnitude(magnitude) {}

  /// Returns false and sets `reason` if some value is not exact.
  bool run(func::FuncOp func);

  std::string reason;

private:
  bool fail(Operation *op, StringRef what) {
    if (reason.empty())
      reason = ("'" + op->getName().getStringRef() + "' " + what).str();
    return false;
  }
  bool failConstant(Operation *op, Attribute constant);
  bool visit(Operation *op);
  bool visitScalar(Operation *op);
  bool visitLinalg(linalg::LinalgOp op);
  bool visitMove(Operation *op);
  bool visitGlobal(memref::GetGlobalOp op);
  void setIndices(Block &block, Value whole);
  bool runBlock(Block &block);
  std::optional<Bounds> runBody(linalg::LinalgOp op, const Bounds &outs);
  bool set(Operation *op, Value value, ValueBound bound);
  ValueBound get(Value value) { return bounds.lookup(getRoot(value)); }
  /// Memory has one bound per buffer, whichever view it is reached through.
  static Value getRoot(Value value);

  const ShapeAssignment &shapes;
  double magnitude;
  llvm::DenseMap<Value, ValueBound> bounds;
};

Value BoundInterpreter::getRoot(Value value) {
  return isa<BaseMemRefType>(value.getType()) ? getBaseBuffer(value) : value;
}

/// Describes the constant that is not whole: its value, if all elements are the
/// same number, and its line.
bool BoundInterpreter::failConstant(Operation *op, Attribute constant) {
  if (!reason.empty())
    return false;
  llvm::raw_string_ostream os(reason);
  if (auto dense = dyn_cast<DenseElementsAttr>(constant);
      dense && dense.isSplat())
    constant = dense.getSplatValue<Attribute>();
  os << "the constant ";
  if (auto number = dyn_cast<FloatAttr>(constant))
    os << llvm::format("%g ", number.getValueAsDouble());
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << "in line " << loc.getLine() << " ";
  os << "is not a whole number";
  return false;
}

bool BoundInterpreter::set(Operation *op, Value value, ValueBound bound) {
  Type type = getElementTypeOrSelf(value.getType());
  // A number that exceeds the signed range of an integer type wraps around.
  if (auto all = getTypeBound(type))
    if (bound.maxAbs > all->maxAbs - (bound.mayBeNegative ? 0 : 1))
      bound = *all;
  if (!isExactIn(bound, type)) {
    std::string text = "may exceed the whole numbers that ";
    llvm::raw_string_ostream(text) << type << " holds exactly";
    return fail(op, text);
  }
  Value root = getRoot(value);
  if (isa<BaseMemRefType>(root.getType()))
    bound = join(bound, bounds.lookup(root));
  bounds[root] = bound;
  return true;
}

bool BoundInterpreter::visitScalar(Operation *op) {
  Value result = op->getResult(0);
  SmallVector<ValueBound> in;
  for (Value operand : op->getOperands())
    in.push_back(get(operand));
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    auto bound = boundAttribute(constant);
    return bound ? set(op, result, *bound) : failConstant(op, constant);
  }
  std::optional<ValueBound> bound = boundScalarOp(op, in);
  return bound ? set(op, result, *bound)
               : fail(op, "does not keep whole numbers");
}

/// Interprets the body of a structured op once. `outs` are the bounds of its
/// output arguments.
std::optional<Bounds> BoundInterpreter::runBody(linalg::LinalgOp op,
                                                const Bounds &outs) {
  Block &body = op->getRegion(0).front();
  for (OpOperand *input : op.getDpsInputOperands())
    bounds[op.getMatchingBlockArgument(input)] = get(input->get());
  for (auto [i, output] : llvm::enumerate(op.getDpsInitsMutable()))
    bounds[op.getMatchingBlockArgument(&output)] = outs[i];
  if (!runBlock(body))
    return std::nullopt;
  Bounds yielded;
  for (Value value : body.getTerminator()->getOperands())
    yielded.push_back(get(value));
  return yielded;
}

bool BoundInterpreter::visitLinalg(linalg::LinalgOp op) {
  Bounds outs;
  for (Value init : op.getDpsInits())
    outs.push_back(get(init));
  // The number of elements that are accumulated into one.
  double trips = 1;
  for (auto [d, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::parallel)
      continue;
    std::optional<int64_t> extent = getLoopExtent(op, d, shapes);
    if (!extent)
      return fail(op, "has a reduction of unknown length");
    trips *= static_cast<double>(*extent);
  }
  Bounds start = outs;
  std::optional<Bounds> first = runBody(op, start);
  if (!first)
    return false;
  Bounds final = trips == 0 ? start : *first;
  if (trips > 1) {
    // From the second step on, a sum grows by the same amount and a maximum not
    // at all. A bound is a convex function of the accumulated value, so if it
    // grows no more at the end than in the second step, it grows no more in
    // between.
    std::optional<Bounds> second = runBody(op, *first);
    if (!second)
      return false;
    Bounds last(start.size());
    SmallVector<double> steps;
    for (auto [i, bound] : llvm::enumerate(last)) {
      double step = std::max(0.0, (*second)[i].maxAbs - (*first)[i].maxAbs);
      steps.push_back(step);
      bound = {(*first)[i].maxAbs + step * (trips - 2),
               std::max(start[i].shift, (*second)[i].shift),
               start[i].mayBeNegative || (*first)[i].mayBeNegative ||
                   (*second)[i].mayBeNegative};
    }
    std::optional<Bounds> after = runBody(op, last);
    if (!after)
      return false;
    for (auto [i, bound] : llvm::enumerate(final)) {
      if ((*after)[i].maxAbs > last[i].maxAbs + steps[i] ||
          (*after)[i].shift > last[i].shift ||
          (*after)[i].mayBeNegative > last[i].mayBeNegative)
        return fail(op, "accumulates in a way that is not bounded");
      // Partial sums are not larger than the whole sum.
      bound = join(join(start[i], last[i]), (*after)[i]);
    }
  }
  for (auto [i, init] : llvm::enumerate(op.getDpsInits())) {
    Value target = op->getNumResults() ? op->getResult(i) : init;
    if (!set(op, target, final[i]))
      return false;
  }
  return true;
}

/// Binds the arguments of a block that is run for each element of `whole`.
void BoundInterpreter::setIndices(Block &block, Value whole) {
  for (auto [d, index] : llvm::enumerate(block.getArguments()))
    bounds[index] = {
        static_cast<double>(shapes.getExtent(whole, d).value_or(0)), 0,
        /*mayBeNegative=*/false};
}

/// The elements of a constant in memory.
bool BoundInterpreter::visitGlobal(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  Attribute value = global && global.getConstant()
                        ? global.getInitialValue().value_or(Attribute())
                        : Attribute();
  if (!isa_and_nonnull<DenseElementsAttr>(value))
    return fail(op, "is not known to the analysis");
  std::optional<ValueBound> bound = boundAttribute(value);
  return bound ? set(op, op.getResult(), *bound) : failConstant(op, value);
}

/// Ops that move elements without computing.
bool BoundInterpreter::visitMove(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    setIndices(*pad.getBody(), pad.getResult());
    if (!runBlock(*pad.getBody()))
      return false;
    return set(op, pad.getResult(),
               join(get(pad.getSource()),
                    get(pad.getBody()->getTerminator()->getOperand(0))));
  }
  if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
    Block &body = generate.getBody().front();
    setIndices(body, generate.getResult());
    return runBlock(body) && set(op, generate.getResult(),
                                 get(body.getTerminator()->getOperand(0)));
  }
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return visitGlobal(global);
  if (isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op))
    return fail(op, "is not known to the analysis");
  Value target;
  SmallVector<Value> sources;
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    target = store.getMemRef();
    sources = {store.getValue()};
  } else if (isa<memref::CopyOp, bufferization::MaterializeInDestinationOp>(
                 op)) {
    sources = {op->getOperand(0)};
    target = op->getNumResults() ? op->getResult(0) : op->getOperand(1);
  } else if (isa<tensor::EmptyOp, memref::AllocOp, memref::AllocaOp>(op)) {
    target = op->getResult(0);
  } else if (isa<tensor::ExtractSliceOp, tensor::ExtractOp, memref::LoadOp,
                 tensor::ReshapeOp>(op)) {
    sources = {op->getOperand(0)};
    target = op->getResult(0);
  } else {
    target = op->getResult(0);
    for (Value operand : op->getOperands())
      if (getElementTypeOrSelf(operand.getType()) ==
          getElementTypeOrSelf(target.getType()))
        sources.push_back(operand);
    if (sources.empty())
      return fail(op, "is not known to the analysis");
  }
  ValueBound bound;
  for (Value source : sources)
    bound = join(bound, get(source));
  return set(op, target, bound);
}

bool BoundInterpreter::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      isa<memref::DeallocOp, memref::AssumeAlignmentOp>(op))
    return true;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return visitLinalg(linalgOp);
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    // The largest extent that the loop can have is that of some operand.
    double extent = 0;
    for (Value operand : op->getParentOp()->getOperands())
      if (auto type = dyn_cast<ShapedType>(operand.getType()))
        for (int64_t d = 0; d < type.getRank(); ++d)
          extent = std::max<double>(extent,
                                    shapes.getExtent(operand, d).value_or(0));
    return set(op, index.getResult(), {extent, 0, /*mayBeNegative=*/false});
  }
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    std::optional<int64_t> extent = shapes.getIndex(op->getResult(0));
    return set(op, op->getResult(0),
               {extent ? static_cast<double>(*extent) : std::ldexp(1.0, 62), 0,
                /*mayBeNegative=*/false});
  }
  if (isa<tensor::TensorDialect, memref::MemRefDialect,
          bufferization::BufferizationDialect>(op->getDialect()))
    return op->getNumResults() > 1 ? fail(op, "is not known to the analysis")
                                   : visitMove(op);
  if (op->getNumResults() == 1 && op->getNumRegions() == 0 &&
      isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return visitScalar(op);
  if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex())
    return set(op, op->getResult(0), *getTypeBound(op->getResult(0).getType()));
  return fail(op, "does not keep whole numbers");
}

bool BoundInterpreter::runBlock(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return visit(&op); });
}

bool BoundInterpreter::run(func::FuncOp func) {
  if (!func.getBody().hasOneBlock())
    return fail(func, "has control flow between blocks");
  for (Value argument : func.getArguments()) {
    // An index that determines a size is not drawn.
    std::optional<int64_t> index = shapes.getIndex(argument);
    ValueBound bound{magnitude, 0, /*mayBeNegative=*/true};
    if (index)
      bound = {std::fabs(static_cast<double>(*index)), 0, *index < 0};
    if (!set(func, argument, bound))
      return false;
  }
  return runBlock(func.front());
}

/// Collects the numbers that the tolerance of a comparison depends on.
class ErrorTerms {
public:
  ErrorTerms(const ShapeAssignment &shapes, Exactness &result)
      : shapes(shapes), result(result) {}

  void visit(func::FuncOp func) {
    for (Operation &op : func.getOps())
      visit(&op);
    for (auto &entry : terms)
      result.errorTerms = std::max(result.errorTerms, entry.second);
    // Values that a branch passes on are not followed. So all ops count as one
    // chain.
    if (!func.getBody().hasOneBlock())
      result.errorTerms = total;
  }

private:
  void visit(Operation *op) {
    double longest = 0;
    for (Value operand : op->getOperands())
      longest = std::max(longest, terms.lookup(operand));
    double own = countOwn(op);
    longest += own;
    total += own;
    for (Value value : op->getResults())
      terms[value] = longest;
    for (Value operand : op->getOperands())
      if (isa<BaseMemRefType>(operand.getType()))
        terms[operand] = std::max(terms[operand], longest);
  }

  /// The contribution of a call: all ops of the callee, once if it is
  /// recursive.
  double countCallee(Operation *op) {
    auto call = dyn_cast<CallOpInterface>(op);
    Operation *callee = call ? call.resolveCallable() : nullptr;
    if (!callee || !active.insert(callee).second)
      return 0;
    double own = countOwn(callee);
    active.erase(callee);
    return own;
  }

  double countOwn(Operation *op) {
    bool hasFloats = false;
    double own = 0;
    auto note = [&](Type type) {
      auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(type));
      if (!floatType)
        return;
      hasFloats = true;
      if (!result.coarsestFloat ||
          getExactLimit(floatType) < getExactLimit(result.coarsestFloat))
        result.coarsestFloat = floatType;
    };
    op->walk([&](Operation *nested) {
      own += countCallee(nested);
      llvm::for_each(nested->getResultTypes(), note);
      llvm::for_each(nested->getOperandTypes(), note);
      own += isa<arith::ArithDialect, math::MathDialect>(nested->getDialect());
      result.hasFoldedFunctions |= mayBeFolded(nested);
      double length = getReductionLength(nested);
      if (length != 1 && hasFloats)
        result.hasFloatReductions = true;
      own += length == 1 ? 0 : length;
    });
    return hasFloats ? own : 0;
  }

  /// Elements accumulated into one; 1 if nothing is accumulated. An
  /// accumulation of unknown length (in a loop of the payload) counts as a
  /// reduction of length 2.
  double getReductionLength(Operation *op) {
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
      return std::max<double>(
          2, shapes.getExtent(softmax.getInput(), softmax.getDimension())
                 .value_or(2));
    if (isa<linalg_ext::LinalgExtOp>(op))
      return getReductionLengthOfExt(op);
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return isa<LoopLikeOpInterface>(op) && mayAccumulate(op) ? 2 : 1;
    double length = 1;
    for (auto [d, kind] : llvm::enumerate(linalgOp.getIteratorTypesArray())) {
      if (kind == utils::IteratorType::parallel)
        continue;
      int64_t extent = getLoopExtent(linalgOp, d, shapes).value_or(2);
      length *= std::max<int64_t>(extent, 2);
    }
    return length;
  }

  double getReductionLengthOfExt(Operation *op) {
    auto structured = cast<linalg_ext::LinalgExtOp>(op);
    double length = 1;
    for (auto [loop, kind] :
         llvm::enumerate(cast<TilingInterface>(op).getLoopIteratorTypes())) {
      if (kind == utils::IteratorType::parallel)
        continue;
      int64_t extent = 2;
      for (OpOperand &operand : op->getOpOperands())
        for (auto [d, index] : llvm::enumerate(
                 structured.getOperandDims(operand.getOperandNumber())))
          if (index == static_cast<int64_t>(loop))
            extent = std::max<int64_t>(
                extent, shapes.getExtent(operand.get(), d).value_or(2));
      length *= extent;
    }
    return length;
  }

  const ShapeAssignment &shapes;
  Exactness &result;
  double total = 0;
  llvm::SmallPtrSet<Operation *, 4> active; ///< callees that are being counted
  llvm::DenseMap<Value, double> terms;
};

} // namespace

Exactness heddle::analyzeExactness(func::FuncOp func,
                                   const ShapeAssignment &shapes,
                                   int64_t limit) {
  Exactness result;
  ErrorTerms(shapes, result).visit(func);
  for (int64_t magnitude = limit; magnitude > 0; magnitude /= 2) {
    BoundInterpreter interpreter(shapes, static_cast<double>(magnitude));
    if (interpreter.run(func)) {
      result.magnitude = magnitude;
      return result;
    }
    result.reason = interpreter.reason;
  }
  return result;
}

double heddle::getComparisonTolerance(const Exactness &exactness) {
  if (!exactness.coarsestFloat)
    return 0;
  return std::min(0.25, 4 * std::max(1.0, exactness.errorTerms) /
                            getExactLimit(exactness.coarsestFloat));
}

//===- MergedGeneric.cpp - One generic for several ops --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are in the order in which the consumers read them, those of a
// producer in place of its result; outputs and bodies in the order of the
// members.
//
//===----------------------------------------------------------------------===//

#include "MergedGeneric.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;

static OpFoldResult getExtent(RewriterBase &rewriter, Location loc,
                              Value source, int64_t dim) {
  if (auto empty = source.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  return tensor::getMixedSize(rewriter, loc, source, dim);
}

Value heddle::createEmptyLike(RewriterBase &rewriter, Location loc,
                              Value source, RankedTensorType type) {
  if (source.getDefiningOp<tensor::EmptyOp>() && source.getType() == type)
    return source;
  SmallVector<OpFoldResult> extents;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    extents.push_back(getExtent(rewriter, loc, source, dim));
  return tensor::EmptyOp::create(rewriter, loc, extents, type.getElementType(),
                                 type.getEncoding());
}

namespace {
/// A value from outside that the merged op reads, and its map.
using Input = std::pair<Value, AffineMap>;

/// A result of a member that becomes a result of the merged op.
struct Output {
  unsigned member, result;
  Value destination;
  AffineMap map;
};

class Merger {
public:
  Merger(RewriterBase &rewriter, const ElementwiseGroup &group,
         ShapeSources &shapes)
      : rewriter(rewriter), group(group), shapes(shapes),
        loc(group.members.back().op->getLoc()) {
    for (unsigned number = 0; number < group.members.size(); ++number)
      numberOf[getOp(number)] = number;
  }

  linalg::GenericOp run(SmallVectorImpl<std::pair<Value, Value>> &replacements);

private:
  AffineMap getMap(unsigned member, OpOperand &use);
  Input getInput(unsigned member, OpOperand &use);
  void findStarts();
  bool isKeptInit(unsigned member, OpOperand &use);
  std::optional<unsigned> getMember(Value value);
  void collectInputs();
  void collectInputsFrom(unsigned consumer, std::vector<bool> &isVisited);
  void collectOutputs();
  void coverLoops();
  Value createExtentOperand(unsigned loop);
  void cloneMember(unsigned number, Block *body);
  Value getArgument(unsigned number, OpOperand &use, Block *body);
  Value mapIndex(unsigned number, linalg::IndexOp index);

  unsigned numLoops() { return group.iterators.size(); }
  linalg::LinalgOp getOp(unsigned member) { return group.members[member].op; }

  RewriterBase &rewriter;
  const ElementwiseGroup &group;
  ShapeSources &shapes;
  Location loc;
  DenseMap<Operation *, unsigned> numberOf;
  /// Inputs and their numbers, and the inputs of members that are constants.
  llvm::MapVector<Input, unsigned> inputs;
  llvm::MapVector<OpOperand *, TypedAttr> constants;
  llvm::MapVector<Attribute, Value> constantValues;
  std::vector<Output> outputs;
  DenseMap<OpOperand *, unsigned> outputOfInit;
  /// Maps a result to the destination with whose contents it starts, and back.
  DenseMap<OpOperand *, OpOperand *> startOf, resultFrom;
  /// The values that the bodies of the members yield, and the existing indices.
  std::vector<SmallVector<Value>> yields;
  std::map<unsigned, Value> indices;
};
} // namespace

/// The map of an operand from the loops of the merged op.
AffineMap Merger::getMap(unsigned member, OpOperand &use) {
  linalg::LinalgOp op = getOp(member);
  AffineMap map = op.getMatchingIndexingMap(&use);
  if (isMistake("unmapped_operand") && map.getNumDims() == numLoops())
    return map;
  return map.compose(group.members[member].loops);
}

/// The value to read for `use`: a scalar in place of a tensor that is filled
/// with it.
Input Merger::getInput(unsigned member, OpOperand &use) {
  if (auto scalar = dyn_cast_if_present<Value>(getUniformScalar(use)))
    return {scalar, AffineMap::get(numLoops(), 0, rewriter.getContext())};
  return {use.get(), getMap(member, use)};
}

std::optional<unsigned> Merger::getMember(Value value) {
  auto it = numberOf.find(value.getDefiningOp());
  return it == numberOf.end() ? std::nullopt : std::optional(it->second);
}

/// True if `use` is the destination of a result that is kept.
bool Merger::isKeptInit(unsigned member, OpOperand &use) {
  linalg::LinalgOp op = getOp(member);
  return op.isDpsInit(&use) &&
         group.members[member]
             .isKept[op.getTiedOpResult(&use).getResultNumber()];
}

/// If a chain of members accumulates into a result element by element, the
/// result starts from the destination of the first member.
void Merger::findStarts() {
  for (unsigned number = 0; number < group.members.size(); ++number)
    for (auto [result, isKept] :
         llvm::enumerate(group.members[number].isKept)) {
      OpOperand *init = getOp(number).getDpsInitOperand(result), *start = init;
      unsigned owner = number;
      auto isRead = [&] {
        return bodyReads(getOp(owner), *start) &&
               (start == init || !isKeptInit(owner, *start));
      };
      while (isKept && isRead() && getMember(start->get())) {
        owner = *getMember(start->get());
        start = getOp(owner).getDpsInitOperand(
            cast<OpResult>(start->get()).getResultNumber());
      }
      if (isKept && start != init && isRead() && !getUniformScalar(*start) &&
          getMap(owner, *start) == getMap(number, *init) &&
          resultFrom.try_emplace(start, init).second)
        startOf[init] = start;
    }
}

void Merger::collectInputsFrom(unsigned consumer,
                               std::vector<bool> &isVisited) {
  // A member, and its operands that are still to be visited.
  SmallVector<std::pair<unsigned, MutableArrayRef<OpOperand>>> stack;
  auto visit = [&](unsigned member) {
    if (!isVisited[member])
      stack.emplace_back(member, group.members[member].op->getOpOperands());
    isVisited[member] = true;
  };
  visit(consumer);
  while (!stack.empty()) {
    auto &[member, operands] = stack.back();
    if (operands.empty()) {
      stack.pop_back();
      continue;
    }
    unsigned number = member;
    OpOperand &use = operands.front();
    operands = operands.drop_front();
    linalg::LinalgOp op = getOp(number);
    bool isInit = op.isDpsInit(&use);
    if (isInit && !bodyReads(op, use))
      continue;
    if (std::optional<unsigned> producer = getMember(use.get())) {
      visit(*producer);
      continue;
    }
    OpFoldResult scalar = getUniformScalar(use);
    if (auto constant = dyn_cast_if_present<Attribute>(scalar))
      constants[&use] = cast<TypedAttr>(constant);
    else if ((scalar || !isKeptInit(number, use)) && !resultFrom.count(&use))
      inputs.try_emplace(getInput(number, use), inputs.size());
  }
}

void Merger::collectInputs() {
  std::vector<bool> isRead(group.members.size()), isVisited(isRead.size());
  for (ElementwiseMember member : group.members)
    for (OpOperand &use : member.op->getOpOperands())
      if (std::optional<unsigned> producer = getMember(use.get()))
        isRead[*producer] = true;
  for (unsigned number = 0; number < isRead.size(); ++number)
    if (!isRead[number])
      collectInputsFrom(number, isVisited);
}

void Merger::collectOutputs() {
  // The map with which each value is read. The map is null if there are
  // several, or if the value is also written.
  llvm::SmallDenseMap<Value, AffineMap> taken;
  for (const auto &[input, number] : inputs)
    if (auto [it, isNew] = taken.try_emplace(input.first, input.second); !isNew)
      it->second = AffineMap();
  for (unsigned number = 0; number < group.members.size(); ++number)
    for (auto [result, isKept] :
         llvm::enumerate(group.members[number].isKept)) {
      if (!isKept)
        continue;
      OpOperand &init = *getOp(number).getDpsInitOperand(result);
      Value destination = init.get();
      auto type = cast<RankedTensorType>(destination.getType());
      bool isRead = readsContents(getOp(number), init) &&
                    !getMember(destination) && !getUniformScalar(init);
      if (OpOperand *start = startOf.lookup(&init))
        destination = start->get();
      // A value is overwritten only with the map with which it is read, and
      // only once.
      else if (auto it = taken.find(destination);
               !isRead &&
               (getMember(destination) || getUniformScalar(init) ||
                (it != taken.end() && it->second != getMap(number, init))))
        destination =
            createEmptyLike(rewriter, loc, shapes.get(destination), type);
      if (!destination.getDefiningOp<tensor::EmptyOp>())
        taken[destination] = AffineMap();
      outputOfInit[&init] = outputs.size();
      outputs.push_back(
          {number, unsigned(result), destination, getMap(number, init)});
    }
}

/// An operand without contents that gives the extent of `loop`.
Value Merger::createExtentOperand(unsigned loop) {
  for (ElementwiseMember member : group.members)
    for (auto [own, expr] : llvm::enumerate(member.loops.getResults())) {
      if (expr != rewriter.getAffineDimExpr(loop))
        continue;
      for (OpOperand &use : member.op->getOpOperands()) {
        std::optional<unsigned> dim =
            member.op.getMatchingIndexingMap(&use).getResultPosition(
                rewriter.getAffineDimExpr(own));
        if (!dim)
          continue;
        OpFoldResult extent =
            getExtent(rewriter, loc, shapes.get(use.get()), *dim);
        return tensor::EmptyOp::create(rewriter, loc, extent,
                                       rewriter.getI8Type());
      }
    }
  llvm_unreachable("a loop of a linalg op has an extent");
}

/// Adds inputs until they and the outputs give the extents of all loops.
void Merger::coverLoops() {
  auto getUncovered = [&] {
    SmallVector<AffineMap> maps;
    for (const auto &[input, number] : inputs)
      maps.push_back(input.second);
    for (const Output &output : outputs)
      maps.push_back(output.map);
    return ~getCoveredLoops(maps, numLoops());
  };
  llvm::SmallBitVector uncovered = getUncovered();
  if (uncovered.none())
    return;
  // A constant that gives the extent stays an input.
  for (auto &[use, attribute] : constants) {
    AffineMap map = getMap(numberOf[use->getOwner()], *use);
    if (!getCoveredLoops(map, numLoops()).anyCommon(uncovered))
      continue;
    attribute = nullptr;
    inputs.try_emplace({use->get(), map}, inputs.size());
    uncovered = getUncovered();
  }
  for (unsigned loop : uncovered.set_bits())
    inputs.try_emplace(
        {createExtentOperand(loop),
         AffineMap::get(numLoops(), 0, rewriter.getAffineDimExpr(loop))},
        inputs.size());
}

/// The iteration of a member's loop, as computed in the merged op.
Value Merger::mapIndex(unsigned number, linalg::IndexOp index) {
  const ElementwiseMember &member = group.members[number];
  if (isMistake("unmapped_index") && index.getDim() < numLoops())
    return linalg::IndexOp::create(rewriter, loc, index.getDim());
  if (!index->getPrevNode() || !isa<linalg::IndexOp>(index->getPrevNode())) {
    // All further indices at once, outer loops first.
    llvm::SmallBitVector needed(numLoops());
    for (Operation *op = index; isa<linalg::IndexOp>(op);
         op = op->getNextNode())
      member.loops.getResult(cast<linalg::IndexOp>(op).getDim())
          .walk([&](AffineExpr expr) {
            if (auto dim = dyn_cast<AffineDimExpr>(expr))
              needed.set(dim.getPosition());
          });
    for (unsigned loop : needed.set_bits())
      if (!indices[loop])
        indices[loop] = linalg::IndexOp::create(rewriter, index.getLoc(), loop);
  }
  AffineExpr expr = member.loops.getResult(index.getDim());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indices[dim.getPosition()];
  SmallVector<OpFoldResult> operands(numLoops(), rewriter.getIndexAttr(0));
  for (auto [loop, value] : indices)
    if (value)
      operands[loop] = value;
  return getValueOrCreateConstantIndexOp(
      rewriter, index.getLoc(),
      affine::makeComposedFoldedAffineApply(rewriter, index.getLoc(),
                                            AffineMap::get(numLoops(), 0, expr),
                                            operands));
}

/// The block argument of `use` in the merged body; null if none.
Value Merger::getArgument(unsigned number, OpOperand &use, Block *body) {
  linalg::LinalgOp op = getOp(number);
  if (!bodyReads(op, use))
    return Value();
  if (std::optional<unsigned> producer = getMember(use.get()))
    return yields[*producer][cast<OpResult>(use.get()).getResultNumber()];
  if (TypedAttr constant = constants.lookup(&use))
    return constantValues[constant];
  if (OpOperand *result = resultFrom.lookup(&use))
    return body->getArgument(inputs.size() + outputOfInit[result]);
  if (isKeptInit(number, use) && !getUniformScalar(use))
    return body->getArgument(inputs.size() + outputOfInit[&use]);
  return body->getArgument(inputs[getInput(number, use)]);
}

void Merger::cloneMember(unsigned number, Block *body) {
  linalg::LinalgOp op = getOp(number);
  IRMapping mapping;
  for (OpOperand &use : op->getOpOperands())
    if (Value argument = getArgument(number, use, body))
      mapping.map(op.getMatchingBlockArgument(&use), argument);
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), mapIndex(number, index));
    else
      rewriter.clone(nested, mapping);
  }
  yields.push_back(llvm::map_to_vector(
      op.getBlock()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); }));
}

linalg::GenericOp
Merger::run(SmallVectorImpl<std::pair<Value, Value>> &replacements) {
  linalg::LinalgOp last = group.members.back().op;
  rewriter.setInsertionPoint(last);
  findStarts();
  collectInputs();
  collectOutputs();
  coverLoops();
  for (auto &[use, attribute] : constants)
    if (attribute && !constantValues.contains(attribute))
      constantValues[attribute] =
          arith::ConstantOp::create(rewriter, loc, attribute);

  SmallVector<Value> inputValues, destinations;
  SmallVector<AffineMap> maps;
  for (const auto &[input, number] : inputs) {
    inputValues.push_back(input.first);
    maps.push_back(input.second);
  }
  for (const Output &output : outputs) {
    destinations.push_back(output.destination);
    maps.push_back(output.map);
  }
  auto create = [&](OpBuilder &, Location, ValueRange arguments) {
    Block *body = rewriter.getInsertionBlock();
    for (unsigned number = 0; number < group.members.size(); ++number)
      cloneMember(number, body);
    SmallVector<Value> values;
    for (auto [number, output] : llvm::enumerate(outputs)) {
      bool isDropped = isMistake("dropped_result") &&
                       output.member + 1 < group.members.size();
      values.push_back(isDropped ? arguments[inputs.size() + number]
                                 : yields[output.member][output.result]);
    }
    linalg::YieldOp::create(rewriter, loc, values);
  };
  auto merged = linalg::GenericOp::create(
      rewriter, loc, TypeRange(ValueRange(destinations)), inputValues,
      destinations, maps, group.iterators, create,
      llvm::to_vector(last->getDiscardableAttrs()));
  bool isShifted = isMistake("shifted_results");
  for (auto [number, output] : llvm::enumerate(outputs))
    replacements.emplace_back(
        getOp(output.member)->getResult(output.result),
        merged->getResult((number + isShifted) % outputs.size()));
  return merged;
}

linalg::GenericOp heddle::createMergedGeneric(
    RewriterBase &rewriter, const ElementwiseGroup &group, ShapeSources &shapes,
    SmallVectorImpl<std::pair<Value, Value>> &replacements) {
  return Merger(rewriter, group, shapes).run(replacements);
}

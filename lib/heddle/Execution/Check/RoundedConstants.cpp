//===- RoundedConstants.cpp - What MLIR computes from constants -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/RoundedConstants.h"

#include "FloatConstants.h"

#include "heddle/Execution/Inputs/Accumulation.h"
#include "heddle/Execution/Shapes/InlineCallees.h"
#include "heddle/Lowering/Field/FieldConstant.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// Whether `value` is a constant, or an argument of a structured op's body that
/// is always the same constant.
static bool isConstant(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return matchPattern(value, m_Constant());
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  if (!op || argument.getOwner() != op.getBlock())
    return false;
  Value operand = op.getMatchingOpOperand(argument)->get();
  return !isa<ShapedType>(operand.getType()) && isConstant(operand);
}

/// Whether MLIR may compute a float from constants, and round it.
static bool computesConstants(func::FuncOp func) {
  WalkResult walked = func->walk([](Operation *op) {
    bool hasFloat = llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<FloatType>(getElementTypeOrSelf(type));
    });
    bool isComputed = hasFloat && op->getNumOperands() != 0 &&
                      op->getNumRegions() == 0 && isPure(op) &&
                      llvm::all_of(op->getOperands(), isConstant);
    return isComputed || mayBeFolded(op) ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// All floats in `module`, or those alone that may be rounded numbers.
static std::set<Element> collectFloats(ModuleOp module, bool all) {
  std::set<Element> elements;
  forEachFloat(module, [&](const llvm::APFloat &value) {
    Constant constant = readConstant(value);
    if (all || constant.mayBeRounded)
      elements.insert(constant.element);
  });
  return elements;
}

bool heddle::hasRoundedConstants(func::FuncOp payload, func::FuncOp inlined,
                                 func::FuncOp scheduled) {
  OwningOpRef<ModuleOp> alone = inlineCallees(scheduled);
  func::FuncOp whole =
      alone ? alone->lookupSymbol<func::FuncOp>(scheduled.getName())
            : scheduled;
  if (computesConstants(inlined) || computesConstants(whole))
    return true;
  std::set<Element> known =
      collectFloats(payload->getParentOfType<ModuleOp>(), /*all=*/true);
  return !llvm::all_of(
      collectFloats(scheduled->getParentOfType<ModuleOp>(), /*all=*/false),
      [&](Element element) {
        return known.count(element) ||
               known.count(Field::get().negate(element));
      });
}

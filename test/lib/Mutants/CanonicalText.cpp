//===- CanonicalText.cpp - The text of a module after simplifications -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removal of dead values, canonicalization, common subexpression elimination,
// the same trips for the same loops, and one order of constants.
//
//===----------------------------------------------------------------------===//

#include "CanonicalText.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// The name, attributes and type of a constant, without the number of its
/// value.
static std::string formatOp(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName() << op->getAttrDictionary() << op->getResultTypes();
  return text;
}

/// The least upper bound with as many trips.
static int64_t normalize(int64_t lower, int64_t upper, int64_t step) {
  if (step < 1 || upper <= lower)
    return upper;
  return lower + llvm::divideCeil(upper - lower, step) * step;
}

/// Loops of known trips end at a multiple of their steps: a bound that is
/// changed within the last step changes nothing.
static void normalizeTrips(ModuleOp module) {
  OpBuilder builder(module.getContext());
  module->walk([&](scf::ForOp loop) {
    auto lower = getConstantIntValue(loop.getLowerBound());
    auto upper = getConstantIntValue(loop.getUpperBound());
    auto step = getConstantIntValue(loop.getStep());
    if (!lower || !upper || !step || !loop.getStep().getType().isIndex())
      return;
    builder.setInsertionPoint(loop);
    // The step of a loop of one trip does not matter.
    if (*step > *upper - *lower && *upper > *lower) {
      *step = *upper - *lower;
      loop.setStep(
          arith::ConstantIndexOp::create(builder, loop.getLoc(), *step));
    }
    loop.setUpperBound(arith::ConstantIndexOp::create(
        builder, loop.getLoc(), normalize(*lower, *upper, *step)));
  });
  module->walk([&](scf::ForallOp loop) {
    SmallVector<int64_t> uppers(loop.getStaticUpperBound());
    for (auto [upper, lower, step] : llvm::zip_equal(
             uppers, loop.getStaticLowerBound(), loop.getStaticStep()))
      if (!ShapedType::isDynamic(upper) && !ShapedType::isDynamic(lower) &&
          !ShapedType::isDynamic(step))
        upper = normalize(lower, upper, step);
    loop.setStaticUpperBound(uppers);
  });
  module->walk([&](affine::AffineForOp loop) {
    if (loop.hasConstantBounds())
      loop.setConstantUpperBound(normalize(loop.getConstantLowerBound(),
                                           loop.getConstantUpperBound(),
                                           loop.getStepAsInt()));
  });
}

/// Constants of a block come first, in the order of their texts.
static void sortConstants(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module->walk([&](Block *block) {
    SmallVector<std::pair<std::string, Operation *>> constants;
    for (Operation &op : *block)
      if (op.hasTrait<OpTrait::ConstantLike>())
        constants.push_back({formatOp(&op), &op});
    llvm::sort(constants);
    for (const auto &[text, op] : llvm::reverse(constants))
      rewriter.moveOpBefore(op, block, block->begin());
  });
}

std::optional<std::string> mutants::getCanonicalText(ModuleOp module) {
  OwningOpRef<ModuleOp> clone = module.clone();
  PassManager passes(module.getContext());
  passes.addPass(createRemoveDeadValuesPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(passes.run(*clone)))
    return std::nullopt;
  normalizeTrips(*clone);
  if (failed(passes.run(*clone)))
    return std::nullopt;
  sortConstants(*clone);
  std::string text;
  llvm::raw_string_ostream os(text);
  (*clone)->print(os);
  return text;
}

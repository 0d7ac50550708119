//===- Vectorize.cpp - Structured ops as vectors --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps, and the record of what became of each op. A plan is
// the record of the same steps on a copy of the function.
//
// In the copy, the location of each structured op, and of the ops in its body,
// names the op by its number. Every rewrite keeps locations, so each part that
// an op becomes tells which op it is of: a part that stays scalar, or that does
// not verify. If most of the operations of an op stay scalar, or a part of it
// does not verify, the op is marked, and the plan is made again without it, on
// a new copy. Each round marks at least one more op, and no step touches a
// marked op. So the last plan cuts no op in vain, and `vectorize` does what it
// says.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/Vectorize.h"

#include "VectorSteps.h"
#include "heddle/Analysis/DataFlow/ForwardedViews.h"
#include "heddle/Transforms/Cleanup/Cleanup.h"
#include "heddle/Transforms/Elementwise/StructureTensors.h"
#include "heddle/Transforms/Pads/NegativePads.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

double VectorReport::getScalarOps() const {
  double count = 0;
  for (const auto &[reason, ops] : scalar)
    count += ops;
  return count;
}

double VectorReport::getScalarShare() const {
  double left = getScalarOps(), all = left;
  for (const VectorizedOps &ops : vectorized)
    all += ops.scalarOps;
  return all == 0 ? 0 : left / all;
}

void VectorReport::append(const VectorReport &other) {
  llvm::append_range(vectorized, other.vectorized);
  llvm::append_range(scalar, other.scalar);
  llvm::append_range(spills, other.spills);
  numPeeled += other.numPeeled;
}

static void record(VectorReport &report, VectorizedOps &&ops) {
  for (VectorizedOps &known : report.vectorized)
    if (known.loc == ops.loc && known.name == ops.name &&
        known.vector == ops.vector && known.isMasked == ops.isMasked &&
        known.isDotProduct == ops.isDotProduct) {
      known.count += ops.count;
      known.scalarOps += ops.scalarOps;
      return;
    }
  report.vectorized.push_back(std::move(ops));
}

/// How many ops became which vectors, and how often each reason was given.
static llvm::StringMap<unsigned> countOutcomes(const VectorReport &report) {
  llvm::StringMap<unsigned> outcomes;
  for (const VectorizedOps &ops : report.vectorized)
    outcomes["'" + ops.name + "' as " + (ops.isMasked ? "masked " : "") +
             (ops.isDotProduct ? "dot-product " : "") + "vector<" + ops.vector +
             ">"] += ops.count;
  for (const auto &[reason, ops] : report.scalar)
    ++outcomes[reason.text];
  return outcomes;
}

std::optional<std::string> heddle::findDifference(const VectorReport &plan,
                                                  const VectorReport &done) {
  llvm::StringMap<unsigned> planned = countOutcomes(plan);
  llvm::StringMap<unsigned> found = countOutcomes(done);
  for (const VectorReport *report : {&plan, &done})
    for (const auto &outcome : countOutcomes(*report)) {
      StringRef text = outcome.getKey();
      if (planned.lookup(text) != found.lookup(text))
        return (text + ": planned " + Twine(planned.lookup(text)) +
                " times, done " + Twine(found.lookup(text)) + " times")
            .str();
    }
  return std::nullopt;
}

static constexpr StringLiteral kNoVectorForm =
    "its body or its combiner has no vector form";

/// Between the name of an op and the reason why it has no vectors.
static constexpr StringLiteral kStaysScalar = " stays scalar: ";

static void recordScalar(VectorReport &report, Location loc, const Twine &what,
                         double ops) {
  std::string text = what.str();
  for (auto &[reason, count] : report.scalar)
    if (reason.loc == loc && reason.text == text) {
      count += ops;
      return;
    }
  report.scalar.emplace_back(Reason(loc, text), ops);
}

static void recordScalar(VectorReport &report, Location loc, StringRef name,
                         const Twine &why, double ops) {
  recordScalar(report, loc, "'" + name + "'" + kStaysScalar + why, ops);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void heddle::applyInside(
    RewriterBase &rewriter, Operation *root,
    llvm::function_ref<void(RewritePatternSet &)> populate) {
  RewritePatternSet patterns(rewriter.getContext());
  populate(patterns);
  GreedyRewriteConfig config;
  config.setListener(
      dyn_cast_if_present<RewriterBase::Listener>(rewriter.getListener()));
  FrozenRewritePatternSet frozen(std::move(patterns));
  if (root->hasTrait<OpTrait::IsIsolatedFromAbove>()) {
    (void)applyPatternsGreedily(root, frozen, config);
    return;
  }
  SmallVector<Operation *> nested;
  root->walk([&](Operation *op) {
    if (op != root)
      nested.push_back(op);
  });
  (void)applyOpPatternsGreedily(nested, frozen, config);
}

/// Bounds and slices of tiles in their simplest form.
static void simplifyTiles(RewriterBase &rewriter, Operation *root) {
  (void)cleanUp(rewriter, {root});
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    scf::populateSCFForLoopCanonicalizationPatterns(patterns);
    linalg::populateLinalgTilingCanonicalizationPatterns(patterns);
  });
  (void)cleanUp(rewriter, {root});
}

/// Softmaxes and pads as structured ops that have a vector form.
static void decompose(RewriterBase &rewriter, Operation *root) {
  SmallVector<linalg::SoftmaxOp> softmaxes;
  root->walk([&](linalg::SoftmaxOp op) {
    if (op != root && op.hasPureTensorSemantics() && !isLeftScalar(op))
      softmaxes.push_back(op);
  });
  for (linalg::SoftmaxOp op : softmaxes) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (succeeded(values))
      rewriter.replaceOp(op, *values);
  }
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    patterns.add<linalg::DecomposePadOpPattern>(patterns.getContext());
  });
}

static std::string printShape(ArrayRef<int64_t> shape, linalg::LinalgOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape)
    os << extent << 'x';
  os << getElementTypeOrSelf(op.getDpsInits().front().getType());
  return text;
}

namespace {
/// An op in the form that upstream vectorizes, and the vector that it gets.
struct Candidate {
  linalg::LinalgOp op;
  VectorChoice choice;
  VectorizedOps done;
};
} // namespace

/// Chooses the vector of one op, or records why it has none.
static std::optional<Candidate>
chooseCandidate(RewriterBase &rewriter, linalg::LinalgOp op, Operation *root,
                const VectorTarget &machine, VectorReport &report) {
  Location loc = op.getLoc();
  std::string name = op->getName().getStringRef().str();
  double work = countScalarOps(op, root);
  if (work == 0)
    return std::nullopt;
  if (auto why = op->getAttrOfType<StringAttr>(kLeftScalar)) {
    recordScalar(report, loc, name, why.getValue(), work);
    return std::nullopt;
  }
  if (!op.hasPureTensorSemantics()) {
    recordScalar(report, loc, name,
                 "it is on buffers, and only ops on tensors become vectors",
                 work);
    return std::nullopt;
  }
  linalg::LinalgOp form = bringToVectorForm(rewriter, op);
  std::variant<VectorChoice, Reason> chosen = chooseVector(form);
  if (auto *reason = std::get_if<Reason>(&chosen)) {
    recordScalar(report, loc, name, reason->text, work);
    return std::nullopt;
  }
  VectorChoice choice = std::get<VectorChoice>(chosen);
  int64_t registers = countRegisters(form, choice.shape, machine);
  VectorizedOps done = {loc,
                        name,
                        printShape(choice.shape, form),
                        choice.isMasked,
                        registers,
                        /*count=*/1,
                        work,
                        getInstructionDim(form, machine).has_value()};
  return Candidate{form, std::move(choice), std::move(done)};
}

static void vectorizeOp(RewriterBase &rewriter, Candidate &candidate,
                        VectorReport &report) {
  linalg::LinalgOp op = candidate.op;
  if (candidate.done.isDotProduct) {
    vectorizeDotProduct(rewriter, op, candidate.choice.shape);
    return record(report, std::move(candidate.done));
  }
  ArrayRef<int64_t> sizes;
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (candidate.choice.isMasked) {
    sizes = candidate.choice.shape;
    if (generic)
      guardLanes(rewriter, generic, sizes);
  }
  if (generic) {
    hideOddIndices(rewriter, generic);
    widenReductions(rewriter, generic);
  }
  VectorizedOps &done = candidate.done;
  FailureOr<linalg::VectorizationResult> result = linalg::vectorize(
      rewriter, op, sizes, SmallVector<bool>(sizes.size(), false),
      /*vectorizeNDExtract=*/true, /*flatten1DDepthwiseConv=*/false,
      /*assumeDynamicDimsMatchVecSizes=*/false,
      /*createNamedContraction=*/isa<linalg::ContractOp>(op));
  if (failed(result))
    return recordScalar(report, done.loc, done.name, kNoVectorForm,
                        done.scalarOps);
  rewriter.replaceOp(op, result->replacements);
  record(report, std::move(done));
}

/// Records the ops that compute tensors but are not structured ops.
static void recordOthers(Operation *root, VectorReport &report) {
  root->walk([&](Operation *op) {
    if (op == root || isa<linalg::LinalgOp>(op) ||
        !(canBeStructured(op) || isa<TilingInterface, tensor::GenerateOp>(op)))
      return;
    if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return;
    auto why = op->getAttrOfType<StringAttr>(kLeftScalar);
    if (double work = countScalarOps(op, root))
      recordScalar(report, op->getLoc(), op->getName().getStringRef(),
                   why ? why.getValue()
                   : canBeStructured(op)
                       ? "it is no structured op; the pass "
                         "'heddle-structure-tensors' makes one of it"
                       : "it has no vector form; decompose it before",
                   work);
  });
}

static VectorReport makeVectors(RewriterBase &rewriter, Operation *target,
                                const VectorTarget &machine, bool isPlan) {
  VectorReport report;
  // The patterns for pads assume that the whole source is inserted, so pads
  // must not cut it.
  splitNegativePads(rewriter, target);
  simplifyTiles(rewriter, target);
  decompose(rewriter, target);
  dropKeptDims(rewriter, target);
  readIndivisibleInBody(rewriter, target);
  report.numPeeled = peelPartialTiles(rewriter, target);
  simplifyTiles(rewriter, target);
  tileForRegisters(rewriter, target, machine, report.spills);
  simplifyTiles(rewriter, target);
  report.numPeeled += peelPartialTiles(rewriter, target);
  simplifyTiles(rewriter, target);
  recordOthers(target, report);
  SmallVector<linalg::LinalgOp> ops;
  target->walk([&](linalg::LinalgOp op) {
    // A copy of memory has to stay one.
    if (op != target && !isCopyBeforeWrite(op))
      ops.push_back(op);
  });
  // All are chosen first: bounds are read off the structured ops.
  SmallVector<Candidate> candidates;
  for (linalg::LinalgOp op : ops)
    if (std::optional<Candidate> candidate =
            chooseCandidate(rewriter, op, target, machine, report))
      candidates.push_back(std::move(*candidate));
  for (Candidate &candidate : candidates)
    vectorizeOp(rewriter, candidate, report);
  unmarkPartialLoops(rewriter, target);
  hoistAccumulators(rewriter, target, isPlan);
  if (!isPlan)
    (void)cleanUp(rewriter, {target});
  return report;
}

/// The structured ops inside `target` that a plan counts.
static SmallVector<Operation *> getStructuredOps(Operation *target) {
  SmallVector<Operation *> ops;
  target->walk([&](Operation *op) {
    if (op != target && isa<linalg::LinalgOp, linalg::SoftmaxOp>(op))
      ops.push_back(op);
  });
  return ops;
}

static void markLeft(RewriterBase &rewriter, Operation *target,
                     ArrayRef<LeftScalar> left) {
  SmallVector<Operation *> ops = getStructuredOps(target);
  for (const LeftScalar &op : left)
    rewriter.modifyOpInPlace(ops[op.number], [&] {
      ops[op.number]->setAttr(kLeftScalar, rewriter.getStringAttr(op.why));
    });
}

static void unmarkLeft(RewriterBase &rewriter, Operation *target) {
  for (Operation *op : getStructuredOps(target))
    if (isLeftScalar(op))
      rewriter.modifyOpInPlace(op, [&] { op->removeAttr(kLeftScalar); });
}

VectorReport heddle::vectorize(RewriterBase &rewriter, Operation *target,
                               const VectorTarget &machine,
                               const VectorReport &plan) {
  markLeft(rewriter, target, plan.left);
  VectorReport report =
      makeVectors(rewriter, target, machine, /*isPlan=*/false);
  unmarkLeft(rewriter, target);
  return report;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// The name of a location that tells the number of an op.
static constexpr StringLiteral kNumber = "heddle.op#";

static std::optional<unsigned> getNumber(Location location) {
  std::optional<unsigned> found;
  location->walk([&](Location loc) {
    auto name = dyn_cast<NameLoc>(loc);
    unsigned number;
    if (!name || !name.getName().getValue().starts_with(kNumber) ||
        name.getName()
            .getValue()
            .drop_front(kNumber.size())
            .getAsInteger(10, number))
      return WalkResult::advance();
    found = number;
    return WalkResult::interrupt();
  });
  return found;
}

/// Lets the location of each structured op in `target` tell its number.
static void numberOps(Operation *target) {
  for (auto [number, op] : llvm::enumerate(getStructuredOps(target))) {
    auto name = StringAttr::get(op->getContext(), kNumber + Twine(number));
    op->walk([&](Operation *nested) {
      nested->setLoc(NameLoc::get(name, nested->getLoc()));
    });
  }
}

/// `location` without numbers.
static Location dropNumbers(Location location) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](NameLoc loc) -> std::optional<Attribute> {
    if (!loc.getName().getValue().starts_with(kNumber))
      return std::nullopt;
    return loc.getChildLoc();
  });
  return cast<LocationAttr>(replacer.replace(Attribute(location)));
}

static VectorReport dropNumbers(const VectorReport &numbered) {
  VectorReport report;
  report.numPeeled = numbered.numPeeled;
  report.left = numbered.left;
  for (VectorizedOps ops : numbered.vectorized) {
    ops.loc = dropNumbers(ops.loc);
    record(report, std::move(ops));
  }
  for (const auto &[reason, ops] : numbered.scalar)
    recordScalar(report, dropNumbers(reason.loc), reason.text, ops);
  for (const Reason &spill : numbered.spills)
    report.spills.emplace_back(dropNumbers(spill.loc), spill.text);
  return report;
}

namespace {
/// What a copy of a target became.
struct Attempt {
  VectorReport report; ///< with numbers
  /// The ops of which a part does not verify, and whether other ops do not.
  llvm::SmallSetVector<unsigned, 4> invalid;
  bool isInvalid = false;
};
} // namespace

/// Makes vectors in a copy of `target`, except of the ops `left`.
static Attempt tryVectors(Operation *target, const VectorTarget &machine,
                          ArrayRef<LeftScalar> left, bool isPlan) {
  Operation *top = target;
  while (top->getParentOp() && !top->hasTrait<OpTrait::IsIsolatedFromAbove>())
    top = top->getParentOp();
  OwningOpRef<ModuleOp> module = ModuleOp::create(target->getLoc());
  IRMapping mapping;
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  builder.clone(*top, mapping);
  IRRewriter rewriter(target->getContext());
  Operation *copy = mapping.lookup(target);
  numberOps(copy);
  markLeft(rewriter, copy, left);
  ScopedDiagnosticHandler silence(target->getContext(),
                                  [](Diagnostic &) { return success(); });
  Attempt attempt;
  attempt.report = makeVectors(rewriter, copy, machine, isPlan);
  // The copy of a function lacks the functions that it calls. So the module,
  // which lacks these symbols, is not verified.
  if (succeeded(verify(mapping.lookup(top))))
    return attempt;
  copy->walk([&](Operation *op) {
    if (succeeded(verify(op, /*verifyRecursively=*/false)))
      return;
    if (std::optional<unsigned> number = getNumber(op->getLoc()))
      attempt.invalid.insert(*number);
  });
  attempt.isInvalid = attempt.invalid.empty();
  return attempt;
}

/// Adds to `left` the ops that gain too little by `attempt`. False if there are
/// none.
static bool leaveScalars(const Attempt &attempt,
                         SmallVectorImpl<LeftScalar> &left) {
  std::map<unsigned, double> gains;
  std::map<unsigned, StringRef> reasons;
  for (const VectorizedOps &ops : attempt.report.vectorized)
    if (std::optional<unsigned> number = getNumber(ops.loc))
      gains[*number] += ops.scalarOps;
  for (const auto &[reason, ops] : attempt.report.scalar)
    if (std::optional<unsigned> number = getNumber(reason.loc)) {
      gains[*number] -= ops;
      reasons[*number] = StringRef(reason.text).split(kStaysScalar).second;
    }
  for (unsigned number : attempt.invalid)
    reasons.insert({number, kNoVectorForm});
  bool isNew = false;
  for (auto [number, why] : reasons)
    if ((gains[number] < 0 || attempt.invalid.contains(number)) &&
        llvm::none_of(left, [&, number = number](const LeftScalar &known) {
          return known.number == number;
        })) {
      left.push_back({number, why.str()});
      isNew = true;
    }
  return isNew;
}

VectorReport heddle::planVectors(Operation *target,
                                 const VectorTarget &machine) {
  SmallVector<LeftScalar> left;
  Attempt attempt;
  do {
    attempt = tryVectors(target, machine, left, /*isPlan=*/true);
    // Some ops verify only after the vectors have left their loops: dot
    // products of bf16.
    if (attempt.isInvalid || !attempt.invalid.empty())
      attempt = tryVectors(target, machine, left, /*isPlan=*/false);
  } while (leaveScalars(attempt, left));
  attempt.report.left = left;
  VectorReport report;
  if (!attempt.isInvalid && attempt.invalid.empty())
    report = dropNumbers(attempt.report);
  else
    recordScalar(report, target->getLoc(), target->getName().getStringRef(),
                 kNoVectorForm, 1);
  for (auto &[reason, ops] : report.scalar)
    reason.op = nullptr;
  return report;
}

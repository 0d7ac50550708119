//===- TransposeResults.cpp - Results with their dims reordered -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes the indexing maps of the ops that compute and read some tensors. What
// an op computes at a point of its iteration space is not touched.
//
// The rule. Let p be the permutation. A tensor v of the set becomes v' with
//
//   v'[x(p(0)), ..., x(p(n - 1))] = v[x(0), ..., x(n - 1)],
//
// and each map m of an op that reads or writes v becomes m' with
// m'(q) = (m(q)[p(0)], ..., m(q)[p(n - 1)]).
//
// Why that is right. At the point q of its iteration space, an op accessed
// v[m(q)] and now accesses v'[m'(q)], which is the same element by the first
// line. The extents of v' are those of v in the order p, so each loop has the
// bounds that it had, and `linalg.index` and the body see the same values. By
// induction over the ops in their order, each element of each v' is what that
// of v was. The induction starts at the inits: a tensor.empty has no elements
// to keep, a fill has one value everywhere, and the result of an op of the set
// is covered. Any other init would have to be transposed first, and is refused.
//
// A softmax has no maps: its input and output have one shape. So both are in
// the set or neither, and the dim d that it reduces becomes dim i where
// p(i) = d. The maximum, the sum and the scale of linalg_ext.softmax have the
// other dims in their order, so p must keep that order.
//
// With `interchange`, the loops that are the dims of a result change places,
// which makes the map of the result what it was. The iterations that make one
// element have these loops in common. They differ in the other loops, whose
// order stays, so the terms of a sum come in the order that they had.
//
// A reader without maps, such as a reshape, a call or a return, would see
// another tensor, and is refused. `tensor.dim` asks for dim i instead of p(i).
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/TransposeResults.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Which values the set has
//===----------------------------------------------------------------------===//

static bool isSoftmaxOfExt(Operation *op) {
  return isa<linalg_ext::SoftmaxOp, linalg_ext::UnnormSoftmaxOp>(op);
}

static bool isSoftmax(Operation *op) {
  return isa<linalg::SoftmaxOp>(op) || isSoftmaxOfExt(op);
}

/// The number of results of a target that are transposed, and of their inits:
/// the first ones.
static unsigned countTransposed(Operation *target) {
  return isSoftmaxOfExt(target) ? 1 : target->getNumResults();
}

static OpOperand &getInit(Operation *target, unsigned result) {
  return *cast<DestinationStyleOpInterface>(target).getDpsInitOperand(result);
}

using ValueSet = llvm::SetVector<Value>;

static ValueSet collectTransposed(ArrayRef<Operation *> targets) {
  ValueSet values;
  for (Operation *target : targets)
    values.insert_range(
        target->getResults().take_front(countTransposed(target)));
  return values;
}

/// The dim that dim `old` becomes.
static int64_t findNewDim(ArrayRef<int64_t> permutation, int64_t old) {
  return llvm::find(permutation, old) - permutation.begin();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// What is wrong with the op itself.
static std::string findWrongTarget(Operation *op,
                                   ArrayRef<int64_t> permutation) {
  if (!isa<linalg::LinalgOp>(op) && !isSoftmax(op))
    return formatv("expects a structured op of linalg or a softmax, but got "
                   "'{0}'",
                   op->getName());
  if (!cast<DestinationStyleOpInterface>(op).hasPureTensorSemantics() ||
      op->getNumResults() == 0)
    return "computes no tensor";
  for (unsigned i = 0, e = countTransposed(op); i < e; ++i) {
    auto type = cast<RankedTensorType>(op->getResult(i).getType());
    if (type.getRank() != int64_t(permutation.size()))
      return formatv("result {0} has {1} dims, but the permutation has {2}", i,
                     type.getRank(), permutation.size());
    if (type.getEncoding())
      return formatv("result {0} has an encoding, which says how its dims are "
                     "stored",
                     i);
  }
  return "";
}

/// Why a softmax cannot follow.
static std::optional<Reason> checkSoftmax(Operation *op, const ValueSet &values,
                                          ArrayRef<int64_t> permutation) {
  Value input = op->getOperand(0);
  if (!values.contains(input)) {
    Operation *def = input.getDefiningOp();
    Reason reason(op, "is a softmax whose input is not a result of a target");
    reason.addNote(def ? def->getLoc() : input.getLoc(), "its input");
    return reason;
  }
  if (!isSoftmaxOfExt(op))
    return std::nullopt;
  int64_t dimension = op->getAttrOfType<IntegerAttr>("dimension").getInt();
  SmallVector<int64_t> others = llvm::filter_to_vector(
      permutation, [&](int64_t dim) { return dim != dimension; });
  if (llvm::is_sorted(others))
    return std::nullopt;
  return Reason(op, formatv("the permutation reorders dims besides dim {0}, "
                            "along which the softmax goes: its maximum and its "
                            "sum have them in their order",
                            dimension));
}

/// Whether another tensor, of any contents, can take the place of an init.
static bool isReplaceable(Operation *target, OpOperand &init) {
  // The first init of a softmax is its output, which it does not read.
  auto structured = dyn_cast<linalg::LinalgOp>(target);
  return !structured || isa<linalg::FillOp>(target) ||
         !startsFromContents(structured, init);
}

/// Why an init of `op` cannot have another order of dims.
static std::optional<Reason> checkInits(Operation *op, const ValueSet &values) {
  for (unsigned i = 0, e = countTransposed(op); i < e; ++i) {
    OpOperand &operand = getInit(op, i);
    Value init = operand.get();
    if (values.contains(init) || init.getDefiningOp<linalg::FillOp>() ||
        isReplaceable(op, operand))
      continue;
    Operation *def = init.getDefiningOp();
    Reason reason(op, formatv("starts from init {0}, which is no fill and no "
                              "result of a target",
                              i));
    reason.addNote(def ? def->getLoc() : init.getLoc(), "the init");
    return reason;
  }
  return std::nullopt;
}

/// Why the loops of a target cannot be permuted like its dims; empty if they
/// can.
static std::string findWrongLoops(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || isa<linalg::FillOp>(op))
    return "";
  for (unsigned i = 0, e = op->getNumResults(); i < e; ++i) {
    AffineMap map = structured.getMatchingIndexingMap(&getInit(op, i));
    if (map != structured.getMatchingIndexingMap(&getInit(op, 0)))
      return formatv("the maps of its results 0 and {0} differ: its loops "
                     "cannot follow both",
                     i);
    if (!reachesAllElements(structured, getInit(op, i)))
      return formatv("the dims of result {0} are not loops of their own, which "
                     "could be interchanged",
                     i);
  }
  return "";
}

/// True for a named op that a generic of the same body replaces where it
/// follows its operands. Named products and windows keep the names that others
/// look for.
static bool isNamedMap(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured &&
         !isa<linalg::GenericOp, linalg::FillOp, linalg::ElementwiseOp>(op) &&
         structured.getNumReductionLoops() == 0 &&
         !linalg::isaConvolutionOpInterface(structured) &&
         !linalg::isaContractionOpInterface(structured);
}

/// Whether the results of the maps of `op`, which is not a target, can be
/// permuted in this way.
static bool hasFreeMaps(Operation *op, ArrayRef<int64_t> permutation) {
  if (isNamedMap(op))
    return true;
  // The first dim of all operands is that of the batch.
  if (isa<linalg::BatchMatmulOp>(op))
    return permutation.front() == 0;
  return isa<linalg::GenericOp, linalg::MatmulOp, linalg::ContractOp,
             linalg::ElementwiseOp>(op);
}

/// What is wrong with a reader of a result, which is no target.
static std::string findWrongReader(OpOperand &use,
                                   ArrayRef<int64_t> permutation) {
  Operation *reader = use.getOwner();
  if (auto dim = dyn_cast<tensor::DimOp>(reader)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (index && *index >= 0 && *index < int64_t(permutation.size()))
      return "";
    return "is read by 'tensor.dim' with an index that is not known to be one "
           "of its dims";
  }
  if (isSoftmax(reader))
    return formatv("is read by {0}, which is no target", quote(reader));
  auto structured = dyn_cast<linalg::LinalgOp>(reader);
  if (!structured)
    return formatv("is read by {0}, which has no indexing maps", quote(reader));
  if (structured.isDpsInit(&use))
    return formatv("is an init of {0}, which is no target", quote(reader));
  if (!hasFreeMaps(reader, permutation))
    return formatv("is read by {0}, whose maps are fixed: transform.structured."
                   "generalize makes a 'linalg.generic' of it",
                   quote(reader));
  return "";
}

/// Why a reader of a result of `op` cannot follow.
static std::optional<Reason>
checkReaders(Operation *op, const llvm::SetVector<Operation *> &targets,
             ArrayRef<int64_t> permutation) {
  for (unsigned i = 0, e = countTransposed(op); i < e; ++i)
    for (OpOperand &use : op->getResult(i).getUses()) {
      if (targets.contains(use.getOwner()))
        continue;
      std::string wrong = findWrongReader(use, permutation);
      if (wrong.empty())
        continue;
      Reason reason(op, formatv("result {0} {1}", i, wrong));
      reason.addNote(use.getOwner(), "the reader");
      return reason;
    }
  return std::nullopt;
}

std::optional<Reason>
heddle::checkTransposeResults(ArrayRef<Operation *> ops,
                              const TransposeResultsOptions &options) {
  ArrayRef<int64_t> permutation = options.permutation;
  for (Operation *op : ops) {
    std::string wrong = findWrongTarget(op, permutation);
    if (wrong.empty() && options.interchange)
      wrong = findWrongLoops(op);
    if (!wrong.empty())
      return Reason(op, wrong);
  }
  llvm::SetVector<Operation *> targets(ops.begin(), ops.end());
  ValueSet values = collectTransposed(ops);
  for (Operation *op : ops) {
    std::optional<Reason> reason;
    if (isSoftmax(op))
      reason = checkSoftmax(op, values, permutation);
    if (!reason)
      reason = checkInits(op, values);
    if (!reason)
      reason = checkReaders(op, targets, permutation);
    if (reason)
      return reason;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

namespace {
/// Tells a handle to a named op which generic it is now, before the op is gone.
struct GeneralizedOps : RewriterBase::ForwardingListener {
  GeneralizedOps(OpBuilder::Listener *listener, ReplacedReaderFn replaced)
      : ForwardingListener(listener), replaced(replaced) {}
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    replaced(op, values.front().getDefiningOp());
    ForwardingListener::notifyOperationReplaced(op, values);
  }
  ReplacedReaderFn replaced;
};
} // namespace

/// Turns a named op other than a fill into a generic with the same attributes.
static Operation *generalizeTarget(RewriterBase &rewriter, Operation *op) {
  if (isa<linalg::GenericOp, linalg::FillOp>(op) || isSoftmax(op))
    return op;
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName() !=
        linalg::LinalgDialect::kMemoizedIndexingMapsAttrName)
      attributes.push_back(attribute);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
  assert(succeeded(generic) && "a named op of linalg has one region");
  rewriter.modifyOpInPlace(*generic, [&] {
    (*generic)->setDiscardableAttrs(
        DictionaryAttr::get(op->getContext(), attributes));
  });
  return *generic;
}

static RankedTensorType transposeType(Type type,
                                      ArrayRef<int64_t> permutation) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(applyPermutation(tensor.getShape(), permutation));
}

/// A tensor with the dims of `init` in the other order: a fill if `init` is
/// one, else without contents.
static Value createTransposedInit(RewriterBase &rewriter, Value init,
                                  ArrayRef<int64_t> permutation) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    Value empty =
        createTransposedInit(rewriter, fill.getOutputs()[0], permutation);
    return linalg::FillOp::create(rewriter, fill.getLoc(), fill.getInputs(),
                                  empty)
        .getResult(0);
  }
  auto empty = init.getDefiningOp<tensor::EmptyOp>();
  SmallVector<OpFoldResult> sizes =
      empty ? empty.getMixedSizes()
            : tensor::getMixedSizes(rewriter, init.getLoc(), init);
  return tensor::EmptyOp::create(rewriter, init.getLoc(),
                                 applyPermutation(sizes, permutation),
                                 getElementTypeOrSelf(init));
}

/// Replaces the inits that are not in the set. An old one that nothing reads
/// any more is erased.
static void transposeInits(RewriterBase &rewriter, Operation *op,
                           const ValueSet &values,
                           ArrayRef<int64_t> permutation) {
  rewriter.setInsertionPoint(op);
  for (unsigned i = 0, e = countTransposed(op); i < e; ++i) {
    OpOperand &init = getInit(op, i);
    if (values.contains(init.get()))
      continue;
    Operation *old = init.get().getDefiningOp();
    Value created = createTransposedInit(rewriter, init.get(), permutation);
    rewriter.modifyOpInPlace(op, [&] { init.set(created); });
    while (isa_and_present<linalg::FillOp, tensor::EmptyOp>(old) &&
           old->use_empty()) {
      Operation *unused = old;
      auto fill = dyn_cast<linalg::FillOp>(unused);
      old = fill ? fill.getOutputs()[0].getDefiningOp() : nullptr;
      rewriter.eraseOp(unused);
    }
  }
}

/// Permutes the maps of the operands that are in the set, and of all inits of a
/// target.
static void transposeMaps(RewriterBase &rewriter, linalg::LinalgOp op,
                          bool isTarget, const ValueSet &values,
                          ArrayRef<int64_t> permutation) {
  if (isa<linalg::FillOp>(op) ||
      (!isTarget && isMistake("reader_not_transposed")))
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (OpOperand &operand : op->getOpOperands())
    if (values.contains(operand.get()) ||
        (isTarget && op.isDpsInit(&operand))) {
      AffineMap &map = maps[operand.getOperandNumber()];
      map = AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                           applyPermutation(map.getResults(), permutation),
                           map.getContext());
    }
  ArrayAttr attribute = rewriter.getAffineMapArrayAttr(maps);
  rewriter.modifyOpInPlace(op, [&] {
    llvm::TypeSwitch<Operation *>(op.getOperation())
        .Case<linalg::GenericOp, linalg::MatmulOp, linalg::BatchMatmulOp,
              linalg::ContractOp, linalg::ElementwiseOp>(
            [&](auto mapped) { mapped.setIndexingMapsAttr(attribute); });
  });
}

/// Lets a reader or a target follow the values that it reads.
static void followValues(RewriterBase &rewriter, Operation *op, bool isTarget,
                         const ValueSet &values,
                         ArrayRef<int64_t> permutation) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return transposeMaps(rewriter, structured, isTarget, values, permutation);
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    rewriter.setInsertionPoint(dim);
    Value index = arith::ConstantIndexOp::create(
        rewriter, dim.getLoc(),
        findNewDim(permutation, *dim.getConstantIndex()));
    return rewriter.modifyOpInPlace(
        dim, [&] { dim.getIndexMutable().assign(index); });
  }
  if (isMistake("softmax_along_old_dim"))
    return;
  rewriter.modifyOpInPlace(op, [&] {
    llvm::TypeSwitch<Operation *>(op)
        .Case<linalg::SoftmaxOp, linalg_ext::SoftmaxOp,
              linalg_ext::UnnormSoftmaxOp>([&](auto softmax) {
          softmax.setDimension(findNewDim(permutation, softmax.getDimension()));
        });
  });
}

/// Upstream writes an index as a map of all indices after an interchange. Masks
/// are recognized by the indices themselves.
static void foldIndices(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<affine::AffineApplyOp> maps;
  op.walk([&](affine::AffineApplyOp map) { maps.push_back(map); });
  for (affine::AffineApplyOp map : maps) {
    SmallVector<Value> folded;
    if (succeeded(rewriter.tryFold(map, folded)))
      rewriter.replaceOp(map, folded);
  }
  for (auto index :
       llvm::make_early_inc_range(op.getBody()->getOps<linalg::IndexOp>()))
    if (index.use_empty())
      rewriter.eraseOp(index);
}

/// Gives the loops of a target the order that its dims have now: the map of the
/// result becomes what it was.
static void interchangeLoops(RewriterBase &rewriter, linalg::GenericOp op,
                             ArrayRef<int64_t> permutation) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops()));
  AffineMap map = op.getMatchingIndexingMap(&getInit(op, 0));
  // Dim i was loop map(findNewDim(i)) and is loop map(i).
  for (int64_t dim = 0, e = permutation.size(); dim < e; ++dim)
    order[map.getDimPosition(findNewDim(permutation, dim))] =
        map.getDimPosition(dim);
  [[maybe_unused]] FailureOr<linalg::GenericOp> interchanged =
      linalg::interchangeGenericOp(rewriter, op, order);
  assert(succeeded(interchanged) && "the order is a permutation");
  foldIndices(rewriter, op);
}

/// Makes generics of the named ops that follow the results of `ops`.
static void generalizeReaders(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                              ReplacedReaderFn replaced) {
  llvm::SetVector<Operation *> readers;
  for (Operation *op : ops)
    for (unsigned i = 0, e = countTransposed(op); i < e; ++i)
      for (Operation *user : op->getResult(i).getUsers())
        if (isNamedMap(user) && !llvm::is_contained(ops, user))
          readers.insert(user);
  GeneralizedOps listener(rewriter.getListener(), replaced);
  OpBuilder::Listener *before = rewriter.getListener();
  rewriter.setListener(&listener);
  for (Operation *reader : readers)
    generalizeTarget(rewriter, reader);
  rewriter.setListener(before);
}

SmallVector<Operation *>
heddle::transposeResults(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                         const TransposeResultsOptions &options,
                         ReplacedReaderFn replaced) {
  ArrayRef<int64_t> permutation = options.permutation;
  OpBuilder::InsertionGuard guard(rewriter);
  generalizeReaders(rewriter, ops, replaced);
  SmallVector<Operation *> targets = llvm::map_to_vector(
      ops, [&](Operation *op) { return generalizeTarget(rewriter, op); });
  ValueSet values = collectTransposed(targets);
  llvm::SetVector<Operation *> touched(targets.begin(), targets.end());
  for (Value value : values)
    touched.insert_range(value.getUsers());
  for (Operation *op : touched)
    followValues(rewriter, op, llvm::is_contained(targets, op), values,
                 permutation);
  for (Operation *target : targets) {
    transposeInits(rewriter, target, values, permutation);
    rewriter.modifyOpInPlace(target, [&] {
      for (unsigned i = 0, e = countTransposed(target); i < e; ++i) {
        Value result = target->getResult(i);
        result.setType(transposeType(result.getType(), permutation));
      }
    });
  }
  if (options.interchange)
    for (Operation *target : targets)
      if (auto generic = dyn_cast<linalg::GenericOp>(target))
        interchangeLoops(rewriter, generic, permutation);
  return targets;
}

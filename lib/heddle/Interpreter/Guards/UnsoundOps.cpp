//===- UnsoundOps.cpp - Upstream ops that are known to be unsound ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defects are those of MLIR 22.1; remove a rule when upstream mends its
// defect. Ops are known by name, so that this library does not depend on the
// extensions that define them.
//
//===----------------------------------------------------------------------===//

#include "UnsoundOps.h"

#include "LoopRewrites.h"
#include "MergedReads.h"
#include "MergedValues.h"
#include "MultitileSizes.h"
#include "TiledDims.h"
#include "VectorSizes.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/DataFlow/DataFlowLimits.h"
#include "heddle/Analysis/DataFlow/ForwardedViews.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"
#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

namespace {
enum class UnsoundOp {
  None,
  Fuse,
  TileUsingFor,
  TileUsingForall,
  TileOtherwise,
  PartialReduction,
  FuseSibling,
  EliminateEmptyTensors,
  FuseAffineLoops,
  MergeValues,
  FoldOps,
  Inline,
  OneShotBufferize,
  DataFlow,
  Vectorize,
  PadIterations,
  PipelineLoop,
  JamLoops,
  PeelLoop,
  HoistTransfers,
  MakeGlobal,
  AssumeBranch,
  MultitileSizes
};

/// A pass that a transform op runs, and the known defects of the pass.
struct PassKind {
  StringRef name;
  UnsoundOp kind = UnsoundOp::None;
};
} // namespace

static UnsoundOp classifyPass(StringRef name) {
  return llvm::StringSwitch<UnsoundOp>(name)
      .Case("affine-loop-fusion", UnsoundOp::FuseAffineLoops)
      .Case("eliminate-empty-tensors", UnsoundOp::EliminateEmptyTensors)
      .Cases({"cse", "loop-invariant-code-motion"}, UnsoundOp::MergeValues)
      .Case("canonicalize", UnsoundOp::FoldOps)
      .Case("inline", UnsoundOp::Inline)
      .Case("one-shot-bufferize", UnsoundOp::OneShotBufferize)
      .Cases({"sccp", "int-range-optimizations", "arith-int-range-narrowing",
              "arith-unsigned-when-equivalent"},
             UnsoundOp::DataFlow)
      .Default(UnsoundOp::None);
}

/// The pass that `op` runs, with its known defect. If the pass that `op` names
/// has none, looks at the passes in its options, which may hold a pipeline,
/// and takes the first one with a known defect. Takes canonicalization, which
/// is nearly always right, only if no other pass has a defect. The name is
/// empty if `op` runs no pass.
static PassKind findPass(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("pass_name");
  if (op->getName().getStringRef() != "transform.apply_registered_pass" ||
      !name)
    return {};
  PassKind pass{name.getValue(), classifyPass(name.getValue())};
  auto options = op->getAttrOfType<DictionaryAttr>("options");
  if (pass.kind != UnsoundOp::None || !options)
    return pass;
  options.walk([&](StringAttr option) {
    StringRef rest = option.getValue();
    while (!rest.empty() &&
           (pass.kind == UnsoundOp::None || pass.kind == UnsoundOp::FoldOps)) {
      rest = rest.drop_until([](char c) { return llvm::isAlnum(c); });
      StringRef word =
          rest.take_while([](char c) { return llvm::isAlnum(c) || c == '-'; });
      if (UnsoundOp kind = classifyPass(word); kind != UnsoundOp::None)
        pass = {word, kind};
      rest = rest.drop_front(word.size());
    }
  });
  return pass;
}

static UnsoundOp classify(Operation *op) {
  if (PassKind pass = findPass(op); !pass.name.empty())
    return pass.kind;
  StringRef name = op->getName().getStringRef();
  if (name == "transform.apply_patterns" && op->hasAttr("apply_cse"))
    return UnsoundOp::MergeValues;
  return llvm::StringSwitch<UnsoundOp>(name)
      .Case("transform.structured.fuse", UnsoundOp::Fuse)
      .Case("transform.structured.tile_using_for", UnsoundOp::TileUsingFor)
      .Case("transform.structured.tile_using_forall",
            UnsoundOp::TileUsingForall)
      .Cases({"transform.structured.split",
              "transform.structured.continuous_tile_sizes",
              "transform.structured.fuse_into_containing_op"},
             UnsoundOp::TileOtherwise)
      .Cases({"transform.structured.tile_reduction_using_for",
              "transform.structured.tile_reduction_using_forall",
              "transform.structured.split_reduction"},
             UnsoundOp::PartialReduction)
      .Case("transform.structured.multitile_sizes", UnsoundOp::MultitileSizes)
      .Case("transform.structured.vectorize", UnsoundOp::Vectorize)
      .Case("transform.structured.pad_tiling_interface",
            UnsoundOp::PadIterations)
      .Case("transform.loop.fuse_sibling", UnsoundOp::FuseSibling)
      .Case("transform.loop.pipeline", UnsoundOp::PipelineLoop)
      .Case("transform.loop.unroll_and_jam", UnsoundOp::JamLoops)
      .Case("transform.loop.peel", UnsoundOp::PeelLoop)
      .Case("transform.structured.hoist_redundant_vector_transfers",
            UnsoundOp::HoistTransfers)
      .Case("transform.memref.alloca_to_global", UnsoundOp::MakeGlobal)
      .Case("transform.scf.take_assumed_branch", UnsoundOp::AssumeBranch)
      .Case("transform.bufferization.eliminate_empty_tensors",
            UnsoundOp::EliminateEmptyTensors)
      .Case("transform.apply_patterns", UnsoundOp::FoldOps)
      .Cases(
          {"transform.apply_cse", "transform.apply_licm", "transform.cleanup"},
          UnsoundOp::MergeValues)
      .Case("transform.bufferization.one_shot_bufferize",
            UnsoundOp::OneShotBufferize)
      .Default(UnsoundOp::None);
}

bool heddle::mayBeUnsound(Operation *op) {
  return classify(op) != UnsoundOp::None;
}

void heddle::noteApplied(Operation *op, ArrayRef<Operation *> targets,
                         TransformState &state) {
  UnsoundOp kind = classify(op);
  auto *merged = state.getExtension<MergedValues>();
  if (kind == UnsoundOp::Inline && merged)
    merged->noteInlining();
  if (kind != UnsoundOp::MergeValues)
    return;
  if (!merged)
    merged = &state.addExtension<MergedValues>();
  for (Operation *target : targets)
    merged->noteMerge(op, target);
}

/// The first iteration dim of `target` that is a reduction and is tiled.
static std::optional<unsigned> findTiledReduction(Operation *target,
                                                  ArrayRef<bool> tiled) {
  auto tileable = dyn_cast<TilingInterface>(target);
  if (!tileable)
    return std::nullopt;
  for (auto [dim, type] : llvm::enumerate(tileable.getLoopIteratorTypes()))
    if (type == utils::IteratorType::reduction && dim < tiled.size() &&
        tiled[dim])
      return dim;
  return std::nullopt;
}

/// True if greedy fusion would pull the op that fills a destination of `target`
/// into the loops.
static bool hasFusibleDestination(Operation *target) {
  auto dps = dyn_cast<DestinationStyleOpInterface>(target);
  return dps && llvm::any_of(dps.getDpsInits(), [](Value init) {
           return isa_and_present<TilingInterface>(init.getDefiningOp());
         });
}

static bool readsIterationIndex(Operation *target) {
  return target
      ->walk([](Operation *op) {
        return op->getName().getStringRef() == "linalg.index"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if `target` reads indices in a body that its text does not show. Tiling
/// adds offsets to these indices in the body, and the offsets are lost when the
/// text is parsed again.
static bool hidesIndices(Operation *target) {
  StringRef name = target->getName().getStringRef();
  return name.starts_with("linalg.") && name != "linalg.generic" &&
         name != "linalg.map" && name != "linalg.reduce" &&
         readsIterationIndex(target);
}

/// The first op that is `found`: `target` or, if `withProducers`, a producer of
/// it in its block. Null if no op is.
static Operation *findInSlice(Operation *target, bool withProducers,
                              llvm::function_ref<bool(Operation *)> found) {
  llvm::SetVector<Operation *> slice;
  slice.insert(target);
  for (size_t next = 0; next < slice.size(); ++next) {
    if (found(slice[next]))
      return slice[next];
    if (!withProducers)
      continue;
    for (Value operand : slice[next]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == target->getBlock())
        slice.insert(producer);
  }
  return nullptr;
}

static std::optional<std::string> explainHiddenIndices(Operation *target,
                                                       bool withProducers) {
  Operation *op = findInSlice(target, withProducers, hidesIndices);
  if (!op)
    return std::nullopt;
  return ("loses the offset of each tile where the payload is printed: '" +
          op->getName().getStringRef() +
          "' reads 'linalg.index' in a body that is not printed; apply "
          "'transform.structured.generalize' to it before")
      .str();
}

/// Upstream takes the element at the start of a tile as the first one that the
/// tile reads, and counts on from there. That is right for sums of dims only.
/// Of producers, any dim may be tiled.
static std::optional<std::string> explainDividedDims(Operation *target,
                                                     ArrayRef<bool> tiled,
                                                     bool withProducers) {
  std::optional<unsigned> dim;
  Operation *op = findInSlice(target, withProducers, [&](Operation *member) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(member);
    if (!linalgOp)
      return false;
    SmallVector<bool> any(linalgOp.getNumLoops(), true);
    dim = findDividedDim(linalgOp, member == target ? tiled : any);
    return dim.has_value();
  });
  if (!op)
    return std::nullopt;
  return ("reads other elements in a tile than in the whole: an indexing map "
          "of "
          "'" +
          op->getName().getStringRef() + "' divides dim " + Twine(*dim))
      .str();
}

static std::optional<std::string> explainTiledReduction(UnsoundOp kind,
                                                        bool isForall,
                                                        Operation *target,
                                                        unsigned dim) {
  std::string loop = "dim " + std::to_string(dim);
  if (target->getName().getStringRef() == "linalg.softmax")
    return "normalizes each tile by itself: " + loop +
           " is the dim that 'linalg.softmax' reduces";
  if (isForall)
    return "makes threads race: " + loop + " of the payload op is a reduction";
  if (kind == UnsoundOp::Fuse && hasFusibleDestination(target))
    return "computes the destination again in each iteration: " + loop +
           " of the payload op is a reduction; "
           "'transform.structured.fuse_ext' starts it once";
  return std::nullopt;
}

/// True if an iteration of the forall ends with more than one insertion.
static bool hasSeveralInsertions(Operation *target) {
  return target
      ->walk([](Block *block) {
        auto isInsertion = [](Operation &op) {
          return op.getName().getStringRef() == "tensor.parallel_insert_slice";
        };
        return llvm::count_if(*block, isInsertion) > 1 ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if the destination of an insertion is computed from memory that is
/// written after an empty tensor, which may become a part of the destination.
static bool insertsAfterWrite(Operation *target) {
  return target
      ->walk([](SubsetInsertionOpInterface insertion) {
        SmallVector<Value> needed =
            insertion.getValuesNeededToBuildSubsetExtraction();
        for (Operation &op : *insertion->getBlock())
          if (op.getName().getStringRef() == "tensor.empty")
            return findLateRead(needed, &op) ? WalkResult::interrupt()
                                             : WalkResult::advance();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if an empty tensor or a fill is the destination of several ops, or of
/// an op in a loop that does not contain it.
static bool isSharedDestination(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name != "tensor.empty" && name != "linalg.fill")
    return false;
  unsigned writers = 0;
  for (Value result : op->getResults())
    for (OpOperand &use : result.getUses())
      if (isDestination(use))
        writers += isRepeated(op, use.getOwner()) ? 2 : 1;
  return writers > 1;
}

/// True if `op` is a terminator with one tensor as two operands.
static bool endsWithSameTensor(Operation *op) {
  llvm::SmallDenseSet<Value> seen;
  return op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::any_of(op->getOperands(), [&](Value value) {
           return isa<TensorType>(value.getType()) &&
                  !seen.insert(value).second;
         });
}

/// The step of the schedule that may have merged values in `target`, so that
/// one-shot bufferization writes into one for the other; null if no step did.
static Operation *findMergeOfSharedTensors(Operation *target,
                                           TransformState &state) {
  auto *merged = state.getExtension<MergedValues>();
  Operation *merge = nullptr;
  if (merged)
    target->walk([&](Operation *op) {
      if (isSharedDestination(op) || endsWithSameTensor(op))
        merge = merged->findMerge(op);
      return merge ? WalkResult::interrupt() : WalkResult::advance();
    });
  return merge;
}

/// True if one block holds two affine loops.
static bool hasAffineSiblings(Operation *target) {
  return target
      ->walk([](Block *block) {
        auto isLoop = [](Operation &op) {
          return op.getName().getStringRef() == "affine.for";
        };
        return llvm::count_if(*block, isLoop) > 1 ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Upstream's folds take a tensor from memory for a value that does not change.
static std::optional<std::string> explainFolds(Operation *target) {
  Operation *op = findForwardedView(target);
  if (!op)
    return std::nullopt;
  return ("may replace '" + op->getName().getStringRef() +
          "' by the memory that it copies, which is written before the copy is "
          "used; 'transform.cleanup' keeps the copy")
      .str();
}

/// Upstream's bufferization does not know that some bodies run again, and takes
/// a tensor to be read where its buffer is asked for, and not later.
static std::optional<std::string> explainUnseenWrite(Operation *target) {
  auto [writer, loop] = findUnseenWrite(target);
  if (!writer && findOverwrittenBuffer(target))
    return "may write into the tensor of a 'bufferization.to_buffer' while the "
           "memref is in use; 'transform.heddle.bufferize' does not";
  if (Operation *among = writer ? nullptr : findWriteAmongBlocks(target))
    return ("may let '" + among->getName().getStringRef() +
            "' write into a tensor that is still read, in a function of "
            "several blocks; 'transform.heddle.bufferize' does not")
        .str();
  if (!writer)
    return std::nullopt;
  return ("may let '" + writer->getName().getStringRef() +
          "' write into a tensor from outside of '" +
          loop->getName().getStringRef() +
          "', whose body may run again; 'transform.heddle.bufferize' does not")
      .str();
}

/// The known defects of an op or a pass that do not depend on tile sizes.
static std::optional<std::string> explainRewrite(UnsoundOp kind,
                                                 Operation *target) {
  if (kind == UnsoundOp::FuseSibling)
    return "does not check whether one loop reads what the other writes";
  if (kind == UnsoundOp::EliminateEmptyTensors && hasSeveralInsertions(target))
    return "may let one insertion at the end of 'scf.forall' overwrite what "
           "the next one reads; 'transform.heddle.bufferize' does not";
  if (kind == UnsoundOp::EliminateEmptyTensors && insertsAfterWrite(target))
    return "may compute a destination from memory before that memory is "
           "written; 'transform.heddle.bufferize' does not";
  if (Operation *writer = kind == UnsoundOp::EliminateEmptyTensors
                              ? findEarlyWrite(target)
                              : nullptr)
    return ("may let '" + writer->getName().getStringRef() +
            "' write into the memory of "
            "'bufferization.materialize_in_destination' while its old contents "
            "are still in use; 'transform.heddle.bufferize' does not")
        .str();
  if (kind == UnsoundOp::OneShotBufferize)
    return "may let a write into one value change another that was merged with "
           "it or taken out of a loop; 'transform.heddle.bufferize' does not";
  if (kind == UnsoundOp::FuseAffineLoops && hasAffineSiblings(target))
    return "may drop iterations that others need, and takes two memrefs for "
           "two buffers; 'transform.heddle.fuse_affine_loops' does not";
  if (Operation *unseen = kind == UnsoundOp::DataFlow
                              ? findOpWithUnknownResults(target)
                              : nullptr)
    return ("finds no value for what '" + unseen->getName().getStringRef() +
            "' inserts, and takes the start of a tensor or of a counter for "
            "all that it ever holds; 'transform.cleanup' does not")
        .str();
  if (kind == UnsoundOp::TileOtherwise) {
    if (auto reason = explainHiddenIndices(target, /*withProducers=*/false))
      return reason;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(target);
    SmallVector<bool> any(linalgOp ? linalgOp.getNumLoops() : 0, true);
    return explainDividedDims(target, any, /*withProducers=*/false);
  }
  if (kind == UnsoundOp::PartialReduction && readsIterationIndex(target))
    return "loses the offset of each part: the payload op reads 'linalg.index'";
  return std::nullopt;
}

/// The known defects of rewrites of loops on buffers.
static std::optional<std::string>
explainLoopRewrite(UnsoundOp kind, Operation *op, Operation *target) {
  switch (kind) {
  case UnsoundOp::PipelineLoop:
    return explainPipelining(target);
  case UnsoundOp::JamLoops:
    return explainJamming(target);
  case UnsoundOp::PeelLoop: {
    auto front = op->getAttrOfType<BoolAttr>("peel_front");
    return front && front.getValue() ? explainPeeledFront(target)
                                     : explainPeeledRest(target);
  }
  case UnsoundOp::HoistTransfers:
    return explainHoistedTransfers(target);
  case UnsoundOp::MakeGlobal:
    return explainGlobalBuffer(target);
  default:
    return "takes one branch whatever the condition is";
  }
}

/// The known defects of an op that depend on the dims that it tiles.
static std::optional<std::string> explainTiling(UnsoundOp kind, Operation *op,
                                                Operation *target,
                                                const TransformState &state) {
  SmallVector<bool> tiled;
  bool isForall = kind == UnsoundOp::TileUsingForall;
  if (isForall)
    tiled = findTiledPositions(op, "static_num_threads", 1, state);
  if (kind == UnsoundOp::Fuse)
    isForall = op->hasAttr("use_forall");
  if (tiled.empty())
    tiled = findTiledPositions(
        op,
        kind == UnsoundOp::TileUsingFor ? "static_sizes" : "static_tile_sizes",
        1, state);
  if (!llvm::is_contained(tiled, true))
    return std::nullopt;
  bool withProducers = kind == UnsoundOp::Fuse;
  std::optional<unsigned> dim = findTiledReduction(target, tiled);
  std::optional<std::string> reason =
      dim ? explainTiledReduction(kind, isForall, target, *dim)
          : explainHiddenIndices(target, withProducers);
  return reason ? reason : explainDividedDims(target, tiled, withProducers);
}

static std::optional<std::string>
explainVectorSizes(Operation *op, Operation *target,
                   const TransformState &state) {
  std::optional<UncoveredDim> found =
      findUncoveredDynamicDim(op, "static_vector_sizes", target, state);
  if (!found)
    return std::nullopt;
  std::string size = std::to_string(found->size);
  return "leaves out what is beyond the vector: dim " +
         std::to_string(found->dim) +
         " of the payload op is not known to be at most " + size +
         "; tile it to that size before";
}

static std::optional<std::string>
explainPaddedSizes(Operation *op, Operation *target,
                   const TransformState &state) {
  if (op->hasAttr("pad_to_multiple_of"))
    return std::nullopt;
  std::optional<UncoveredDim> found =
      findUncoveredDynamicDim(op, "static_padding_sizes", target, state);
  if (!found)
    return std::nullopt;
  return "leaves out what is beyond the padded size: dim " +
         std::to_string(found->dim) +
         " of the payload op is not known to be at most " +
         std::to_string(found->size) + "; use 'pad_to_multiple_of'";
}

/// The known defects of ops and passes that merge or move equal values.
static std::optional<std::string> explainMerging(Operation *op,
                                                 Operation *target) {
  StringRef name = op->getName().getStringRef();
  if (name == "transform.cleanup")
    return std::nullopt;
  if (name == "transform.apply_licm" ||
      findPass(op).name == "loop-invariant-code-motion")
    return explainHoistedReads(target);
  if (name == "transform.apply_patterns")
    if (auto reason = explainFolds(target))
      return reason;
  return explainMergedReads(target);
}

std::optional<Unsoundness> heddle::findUnsoundness(Operation *op,
                                                   Operation *target,
                                                   TransformState &state) {
  UnsoundOp kind = classify(op);
  Unsoundness found;
  std::optional<std::string> reason;
  switch (kind) {
  case UnsoundOp::None:
  case UnsoundOp::Inline:
    break;
  case UnsoundOp::MergeValues:
    reason = explainMerging(op, target);
    break;
  case UnsoundOp::FoldOps:
    reason = explainFolds(target);
    break;
  case UnsoundOp::TileUsingFor:
  case UnsoundOp::TileUsingForall:
  case UnsoundOp::Fuse:
    reason = explainTiling(kind, op, target, state);
    break;
  case UnsoundOp::Vectorize:
    reason = explainVectorSizes(op, target, state);
    break;
  case UnsoundOp::MultitileSizes:
    reason = explainMultitileSizes(op, target);
    break;
  case UnsoundOp::PadIterations:
    reason = explainPaddedSizes(op, target, state);
    break;
  case UnsoundOp::PipelineLoop:
  case UnsoundOp::JamLoops:
  case UnsoundOp::PeelLoop:
  case UnsoundOp::HoistTransfers:
  case UnsoundOp::MakeGlobal:
  case UnsoundOp::AssumeBranch:
    reason = explainLoopRewrite(kind, op, target);
    break;
  case UnsoundOp::OneShotBufferize:
    found.earlierCause = findMergeOfSharedTensors(target, state);
    reason = found.earlierCause ? explainRewrite(kind, target)
                                : explainUnseenWrite(target);
    break;
  case UnsoundOp::FuseSibling:
  case UnsoundOp::EliminateEmptyTensors:
  case UnsoundOp::FuseAffineLoops:
  case UnsoundOp::DataFlow:
  case UnsoundOp::TileOtherwise:
  case UnsoundOp::PartialReduction:
    reason = explainRewrite(kind, target);
    break;
  }
  if (!reason)
    return std::nullopt;
  if (PassKind pass = findPass(op); !pass.name.empty())
    reason = ("runs '" + pass.name + "', which " + *reason).str();
  found.reason = std::move(*reason);
  return found;
}

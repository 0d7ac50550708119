//===- TileRowsOp.cpp - transform.heddle.tile_rows ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One nest for each target, with the plan of fuse_ext. Analysis/Kernels chooses
// the sizes.
//
//===----------------------------------------------------------------------===//

#include "EmitNest.h"
#include "FuseExtRequest.h"
#include "Operands/HandleReading.h"
#include "heddle/Analysis/Kernels/RowTiles.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

void TileRowsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::onlyReadsHandle(getRowsMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// The number of rows that the param of `op` gives.
static DiagnosedSilenceableFailure
readRows(TileRowsOp op, transform::TransformState &state, int64_t &rows) {
  ArrayRef<Attribute> values = state.getParams(op.getRows());
  auto value = values.size() == 1 ? dyn_cast<IntegerAttr>(values.front())
                                  : IntegerAttr();
  if (!value)
    return emitSilenceableFailure(op)
           << "expects 'rows' to be one integer, but got " << values.size()
           << (values.size() == 1 ? " value of another type" : " values");
  if (value.getValue().slt(1))
    return emitSilenceableFailure(op)
           << "expects 'rows' to be at least 1, but got " << value;
  rows = value.getValue().getLimitedValue(std::numeric_limits<int64_t>::max());
  return DiagnosedSilenceableFailure::success();
}

/// Says why `target` has no tiles of `rows` rows: one tile has all rows, or the
/// loops that count them are not before the one that reduces.
static void remarkOnNoTiles(TileRowsOp op, Operation *target, int64_t rows) {
  auto types = cast<TilingInterface>(target).getLoopIteratorTypes();
  bool reducesFirst = !types.empty() &&
                      types.front() == utils::IteratorType::reduction &&
                      llvm::is_contained(types, utils::IteratorType::parallel);
  InFlightDiagnostic remark = op.emitRemark("tiles nothing: ");
  if (reducesFirst)
    remark << "the first loop of the target reduces, so that no loop before it "
              "counts rows";
  else
    remark << "the target has at most " << rows << " rows";
  remark.attachNote(target->getLoc()) << "the target";
}

/// One nest for each of `targets`. A target whose rows are one tile is skipped.
static DiagnosedSilenceableFailure requestNests(TileRowsOp op,
                                                ArrayRef<Operation *> targets,
                                                int64_t rows,
                                                FusionRequest &request) {
  Builder builder(op.getContext());
  request.options.stop.insert(targets.begin(), targets.end());
  for (Operation *target : targets) {
    std::optional<SmallVector<int64_t>> sizes = getRowTileSizes(target, rows);
    if (!sizes) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << "expects ops with loops over rows, but got '" << target->getName()
          << "'";
      failure.attachNote(target->getLoc()) << "this op";
      return failure;
    }
    NestRequest &nest = request.nests.emplace_back();
    nest.roots.push_back(target);
    nest.tileSizes = getAsIndexOpFoldResult(op.getContext(), *sizes);
    nest.isSkipped =
        llvm::all_of(*sizes, [](int64_t size) { return size == 0; });
    if (nest.isSkipped) {
      remarkOnNoTiles(op, target, rows);
      continue;
    }
    std::optional<Reason> reason;
    request.take(nest);
    FailureOr<FusionPlan> plan = request.plan(nest, reason);
    request.options.stop.insert(target);
    if (succeeded(plan))
      continue;
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op)
                                          << reason->text;
    attachPlaces(failure, *reason);
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TileRowsOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  SmallVector<Operation *> named;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), named);
  int64_t rows = 0;
  if (status.succeeded())
    status = readRows(*this, state, rows);
  if (!status.succeeded())
    return status;
  llvm::SetVector<Operation *> targets(named.begin(), named.end());
  FusionRequest request;
  status = requestNests(*this, targets.getArrayRef(), rows, request);
  if (!status.succeeded())
    return status;
  SmallVector<Operation *> tiled, loops;
  DenseSet<Operation *> waiting(targets.begin(), targets.end());
  for (NestRequest &nest : request.nests) {
    Operation *target = nest.roots.front();
    if (nest.isSkipped) {
      tiled.push_back(target);
      continue;
    }
    // Another nest may have changed what the target reads.
    std::optional<Reason> reason;
    request.take(nest);
    FailureOr<FusionPlan> plan = request.plan(nest, reason);
    if (failed(plan)) {
      InFlightDiagnostic diagnostic =
          emitError("tiling another target made this impossible: ")
          << reason->text;
      attachPlaces(diagnostic, *reason);
      return DiagnosedSilenceableFailure::definiteFailure();
    }
    waiting.erase(target);
    FailureOr<FuseExtResult> result =
        emitNest(*this, getExplain(), rewriter, *plan, waiting);
    if (failed(result))
      return DiagnosedSilenceableFailure::definiteFailure();
    llvm::append_range(tiled, result->tiledRoots);
    llvm::append_range(loops, result->loops);
  }
  results.set(cast<OpResult>(getTransformed()), tiled);
  results.set(cast<OpResult>(getLoops()), loops);
  return DiagnosedSilenceableFailure::success();
}

//===- FuseExtRequest.cpp - What a fuse_ext op asks for -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the operands of fuse_ext. A target that is named twice counts once.
//
//===----------------------------------------------------------------------===//

#include "FuseExtRequest.h"

#include "Operands/HandleReading.h"
#include "Operands/MixedSizes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// The options that are the same for all nests.
static FusionOptions getSharedOptions(FuseExtOp op, ArrayRef<Operation *> stop,
                                      ArrayRef<Operation *> only) {
  FusionOptions options;
  options.keepIntermediates = op.getKeepIntermediates();
  options.useForall = op.getUseForall();
  options.skipMasked = op.getSkipMasked();
  options.step = op.getLoc();
  options.recurrence = op.getRecurrence();
  options.stop.insert(stop.begin(), stop.end());
  if (op.getOnly()) {
    options.only.emplace();
    options.only->insert(only.begin(), only.end());
    options.onlyFrom = op.getOnly().getLoc();
  }
  if (op.getMaxRecompute())
    options.maxRecompute = op.getMaxRecompute()->convertToDouble();
  if (op.getPlacementSlack())
    options.placementSlack = op.getPlacementSlack()->convertToDouble();
  return options;
}

/// Distributes targets, sizes and interchange over nests: one per target, or
/// one for all of them.
static DiagnosedSilenceableFailure
makeNests(FuseExtOp op, ArrayRef<Operation *> targets,
          ArrayRef<SmallVector<OpFoldResult>> sizes,
          ArrayRef<SmallVector<OpFoldResult>> interchange,
          FusionRequest &request) {
  for (Operation *target : targets) {
    if (request.options.stop.contains(target))
      request.stoppedTargets.insert(target);
  }
  request.options.stop.insert(targets.begin(), targets.end());
  DenseMap<Operation *, unsigned> places;
  for (auto [i, target] : llvm::enumerate(targets)) {
    auto [place, isNew] = places.try_emplace(target, i);
    if (!isNew) {
      // A target that is named again counts once.
      unsigned first = place->second;
      if (sizes[i] == sizes[first] && interchange[i] == interchange[first])
        continue;
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << "expects one list of sizes for each target, but got two for one "
             "that is named twice";
      failure.attachNote(target->getLoc()) << "this one";
      return failure;
    }
    if (op.getJoint() && i > 0) {
      if (sizes[i] != sizes[0] || interchange[i] != interchange[0])
        return emitSilenceableFailure(op)
               << "expects the same sizes and interchange for joint targets";
      request.nests.front().roots.push_back(target);
      continue;
    }
    NestRequest &nest = request.nests.emplace_back();
    nest.roots.push_back(target);
    nest.tileSizes = sizes[i];
    for (auto [j, entry] : llvm::enumerate(interchange[i])) {
      std::optional<int64_t> dim = getConstantIntValue(entry);
      if (!dim)
        return emitSilenceableFailure(op)
               << "expects interchange entry " << j << " to be a constant";
      nest.interchange.push_back(*dim);
    }
  }
  return DiagnosedSilenceableFailure::success();
}

/// Reads the ops that are to be computed in a certain loop.
static DiagnosedSilenceableFailure readPlaces(FuseExtOp op,
                                              transform::TransformState &state,
                                              FusionRequest &request) {
  for (auto [handle, loop] : llvm::zip_equal(op.getAt(), op.getAtLoops())) {
    SmallVector<Operation *> placed;
    DiagnosedSilenceableFailure status =
        readHandle(op, state, "at", handle, placed);
    if (!status.succeeded())
      return status;
    for (Operation *producer : placed) {
      auto [known, isNew] = request.options.at.try_emplace(producer, loop);
      if (isNew)
        request.placed.push_back(producer);
      if (isNew || known->second == loop)
        continue;
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << "expects one loop for each op, but 'at' names loops "
          << known->second << " and " << loop << " for one";
      failure.attachNote(producer->getLoc()) << "this op";
      return failure;
    }
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure heddle::readNests(FuseExtOp op,
                                              transform::TransformState &state,
                                              FusionRequest &request) {
  SmallVector<Operation *> targets, stop, only;
  DiagnosedSilenceableFailure status = readHandle(
      op, state, "target", op.getTarget(), targets, op.getBestEffort());
  if (status.succeeded())
    status = readHandle(op, state, "stop", op.getStop(), stop);
  if (status.succeeded())
    status = readHandle(op, state, "only", op.getOnly(), only);
  SmallVector<SmallVector<OpFoldResult>> sizes, interchange;
  if (status.succeeded())
    status = readMixedSizes(state, op, "tile size", op.getMixedTileSizes(),
                            targets, sizes);
  if (status.succeeded())
    status = readMixedSizes(state, op, "interchange entry",
                            op.getMixedInterchange(), targets, interchange);
  if (!status.succeeded())
    return status;
  for (auto [i, size] : llvm::enumerate(op.getMixedTileSizes()))
    if (isa<Value>(size) &&
        llvm::any_of(sizes, [i = i](ArrayRef<OpFoldResult> target) {
          return isZeroInteger(target[i]);
        }))
      return emitSilenceableFailure(op)
             << "tile size " << i << " is a param with the value 0; a param "
             << "always makes a loop: give 1 or more, or write 0 in the list";
  request.options = getSharedOptions(op, stop, only);
  status = readPlaces(op, state, request);
  if (!status.succeeded())
    return status;
  return makeNests(op, targets, sizes, interchange, request);
}

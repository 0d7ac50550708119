//===- MixedSizes.cpp - Sizes from numbers, params and handles ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the values of the operands of a transform op and checks that they can
// be used at the target. Nothing here changes the payload.
//
//===----------------------------------------------------------------------===//

#include "MixedSizes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using transform::TransformOpInterface;
using transform::TransformState;

namespace {
/// One entry of the list, as messages name it: "tile size 2".
struct Entry {
  TransformOpInterface op;
  StringRef what;
  unsigned index;

  DiagnosedSilenceableFailure error() const {
    return emitSilenceableFailure(op) << "expects " << what << " " << index;
  }
};
} // namespace

/// The values of a param.
static DiagnosedSilenceableFailure
readParam(TransformState &state, const Entry &entry, Value param,
          SmallVectorImpl<OpFoldResult> &values) {
  for (Attribute attribute : state.getParams(param)) {
    auto integer = dyn_cast<IntegerAttr>(attribute);
    if (!integer)
      return entry.error() << " to be an integer, but the param is "
                           << attribute;
    values.push_back(IntegerAttr::get(IndexType::get(param.getContext()),
                                      integer.getValue().getSExtValue()));
  }
  return DiagnosedSilenceableFailure::success();
}

/// The index values that a handle to ops or to values names.
static DiagnosedSilenceableFailure
readHandleEntry(TransformState &state, const Entry &entry, Value handle,
                SmallVectorImpl<OpFoldResult> &values) {
  SmallVector<Value> payload;
  if (isa<transform::TransformValueHandleTypeInterface>(handle.getType())) {
    llvm::append_range(payload, state.getPayloadValues(handle));
  } else {
    for (Operation *producer : state.getPayloadOps(handle)) {
      if (producer->getNumResults() != 1) {
        DiagnosedSilenceableFailure failure =
            entry.error() << " to come from ops with one index result, but got "
                          << producer->getNumResults() << " results";
        failure.attachNote(producer->getLoc()) << "of this op";
        return failure;
      }
      payload.push_back(producer->getResult(0));
    }
  }
  for (Value value : payload) {
    if (!value.getType().isIndex()) {
      DiagnosedSilenceableFailure failure =
          entry.error() << " to be an index, but got " << value.getType();
      failure.attachNote(value.getLoc()) << "this value";
      return failure;
    }
    values.push_back(getAsOpFoldResult(value));
  }
  return DiagnosedSilenceableFailure::success();
}

/// Checks one value that is to be used at `target`.
static DiagnosedSilenceableFailure checkSize(const Entry &entry,
                                             OpFoldResult size,
                                             Operation *target,
                                             DominanceInfo &dominance) {
  if (std::optional<int64_t> number = getConstantIntValue(size)) {
    if (*number < 0)
      return entry.error() << " to be at least 0, but got " << *number;
    return DiagnosedSilenceableFailure::success();
  }
  auto value = cast<Value>(size);
  // The payload root itself is not in a block.
  if (target->getBlock() && dominance.properlyDominates(value, target))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = entry.error()
                                        << " to be computed before its target";
  failure.attachNote(value.getLoc()) << "it is computed here";
  failure.attachNote(target->getLoc()) << "and wanted here";
  return failure;
}

DiagnosedSilenceableFailure
heddle::readMixedSizes(TransformState &state, TransformOpInterface op,
                       StringRef what, ArrayRef<OpFoldResult> mixed,
                       ArrayRef<Operation *> targets,
                       SmallVectorImpl<SmallVector<OpFoldResult>> &sizes) {
  sizes.assign(targets.size(), {});
  DominanceInfo dominance;
  for (auto [index, size] : llvm::enumerate(mixed)) {
    Entry entry{op, what, static_cast<unsigned>(index)};
    SmallVector<OpFoldResult> values;
    if (auto operand = dyn_cast<Value>(size)) {
      bool isParam =
          isa<transform::TransformParamTypeInterface>(operand.getType());
      DiagnosedSilenceableFailure status =
          isParam ? readParam(state, entry, operand, values)
                  : readHandleEntry(state, entry, operand, values);
      if (!status.succeeded())
        return status;
      if (values.size() != 1 && values.size() != targets.size())
        return entry.error()
               << " to have one value, or one for each of " << targets.size()
               << " targets, but got " << values.size();
    } else {
      values.push_back(size);
    }
    for (auto [i, target] : llvm::enumerate(targets)) {
      OpFoldResult value = values.size() == 1 ? values.front() : values[i];
      DiagnosedSilenceableFailure status =
          checkSize(entry, value, target, dominance);
      if (!status.succeeded())
        return status;
      sizes[i].push_back(value);
    }
  }
  return DiagnosedSilenceableFailure::success();
}

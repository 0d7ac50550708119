//===- BufferizationOps.cpp - Transform ops to buffers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shells: options are checked and handles are set here. What is done to the
// payload is in Transforms/Bufferize.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/BufferizationOps.h"

#include "KnownOptions.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/Transforms/Bufferize.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/BufferizationOps.cpp.inc"

//===----------------------------------------------------------------------===//
// BufferizeOp
//===----------------------------------------------------------------------===//

/// Fails, with an error that lists `values`, if `value` is none of them.
static LogicalResult verifyChoice(Operation *op, StringRef option,
                                  StringRef value, ArrayRef<StringRef> values) {
  if (llvm::is_contained(values, value))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expects '")
                            << option << "' to be ";
  llvm::interleave(
      values, [&](StringRef known) { diag << '"' << known << '"'; },
      [&] { diag << " or "; });
  return diag << ", but got \"" << value << '"';
}

LogicalResult BufferizeOp::verify() {
  if (failed(verifyKnownOptions(getOperation())) ||
      failed(verifyChoice(getOperation(), "layout", getLayout(),
                          {"identity", "inferred"})) ||
      failed(verifyChoice(getOperation(), "returns", getReturns(),
                          {"drop_arguments", "keep", "out_params"})) ||
      failed(verifyChoice(getOperation(), "memcpy", getMemcpy(),
                          {"linalg.copy", "memref.copy"})))
    return failure();
  int64_t alignment = getAlignment();
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expects 'alignment' to be a power of two, but got ")
           << alignment;
  return success();
}

void BufferizeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

static BufferizeOptions getOptions(BufferizeOp op) {
  BufferizeOptions options;
  options.layout = op.getLayout() == "identity" ? BoundaryLayout::Identity
                                                : BoundaryLayout::Inferred;
  if (op.getReturns() == "keep")
    options.results = BoundaryResults::Keep;
  else if (op.getReturns() == "out_params")
    options.results = BoundaryResults::OutParams;
  options.alignment = op.getAlignment();
  options.copiesAsLinalg = op.getMemcpy() == "linalg.copy";
  options.hoistBuffers = op.getHoist();
  options.deallocate = op.getDeallocate();
  return options;
}

DiagnosedSilenceableFailure
BufferizeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  SmallVector<Operation *> targets =
      llvm::to_vector(state.getPayloadOps(getTarget()));
  FailureReasons reasons(rewriter);
  if (failed(heddle::bufferize(rewriter, targets, getOptions(*this)))) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableError() << "the payload cannot be bufferized";
    reasons.attachTo(failure);
    return failure;
  }
  results.set(cast<OpResult>(getBufferized()), targets);
  return DiagnosedSilenceableFailure::success();
}

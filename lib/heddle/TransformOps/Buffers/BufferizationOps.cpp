//===- BufferizationOps.cpp - Transform ops to buffers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks options and sets handles. The algorithms are in Transforms/Buffers.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Buffers/BufferizationOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/Analysis/Memory/MemoryReport.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Buffers/Bufferize.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Buffers/BufferizationOps.cpp.inc"

//===----------------------------------------------------------------------===//
// BufferizeOp
//===----------------------------------------------------------------------===//

LogicalResult BufferizeOp::verify() {
  int64_t alignment = getAlignment();
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expects 'alignment' to be a power of two, but got ")
           << alignment;
  if (getAllowUnknownOps() && getDeallocate())
    return emitOpError("expects 'deallocate = false' with "
                       "'allow_unknown_ops', because it is not known when an "
                       "op on tensors is done with a buffer");
  return success();
}

static BufferizeOptions getOptions(BufferizeOp op) {
  BufferizeOptions options;
  options.layout = op.getLayout();
  options.results = op.getReturns();
  options.copies = op.getMemcpy();
  options.alignment = op.getAlignment();
  options.hoistBuffers = op.getHoist();
  options.deallocate = op.getDeallocate();
  options.allowUnknownOps = op.getAllowUnknownOps();
  options.allowRecursiveCalls = op.getAllowRecursiveCalls();
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
        emitSilenceableError() << "the payload cannot be bufferized: "
                               << reasons.getFirst("no reason was given");
    reasons.attachTo(failure);
    return failure;
  }
  results.set(cast<OpResult>(getBufferized()), targets);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// ReportMemoryOp, AssertMemoryOp
//===----------------------------------------------------------------------===//

/// The first op under `target` with a tensor as result, or null.
static Operation *findTensorOp(Operation *target) {
  Operation *found = nullptr;
  target->walk([&](Operation *op) {
    if (!llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Attaches notes that say what `event` is, in which loop, and why it exists.
template <typename DiagT>
static void attachEvent(DiagT &diagnostic, const MemoryEvent &event,
                        bool isAliveAtPeak = false) {
  std::string loop = describeLoop(event), why = explain(event);
  diagnostic.attachNote(event.op->getLoc())
      << summarize(event) << (loop.empty() ? "" : ", ") << loop
      << (why.empty() ? "" : ", ") << why
      << (isAliveAtPeak ? ", alive at the peak" : "");
  if (event.cause)
    attachNotes(diagnostic, *event.cause);
}

/// Attaches notes on all events, and on the calls with memory at the peak.
static void attachEvents(InFlightDiagnostic &remark,
                         const FunctionMemory &memory) {
  llvm::SmallSetVector<Operation *, 8> live;
  for (const LiveBytes &each : memory.peak.live)
    live.insert(each.op);
  for (const MemoryEvent &event : memory.events)
    attachEvent(remark, event,
                event.kind == MemoryEvent::Kind::Alloc &&
                    live.contains(event.op));
  for (const LiveBytes &each : memory.peak.live)
    if (isa<CallOpInterface>(each.op))
      remark.attachNote(each.op->getLoc())
          << "alive at the peak: " << memory.describe(each);
}

/// Attaches notes on the buffers that are alive at the peak: on those with the
/// most bytes.
template <typename DiagT>
static void attachLive(DiagT &diagnostic, const FunctionMemory &memory) {
  constexpr size_t kMostNotes = 16;
  ArrayRef<LiveBytes> live = memory.peak.live;
  for (const LiveBytes &each : live.take_front(kMostNotes))
    diagnostic.attachNote(each.op->getLoc())
        << "alive at the peak: " << memory.describe(each);
}

/// Only buffers are counted, so this fails for a target that still has tensors.
static DiagnosedSilenceableFailure
checkBufferized(transform::TransformOpInterface op, Operation *target) {
  Operation *onTensors = findTensorOp(target);
  if (!onTensors)
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = op.emitSilenceableError()
                                        << "expects bufferized payload";
  failure.attachNote(onTensors->getLoc())
      << "but the result of '" << onTensors->getName() << "' is a tensor";
  return failure;
}

static Operation *lookUpFunction(Operation *target, StringRef name) {
  Operation *found = target;
  target->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (function.getName() == name)
      found = function;
  });
  return found;
}

DiagnosedSilenceableFailure
ReportMemoryOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  for (Operation *target : state.getPayloadOps(getTarget())) {
    DiagnosedSilenceableFailure onTensors = checkBufferized(*this, target);
    if (!onTensors.succeeded())
      return onTensors;
    for (const FunctionMemory &memory : computeMemoryReport(target).functions) {
      InFlightDiagnostic remark =
          mlir::emitRemark(lookUpFunction(target, memory.name)->getLoc())
          << "memory of '@" << memory.name << "': " << memory.summarize();
      attachEvents(remark, memory);
    }
  }
  return DiagnosedSilenceableFailure::success();
}

LogicalResult AssertMemoryOp::verify() {
  if (!getAllocations() && !getCopies() && !getAllocatedBytes() &&
      !getCopiedBytes() && !getPeakBytes())
    return emitOpError("expects a bound: 'allocations', 'copies', "
                       "'allocated_bytes', 'copied_bytes' or 'peak_bytes'");
  for (auto [name, bound] : {std::pair("allocations", getAllocations()),
                             std::pair("copies", getCopies()),
                             std::pair("allocated_bytes", getAllocatedBytes()),
                             std::pair("copied_bytes", getCopiedBytes()),
                             std::pair("peak_bytes", getPeakBytes())})
    if (bound && static_cast<int64_t>(*bound) < 0)
      return emitOpError("expects '") << name << "' to be at least 0, but got "
                                      << static_cast<int64_t>(*bound);
  return success();
}

/// Checks one function against the limits on `kind`. `many` is the plural name
/// of that kind.
static DiagnosedSilenceableFailure
checkBounds(AssertMemoryOp op, const FunctionMemory &memory,
            MemoryEvent::Kind kind, StringRef many,
            std::optional<int64_t> maxCount, std::optional<int64_t> maxBytes) {
  std::optional<int64_t> bytes = memory.totalStaticBytes(kind);
  bool tooMany = maxCount && memory.count(kind) > *maxCount;
  bool tooLarge = maxBytes && (!bytes || *bytes > *maxBytes);
  if (!tooMany && !tooLarge)
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = op.emitSilenceableError()
                                        << "expects at most ";
  if (tooMany)
    failure << *maxCount << " " << many << " in '@" << memory.name
            << "', but found " << memory.count(kind);
  else
    failure << *maxBytes << " B in " << many << " in '@" << memory.name
            << "', but found " << memory.totalBytes(kind) << " B";
  for (const MemoryEvent &event : memory.events)
    if (event.kind == kind)
      attachEvent(failure, event);
  return failure;
}

static DiagnosedSilenceableFailure checkPeak(AssertMemoryOp op,
                                             const FunctionMemory &memory) {
  std::optional<int64_t> most = op.getPeakBytes();
  const LivePeak &peak = memory.peak;
  if (!most || (!peak.isAtLeast && peak.bytes <= *most))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = op.emitSilenceableError()
                                        << "expects a peak of at most " << *most
                                        << " B in '@" << memory.name
                                        << "', but found " << peak.str();
  if (peak.op)
    failure.attachNote(peak.op->getLoc()) << "the peak is reached here";
  attachLive(failure, memory);
  if (!peak.isAtLeast)
    return failure;
  for (const MemoryEvent &event : memory.events)
    if (event.kind == MemoryEvent::Kind::Alloc && !event.bytes.isStatic())
      attachEvent(failure, event);
  return failure;
}

DiagnosedSilenceableFailure
AssertMemoryOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  using Kind = MemoryEvent::Kind;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    DiagnosedSilenceableFailure failure = checkBufferized(*this, target);
    if (!failure.succeeded())
      return failure;
    for (const FunctionMemory &memory : computeMemoryReport(target).functions) {
      failure = checkBounds(*this, memory, Kind::Alloc, "allocations",
                            getAllocations(), getAllocatedBytes());
      if (failure.succeeded())
        failure = checkBounds(*this, memory, Kind::Copy, "copies", getCopies(),
                              getCopiedBytes());
      if (failure.succeeded())
        failure = checkPeak(*this, memory);
      if (!failure.succeeded())
        return failure;
    }
  }
  return DiagnosedSilenceableFailure::success();
}

//===- PairDevices.cpp - Devices that run one after the other -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a collective by what it computes, so that one process runs a loop
// over devices. No device can wait for the next, so a loop before it computes
// and combines what each device contributes:
//
//   %first = <what device 0 contributes>
//   %all = scf.for %i = 1 to 4 iter_args(%sum = %first) {
//     %p = <what device %i contributes>
//     yield %sum + %p
//   }
//
// Then the loop over devices runs with %all as the result of the collective.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

static arith::AtomicRMWKind getKind(shard::ReductionKind kind, bool isFloat) {
  using Atomic = arith::AtomicRMWKind;
  switch (kind) {
  case shard::ReductionKind::Sum:
    return isFloat ? Atomic::addf : Atomic::addi;
  case shard::ReductionKind::Product:
    return isFloat ? Atomic::mulf : Atomic::muli;
  case shard::ReductionKind::Max:
    return isFloat ? Atomic::maximumf : Atomic::maxs;
  case shard::ReductionKind::Min:
    return isFloat ? Atomic::minimumf : Atomic::mins;
  default:
    llvm_unreachable("no schedule makes a collective of this kind");
  }
}

/// `first` and `second` combined element by element, in a tensor of its own.
static Value combine(OpBuilder &builder, Location loc,
                     shard::AllReduceOp reduce, Value first, Value second) {
  auto type = cast<RankedTensorType>(first.getType());
  auto kind =
      getKind(reduce.getReduction(), isa<FloatType>(type.getElementType()));
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, first),
      type.getElementType());
  auto combined = linalg::GenericOp::create(
      builder, loc, type, ValueRange{first, second}, empty,
      ArrayRef<AffineMap>{identity, identity, identity}, loops,
      [&](OpBuilder &body, Location inner, ValueRange arguments) {
        Value result = arith::getReductionOp(kind, body, inner, arguments[0],
                                             arguments[1]);
        linalg::YieldOp::create(body, inner, result);
      });
  return combined->getResult(0);
}

/// What `device` contributes to `reduce`, computed at the insertion point.
static Value cloneContribution(OpBuilder &builder, shard::AllReduceOp reduce,
                               scf::ForallOp devices, Value device) {
  IRMapping mapping;
  mapping.map(devices.getInductionVar(0), device);
  mapping.map(devices.getRegionOutArgs(), devices.getOutputs());
  for (Operation &op : devices.getBody()->without_terminator()) {
    if (&op == reduce)
      break;
    builder.clone(op, mapping);
  }
  return mapping.lookupOrDefault(reduce.getInput());
}

/// The contributions of all devices, combined in order, before the loop.
static Value createTotal(RewriterBase &rewriter, shard::AllReduceOp reduce,
                         scf::ForallOp devices) {
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(devices);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value count = arith::ConstantIndexOp::create(
      rewriter, loc, devices.getStaticUpperBound().front());
  Value first = cloneContribution(rewriter, reduce, devices, zero);
  auto loop = scf::ForOp::create(
      rewriter, loc, one, count, one, first,
      [&](OpBuilder &body, Location inner, Value device, ValueRange sum) {
        Value part = cloneContribution(body, reduce, devices, device);
        Value total = combine(body, inner, reduce, sum.front(), part);
        scf::YieldOp::create(body, inner, total);
      });
  return loop.getResult(0);
}

LogicalResult mlir::heddle::pairs::runDevicesInTurn(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SmallVector<shard::AllReduceOp> collectives;
  module.walk([&](shard::AllReduceOp op) { collectives.push_back(op); });
  for (shard::AllReduceOp reduce : collectives) {
    auto devices = reduce->getParentOfType<scf::ForallOp>();
    if (!devices || devices.getOutputs().empty())
      return failure();
    rewriter.replaceOp(reduce, createTotal(rewriter, reduce, devices));
  }
  for (auto grid : llvm::make_early_inc_range(module.getOps<shard::GridOp>()))
    rewriter.eraseOp(grid);
  return success();
}

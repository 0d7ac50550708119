//===- BoundaryResults.cpp - Results of bufferized functions --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that is an argument is found by value, through casts. Upstream makes
// the trailing arguments.
//
//===----------------------------------------------------------------------===//

#include "BoundaryResults.h"

#include "OutParams.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::heddle;

/// The argument of `function` that `buffer` is; null if it is another buffer or
/// a part of one.
static BlockArgument getArgumentOf(Value buffer, func::FuncOp function) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (argument && argument.getOwner() == &function.front())
    return argument;
  return nullptr;
}

static func::ReturnOp getOnlyReturn(func::FuncOp function) {
  func::ReturnOp found;
  for (Block &block : function.getBody())
    if (auto returnOp = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      if (found)
        return nullptr;
      found = returnOp;
    }
  return found;
}

static void markArgument(func::FuncOp function, unsigned argument,
                         int64_t result) {
  SmallVector<int64_t> results;
  if (auto known = function.getArgAttrOfType<DenseI64ArrayAttr>(
          argument, kResultsAttrName))
    llvm::append_range(results, known.asArrayRef());
  results.push_back(result);
  function.setArgAttr(argument, kResultsAttrName,
                      DenseI64ArrayAttr::get(function.getContext(), results));
}

namespace {
/// The results of a function on buffers.
struct ResultPositions {
  func::FuncOp function;
  /// For each result, its position before results were dropped.
  SmallVector<int64_t> positions;
};
} // namespace

/// Replaces `call` by a call that returns only the results for which
/// `argumentOf` is -1. The other results are replaced by the buffers that the
/// call passes as those arguments.
static void dropCallResults(RewriterBase &rewriter, func::CallOp call,
                            ArrayRef<int64_t> argumentOf) {
  rewriter.setInsertionPointAfter(call);
  SmallVector<Type> types;
  for (auto [result, argument] :
       llvm::zip_equal(call.getResults(), argumentOf)) {
    if (argument < 0) {
      types.push_back(result.getType());
      continue;
    }
    Value buffer = call.getOperand(argument);
    if (buffer.getType() != result.getType())
      buffer = memref::CastOp::create(rewriter, call.getLoc(), result.getType(),
                                      buffer);
    rewriter.replaceAllUsesWith(result, buffer);
  }
  auto newCall = func::CallOp::create(rewriter, call.getLoc(), call.getCallee(),
                                      types, call.getOperands());
  newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  unsigned next = 0;
  for (auto [result, argument] : llvm::zip_equal(call.getResults(), argumentOf))
    if (argument < 0)
      rewriter.replaceAllUsesWith(result, newCall.getResult(next++));
  rewriter.eraseOp(call);
}

/// Drops the results of one function that are its arguments, here and at its
/// calls. Returns true if there were any.
static bool dropArgumentResults(RewriterBase &rewriter, ModuleOp module,
                                ResultPositions &results) {
  func::FuncOp function = results.function;
  func::ReturnOp returnOp = getOnlyReturn(function);
  if (!returnOp)
    return false;
  llvm::BitVector dropped(returnOp.getNumOperands());
  SmallVector<int64_t> argumentOf(returnOp.getNumOperands(), -1), positions;
  for (auto [index, value] : llvm::enumerate(returnOp.getOperands())) {
    if (isa<BaseMemRefType>(value.getType()))
      if (BlockArgument argument = getArgumentOf(value, function)) {
        dropped.set(index);
        argumentOf[index] = argument.getArgNumber();
        markArgument(function, argument.getArgNumber(),
                     results.positions[index]);
        continue;
      }
    positions.push_back(results.positions[index]);
  }
  if (dropped.none())
    return false;

  module.walk([&](func::CallOp call) {
    if (call.getCallee() == function.getSymName())
      dropCallResults(rewriter, call, argumentOf);
  });
  rewriter.modifyOpInPlace(returnOp, [&] { returnOp->eraseOperands(dropped); });
  rewriter.modifyOpInPlace(function,
                           [&] { (void)function.eraseResults(dropped); });
  results.positions = positions;
  return true;
}

/// Upstream replaces a returned buffer by the new argument, and fails to find
/// the buffer if it is returned a second time. Makes each further result a cast
/// of the buffer, which upstream copies.
static void castRepeatedResults(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](func::ReturnOp returnOp) {
    llvm::SmallDenseSet<Value> seen;
    rewriter.setInsertionPoint(returnOp);
    for (OpOperand &operand : returnOp->getOpOperands()) {
      Value value = operand.get();
      if (!isa<MemRefType>(value.getType()) || seen.insert(value).second)
        continue;
      Value cast = memref::CastOp::create(rewriter, returnOp.getLoc(),
                                          value.getType(), value);
      rewriter.modifyOpInPlace(returnOp, [&] { operand.set(cast); });
    }
  });
}

/// Turns all results that are left into trailing arguments, and marks these.
static LogicalResult promoteResults(RewriterBase &rewriter, ModuleOp module,
                                    ArrayRef<ResultPositions> all,
                                    const BufferizeOptions &options) {
  SmallVector<std::pair<unsigned, SmallVector<int64_t>>> promoted;
  for (const ResultPositions &results : all) {
    func::FuncOp function = results.function;
    auto &[firstArgument, positions] = promoted.emplace_back();
    firstArgument = function.getNumArguments();
    for (auto [type, position] :
         llvm::zip_equal(function.getResultTypes(), results.positions))
      if (isa<MemRefType>(type))
        positions.push_back(position);
  }
  castRepeatedResults(rewriter, module);
  for (const ResultPositions &results : all)
    if (failed(checkOutParams(results.function, results.positions)))
      return failure();
  bufferization::BufferResultsToOutParamsOpts outParams;
  outParams.hoistStaticAllocs = true;
  outParams.hoistDynamicAllocs = true;
  outParams.modifyPublicFunctions = true;
  if (options.copies == CopyForm::Linalg)
    outParams.memCpyFn = createLinalgCopy;
  if (failed(bufferization::promoteBufferResultsToOutParams(module, outParams)))
    return failure();
  for (auto [results, out] : llvm::zip_equal(all, promoted))
    for (auto [offset, position] : llvm::enumerate(out.second))
      markArgument(results.function, out.first + offset, position);
  return success();
}

/// The positions of the results that `function` has. An earlier bufferization
/// may have dropped others, which its arguments name.
static SmallVector<int64_t> findPositions(func::FuncOp function) {
  llvm::SmallDenseSet<int64_t> dropped;
  for (unsigned argument : llvm::seq(function.getNumArguments()))
    if (auto known = function.getArgAttrOfType<DenseI64ArrayAttr>(
            argument, kResultsAttrName))
      dropped.insert(known.asArrayRef().begin(), known.asArrayRef().end());
  SmallVector<int64_t> positions;
  for (int64_t next = 0; positions.size() < function.getNumResults(); ++next)
    if (!dropped.contains(next))
      positions.push_back(next);
  return positions;
}

LogicalResult heddle::createLinalgCopy(OpBuilder &builder, Location loc,
                                       Value from, Value to) {
  linalg::CopyOp::create(builder, loc, from, to);
  return success();
}

LogicalResult heddle::convertBoundaryResults(RewriterBase &rewriter,
                                             ModuleOp module,
                                             const BufferizeOptions &options) {
  if (options.results == BoundaryResults::Keep)
    return success();
  SmallVector<ResultPositions> all;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal()) {
      ResultPositions &results = all.emplace_back();
      results.function = function;
      results.positions = findPositions(function);
    }
  // Repeated, because a caller may return a result that its callee drops.
  for (bool changed = true; changed;) {
    changed = false;
    for (ResultPositions &results : all)
      changed |= dropArgumentResults(rewriter, module, results);
  }
  return options.results == BoundaryResults::OutParams
             ? promoteResults(rewriter, module, all, options)
             : success();
}

//===- Rest.cpp - What a schedule leaves to the lowering ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remarks on structured ops and tensors that a schedule leaves. The lowering
// completes such a payload: ops become scalar loops, tensors become buffers.
//
// A schedule that stops at tiles leaves ops on purpose, and a function that it
// does not touch was not meant to be scheduled. So apply and check remark on
// the functions that a schedule makes vectors in, and only on ops of which no
// step said that they stay scalar. Copies and fills do not count.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if the compiler makes a copy or a fill of memory of the loops of `op`,
/// as it does of the copies that bufferization inserts: it converts no element.
static bool isCopyOrFill(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return static_cast<bool>(pad.getConstantPaddingValue());
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return isa<linalg::CopyOp, linalg::FillOp>(op) &&
         getElementTypeOrSelf(structured->getOperand(0)) ==
             getElementTypeOrSelf(structured->getOperand(1));
}

/// The structured ops in `root` that become loops over single elements, in the
/// order of the payload.
static SmallVector<Operation *> findStructuredRest(Operation *root) {
  SmallVector<Operation *> rest;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp, TilingInterface>(op) && !isCopyOrFill(op))
      rest.push_back(op);
  });
  return rest;
}

/// "1 structured op, which becomes scalar loops".
static std::string describeRest(size_t count) {
  return std::to_string(count) +
         (count == 1 ? " structured op, which becomes scalar loops"
                     : " structured ops, which become scalar loops");
}

void heddle::remarkOnRest(StringRef name, ModuleOp scheduled) {
  Operation *onTensors = nullptr;
  scheduled->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isOnTensors =
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
    onTensors = isOnTensors ? op : nullptr;
    return isOnTensors ? WalkResult::interrupt() : WalkResult::advance();
  });
  SmallVector<Operation *> structured = findStructuredRest(scheduled);
  if (!onTensors && structured.empty())
    return;
  Operation *first = onTensors ? onTensors : structured.front();
  InFlightDiagnostic remark = first->emitRemark("the schedule '")
                              << name << "' leaves ";
  if (onTensors)
    remark << "tensors, which are bufferized as by "
              "'transform.heddle.bufferize'"
           << (structured.empty() ? "" : ", and ");
  if (!structured.empty())
    remark << describeRest(structured.size());
}

static bool hasVectors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool isVector = isa<vector::VectorDialect>(op->getDialect());
        return isVector ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void heddle::remarkOnScalarRest(ModuleOp payload, ModuleOp scheduled) {
  for (auto func : scheduled.getOps<func::FuncOp>()) {
    auto before = payload.lookupSymbol<func::FuncOp>(func.getSymName());
    if (!hasVectors(func) || (before && hasVectors(before)))
      continue;
    SmallVector<Operation *> rest = findStructuredRest(func);
    llvm::erase_if(rest, [](Operation *op) { return isSaidScalar(*op); });
    if (!rest.empty())
      rest.front()->emitRemark("the schedule makes vectors in @")
          << func.getSymName() << ", but leaves " << describeRest(rest.size());
  }
  forgetScalarPlaces();
}

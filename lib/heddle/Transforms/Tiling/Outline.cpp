//===- Outline.cpp - A function of an op ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of the function are the operands of the op, and its results
// those of the op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/Outline.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;
using llvm::formatv;

static FunctionType getSignature(Operation *op) {
  return FunctionType::get(op->getContext(), op->getOperandTypes(),
                           op->getResultTypes());
}

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

/// True if a region of `op` takes any op: not if it is the body of one op, such
/// as that of linalg.generic, or a list of insertions.
static bool hasRoomForCall(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "scf" || dialect == "affine") &&
         !isa<scf::ReduceOp, ParallelCombiningOpInterface>(op);
}

/// True if the memory that `op` allocates is freed when its function returns.
static bool allocatesOnStack(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [](const auto &instance) {
    return isa<MemoryEffects::Allocate>(instance.getEffect()) &&
           isa<SideEffects::AutomaticAllocationScopeResource>(
               instance.getResource());
  });
}

/// What is wrong with `op` itself.
static std::optional<Reason> checkOp(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  if (!function)
    return Reason(op, formatv("'{0}' is not in a function", op->getName()));
  if (op->hasTrait<OpTrait::IsTerminator>())
    return Reason(op, formatv("'{0}' ends a block", op->getName()));
  if (allocatesOnStack(op))
    return Reason(op, formatv("'{0}' allocates memory of the function around "
                              "it, which a call would free",
                              op->getName()));
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!hasRoomForCall(parent))
      return Reason(op, formatv("'{0}' is in '{1}', where no call can be",
                                op->getName(), parent->getName()));
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (!captured.empty())
    return Reason(op,
                  formatv("a region of '{0}' reads a value of type {1} that "
                          "is no operand",
                          op->getName(), captured.front().getType()));
  return std::nullopt;
}

/// What is wrong with a function of a library that `op` would call.
static std::optional<Reason> checkLibraryCall(Operation *op, Operation *first,
                                              StringRef name) {
  FunctionType wanted = getSignature(op);
  auto clash = [&](Location loc, StringRef what, Type type) {
    Reason reason(op, formatv("expects '@{0}' as {1}, but {2} {3}", name,
                              describe(wanted), what, describe(type)));
    reason.addNote(loc, "the other one");
    return reason;
  };
  if (getSignature(first) != wanted)
    return clash(first->getLoc(), "another target calls it as",
                 getSignature(first));
  Operation *symbol = SymbolTable::lookupNearestSymbolFrom(
      op, StringAttr::get(op->getContext(), name));
  if (!symbol)
    return std::nullopt;
  auto function = dyn_cast<func::FuncOp>(symbol);
  if (!function || !function.isExternal()) {
    Reason reason(op, formatv("expects '@{0}' to be a function without a body, "
                              "but it is '{1}'{2}",
                              name, symbol->getName(),
                              function ? " with one" : ""));
    reason.addNote(symbol, "the other one");
    return reason;
  }
  if (function.getFunctionType() != wanted)
    return clash(function.getLoc(), "it is declared as",
                 function.getFunctionType());
  return std::nullopt;
}

std::optional<Reason> heddle::checkOutline(ArrayRef<Operation *> ops,
                                           const OutlineOptions &options) {
  for (Operation *op : ops) {
    std::optional<Reason> reason = checkOp(op);
    if (!reason && options.isLibraryCall)
      reason = checkLibraryCall(op, ops.front(), options.name);
    if (reason)
      return reason;
    for (Operation *other : ops)
      if (op->isProperAncestor(other))
        return Reason(other,
                      formatv("'{0}' is in another target", other->getName()));
  }
  return std::nullopt;
}

/// A new private function before the one that `op` is in.
static func::FuncOp createFunction(RewriterBase &rewriter, Operation *op,
                                   StringRef name) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto around = op->getParentOfType<func::FuncOp>();
  rewriter.setInsertionPoint(around);
  auto function =
      func::FuncOp::create(rewriter, op->getLoc(), name, getSignature(op));
  function.setPrivate();
  return function;
}

/// `base`, or the first of `base`_0, `base`_1, ... that no symbol has.
static std::string findFreeName(Operation *table, StringRef base) {
  std::string name = base.str();
  for (unsigned i = 0; SymbolTable::lookupSymbolIn(table, name); ++i)
    name = formatv("{0}_{1}", base, i);
  return name;
}

func::CallOp heddle::outline(RewriterBase &rewriter, Operation *op,
                             const OutlineOptions &options) {
  Operation *table =
      SymbolTable::getNearestSymbolTable(op->getParentOfType<func::FuncOp>());
  func::FuncOp function;
  if (options.isLibraryCall) {
    function = dyn_cast_or_null<func::FuncOp>(
        SymbolTable::lookupSymbolIn(table, options.name));
    if (!function)
      function = createFunction(rewriter, op, options.name);
  } else {
    function = createFunction(rewriter, op, findFreeName(table, options.name));
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(
        &function.getBody(), {}, op->getOperandTypes(),
        SmallVector<Location>(op->getNumOperands(), op->getLoc()));
    Operation *copy = rewriter.clone(*op);
    rewriter.modifyOpInPlace(copy,
                             [&] { copy->setOperands(body->getArguments()); });
    func::ReturnOp::create(rewriter, op->getLoc(), copy->getResults());
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  auto call =
      func::CallOp::create(rewriter, op->getLoc(), function, op->getOperands());
  rewriter.replaceOp(op, call.getResults());
  return call;
}

//===- ArenaArguments.cpp - Memory for arenas of functions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only arguments of a static type are arenas: their size is part of the type.
//
//===----------------------------------------------------------------------===//

#include "ArenaArguments.h"

#include "heddle/Transforms/Buffers/PlanMemory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `function` has a companion that computes the size of argument
/// `number` from the other arguments.
static bool isSizeKnown(ModuleOp module, func::FuncOp function,
                        unsigned number) {
  auto size = module.lookupSymbol<func::FuncOp>(getArenaSizeName(function));
  SmallVector<Type> others(function.getArgumentTypes());
  others.erase(others.begin() + number);
  Type index = IndexType::get(module.getContext());
  return size && size.getArgumentTypes() == ArrayRef<Type>(others) &&
         size.getResultTypes() == ArrayRef<Type>(index) &&
         function.getArgumentTypes()[number] ==
             MemRefType::get({ShapedType::kDynamic},
                             IntegerType::get(module.getContext(), 8));
}

static void allocateArena(RewriterBase &rewriter, func::FuncOp function,
                          unsigned number) {
  BlockArgument argument = function.getArgument(number);
  Location loc = argument.getLoc();
  SmallVector<memref::AssumeAlignmentOp> assumptions;
  uint64_t alignment = 64;
  for (Operation *user : argument.getUsers())
    if (auto assumption = dyn_cast<memref::AssumeAlignmentOp>(user)) {
      assumptions.push_back(assumption);
      alignment = std::max<uint64_t>(alignment, assumption.getAlignment());
    }
  rewriter.setInsertionPointToStart(&function.getBody().front());
  SmallVector<Value> sizes;
  if (!cast<MemRefType>(argument.getType()).hasStaticShape()) {
    SmallVector<Value> others(function.getArguments());
    others.erase(others.begin() + number);
    sizes.push_back(func::CallOp::create(rewriter, loc,
                                         getArenaSizeName(function),
                                         rewriter.getIndexType(), others)
                        .getResult(0));
  }
  Value arena = memref::AllocOp::create(
      rewriter, loc, cast<MemRefType>(argument.getType()), sizes,
      rewriter.getI64IntegerAttr(alignment));
  for (memref::AssumeAlignmentOp assumption : assumptions)
    rewriter.replaceOp(assumption, arena);
  rewriter.replaceAllUsesWith(argument, arena);
  function.walk([&](func::ReturnOp returnOp) {
    rewriter.setInsertionPoint(returnOp);
    memref::DeallocOp::create(rewriter, returnOp.getLoc(), arena);
  });
  rewriter.modifyOpInPlace(function,
                           [&] { (void)function.eraseArgument(number); });
}

void heddle::allocateArenas(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    for (int number = function.getNumArguments() - 1; number >= 0; --number) {
      auto type = dyn_cast<MemRefType>(function.getArgument(number).getType());
      if (type && type.getLayout().isIdentity() &&
          function.getArgAttr(number, kArenaAttrName) &&
          (type.hasStaticShape() || isSizeKnown(module, function, number)))
        allocateArena(rewriter, function, number);
    }
  }
}

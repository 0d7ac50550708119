//===- FunctionCopies.cpp - Change functions by way of a copy -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// New symbols of the copy get names that are unused in the module.
//
//===----------------------------------------------------------------------===//

#include "FunctionCopies.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::heddle;

/// Gives `function` the body and the signature of `from`.
static void replaceFunction(RewriterBase &rewriter, func::FuncOp function,
                            func::FuncOp from) {
  if (!function.isExternal()) {
    function.getBody().dropAllReferences();
    for (Block &block : llvm::make_early_inc_range(function.getBody())) {
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        rewriter.eraseOp(&op);
      rewriter.eraseBlock(&block);
    }
    rewriter.inlineRegionBefore(from.getBody(), function.getBody(),
                                function.getBody().end());
  }
  rewriter.modifyOpInPlace(
      function, [&] { function->setAttrs(from->getAttrDictionary()); });
}

OwningOpRef<ModuleOp> heddle::copyFunctions(ModuleOp module,
                                            ArrayRef<func::FuncOp> functions) {
  OwningOpRef<ModuleOp> copy(ModuleOp::create(module.getLoc()));
  (*copy)->setDiscardableAttrs(module->getDiscardableAttrDictionary());
  for (auto global : module.getOps<memref::GlobalOp>())
    copy->push_back(global->clone());
  for (func::FuncOp function : functions)
    copy->push_back(function->clone());
  return copy;
}

void heddle::swapIn(RewriterBase &rewriter, ModuleOp module, ModuleOp copy,
                    ArrayRef<func::FuncOp> functions) {
  SymbolTable copies(copy), symbols(module);
  llvm::SmallDenseSet<StringAttr> known;
  for (func::FuncOp function : functions)
    known.insert(function.getSymNameAttr());
  for (auto global : module.getOps<memref::GlobalOp>())
    known.insert(global.getSymNameAttr());
  SmallVector<Operation *> added;
  for (Operation &op : *copy.getBody())
    if (!known.contains(cast<SymbolOpInterface>(op).getNameAttr()))
      added.push_back(&op);
  for (Operation *op : added)
    if (symbols.lookup(cast<SymbolOpInterface>(op).getName()))
      (void)copies.renameToUnique(op, {&symbols});

  for (func::FuncOp function : functions)
    replaceFunction(rewriter, function,
                    copies.lookup<func::FuncOp>(function.getSymName()));
  for (Operation *op : llvm::reverse(added)) {
    op->remove();
    rewriter.setInsertionPointToStart(module.getBody());
    rewriter.insert(op);
  }
}

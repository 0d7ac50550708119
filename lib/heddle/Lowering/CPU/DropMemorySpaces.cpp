//===- DropMemorySpaces.cpp - One memory for all buffers ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CPU has one memory, and malloc and free know no other. A space that a
// schedule gave a buffer for another target has no meaning here. The LLVM
// dialect would turn it into an address space, and address spaces from 256 on
// are
// segments of x86.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_DROPMEMORYSPACESPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {
struct DropMemorySpaces
    : heddle::impl::DropMemorySpacesPassBase<DropMemorySpaces> {
  using DropMemorySpacesPassBase::DropMemorySpacesPassBase;

  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](BaseMemRefType type) -> std::optional<Type> {
      if (!type.getMemorySpace())
        return std::nullopt;
      if (auto ranked = dyn_cast<MemRefType>(type))
        return MemRefType::Builder(ranked).setMemorySpace(Attribute());
      return UnrankedMemRefType::get(type.getElementType(), Attribute());
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::MemorySpaceCastOp cast) {
      rewriter.replaceOp(cast, cast.getSource());
    });
  }
};
} // namespace

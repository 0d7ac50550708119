//===- UnreadableMaps.cpp - Maps that no parser takes back ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's simplification of maps multiplies and adds their numbers, which
// can give the smallest 64-bit number.
//
//===----------------------------------------------------------------------===//

#include "UnreadableMaps.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseSet.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

/// True if a map or a set in `attribute` holds the smallest 64-bit number.
static bool holdsLeastNumber(DictionaryAttr attribute) {
  bool found = false;
  auto look = [&](AffineExpr expr) {
    auto number = dyn_cast<AffineConstantExpr>(expr);
    found |= number && number.getValue() == std::numeric_limits<int64_t>::min();
  };
  attribute.walk([&](AffineMapAttr map) { map.getValue().walkExprs(look); });
  attribute.walk([&](IntegerSetAttr set) { set.getValue().walkExprs(look); });
  return found;
}

Operation *heddle::findUnreadableMap(Operation *root) {
  llvm::DenseSet<Attribute> readable;
  Operation *found = nullptr;
  root->walk([&](Operation *op) {
    DictionaryAttr attributes = op->getAttrDictionary();
    if (!readable.insert(attributes).second || !holdsLeastNumber(attributes))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

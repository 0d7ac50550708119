//===- CacheSizes.cpp - Caches of the target ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The share of one core cannot be asked of a machine that is a part of a larger
// one, so it is bounded by the size of the cache that is the core's own.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Target/CacheSizes.h"

#include "heddle/Analysis/Target/HostProperties.h"
#include "heddle/Analysis/Target/TargetEntries.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::heddle;

/// The least share of a core in a cache that it shares, over its own cache.
static constexpr int64_t kLevelFactor = 8;

static std::optional<int64_t> getNamedBytes(Operation *op, StringRef key) {
  auto bytes = dyn_cast_if_present<IntegerAttr>(findTargetEntry(op, key));
  return bytes ? std::optional(bytes.getInt()) : std::nullopt;
}

std::optional<int64_t> heddle::getCacheBytes(Operation *op, int64_t level) {
  std::string key = "l" + std::to_string(level) + "_bytes";
  if (Attribute named = findTargetEntry(op, key)) {
    auto bytes = dyn_cast<IntegerAttr>(named);
    return bytes ? std::optional(bytes.getInt()) : std::nullopt;
  }
  for (auto [name, value] : getHostProperties())
    if (name == key)
      return value;
  return std::nullopt;
}

std::optional<int64_t> heddle::getLastCacheShare(Operation *op) {
  std::optional<int64_t> l2 = getNamedBytes(op, "l2_bytes");
  std::optional<int64_t> l3 = getNamedBytes(op, "l3_bytes");
  if (!l2 && !l3)
    for (auto [name, value] : getHostProperties()) {
      if (name == "l2_bytes")
        l2 = value;
      if (name == "l3_bytes")
        l3 = value;
    }
  if (!l2)
    return std::nullopt;
  return l3 ? std::min(*l3, kLevelFactor * *l2) : *l2;
}

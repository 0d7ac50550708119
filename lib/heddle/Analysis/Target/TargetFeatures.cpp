//===- TargetFeatures.cpp - What the processor can do ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Features are compared by their names in LLVM.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Target/TargetFeatures.h"

#include "heddle/Analysis/Target/TargetEntries.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::heddle;

/// The features that the module around `op` names; none if it names no target.
static std::optional<SmallVector<std::string>> getNamedFeatures(Operation *op) {
  auto names =
      dyn_cast_if_present<StringAttr>(findTargetEntry(op, kFeaturesKey));
  if (!names)
    return std::nullopt;
  SmallVector<std::string> features;
  for (StringRef name : llvm::split(names.getValue(), ','))
    features.push_back(name.trim().str());
  return features;
}

SmallVector<std::string> heddle::getHostFeatures() {
  SmallVector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      features.push_back(feature.first().str());
  llvm::sort(features);
  return features;
}

static std::optional<StringRef> findMissing(ArrayRef<std::string> known,
                                            ArrayRef<StringRef> features) {
  for (StringRef feature : features)
    if (!llvm::is_contained(known, feature))
      return feature;
  return std::nullopt;
}

std::optional<StringRef>
heddle::findMissingHostFeature(ArrayRef<StringRef> features) {
  return findMissing(getHostFeatures(), features);
}

std::optional<StringRef>
heddle::findMissingFeature(Operation *op, ArrayRef<StringRef> features) {
  if (std::optional<SmallVector<std::string>> known = getNamedFeatures(op))
    return findMissing(*known, features);
  return findMissingHostFeature(features);
}

ArrayRef<StringRef> heddle::getDotProductFeatures(Type type) {
  static constexpr StringRef kIntegers[] = {"avx512vl", "avx512vnni"};
  static constexpr StringRef kFloats[] = {"avx512vl", "avx512bf16"};
  return type.isBF16() ? ArrayRef(kFloats) : ArrayRef(kIntegers);
}

//===- HostProperties.cpp - Vectors, caches and cores of this machine -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers follow from the instructions; the rest is asked of the system.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Target/HostProperties.h"

#include "heddle/Analysis/Target/TargetFeatures.h"

#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

SmallVector<std::pair<StringRef, int64_t>> heddle::getHostProperties() {
  SmallVector<std::pair<StringRef, int64_t>> properties;
  auto add = [&](StringRef name, int64_t value) {
    if (value > 0)
      properties.emplace_back(name, value);
  };
  bool hasAVX512 = !findMissingHostFeature({"avx512f"});
  bool hasAVX = !findMissingHostFeature({"avx"});
  bool hasNeon = !findMissingHostFeature({"neon"});
  if (hasAVX512 || hasAVX || hasNeon) {
    add("vector_bits", hasAVX512 ? 512 : hasAVX ? 256 : 128);
    add("registers", hasAVX512 || hasNeon ? 32 : 16);
  }
#ifdef _SC_LEVEL1_DCACHE_SIZE
  add("l1_bytes", sysconf(_SC_LEVEL1_DCACHE_SIZE));
  add("l2_bytes", sysconf(_SC_LEVEL2_CACHE_SIZE));
  add("l3_bytes", sysconf(_SC_LEVEL3_CACHE_SIZE));
#endif
  add("cores", std::thread::hardware_concurrency());
  return properties;
}

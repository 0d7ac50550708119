//===- HostProperties.h - Vectors, caches and cores of this machine -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of the machine that this program runs on, as far as schedules
// need them. Its instructions are in TargetFeatures.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_TARGET_HOSTPROPERTIES_H
#define HEDDLE_ANALYSIS_TARGET_HOSTPROPERTIES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <utility>

namespace mlir::heddle {

/// The properties that are known, by name: `vector_bits` and `registers` of the
/// vector registers, `l1_bytes` to `l3_bytes` of the data caches, `cores`.
SmallVector<std::pair<StringRef, int64_t>> getHostProperties();

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_TARGET_HOSTPROPERTIES_H

//===- NominalExtent.h - Estimates for dynamic extents ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extent that cost estimates assume for a dynamic dim.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_NOMINALEXTENT_H
#define HEDDLE_ANALYSIS_BOUNDS_NOMINALEXTENT_H

#include <cstdint>

namespace mlir::heddle {

/// The number of elements that an estimate assumes for a dynamic extent. A
/// proof must not use it.
inline constexpr int64_t kNominalExtent = 1024;

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_NOMINALEXTENT_H

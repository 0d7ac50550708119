//===- TargetFeatures.h - What the processor can do -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of the machine for which the payload is scheduled: the one
// that its module names, or else the one that this program runs on.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_TARGET_TARGETFEATURES_H
#define HEDDLE_ANALYSIS_TARGET_TARGETFEATURES_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The device of `dlti.target_system_spec` that stands for the processor, and
/// its entry for the features, named as LLVM does: "avx2,avx512f".
constexpr StringLiteral kCPUDevice = "CPU";
constexpr StringLiteral kFeaturesKey = "features";

/// The first of `features` that the target of `op` lacks, if any.
std::optional<StringRef> findMissingFeature(Operation *op,
                                            ArrayRef<StringRef> features);

/// The features of the machine that this program runs on, in order.
SmallVector<std::string> getHostFeatures();

/// The first of `features` that this machine lacks, if any.
std::optional<StringRef> findMissingHostFeature(ArrayRef<StringRef> features);

/// The features that dot products of `type`, i8 or bf16, need.
ArrayRef<StringRef> getDotProductFeatures(Type type);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_TARGET_TARGETFEATURES_H

//===- Recurrence.h - When a softmax is divided -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_RECURRENCE_H
#define HEDDLE_ANALYSIS_FUSION_RECURRENCE_H

#include "llvm/ADT/StringRef.h"

#include <optional>

#include "heddle/Analysis/Fusion/Recurrence.h.inc"

#endif // HEDDLE_ANALYSIS_FUSION_RECURRENCE_H

//===- NormalizationKind.td - Which norm of rows -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of normalizations that RowStatistics.h tells apart.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_NORMALIZATIONKIND_TD
#define HEDDLE_ANALYSIS_KERNELS_NORMALIZATIONKIND_TD

include "heddle/IR/ChoiceAttr.td"

def NormalizationKind : Heddle_Enum<
    "NormalizationKind", "What rows are combined with", [
  // Sums of exponentials.
  I32EnumCase<"Softmax", 0, "softmax">,
  // Two statistics or more: mean and variance.
  I32EnumCase<"LayerNorm", 1, "layernorm">,
  // One statistic.
  I32EnumCase<"RMSNorm", 2, "rmsnorm">]>;

def NormalizationKindAttr : ChoiceAttr<NormalizationKind>;

#endif // HEDDLE_ANALYSIS_KERNELS_NORMALIZATIONKIND_TD

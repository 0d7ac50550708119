//===- DebugOps.td - Transform ops to look at a payload ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that report on the payload and do not change it. Reports about
// memory are in BufferizationOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_DEBUGOPS_TD
#define HEDDLE_TRANSFORMOPS_DEBUGOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

#endif // HEDDLE_TRANSFORMOPS_DEBUGOPS_TD

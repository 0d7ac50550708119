//===- LoopOps.td - Transform ops on loops -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that look at or change loops. What tiles and fuses is in
// FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LOOPOPS_TD
#define HEDDLE_TRANSFORMOPS_LOOPOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

#endif // HEDDLE_TRANSFORMOPS_LOOPOPS_TD

//===- StructuredOps.td - Transform ops on structured ops --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that reshape structured ops one by one. What tiles and fuses
// is in FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_STRUCTUREDOPS_TD
#define HEDDLE_TRANSFORMOPS_STRUCTUREDOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

#endif // HEDDLE_TRANSFORMOPS_STRUCTUREDOPS_TD

//===- FusionOps.td - Transform ops that fuse --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that tile roots and fuse other ops with them. The algorithms
// are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSIONOPS_TD
#define HEDDLE_TRANSFORMOPS_FUSIONOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

#endif // HEDDLE_TRANSFORMOPS_FUSIONOPS_TD

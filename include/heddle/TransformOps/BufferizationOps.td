//===- BufferizationOps.td - Transform ops to buffers ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that take tensors to buffers and report what that costs. The
// algorithms are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_BUFFERIZATIONOPS_TD
#define HEDDLE_TRANSFORMOPS_BUFFERIZATIONOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

#endif // HEDDLE_TRANSFORMOPS_BUFFERIZATIONOPS_TD

//===- BufferChoices.h - Where buffers are, and copies ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enums of BufferChoices.td, which says what each case means.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_H
#define HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"

#include "heddle/Transforms/Buffers/BufferChoices.h.inc"

#endif // HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_H

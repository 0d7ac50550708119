//===- HeddleExtension.h - Registers Heddle's transform ops -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the transform ops of every family. Registration of all of
// Heddle (models, dialects and passes too) is in InitHeddle.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_HEDDLEEXTENSION_H
#define HEDDLE_TRANSFORMOPS_HEDDLEEXTENSION_H

namespace mlir {
class DialectRegistry;

namespace heddle {

/// Makes Heddle's ops part of the transform dialect in every context that is
/// created from `registry`.
void registerHeddleExtension(DialectRegistry &registry);

} // namespace heddle
} // namespace mlir

#endif // HEDDLE_TRANSFORMOPS_HEDDLEEXTENSION_H

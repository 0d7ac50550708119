//===- InitHeddle.h - Registers all of Heddle -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that a tool makes before it reads, applies and lowers schedules.
// There are no static initializers, so nothing else registers anything.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INITHEDDLE_H
#define HEDDLE_INITHEDDLE_H

namespace mlir {
class DialectRegistry;

namespace heddle {

/// Adds to `registry` all that a payload, a schedule or their lowering may
/// need: upstream's dialects, extensions and external models, and Heddle's.
void registerAllHeddle(DialectRegistry &registry);

/// Adds only Heddle's ops and models and what its ops depend on. This is for
/// tools, such as stock mlir-opt, that register upstream's part themselves. The
/// ops that the interpreter inserts are not added: the pass registers them.
void registerHeddleExtensions(DialectRegistry &registry);

/// Registers Heddle's passes and pipelines.
void registerAllHeddlePasses();

} // namespace heddle
} // namespace mlir

#endif // HEDDLE_INITHEDDLE_H

//===- InitHeddle.h - Registers all of Heddle -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two calls that a tool makes to read, apply and lower schedules. Nothing
// else registers anything: there are no static initializers.
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

/// Adds only what is Heddle's own (ops, models) and what its ops rely on; for
/// tools that registered upstream's part themselves, stock mlir-opt among them.
/// The ops that the interpreter inserts are left out: the pass brings them.
void registerHeddleExtensions(DialectRegistry &registry);

/// Registers Heddle's passes and pipelines.
void registerAllHeddlePasses();

} // namespace heddle
} // namespace mlir

#endif // HEDDLE_INITHEDDLE_H

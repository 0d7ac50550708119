//===- WatchSites.h - The numbered places of watched payload ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of sites while passes add to it. It is an attribute of the module
// between two passes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_WATCHSITES_H
#define HEDDLE_LIB_LOWERING_CPU_WATCHSITES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::heddle {

inline constexpr StringLiteral kWatchSitesAttrName = "heddle.watch_sites";
inline constexpr StringLiteral kWatchGranuleAttrName = "heddle.watch_granule";

class WatchSites {
public:
  /// Continues the table of `module`, if there is one.
  explicit WatchSites(ModuleOp module);

  /// The number of a place. The same place has one number.
  int64_t add(Location loc, StringRef op = "", Type type = {});

  /// Writes the table to the module.
  void store();

private:
  ModuleOp module;
  SmallVector<Attribute> sites;
  llvm::DenseMap<Attribute, int64_t> numbers;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_WATCHSITES_H

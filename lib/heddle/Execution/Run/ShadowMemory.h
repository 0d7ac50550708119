//===- ShadowMemory.h - A cell for each piece of memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores the last accesses to memory by address. Pages of cells are made when
// they are needed, for any address.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_SHADOWMEMORY_H
#define HEDDLE_LIB_EXECUTION_RUN_SHADOWMEMORY_H

#include "IterationLabels.h"

#include "llvm/Support/MathExtras.h"

#include <memory>
#include <unordered_map>

namespace mlir::heddle {

/// The last accesses to one piece of memory.
struct ShadowCell {
  /// The label of the last write, or one of the states below. Memory that was
  /// never reported counts as written.
  uint32_t writer = IterationLabels::kSerial;
  /// The label of a read.
  uint32_t reader = IterationLabels::kNever;

  static constexpr uint32_t kMargin = 0x7FFFFFFF; ///< next to a buffer
  static constexpr uint32_t kFreed = 0x7FFFFFFE;
  /// Set in `writer` if the write was atomic.
  static constexpr uint32_t kAtomic = 0x80000000;

  bool isForbidden() const { return writer == kMargin || writer == kFreed; }
};

class ShadowMemory {
public:
  /// Each cell is for `granule` bytes, a power of two.
  void setGranule(unsigned granule) { shift = llvm::Log2_32(granule); }

  /// The cell of an access that touches only one cell, if the cell was looked
  /// up recently; else null.
  ShadowCell *findQuickly(uintptr_t address, uint64_t bytes) {
    const Recent &recent = recentPages[(address >> kPageBits) % kRecentPages];
    if (address >> shift != (address + bytes - 1) >> shift ||
        recent.page != address >> kPageBits)
      return nullptr;
    return recent.cells + getPosition(address);
  }

  /// Calls `visit(cell, address)` for each cell of the bytes.
  template <typename Visit>
  void forEach(uintptr_t address, uint64_t bytes, Visit visit) {
    if (bytes == 0)
      return;
    uintptr_t unit = address >> shift, last = (address + bytes - 1) >> shift;
    while (unit <= last) {
      ShadowCell *cell = find(unit << shift);
      uintptr_t end = ((unit >> kRowBits) + 1) << kRowBits;
      for (end = std::min(end, last + 1); unit != end; ++unit, ++cell)
        visit(*cell, unit << shift);
    }
  }

  void fill(uintptr_t address, uint64_t bytes, ShadowCell value) {
    forEach(address, bytes, [&](ShadowCell &cell, uintptr_t) { cell = value; });
  }

private:
  static constexpr unsigned kPageBits = 16, kRecentPages = 256;
  /// Padding after each row of cells. Without it, all cells of a column would
  /// be in one set of the cache if the row size of a matrix is a power of two.
  static constexpr unsigned kRowBits = 9, kGap = 8;

  ShadowCell *find(uintptr_t address) {
    uintptr_t page = address >> kPageBits;
    Recent &recent = recentPages[page % kRecentPages];
    if (recent.page != page)
      recent = {page, makePage(page)};
    return recent.cells + getPosition(address);
  }

  size_t getPosition(uintptr_t address) const {
    size_t unit = (address & ((uintptr_t(1) << kPageBits) - 1)) >> shift;
    return unit + (unit >> kRowBits) * kGap;
  }

  ShadowCell *makePage(uintptr_t page) {
    std::unique_ptr<ShadowCell[]> &cells = pages[page];
    size_t units = size_t(1) << kPageBits >> shift;
    if (!cells)
      cells =
          std::make_unique<ShadowCell[]>(units + (units >> kRowBits) * kGap);
    return cells.get();
  }

  struct Recent {
    uintptr_t page = ~uintptr_t(0);
    ShadowCell *cells = nullptr;
  };
  unsigned shift = 0;
  std::array<Recent, kRecentPages> recentPages;
  std::unordered_map<uintptr_t, std::unique_ptr<ShadowCell[]>> pages;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_SHADOWMEMORY_H

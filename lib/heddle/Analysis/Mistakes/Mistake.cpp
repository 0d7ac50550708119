//===- Mistake.cpp - Deliberate mistakes for tests ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps which mistake is switched on. The algorithms that implement it make it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Mistakes/Mistake.h"

#ifdef HEDDLE_INCLUDE_TESTS

#include "llvm/ADT/STLExtras.h"
#include <string>

using namespace mlir;

static constexpr StringLiteral kMistakes[] = {
    // Fusion
    "fill_in_reduction", "init_from_carried", "box_off_by_one", "missing_min",
    "outside_use_dropped", "interchange_swapped", "scan_restarted",
    "local_positions", "max_not_carried", "sum_not_rescaled", "rescaled_twice",
    "slice_not_moved", "epilogue_too_early",
    // Elementwise
    "dropped_result", "unmapped_index", "unmapped_operand", "shifted_results",
    // Pads
    "slab_too_few", "init_from_padding", "part_too_few",
    // Tiling
    "reader_not_transposed", "softmax_along_old_dim",
    // Vectors
    "part_not_offset", "divided_dim_cut", "reduced_once", "odd_access_left",
    // What is read
    "map_destination_unread", "shape_unread",
    // Loops
    "no_memory_check",
    // Memory that is written
    "write_not_seen"};

static std::string &getSwitch() {
  static std::string name;
  return name;
}

bool heddle::isMistake(StringRef name) { return getSwitch() == name; }

LogicalResult heddle::setMistake(StringRef name) {
  if (!llvm::is_contained(kMistakes, name))
    return failure();
  getSwitch() = name.str();
  return success();
}

#endif

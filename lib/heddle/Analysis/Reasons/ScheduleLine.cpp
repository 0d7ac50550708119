//===- ScheduleLine.cpp - The schedule line behind an op ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule line is a fused location with a special mark. The interpreter
// creates these locations.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Reasons/ScheduleLine.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr StringLiteral kMark = "heddle.schedule_line";

Location heddle::addScheduleLine(Location payload, Location step) {
  MLIRContext *context = payload.getContext();
  return FusedLoc::get(context, {payload, step},
                       StringAttr::get(context, kMark));
}

std::optional<Location> heddle::getScheduleLine(Location location) {
  std::optional<Location> step;
  location->walk([&](Location inner) {
    auto fused = dyn_cast<FusedLoc>(inner);
    auto mark = fused ? dyn_cast_if_present<StringAttr>(fused.getMetadata())
                      : StringAttr();
    if (!mark || mark.getValue() != kMark)
      return WalkResult::advance();
    step = fused.getLocations().back();
    return WalkResult::interrupt();
  });
  return step;
}

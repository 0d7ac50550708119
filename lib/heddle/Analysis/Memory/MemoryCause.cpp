//===- MemoryCause.cpp - Why a buffer or a copy exists --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cause is a fused location that holds only the place of the op. The texts,
// and the places of the notes, are in its metadata, where they cannot be
// mistaken for the place of the op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/MemoryCause.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr StringLiteral kMark = "heddle.memory_cause";

Location heddle::addMemoryCause(const Reason &cause) {
  MLIRContext *context = cause.loc.getContext();
  SmallVector<Attribute> parts = {StringAttr::get(context, kMark),
                                  StringAttr::get(context, cause.text)};
  for (const Reason::Note &note : cause.notes) {
    parts.push_back(StringAttr::get(context, note.text));
    parts.push_back(note.loc);
  }
  return FusedLoc::get(context, {cause.loc}, ArrayAttr::get(context, parts));
}

/// The parts of a cause, if `location` holds one itself.
static ArrayRef<Attribute> getParts(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  auto parts =
      fused ? dyn_cast_if_present<ArrayAttr>(fused.getMetadata()) : ArrayAttr();
  if (!parts || parts.size() < 2 || parts.size() % 2 != 0)
    return {};
  auto mark = dyn_cast<StringAttr>(parts[0]);
  if (!mark || mark.getValue() != kMark || !isa<StringAttr>(parts[1]))
    return {};
  return parts.getValue();
}

std::optional<Reason> heddle::getMemoryCause(Location location) {
  ArrayRef<Attribute> parts;
  location->walk([&](Location inner) {
    parts = getParts(inner);
    return parts.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (parts.empty())
    return std::nullopt;
  Reason cause(location, cast<StringAttr>(parts[1]).getValue());
  for (size_t i = 2; i < parts.size(); i += 2) {
    auto text = dyn_cast<StringAttr>(parts[i]);
    auto place = dyn_cast<LocationAttr>(parts[i + 1]);
    if (text && place)
      cause.addNote(Location(place), text.getValue());
  }
  return cause;
}

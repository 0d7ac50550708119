//===- Reason.cpp - Why not, and where ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints reasons and places.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Reasons/Reason.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

InFlightDiagnostic heddle::emitRemark(const Reason &reason,
                                      const Twine &prefix) {
  InFlightDiagnostic remark = mlir::emitRemark(reason.loc, prefix)
                              << reason.text;
  attachNotes(remark, reason);
  return remark;
}

LogicalResult heddle::notifyMatchFailure(RewriterBase &rewriter,
                                         const Reason &reason) {
  auto tell = [&](Location loc, const std::string &text) {
    (void)rewriter.notifyMatchFailure(
        loc, [&](Diagnostic &diagnostic) { diagnostic << text; });
  };
  tell(reason.loc, reason.text);
  for (const Reason::Note &note : reason.notes)
    tell(note.loc, note.text);
  return failure();
}

std::string heddle::formatLocation(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

llvm::json::Value heddle::toJSON(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return nullptr;
  return llvm::json::Object{{"file", file.getFilename().getValue()},
                            {"line", int64_t(file.getLine())},
                            {"column", int64_t(file.getColumn())}};
}

llvm::json::Value heddle::numberToJSON(double number) {
  return std::isfinite(number) ? llvm::json::Value(number) : nullptr;
}

llvm::json::Object heddle::toJSON(const Reason &reason, StringRef textKey) {
  llvm::json::Object object{{textKey, reason.text},
                            {"location", toJSON(reason.loc)}};
  llvm::json::Array notes;
  for (const Reason::Note &note : reason.notes)
    notes.push_back(llvm::json::Object{{"text", note.text},
                                       {"location", toJSON(note.loc)}});
  if (!notes.empty())
    object["notes"] = std::move(notes);
  return object;
}

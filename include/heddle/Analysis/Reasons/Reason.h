//===- Reason.h - Why not, and where ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type that says why something was refused, left out or done, and the code
// that writes it as remarks and notes, as text and as JSON. The analyses and
// transformations that find a reason decide what it says.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_REASONS_REASON_H
#define HEDDLE_ANALYSIS_REASONS_REASON_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace mlir::heddle {

/// A fact about the payload (lower case, no period), its place, and notes on
/// other places.
struct Reason {
  struct Note {
    Note(Location loc, const Twine &text) : loc(loc), text(text.str()) {}
    Note(Operation *op, const Twine &text) : Note(op->getLoc(), text) {}

    Location loc;
    std::string text;
  };

  Reason(Operation *op, const Twine &text, ArrayRef<Note> notes = {})
      : op(op), loc(op->getLoc()), text(text.str()), notes(notes) {}
  Reason(Location loc, const Twine &text, ArrayRef<Note> notes = {})
      : loc(loc), text(text.str()), notes(notes) {}

  void addNote(Location where, const Twine &note) {
    notes.emplace_back(where, note);
  }
  void addNote(Operation *where, const Twine &note) {
    notes.emplace_back(where, note);
  }

  /// The op that the reason is about; null if only the place is known. The op
  /// may be erased once the payload has changed; the place stays valid.
  Operation *op = nullptr;
  Location loc;
  std::string text;
  SmallVector<Note, 2> notes;
};

/// "'linalg.matmul'".
inline std::string quote(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

/// Emits `prefix` and the text as a remark, with the notes. The caller may add
/// more notes.
InFlightDiagnostic emitRemark(const Reason &reason, const Twine &prefix = "");

/// Attaches the notes of `reason` to an InFlightDiagnostic, a Diagnostic or a
/// DiagnosedSilenceableFailure.
template <typename DiagT>
void attachNotes(DiagT &diagnostic, const Reason &reason) {
  for (const Reason::Note &note : reason.notes)
    diagnostic.attachNote(note.loc) << note.text;
}

/// Attaches the text of `reason` as a note at its place, and then its notes.
template <typename DiagT>
void attachReason(DiagT &diagnostic, const Reason &reason) {
  diagnostic.attachNote(reason.loc) << reason.text;
  attachNotes(diagnostic, reason);
}

/// Reports the text and then the notes to `rewriter`, each at its place.
LogicalResult notifyMatchFailure(RewriterBase &rewriter, const Reason &reason);

/// "file:line:column" of the first file that `location` names; empty if it
/// names none.
std::string formatLocation(Location location);

/// {"file": .., "line": .., "column": ..} of the first file that `location`
/// names; null if it names none.
llvm::json::Value toJSON(Location location);

/// A number as JSON; null if it is infinite or NaN, which JSON cannot express.
llvm::json::Value numberToJSON(double number);

/// {textKey: .., "location": .., "notes": [{"text": .., "location": ..}]}, for
/// scripts and editors that do not parse MLIR. Without notes, the list is left
/// out.
llvm::json::Object toJSON(const Reason &reason, StringRef textKey = "text");

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_REASONS_REASON_H

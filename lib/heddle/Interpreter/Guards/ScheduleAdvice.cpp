//===- ScheduleAdvice.cpp - What to do about an error ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are recognized by their text.
//
//===----------------------------------------------------------------------===//

#include "ScheduleAdvice.h"

#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "mlir/IR/Location.h"

using namespace mlir;
using namespace mlir::heddle;

/// The op of the schedule around `entry` whose location is `loc`, or null.
static Operation *findOpAt(Location loc, Operation *entry) {
  Operation *found = nullptr;
  entry->getParentOp()->walk([&](Operation *op) {
    if (op->getLoc() == loc && !isa<GuardExpectsOp, GuardInputOp, GuardMatchOp,
                                    GuardPositionOp, GuardSoundnessOp>(op))
      found = op;
  });
  return found;
}

/// A handle is used after an op that consumed it.
static void adviseOnInvalidHandle(Diagnostic &diag, Operation *entry) {
  Operation *consumer = nullptr;
  for (Diagnostic &note : diag.getNotes())
    if (StringRef(note.str()).starts_with("invalidated by this transform op"))
      consumer = findOpAt(note.getLocation(), entry);
  if (!consumer)
    return;
  Diagnostic &note = diag.attachNote(consumer->getLoc());
  if (consumer->getNumResults())
    note << "use a result of '" << consumer->getName()
         << "' in place of the handle that it consumes";
  else
    note << "'" << consumer->getName()
         << "' consumes the handle; look the op up again after it";
}

/// The lines `// heddle.expects: text` at the head of the schedule's file.
static void attachExpectations(Diagnostic &diag, Operation *entry) {
  auto loc = entry->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return;
  StringRef file = loc.getFilename().getValue();
  std::string message;
  // A pipe cannot be read twice.
  auto buffer = readInput(file, InputKind::Library, message);
  if (!buffer)
    return;
  StringRef text = buffer->getBuffer();
  std::string expected;
  unsigned expectedLine = 0;
  auto attach = [&] {
    if (!expected.empty())
      diag.attachNote(FileLineColLoc::get(diag.getLocation().getContext(), file,
                                          expectedLine, 1))
          << "the schedule expects " << expected;
    expected.clear();
  };
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (!line.consume_front("//"))
      break;
    bool continues = line.starts_with("   ") && !expected.empty();
    if (continues) {
      expected += (" " + line.trim()).str();
      continue;
    }
    attach();
    line = line.trim();
    if (line.consume_front("heddle.expects:")) {
      expected = line.trim().str();
      expectedLine = number;
    }
  }
  attach();
}

void heddle::attachAdvice(Diagnostic &diag, Operation *entry) {
  std::string message = diag.str();
  StringRef text = message;
  if (text.contains("uses a handle invalidated by a previously executed "
                    "transform op"))
    adviseOnInvalidHandle(diag, entry);
  if (text.contains("is only resolved through providing a `selected` attr"))
    diag.attachNote() << "choose with --param NAME=VALUE, or in the schedule "
                         "with 'transform.tune.knob<\"NAME\"> = VALUE from "
                         "options = [...]'";
  attachExpectations(diag, entry);
}

//===- Knobs.cpp - Choices of a schedule ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knobs are known by name, so that this library does not depend on the
// extension that defines them.
//
//===----------------------------------------------------------------------===//

#include "Knobs.h"

#include "EntryParams.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// The name of the knob `op`; empty if `op` is not a knob.
static StringRef getKnobName(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("name");
  bool isKnob = op->getName().getStringRef() == "transform.tune.knob";
  return isKnob && name ? name.getValue() : "";
}

/// `4 : i64` as "4", `"rows"` as "rows".
static std::string printWithoutType(Attribute value) {
  if (auto text = dyn_cast<StringAttr>(value))
    return text.getValue().str();
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os, /*elideType=*/true);
  return text;
}

static LogicalResult setKnob(Operation *knob, StringRef value) {
  auto options = knob->getAttrOfType<ArrayAttr>("options");
  SmallVector<std::string> offered;
  for (Attribute option : options ? options.getValue() : ArrayRef<Attribute>())
    offered.push_back(printWithoutType(option));
  auto *found = llvm::find(offered, value);
  if (found == offered.end())
    return emitError(knob->getLoc())
           << "expects knob '" << getKnobName(knob) << "' to be one of ["
           << llvm::join(offered, ", ") << "], but got '" << value << "'";
  knob->setAttr("selected", options[found - offered.begin()]);
  return success();
}

LogicalResult heddle::setKnobs(ModuleOp schedule,
                               ArrayRef<std::string> params) {
  auto result = schedule.walk([&](Operation *op) {
    StringRef name = getKnobName(op);
    for (StringRef param : params)
      if (!name.empty() && param.split('=').first == name &&
          failed(setKnob(op, param.split('=').second)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult heddle::checkParamNames(ArrayRef<ModuleOp> schedules,
                                      StringRef entry,
                                      ArrayRef<std::string> params) {
  if (params.empty())
    return success();
  SmallVector<StringRef> names;
  auto add = [&](StringRef name) {
    if (!name.empty() && !llvm::is_contained(names, name))
      names.push_back(name);
  };
  for (ModuleOp schedule : schedules) {
    schedule->walk([&](Operation *op) { add(getKnobName(op)); });
    auto entries = findEntryPoints(schedule, entry);
    if (failed(entries))
      return failure();
    for (Operation *op : *entries)
      if (auto sequence = dyn_cast<transform::NamedSequenceOp>(op))
        llvm::for_each(getParamNames(sequence), add);
  }
  for (StringRef param : params) {
    StringRef name = param.split('=').first;
    if (llvm::is_contained(names, name))
      continue;
    InFlightDiagnostic diag = emitError(ModuleOp(schedules.front()).getLoc())
                              << "schedule has no knob or param '" << name
                              << "'";
    diag << (names.empty() ? "; it has none" : "; it has ");
    llvm::interleaveComma(
        names, diag, [&](StringRef known) { diag << "'" << known << "'"; });
    return diag;
  }
  return success();
}

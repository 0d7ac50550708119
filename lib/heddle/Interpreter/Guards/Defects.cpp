//===- Defects.cpp - Steps that change what a payload computes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks steps up in Defects.def, by name, so that this library does not depend
// on the extensions that define them. What explains a defect is in the files
// beside this one.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"

#include "MergedValues.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

namespace {
struct Defect {
  /// The names of the steps, separated by blanks.
  StringRef steps;
  std::optional<std::string> (*explain)(Application &);
};
} // namespace

static constexpr Defect kDefects[] = {
#define HEDDLE_DEFECT(NAME, STEPS, EXPLAIN, WRONG, REPORT, GONE_IN)            \
  {STEPS, EXPLAIN},
#include "Defects.def"
};

static bool contains(StringRef names, StringRef sought) {
  return llvm::is_contained(llvm::split(names, ' '), sought);
}

/// The names by which the table knows `op`, but for those of passes: its own,
/// and those of the patterns that it applies.
static SmallVector<StringRef> getStepNames(Operation *op) {
  StringRef own = op->getName().getStringRef();
  SmallVector<StringRef> names{own};
  if (own.starts_with("transform.apply_") && own.ends_with("patterns"))
    op->walk([&](Operation *pattern) {
      if (pattern != op)
        names.push_back(pattern->getName().getStringRef());
    });
  return names;
}

/// Steps and passes that merge two values, or move one out of a loop.
static bool mergesValues(StringRef name) {
  return contains("transform.apply_cse transform.apply_licm transform.cleanup "
                  "cse loop-invariant-code-motion",
                  name);
}

bool heddle::mayBeUnsound(Operation *op) {
  // The patterns of a step are no steps.
  if (!isa<transform::TransformOpInterface>(op))
    return false;
  // Params may choose what a pass does.
  return isa<transform::ApplyRegisteredPassOp>(op) ||
         op->hasAttr("apply_cse") ||
         llvm::any_of(getStepNames(op), [](StringRef name) {
           return mergesValues(name) ||
                  llvm::any_of(kDefects, [&](const Defect &defect) {
                    return contains(defect.steps, name);
                  });
         });
}

void heddle::noteApplied(Operation *op, ArrayRef<AppliedPass> passes,
                         ArrayRef<Operation *> targets, TransformState &state) {
  auto *merged = state.getExtension<MergedValues>();
  auto note = [&] {
    if (!merged)
      merged = &state.addExtension<MergedValues>();
    for (Operation *target : targets)
      merged->noteMerge(op, target);
  };
  if (mergesValues(op->getName().getStringRef()) || op->hasAttr("apply_cse"))
    note();
  for (const AppliedPass &pass : passes) {
    if (pass.getName() == "inline" && merged)
      merged->noteInlining();
    if (mergesValues(pass.getName()))
      note();
  }
}

std::optional<std::string> heddle::findDefect(Application &step) {
  SmallVector<std::pair<StringRef, const AppliedPass *>> parts;
  for (StringRef name : getStepNames(step.op))
    parts.emplace_back(name, nullptr);
  for (const AppliedPass &pass : step.passes)
    parts.emplace_back(pass.getName(), &pass);
  for (const Defect &defect : kDefects)
    for (auto [name, pass] : parts) {
      if (!contains(defect.steps, name))
        continue;
      step.pass = pass;
      std::optional<std::string> reason = defect.explain(step);
      if (reason && name == parts.front().first)
        return reason;
      if (reason)
        return (Twine(pass ? "runs '" : "applies '") + name + "', which " +
                *reason)
            .str();
    }
  return std::nullopt;
}

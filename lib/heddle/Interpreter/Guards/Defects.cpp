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

#include "mlir/IR/BuiltinAttributes.h"
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

/// The names by which the table knows `op`: its own, those of the patterns that
/// it applies, of the pass that it runs, and of those in the options of the
/// pass, which may hold a pipeline. Some are words that name no pass.
static SmallVector<StringRef> getStepNames(Operation *op) {
  StringRef own = op->getName().getStringRef();
  SmallVector<StringRef> names{own};
  if (own.starts_with("transform.apply_") && own.ends_with("patterns"))
    op->walk([&](Operation *pattern) {
      if (pattern != op)
        names.push_back(pattern->getName().getStringRef());
    });
  auto pass = op->getAttrOfType<StringAttr>("pass_name");
  if (own != "transform.apply_registered_pass" || !pass)
    return names;
  names.push_back(pass.getValue());
  if (auto options = op->getAttrOfType<DictionaryAttr>("options"))
    options.walk([&](StringAttr option) {
      StringRef rest = option.getValue();
      while (!rest.empty()) {
        rest = rest.drop_until([](char c) { return llvm::isAlnum(c); });
        names.push_back(rest.take_while(
            [](char c) { return llvm::isAlnum(c) || c == '-'; }));
        rest = rest.drop_front(names.back().size());
      }
    });
  return names;
}

/// Steps that merge two values, or move one out of a loop.
static bool mergesValues(Operation *op, StringRef name) {
  return contains("transform.apply_cse transform.apply_licm transform.cleanup "
                  "cse loop-invariant-code-motion",
                  name) ||
         (name == "transform.apply_patterns" && op->hasAttr("apply_cse"));
}

bool heddle::mayBeUnsound(Operation *op) {
  // The patterns of a step are no steps.
  if (!isa<transform::TransformOpInterface>(op))
    return false;
  return llvm::any_of(getStepNames(op), [&](StringRef name) {
    return name == "inline" || mergesValues(op, name) ||
           llvm::any_of(kDefects, [&](const Defect &defect) {
             return contains(defect.steps, name);
           });
  });
}

void heddle::noteApplied(Operation *op, ArrayRef<Operation *> targets,
                         TransformState &state) {
  for (StringRef name : getStepNames(op)) {
    auto *merged = state.getExtension<MergedValues>();
    if (name == "inline" && merged)
      merged->noteInlining();
    if (!mergesValues(op, name))
      continue;
    if (!merged)
      merged = &state.addExtension<MergedValues>();
    for (Operation *target : targets)
      merged->noteMerge(op, target);
  }
}

std::optional<std::string> heddle::findDefect(Application &step) {
  SmallVector<StringRef> names = getStepNames(step.op);
  for (const Defect &defect : kDefects) {
    auto *name = llvm::find_if(
        names, [&](StringRef name) { return contains(defect.steps, name); });
    if (name == names.end())
      continue;
    std::optional<std::string> reason = defect.explain(step);
    if (reason && name == names.begin())
      return reason;
    if (reason)
      return ((name->starts_with("transform.") ? "applies '" : "runs '") +
              *name + "', which " + *reason)
          .str();
  }
  return std::nullopt;
}

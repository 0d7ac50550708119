//===- TestBreak.cpp - Deliberate mistakes for tests ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps which mistake is switched on. What it does is up to the ops that know
// it.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/TestBreak.h"

#include "heddle/Analysis/Elementwise/MergePlan.h"
#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/Transforms/Pads/FusePad.h"

using namespace mlir;

#ifdef HEDDLE_INCLUDE_TESTS

static std::string &getSwitch() {
  static std::string name;
  return name;
}

LogicalResult heddle::setTestBreak(StringRef name) {
  bool isKnown = parseTestBreak(name) || parseElementwiseMistake(name) ||
                 parsePadMistake(name) || name == "part_too_few" ||
                 name == "no_memory_check";
  if (!isKnown)
    return failure();
  getSwitch() = name.str();
  return success();
}

StringRef heddle::getTestBreak() { return getSwitch(); }

#else

LogicalResult heddle::setTestBreak(StringRef) { return failure(); }

StringRef heddle::getTestBreak() { return ""; }

#endif

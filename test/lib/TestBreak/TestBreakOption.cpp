//===- TestBreakOption.cpp - Switches deliberate mistakes on --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The option --test-break of the tools that run schedules.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Mistakes/Mistake.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

namespace cl = llvm::cl;

static cl::opt<std::string> testBreak(
    "test-break", cl::Hidden,
    cl::desc("Make a deliberate mistake in each op that knows it"),
    cl::value_desc("name"), cl::sub(cl::SubCommand::getAll()),
    cl::callback([](const std::string &name) {
      if (failed(mlir::heddle::setMistake(name)))
        llvm::reportFatalUsageError("--test-break: no op knows the mistake '" +
                                    llvm::Twine(name) + "'");
    }));

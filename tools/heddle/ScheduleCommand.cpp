//===- ScheduleCommand.cpp - heddle schedule ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the schedule that Schedule.cpp writes.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Schedule.h"

#include "heddle/Interpreter/MatchPayload.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::heddle;

int heddle::runSchedule(MLIRContext &context) {
  OwningOpRef<ModuleOp> payload = readPayload(context);
  if (!payload)
    return kUsage;
  WrittenSchedule written =
      writeSchedule(*payload, functionNames, FittingLibrary(&context));
  if (written.text.empty()) {
    reportError(written.refusal);
    return kUndecided;
  }
  std::string error;
  auto output = openOutputFile(outputFile, &error);
  if (!output)
    return reportError(error);
  // A name of several lines would end the comment.
  std::string name = payloadFile;
  std::replace(name.begin(), name.end(), '\n', ' ');
  output->os()
      << "// A first schedule of " << name
      << ", to be edited: sequences of the\n// library, and tiles of 256 "
         "KiB for what none of them takes.\n"
      << written.text;
  int code = checkWritten(output->os(), kDone);
  if (code == kDone)
    output->keep();
  return code;
}

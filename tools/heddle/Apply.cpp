//===- Apply.cpp - heddle apply -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies a schedule and prints the result. Nothing is written if it is
// refused.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::heddle;

int heddle::runApply(MLIRContext &context) {
  OwningOpRef<ModuleOp> payload = readPayload(context);
  if (!payload)
    return kUsage;
  OwningOpRef<ModuleOp> scheduled = applyTo(*payload, scheduleFiles);
  if (!scheduled || failed(verify(*scheduled)))
    return kRefused;
  remarkOnScalarRest(*payload, *scheduled);
  std::string error;
  auto output = openOutputFile(outputFile, &error);
  if (!output)
    return reportError(error);
  scheduled->print(output->os());
  output->os() << "\n";
  int code = checkWritten(output->os(), kDone);
  if (code == kDone)
    output->keep();
  return code;
}

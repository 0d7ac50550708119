//===- TargetEntries.cpp - What a module says of its target ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks the processor up in the modules around an op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Target/TargetEntries.h"

#include "heddle/Analysis/Target/TargetFeatures.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

Attribute heddle::findTargetEntry(Operation *op, StringRef key) {
  for (; op; op = op->getParentOp()) {
    TargetSystemSpecInterface system;
    if (auto module = dyn_cast<ModuleOp>(op))
      system = module.getTargetSystemSpec();
    else if (auto layout = dyn_cast<DataLayoutOpInterface>(op))
      system = layout.getTargetSystemSpec();
    if (!system)
      continue;
    StringAttr id = StringAttr::get(op->getContext(), kCPUDevice);
    std::optional<TargetDeviceSpecInterface> device =
        system.getDeviceSpecForDeviceID(id);
    if (!device)
      continue;
    DataLayoutEntryInterface entry =
        device->getSpecForIdentifier(StringAttr::get(op->getContext(), key));
    if (entry && entry.getValue())
      return entry.getValue();
  }
  return Attribute();
}

//===- TargetOps.cpp - Transform ops that name a machine ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of the processor as entries of the payload's module.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Target/TargetOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "Reports/BestEffort.h"
#include "heddle/Analysis/Target/HostProperties.h"
#include "heddle/Analysis/Target/TargetFeatures.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Target/TargetOps.cpp.inc"

/// The options that become entries of the same names.
static SmallVector<std::pair<StringRef, Attribute>>
listProperties(TargetOp op) {
  return {{"vector_bits", op.getVectorBitsAttr()},
          {"registers", op.getRegistersAttr()},
          {"l1_bytes", op.getL1BytesAttr()},
          {"l2_bytes", op.getL2BytesAttr()},
          {"l3_bytes", op.getL3BytesAttr()},
          {"cores", op.getCoresAttr()},
          {kFeaturesKey, op.getFeaturesAttr()}};
}

LogicalResult TargetOp::verify() {
  bool isGiven = getFromMachine() || getFromFile();
  for (auto [name, value] : listProperties(*this)) {
    isGiven |= static_cast<bool>(value);
    auto number = dyn_cast_if_present<IntegerAttr>(value);
    if (number && number.getInt() < 1)
      return emitOpError("expects '")
             << name << "' to be at least 1, but got " << number.getInt();
  }
  if (!isGiven)
    return emitOpError(
        "expects 'from_machine', 'from_file' or a property of the target");
  return success();
}

using Entries = SmallVector<DataLayoutEntryInterface>;

/// The name of the file that `op` reads. It is relative to the schedule.
static std::string getFileName(TargetOp op) {
  StringRef name = *op.getFromFile();
  SmallString<128> path;
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    path = llvm::sys::path::parent_path(place.getFilename());
  llvm::sys::path::append(path, name);
  if (llvm::sys::path::is_absolute(name) || !llvm::sys::fs::exists(path))
    return name.str();
  return path.str().str();
}

/// Reads the entries of the processor in the file that `op` names.
static DiagnosedSilenceableFailure readFile(TargetOp op, Entries &entries) {
  std::string name = getFileName(op);
  std::string reason;
  // Only the first error says what is wrong with the file.
  ScopedDiagnosticHandler handler(op.getContext(), [&](Diagnostic &diag) {
    if (reason.empty())
      reason = diag.str();
    return success();
  });
  OwningOpRef<ModuleOp> file = parseSourceFile<ModuleOp>(name, op.getContext());
  if (!file)
    return emitSilenceableFailure(op.getOperation())
           << "cannot read the target '" << name << "': " << reason;
  auto id = StringAttr::get(op.getContext(), kCPUDevice);
  std::optional<TargetDeviceSpecInterface> device;
  if (TargetSystemSpecInterface system = file->getTargetSystemSpec())
    device = system.getDeviceSpecForDeviceID(id);
  if (!device)
    return emitSilenceableFailure(op.getOperation())
           << "expects a dlti.target_system_spec with the device \"CPU\", but '"
           << *op.getFromFile() << "' has none";
  entries.assign(device->getEntries().begin(), device->getEntries().end());
  return DiagnosedSilenceableFailure::success();
}

/// Replaces the entry of `key`, or adds one.
static void setEntry(Entries &entries, StringAttr key, Attribute value) {
  auto entry = DataLayoutEntryAttr::get(key, value);
  for (DataLayoutEntryInterface &known : entries)
    if (dyn_cast<StringAttr>(known.getKey()) == key) {
      known = entry;
      return;
    }
  entries.push_back(entry);
}

/// `entries` with the properties of the processor. The options of `op` come
/// first, then `fromFile`, then, with `from_machine`, the known properties of
/// this machine.
static Entries makeEntries(TargetOp op, Entries entries,
                           const Entries &fromFile) {
  Builder builder(op.getContext());
  SmallVector<std::pair<StringRef, Attribute>> properties = listProperties(op);
  llvm::StringMap<Attribute> known;
  if (op.getFromMachine()) {
    for (auto [name, value] : getHostProperties())
      known[name] = builder.getI64IntegerAttr(value);
    known[kFeaturesKey] =
        builder.getStringAttr(llvm::join(getHostFeatures(), ","));
  }
  for (DataLayoutEntryInterface entry : fromFile)
    if (auto key = dyn_cast<StringAttr>(entry.getKey())) {
      known.erase(key.getValue());
      setEntry(entries, key, entry.getValue());
    }
  for (auto [name, value] : properties) {
    if (!value)
      value = known.lookup(name);
    if (value)
      setEntry(entries, builder.getStringAttr(name), value);
  }
  return entries;
}

/// The specification of `module` with the processor that `op` describes.
static TargetSystemSpecAttr describeTarget(TargetOp op, ModuleOp module,
                                           const Entries &fromFile) {
  MLIRContext *context = op.getContext();
  auto id = StringAttr::get(context, kCPUDevice);
  Entries devices, entries;
  if (TargetSystemSpecInterface system = module.getTargetSystemSpec())
    llvm::append_range(devices, system.getEntries());
  for (DataLayoutEntryInterface device : devices)
    if (dyn_cast<StringAttr>(device.getKey()) == id)
      if (auto spec = dyn_cast<TargetDeviceSpecInterface>(device.getValue()))
        llvm::append_range(entries, spec.getEntries());
  entries = makeEntries(op, std::move(entries), fromFile);
  setEntry(devices, id, TargetDeviceSpecAttr::get(context, entries));
  return TargetSystemSpecAttr::get(context, devices);
}

DiagnosedSilenceableFailure TargetOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &) {
  BestEffort none(*this, /*isOn=*/false, /*numTargets=*/1);
  llvm::SmallSetVector<ModuleOp, 4> modules;
  DiagnosedSilenceableFailure status =
      selectTargets(*this, targets, "builtin.module", none, modules);
  if (!status.succeeded())
    return status;
  Entries fromFile;
  if (getFromFile())
    status = readFile(*this, fromFile);
  if (!status.succeeded())
    return status;
  for (ModuleOp module : modules) {
    TargetSystemSpecAttr spec = describeTarget(*this, module, fromFile);
    rewriter.modifyOpInPlace(module, [&] {
      module->setAttr(DLTIDialect::kTargetSystemDescAttrName, spec);
    });
  }
  return DiagnosedSilenceableFailure::success();
}

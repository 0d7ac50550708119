//===- JSONReport.cpp - What heddle prints with --json --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the errors, warnings and remarks of a run and prints them with its
// report. A run that ends early prints a report of its errors alone.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "heddle/Analysis/Reasons/Reason.h"

#include "llvm/ADT/DenseSet.h"
#include <mutex>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The diagnostics so far. The thread that watches limits prints them, too.
struct Record {
  std::mutex mutex;
  llvm::json::Array errors, warnings, remarks;
  SmallVector<std::string> warningTexts;
  /// The places of the ops of which a remark said that they stay scalar.
  llvm::DenseSet<Location> scalarPlaces;
  bool isPrinted = false;
};

} // namespace

static Record &getRecord() {
  static Record record;
  return record;
}

static llvm::json::Object describe(const Diagnostic &diagnostic) {
  llvm::json::Object object{{"message", diagnostic.str()}};
  if (!isa<UnknownLoc>(diagnostic.getLocation()))
    object["location"] = heddle::toJSON(diagnostic.getLocation());
  llvm::json::Array notes;
  for (const Diagnostic &note : diagnostic.getNotes())
    notes.push_back(describe(note));
  if (!notes.empty())
    object["notes"] = std::move(notes);
  return object;
}

void heddle::recordDiagnostic(const Diagnostic &diagnostic) {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    record.errors.push_back(describe(diagnostic));
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark) {
    record.remarks.push_back(describe(diagnostic));
    if (StringRef(diagnostic.str()).contains(" stays scalar: "))
      for (const Diagnostic &note : diagnostic.getNotes())
        if (!isa<UnknownLoc>(note.getLocation()))
          record.scalarPlaces.insert(note.getLocation());
  }
  if (diagnostic.getSeverity() != DiagnosticSeverity::Warning)
    return;
  record.warnings.push_back(describe(diagnostic));
  record.warningTexts.push_back(formatLocation(diagnostic.getLocation()) +
                                ": " + diagnostic.str());
}

void heddle::recordError(StringRef message) {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  // LLVM prints some errors of the command line itself.
  std::string text = llvm::json::fixUTF8(message.trim());
  record.errors.push_back(llvm::json::Object{
      {"message", text.empty() ? "the command line cannot be read" : text}});
}

bool heddle::isSaidScalar(Operation &op) {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  return record.scalarPlaces.contains(op.getLoc());
}

void heddle::forgetScalarPlaces() {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  record.scalarPlaces.clear();
}

SmallVector<std::string> heddle::getWarnings() {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  return record.warningTexts;
}

void heddle::printReport(llvm::json::Object report, int code, raw_ostream &os) {
  Record &record = getRecord();
  std::lock_guard<std::mutex> lock(record.mutex);
  report["exitCode"] = code;
  report["errors"] = std::move(record.errors);
  report["warnings"] = std::move(record.warnings);
  report["remarks"] = std::move(record.remarks);
  record.isPrinted = true;
  printJSON(std::move(report), os);
  os.flush();
}

int heddle::finishReport(int code) {
  if (code != kDone && !getRecord().isPrinted)
    printReport(llvm::json::Object{}, code, llvm::outs());
  return code;
}

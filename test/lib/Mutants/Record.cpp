//===- Record.cpp - Which mutants were judged, and how --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and appends lines of JSON. A last line that was cut off is ignored.
//
//===----------------------------------------------------------------------===//

#include "Record.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

llvm::Expected<Record> Record::read(StringRef file, StringRef module) {
  Record record;
  record.file = file.str();
  record.module = module.str();
  if (!llvm::sys::fs::exists(file))
    return record;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "cannot read " + file);
  for (StringRef text : llvm::split((*buffer)->getBuffer(), '\n')) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const llvm::json::Object *line = value->getAsObject();
    if (!line || line->getString("module") != module)
      continue;
    std::string verdict = line->getString("verdict").value_or("").str();
    record.isEqual |= verdict == "equal";
    if (std::optional<int64_t> number = line->getInteger("number"))
      record.outcomes[*number] = {
          verdict, line->getString("judgment").value_or("").str()};
  }
  return record;
}

std::optional<Outcome> Record::find(unsigned number) const {
  auto it = outcomes.find(number);
  return it == outcomes.end() ? std::nullopt : std::optional(it->second);
}

void Record::add(llvm::json::Object line) const {
  if (file.empty())
    return;
  std::error_code error;
  llvm::raw_fd_ostream os(file, error, llvm::sys::fs::OF_Append);
  if (error)
    llvm::report_fatal_error(llvm::createStringError(error, file), false);
  line["module"] = module;
  os << llvm::json::Value(std::move(line)) << "\n";
}

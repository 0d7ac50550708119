//===- List.cpp - heddle list ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the schedules of a library and shows their headers as text, as a
// Markdown table or as JSON.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ScheduleHeader.h"

#include "heddle/Interpreter/Loading/LibrarySearch.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::heddle;

/// Reads one file, or all .mlir files below a folder.
static void readHeaders(StringRef path, std::vector<ScheduleHeader> &headers,
                        std::vector<std::string> &errors) {
  auto read = [&](StringRef file, StringRef shown) {
    if (auto header = readScheduleHeader(file, shown, errors))
      headers.push_back(std::move(*header));
  };
  if (!llvm::sys::fs::is_directory(path))
    return read(path, path);
  std::error_code code;
  for (const std::string &file : findLibraryFiles(path, code)) {
    StringRef shown = StringRef(file).drop_front(path.size());
    read(file, shown.ltrim('/'));
  }
  if (code)
    errors.push_back((path + ": error: " + code.message()).str());
}

static void printText(const ScheduleHeader &header) {
  raw_ostream &os = llvm::outs();
  os << header.kernel << "/" << header.strategy << "   " << header.summary
     << "\n";
  for (const std::string &text : header.expects)
    os << "  expects     " << text << "\n";
  for (const std::string &text : header.guarantees)
    os << "  guarantees  " << text << "\n";
  for (const ScheduleParam &param : header.params) {
    os << "  param       " << param.name << " = " << param.defaultValue;
    if (param.range)
      os << " in [" << param.range->first << ", " << param.range->second << "]";
    os << ": " << param.about << "\n";
  }
  os << "  payload     ";
  llvm::interleaveComma(header.payloads, os);
  os << "\n";
}

static void printMarkdown(ArrayRef<ScheduleHeader> headers) {
  raw_ostream &os = llvm::outs();
  os << "| schedule | what it does | parameters | payloads |\n"
     << "| --- | --- | --- | --- |\n";
  for (const ScheduleHeader &header : headers) {
    StringRef folder = llvm::sys::path::parent_path(header.file);
    os << "| [" << header.kernel << "/" << header.strategy << "]("
       << header.file << ") | " << header.summary << " | ";
    llvm::interleaveComma(header.params, os, [&](const ScheduleParam &param) {
      os << "`" << param.name << "` = " << param.defaultValue;
    });
    if (header.params.empty())
      os << "none";
    os << " | ";
    llvm::interleaveComma(header.payloads, os, [&](StringRef payload) {
      os << "[" << llvm::sys::path::stem(payload) << "](" << folder
         << (folder.empty() ? "" : "/") << payload << ")";
    });
    os << " |\n";
  }
}

int heddle::runList(MLIRContext &context) {
  std::vector<std::string> paths(libraryPaths.begin(), libraryPaths.end());
  if (paths.empty()) {
    paths.push_back(findInstalledLibrary());
    if (paths.back().empty())
      return reportError("expects a folder of schedules, but found none next "
                         "to this program");
  }
  std::vector<ScheduleHeader> headers;
  std::vector<std::string> errors;
  for (const std::string &path : paths)
    readHeaders(path, headers, errors);
  for (const std::string &error : errors) {
    llvm::errs() << error << "\n";
    recordError(error);
  }
  if (!errors.empty())
    return kUsage;
  llvm::sort(headers, [](const ScheduleHeader &a, const ScheduleHeader &b) {
    return std::tie(a.kernel, a.strategy, a.file) <
           std::tie(b.kernel, b.strategy, b.file);
  });
  if (headers.empty())
    return reportError("expects schedules, but found none");
  if (!listFor.empty())
    return runListFor(context, headers);
  if (jsonOutput) {
    llvm::json::Array array;
    for (const ScheduleHeader &header : headers)
      array.push_back(header.toJSON());
    printJSON(std::move(array));
  } else if (markdownOutput) {
    printMarkdown(headers);
  } else {
    llvm::for_each(headers, printText);
  }
  return kDone;
}

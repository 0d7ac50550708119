//===- ScheduleHeader.cpp - What a schedule file says of itself -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax of the header, and the checks of it. List.cpp prints headers.
//
//===----------------------------------------------------------------------===//

#include "ScheduleHeader.h"

#include "heddle/Interpreter/Loading/ParseModule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir::heddle;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

struct HeaderLine {
  unsigned number;
  std::string key, text;
};

constexpr llvm::StringLiteral kPrefix = "heddle.";
constexpr llvm::StringLiteral kKeys[] = {"kernel",     "strategy", "summary",
                                         "sequence",   "payload",  "expects",
                                         "guarantees", "param"};
/// Keys of files that are not schedules.
constexpr llvm::StringLiteral kOtherKeys[] = {"payload-of", "common"};

/// Cuts the leading comment into its key lines, continuations joined.
std::vector<HeaderLine> splitHeader(StringRef text) {
  std::vector<HeaderLine> lines;
  unsigned number = 0;
  bool open = false; // whether the line before belongs to a key
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    StringRef comment = line.trim();
    if (comment.empty()) {
      open = false;
      continue;
    }
    if (!comment.consume_front("//"))
      break;
    if (comment.trim().starts_with(kPrefix) && comment.contains(':')) {
      auto [key, value] = comment.trim().drop_front(kPrefix.size()).split(':');
      lines.push_back({number, key.trim().str(), value.trim().str()});
      open = true;
    } else if (open && comment.starts_with("   ")) {
      lines.back().text += " " + comment.trim().str();
    } else {
      open = false;
    }
  }
  return lines;
}

/// Fills a header from its lines and collects their faults.
class HeaderReader {
public:
  HeaderReader(StringRef path, StringRef file, std::vector<std::string> &errors)
      : path(path), errors(errors) {
    header.file = file.str();
    header.path = path.str();
  }

  ScheduleHeader read(ArrayRef<HeaderLine> lines) {
    for (const HeaderLine &line : lines)
      readLine(line);
    checkComplete();
    return std::move(header);
  }

private:
  void error(unsigned line, const llvm::Twine &message) {
    errors.push_back(
        (header.file + ":" + llvm::Twine(line) + ": error: " + message).str());
  }

  void readOnce(std::string &field, const HeaderLine &line) {
    if (!field.empty())
      error(line.number, "expects one '" + line.key +
                             "' line, but this is "
                             "the second");
    field = line.text;
  }

  void readPayload(const HeaderLine &line) {
    llvm::SmallString<128> payload(llvm::sys::path::parent_path(path));
    llvm::sys::path::append(payload, line.text);
    if (!llvm::sys::fs::exists(payload))
      error(line.number,
            "expects a file beside the schedule, but there is no '" +
                line.text + "'");
    header.payloads.push_back(line.text);
  }

  /// Reads "[1, 64]". True if it is something else, or the default is not in
  /// it.
  static bool readRange(StringRef text, ScheduleParam &param) {
    std::pair<int64_t, int64_t> range;
    if (!text.consume_front("[") || !text.consume_back("]"))
      return true;
    auto [least, most] = text.split(',');
    if (least.trim().getAsInteger(10, range.first) ||
        most.trim().getAsInteger(10, range.second))
      return true;
    param.range = range;
    return param.defaultValue < range.first ||
           param.defaultValue > range.second;
  }

  void readParam(const HeaderLine &line) {
    auto [declaration, about] = StringRef(line.text).split(':');
    auto [name, value] = declaration.split('=');
    ScheduleParam param;
    param.name = name.trim().str();
    param.about = about.trim().str();
    auto [chosen, range] = value.split(" in ");
    bool isWrong = param.name.empty() || param.about.empty() ||
                   chosen.trim().getAsInteger(10, param.defaultValue);
    if (!range.empty())
      isWrong |= readRange(range.trim(), param);
    if (isWrong)
      return error(line.number,
                   "expects 'name = integer : text' or 'name = integer in "
                   "[least, most] : text', but got '" +
                       line.text + "'");
    header.params.push_back(std::move(param));
  }

  void readLine(const HeaderLine &line) {
    if (line.text.empty())
      error(line.number, "expects text after '" + line.key + ":'");
    if (line.key == "kernel")
      readOnce(header.kernel, line);
    else if (line.key == "strategy")
      readOnce(header.strategy, line);
    else if (line.key == "summary")
      readOnce(header.summary, line);
    else if (line.key == "sequence")
      readOnce(header.sequence, line);
    else if (line.key == "payload")
      readPayload(line);
    else if (line.key == "expects")
      header.expects.push_back(line.text);
    else if (line.key == "guarantees")
      header.guarantees.push_back(line.text);
    else if (line.key == "param")
      readParam(line);
    else
      error(line.number,
            "unknown key '" + line.key + "' in the header, expected one of: " +
                llvm::join(ArrayRef<llvm::StringLiteral>(kKeys), ", "));
  }

  void checkComplete() {
    auto require = [&](bool present, StringRef key) {
      if (!present)
        error(1, "expects a '" + key + "' line in the header");
    };
    require(!header.strategy.empty(), "strategy");
    require(!header.summary.empty(), "summary");
    require(!header.sequence.empty(), "sequence");
    require(!header.payloads.empty(), "payload");
    require(!header.expects.empty(), "expects");
    require(!header.guarantees.empty(), "guarantees");
    StringRef folder =
        llvm::sys::path::filename(llvm::sys::path::parent_path(path));
    StringRef stem = llvm::sys::path::stem(path);
    if (header.kernel != folder)
      error(1, "expects the kernel '" + folder +
                   "' after the file's folder, but got '" + header.kernel +
                   "'");
    if (!header.strategy.empty() && header.strategy != stem)
      error(1, "expects the strategy '" + stem +
                   "' after the file's name, but got '" + header.strategy +
                   "'");
    if (StringRef(header.summary).ends_with("."))
      error(1, "expects a summary without a period at its end");
  }

  StringRef path;
  std::vector<std::string> &errors;
  ScheduleHeader header;
};

} // namespace

std::optional<ScheduleHeader>
mlir::heddle::readScheduleHeader(StringRef path, StringRef file,
                                 std::vector<std::string> &errors) {
  std::string message;
  auto buffer = readInput(path, InputKind::Library, message);
  if (!buffer) {
    errors.push_back((file + ": error: " + message).str());
    return std::nullopt;
  }
  std::vector<HeaderLine> lines = splitHeader(buffer->getBuffer());
  bool isSchedule = llvm::any_of(
      lines, [](const HeaderLine &line) { return line.key == "kernel"; });
  bool isOther = llvm::any_of(lines, [](const HeaderLine &line) {
    return llvm::is_contained(kOtherKeys, line.key);
  });
  if (!isSchedule) {
    // A file without any of the keys may be a schedule whose author forgot it.
    if (!isOther)
      errors.push_back((file + ":1: error: expects a 'heddle.kernel', "
                               "'heddle.payload-of' or 'heddle.common' line")
                           .str());
    return std::nullopt;
  }
  return HeaderReader(path, file, errors).read(lines);
}

llvm::json::Value ScheduleHeader::toJSON() const {
  llvm::json::Array parameters;
  for (const ScheduleParam &param : params) {
    llvm::json::Object object{{"name", param.name},
                              {"default", param.defaultValue},
                              {"about", param.about}};
    if (param.range)
      object["range"] =
          llvm::json::Array{param.range->first, param.range->second};
    parameters.push_back(std::move(object));
  }
  return llvm::json::Object{{"kernel", kernel},
                            {"strategy", strategy},
                            {"file", file},
                            {"summary", summary},
                            {"sequence", sequence},
                            {"payloads", llvm::json::Array(payloads)},
                            {"expects", llvm::json::Array(expects)},
                            {"guarantees", llvm::json::Array(guarantees)},
                            {"params", std::move(parameters)}};
}

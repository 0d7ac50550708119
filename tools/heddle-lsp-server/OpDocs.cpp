//===- OpDocs.cpp - What the documents say of an op -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build puts the documents of all transform ops into this file. Each op
// has a heading, "### `name` (class)", most have a line "_Summary_", and then
// come the syntax and the description.
//
//===----------------------------------------------------------------------===//

#include "OpDocs.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir::heddle;
using llvm::StringRef;

static constexpr char kDocuments[] =
#include "Documents.inc"
    ;

/// The op that `section` is about, which begins after "### `"; what it says is
/// put into `doc`.
static StringRef readSection(StringRef section, OpDoc &doc) {
  auto [heading, text] = section.split('\n');
  doc.text = text.split("\n## ").first.split("\n# ").first.trim();
  if (doc.text.starts_with("_"))
    doc.summary = doc.text.drop_front().split('\n').first.rtrim("_");
  else // the first line after the syntax
    doc.summary = doc.text.split("\n```\n\n").second.split('\n').first;
  return heading.split('`').first;
}

OpDoc mlir::heddle::findOpDoc(StringRef name) {
  static const llvm::StringMap<OpDoc> docs = [] {
    llvm::StringMap<OpDoc> found;
    StringRef rest = StringRef(kDocuments).split("\n### `").second;
    while (!rest.empty()) {
      StringRef section;
      std::tie(section, rest) = rest.split("\n### `");
      OpDoc doc;
      StringRef op = readSection(section, doc);
      found[op] = doc;
    }
    return found;
  }();
  return docs.lookup(name);
}

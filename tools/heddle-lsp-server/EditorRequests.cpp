//===- EditorRequests.cpp - Requests about op names -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's server completes the name of an op right after the dialect alone:
// its parser stops at "transform.heddle." and does not look for a place to
// complete within a name. Its hover prints the op in generic form. It has no
// hook for either, and its classes are not installed.
//
//===----------------------------------------------------------------------===//

#include "EditorRequests.h"

#include "OpDocs.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;
namespace json = llvm::json;
namespace lsp = llvm::lsp;

namespace {

/// A name in a line, and where it begins.
struct Name {
  StringRef text;
  size_t begin = 0;
};

/// The standard input of the server.
class FilteredInput {
public:
  FilteredInput(const DialectRegistry &registry, std::FILE *in,
                lsp::JSONStreamStyle style, bool prettyOutput)
      : in(in), input(in, style), style(style),
        transport(in, llvm::outs(), style, prettyOutput),
        context(registry, MLIRContext::Threading::DISABLED) {}

  /// Reads at most `size` bytes for the server; 0 at the end.
  size_t read(char *buffer, size_t size);

private:
  /// Answers `message`, or returns false.
  bool answer(const json::Object &message);
  void keepText(StringRef method, const json::Object &params);
  std::optional<json::Value> complete(StringRef line, lsp::Position position);
  std::optional<json::Value> describe(StringRef line, lsp::Position position);

  std::FILE *in;
  lsp::JSONTransportInputOverFile input;
  lsp::JSONStreamStyle style;
  lsp::JSONTransport transport;
  MLIRContext context;
  /// Of the documents that are open.
  llvm::StringMap<std::string> texts;
  /// What the server has to read before the next message.
  std::string pending;
};

} // namespace

size_t FilteredInput::read(char *buffer, size_t size) {
  while (pending.empty() && !feof(in) && !ferror(in)) {
    std::string text;
    if (failed(input.readMessage(text)))
      continue;
    // What is no message is for the server to report.
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message)
      llvm::consumeError(message.takeError());
    else if (json::Object *object = message->getAsObject();
             object && answer(*object))
      continue;
    pending = style == lsp::JSONStreamStyle::Delimited
                  ? text + "\n// -----\n"
                  : "Content-Length: " + std::to_string(text.size()) +
                        "\r\n\r\n" + text;
  }
  size_t count = pending.copy(buffer, size);
  pending.erase(0, count);
  return count;
}

static StringRef getURI(const json::Object &params) {
  const json::Object *document = params.getObject("textDocument");
  return document ? document->getString("uri").value_or("") : "";
}

void FilteredInput::keepText(StringRef method, const json::Object &params) {
  const json::Object *holder = nullptr;
  if (method == "textDocument/didOpen") {
    holder = params.getObject("textDocument");
  } else if (method == "textDocument/didChange") {
    // The server asks for whole documents.
    if (const json::Array *changes = params.getArray("contentChanges");
        changes && !changes->empty())
      holder = changes->back().getAsObject();
  } else if (method == "textDocument/didClose") {
    texts.erase(getURI(params));
  }
  if (holder)
    texts[getURI(params)] = holder->getString("text").value_or("").str();
}

/// The line at `position` of `text`; empty if there is none.
static StringRef getLine(StringRef text, lsp::Position position) {
  for (int line = 0; line < position.line && !text.empty(); ++line)
    text = text.split('\n').second;
  return text.split('\n').first;
}

bool FilteredInput::answer(const json::Object &message) {
  StringRef method = message.getString("method").value_or("");
  const json::Object *params = message.getObject("params");
  if (!params)
    return false;
  keepText(method, *params);
  const json::Value *id = message.get("id");
  const json::Value *place = params->get("position");
  lsp::Position position;
  json::Path::Root root;
  if (!id || !place || !fromJSON(*place, position, root) || position.line < 0 ||
      position.character < 0)
    return false;
  auto text = texts.find(getURI(*params));
  if (text == texts.end())
    return false;
  StringRef line = getLine(text->second, position);
  std::optional<json::Value> result;
  if (method == "textDocument/completion")
    result = complete(line, position);
  else if (method == "textDocument/hover")
    result = describe(line, position);
  if (result)
    transport.reply(*id, std::move(*result));
  return result.has_value();
}

/// The name of an op that `line` begins before `end`; empty if that is a
/// value, a type, an attribute, a string or a comment.
static Name findName(StringRef line, size_t end) {
  line = line.take_front(end);
  size_t begin = line.size();
  while (begin > 0 && (llvm::isAlnum(line[begin - 1]) ||
                       StringRef("_.$").contains(line[begin - 1])))
    --begin;
  bool isOther = begin > 0 && StringRef("%!#@^\"-").contains(line[begin - 1]);
  if (isOther || line.contains("//"))
    return {};
  return {line.drop_front(begin), begin};
}

static lsp::Range makeRange(lsp::Position position, size_t begin, size_t end) {
  return {lsp::Position(position.line, begin),
          lsp::Position(position.line, end)};
}

std::optional<json::Value> FilteredInput::complete(StringRef line,
                                                   lsp::Position position) {
  Name name = findName(line, position.character);
  StringRef dialect = name.text.split('.').first;
  if (!name.text.contains('.') || !context.getOrLoadDialect(dialect))
    return std::nullopt;
  lsp::CompletionList list;
  // getRegisteredOperationsByDialect() finds few of the ops of extensions.
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    if (!op.getStringRef().starts_with(name.text))
      continue;
    // The whole name, as editors differ in where a word begins.
    lsp::CompletionItem item(op.getStringRef(), lsp::CompletionItemKind::Field,
                             /*sortText=*/"1");
    item.filterText = item.label;
    item.textEdit.emplace();
    item.textEdit->range =
        makeRange(position, name.begin, name.begin + name.text.size());
    item.textEdit->newText = item.label;
    item.detail = findOpDoc(op.getStringRef()).summary.str();
    list.items.push_back(std::move(item));
  }
  if (list.items.empty())
    return std::nullopt;
  llvm::sort(list.items,
             [](const auto &a, const auto &b) { return a.label < b.label; });
  return lsp::toJSON(list);
}

std::optional<json::Value> FilteredInput::describe(StringRef line,
                                                   lsp::Position position) {
  size_t end = position.character;
  while (end < line.size() &&
         (llvm::isAlnum(line[end]) || StringRef("_.$").contains(line[end])))
    ++end;
  Name name = findName(line, end);
  OpDoc doc = findOpDoc(name.text);
  if (doc.text.empty())
    return std::nullopt;
  lsp::Hover hover(makeRange(position, name.begin, end));
  hover.contents.value = ("`" + name.text + "`\n\n" + doc.text).str();
  return lsp::toJSON(hover);
}

void heddle::answerOpNameRequests(const DialectRegistry &registry,
                                  lsp::JSONStreamStyle style,
                                  bool prettyOutput) {
  // It lives as long as standard input does.
  static FilteredInput filter(registry, stdin, style, prettyOutput);
  cookie_io_functions_t functions = {};
  functions.read = [](void *cookie, char *buffer, size_t size) {
    return ssize_t(static_cast<FilteredInput *>(cookie)->read(buffer, size));
  };
  if (std::FILE *filtered = fopencookie(&filter, "r", functions))
    stdin = filtered;
}

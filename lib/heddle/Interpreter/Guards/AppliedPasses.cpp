//===- AppliedPasses.cpp - The passes that a step runs --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the pipeline as `transform.apply_registered_pass` does, and reads it
// from the text in which MLIR prints it: that has the defaults, and holds what
// one option says within another one.
//
//===----------------------------------------------------------------------===//

#include "AppliedPasses.h"

#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// Takes the braces that `text` begins with, and returns what they hold; empty
/// if there are none.
static StringRef takeBraces(StringRef &text) {
  if (!text.starts_with("{"))
    return "";
  size_t depth = 0, end = 0;
  do {
    depth += text[end] == '{';
    depth -= text[end] == '}';
    ++end;
  } while (depth != 0 && end < text.size());
  StringRef inside = text.substr(1, end - 1);
  inside.consume_back("}");
  text = text.drop_front(end);
  return inside;
}

/// Calls `visit` with each word of `text` and what the braces after it hold,
/// which are not searched.
static void visitWords(StringRef text,
                       llvm::function_ref<void(StringRef, StringRef)> visit) {
  while (!text.empty()) {
    StringRef word = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
    text = text.drop_front(word.size());
    StringRef inside = takeBraces(text);
    if (!word.empty())
      visit(word, inside);
    else if (!inside.empty())
      visitWords(inside, visit); // a list of pipelines
    else
      text = text.drop_front(text.empty() ? 0 : 1);
  }
}

//===----------------------------------------------------------------------===//
// AppliedPass
//===----------------------------------------------------------------------===//

/// Reads `key=value key={a b}`.
AppliedPass::AppliedPass(StringRef name, StringRef text)
    : name(name), text(text) {
  while (!(text = text.ltrim()).empty()) {
    StringRef key =
        text.take_until([](char c) { return c == '=' || c == ' '; });
    text = text.drop_front(key.size());
    if (!text.consume_front("="))
      continue;
    const char *begin = text.data();
    while (!text.empty() && text.front() != ' ')
      if (text.front() == '{')
        takeBraces(text);
      else
        text = text.drop_front();
    options[key] = std::string(begin, text.data());
  }
}

bool AppliedPass::isSet(StringRef option) const {
  return options.lookup(option) != "false";
}

SmallVector<StringRef> AppliedPass::getList(StringRef option) const {
  auto found = options.find(option);
  if (found == options.end())
    return {};
  StringRef text = found->second;
  if (text.consume_front("{"))
    text.consume_back("}");
  SmallVector<StringRef> elements;
  text.split(elements, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return elements;
}

std::optional<SmallVector<int64_t>>
AppliedPass::getNumbers(StringRef option) const {
  SmallVector<int64_t> numbers;
  for (StringRef element : getList(option))
    if (element.getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

/// Errors are reported where the pass fails on the target itself.
static LogicalResult ignore(const Twine &) { return failure(); }

OwningOpRef<Operation *> AppliedPass::runOnCopy(Operation *target) const {
  ScopedDiagnosticHandler silence(target->getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager manager(target->getContext());
  OwningOpRef<Operation *> copy = target->clone();
  if (failed(PassInfo::lookup(name)->addToPipeline(manager, text, ignore)) ||
      failed(manager.run(copy.get())))
    return {};
  return copy;
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Prints an option as upstream's op gives it to the pass.
static void printOption(Attribute value, transform::ApplyRegisteredPassOp op,
                        const TransformState &state, llvm::raw_ostream &os) {
  auto printAll = [&](ArrayRef<Attribute> values) {
    llvm::interleave(
        values, os, [&](Attribute it) { printOption(it, op, state, os); }, ",");
  };
  if (auto param = dyn_cast<transform::ParamOperandAttr>(value))
    printAll(
        state.getParams(op.getDynamicOptions()[param.getIndex().getInt()]));
  else if (auto array = dyn_cast<ArrayAttr>(value))
    printAll(array.getValue());
  else if (auto text = dyn_cast<StringAttr>(value))
    os << text.getValue();
  else
    value.print(os, /*elideType=*/true);
}

static const PassRegistryEntry *findEntry(StringRef name) {
  if (const PassRegistryEntry *pipeline = PassPipelineInfo::lookup(name))
    return pipeline;
  return PassInfo::lookup(name);
}

namespace {
struct PipelineReader {
  /// Adds the passes that the pass or pipeline `name` runs.
  void add(StringRef name, StringRef options);

  SmallVector<AppliedPass> passes;
  llvm::StringSet<> seen;
};
} // namespace

void PipelineReader::add(StringRef name, StringRef options) {
  const PassRegistryEntry *entry = findEntry(name);
  OpPassManager pipeline;
  if (!entry || !seen.insert((name + " " + options).str()).second ||
      failed(entry->addToPipeline(pipeline, options, ignore)))
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  pipeline.printAsTextualPipeline(os);
  visitWords(text, [&](StringRef word, StringRef inside) {
    if (!PassInfo::lookup(word))
      return; // the kind of op around passes
    passes.emplace_back(word, inside);
    llvm::StringMap<std::string> nested = passes.back().getOptions();
    for (const auto &option : nested)
      visitWords(option.second,
                 [&](StringRef word, StringRef inside) { add(word, inside); });
  });
}

SmallVector<AppliedPass> heddle::getAppliedPasses(Operation *op,
                                                  const TransformState &state) {
  auto pass = dyn_cast<transform::ApplyRegisteredPassOp>(op);
  if (!pass)
    return {};
  std::string options;
  llvm::raw_string_ostream os(options);
  llvm::interleave(
      pass.getOptions(), os,
      [&](NamedAttribute option) {
        os << option.getName().getValue() << '=';
        printOption(option.getValue(), pass, state, os);
      },
      " ");
  PipelineReader reader;
  reader.add(pass.getPassName(), options);
  return std::move(reader.passes);
}

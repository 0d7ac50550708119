//===- TextPairs.cpp - Random payloads that are written as text -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text of ops, and the signature that the runner needs to call the payload.
//
//===----------------------------------------------------------------------===//

#include "TextPairs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

TextPair::TextPair(uint64_t seed, ArrayRef<unsigned> dropped, StringRef element)
    : random(seed), program(pair.program), dropped(dropped),
      element(element.str()) {
  program.seed = seed;
  program.isFloat = element == "f32";
  program.numRuns = random.chance(50) ? 3 : 1;
}

bool TextPair::choose(Random &own, unsigned percent) {
  bool isChosen = own.chance(percent);
  return isChosen && !llvm::is_contained(dropped, numChoices++);
}

int TextPair::addSize(ArrayRef<int64_t> values) {
  Symbol symbol;
  symbol.isStatic = program.numRuns == 1 || random.chance(25);
  for (unsigned run = 0; run < program.numRuns; ++run)
    symbol.values.push_back(
        symbol.isStatic && run
            ? symbol.values.front()
            : values[random.range(0, int64_t(values.size()) - 1)]);
  program.symbols.push_back(symbol);
  return program.extents.symbol(program.symbols.size() - 1);
}

int TextPair::addConstantSize(int64_t value) {
  return program.extents.constant(value);
}

std::string TextPair::getType(ArrayRef<int> dims) const {
  std::string text = "tensor<";
  for (int dim : dims)
    text += program.isStatic(dim) ? std::to_string(program.eval(dim, 0)) + "x"
                                  : "?x";
  return text + element + ">";
}

TextValue TextPair::addArgument(ArrayRef<int> dims) {
  int number = program.values.size();
  GraphValue &value = program.values.emplace_back();
  for (int dim : dims)
    value.dims.push_back({dim});
  reader.inputs.push_back(number);
  TextValue argument{"%a" + std::to_string(number), SmallVector<int>(dims)};
  parameters += (parameters.empty() ? "" : ", ") + argument.name + ": " +
                getType(argument);
  return argument;
}

TextValue TextPair::makeEmpty(ArrayRef<int> dims) {
  TextValue value{define(), SmallVector<int>(dims)};
  std::string sizes;
  for (int dim : dims)
    if (!program.isStatic(dim))
      sizes += (sizes.empty() ? "%d" : ", %d") + std::to_string(dim);
  add(value.name + " = tensor.empty(" + sizes + ") : " + getType(value));
  return value;
}

TextValue TextPair::makeFill(StringRef number, ArrayRef<int> dims) {
  TextValue empty = makeEmpty(dims);
  TextValue value{define(), empty.dims};
  std::string constant = define();
  add(constant + " = arith.constant " + number + " : " + element);
  add(formatv("{0} = linalg.fill {{tag = \"n{1}\"} ins({2} : {3}) outs({4} : "
              "{5}) -> {5}",
              value.name, numTags++, constant, element, empty.name,
              getType(value))
          .str());
  return value;
}

std::string TextPair::makeTag() {
  return "{tag = \"n" + std::to_string(numTags++) + "\"}";
}

TextValue TextPair::makeGeneric(const TextGeneric &generic) {
  SmallVector<std::string> dims, maps, iterators, names, types, arguments;
  for (auto [loop, size] : llvm::enumerate(generic.loops)) {
    dims.push_back("d" + std::to_string(loop));
    bool isReduction = loop + generic.numReductions >= generic.loops.size();
    iterators.push_back(isReduction ? "\"reduction\"" : "\"parallel\"");
  }
  auto addMap = [&](ArrayRef<int> map) {
    SmallVector<std::string> results;
    for (int loop : map)
      results.push_back(dims[loop]);
    maps.push_back("affine_map<(" + llvm::join(dims, ", ") + ") -> (" +
                   llvm::join(results, ", ") + ")>");
  };
  for (const TextOperand &input : generic.inputs) {
    addMap(input.map);
    arguments.push_back(formatv("%i{0}: {1}", names.size(), element));
    names.push_back(input.value.name);
    types.push_back(getType(input.value));
  }
  addMap(generic.output.map);
  TextValue result{define(), generic.output.value.dims};
  add(formatv("{0} = linalg.generic {{indexing_maps = [{1}], iterator_types = "
              "[{2}]} ins({3} : {4}) outs({5} : {6}) attrs = {7} {{",
              result.name, llvm::join(maps, ", "), llvm::join(iterators, ", "),
              llvm::join(names, ", "), llvm::join(types, ", "),
              generic.output.value.name, getType(result), makeTag())
          .str());
  add(formatv("^bb0({0}, %o: {1}):", llvm::join(arguments, ", "), element)
          .str());
  add(generic.body);
  add("linalg.yield %y : " + element);
  add("} -> " + getType(result));
  return result;
}

Pair TextPair::finish(ArrayRef<TextValue> results, int root, StringRef schedule,
                      unsigned *numParts) {
  std::string sizes;
  for (unsigned id = 0, e = program.extents.count(); id < e; ++id) {
    if (program.isStatic(id))
      continue;
    for (int number : reader.inputs)
      for (auto [dim, have] : llvm::enumerate(program.values[number].dims))
        if (have.extent == int(id) &&
            !StringRef(sizes).contains(formatv("%d{0} =", id).str()))
          sizes += formatv(
              "    %c{0} = arith.constant {1} : index\n    %d{0} "
              "= tensor.dim %a{2}, %c{0} : {3}\n",
              id, dim, number,
              getType(llvm::map_to_vector(program.values[number].dims,
                                          [](Dim dim) { return dim.extent; })));
  }
  for (unsigned symbol = 0; symbol < program.symbols.size(); ++symbol)
    reader.loops.push_back(program.extents.symbol(symbol));
  program.nodes.push_back(reader);
  // A size that no tensor has is an argument.
  for (int symbol : program.indexArguments())
    parameters +=
        formatv(", %d{0}: index", program.extents.symbol(symbol)).str();
  SmallVector<std::string> names, types;
  for (const TextValue &result : results) {
    names.push_back(result.name);
    types.push_back(getType(result));
    program.returns.push_back(program.values.size());
    GraphValue &value = program.values.emplace_back();
    for (int dim : result.dims)
      value.dims.push_back({dim});
    value.node = 0;
  }
  pair.payloadText =
      formatv("  func.func @payload({0}) -> ({1}) {{\n{2}{3}    return {4} : "
              "{1}\n  }\n",
              parameters, llvm::join(types, ", "), sizes, body,
              llvm::join(names, ", "));
  pair.scheduleText =
      formatv("  transform.named_sequence @__transform_main(%function: "
              "!transform.any_op {{transform.readonly}) {{\n    %root = "
              "transform.structured.match attributes {{tag = \"n{0}\"} in "
              "%function : (!transform.any_op) -> !transform.any_op\n{1}    "
              "transform.yield\n  }\n",
              root, schedule);
  pair.schedule.roots = {root};
  if (numParts)
    *numParts = numChoices;
  return std::move(pair);
}

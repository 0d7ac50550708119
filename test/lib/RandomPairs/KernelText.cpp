//===- KernelText.cpp - The text of a kernel ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops in the form that the schedule gets and as generics, slices, sizes, calls,
// and the signature that the runner needs.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

bool KernelText::choose(unsigned part, unsigned percent) {
  numParts = std::max(numParts, part + 1);
  return random.chance(percent) && !llvm::is_contained(dropped, part);
}

std::string KernelText::getType(const KernelTensor &tensor) const {
  std::string text = "tensor<";
  for (int dim : tensor.dims)
    text += program.isStatic(dim) ? std::to_string(program.eval(dim, 0)) + "x"
                                  : "?x";
  return text + tensor.element + ">";
}

std::string KernelText::printSize(int dim) {
  if (program.isStatic(dim))
    return std::to_string(program.eval(dim, 0));
  computedSizes.insert(dim);
  std::string name = "%d" + std::to_string(dim);
  types[name] = "index";
  return name;
}

KernelTensor
KernelText::addArgument(ArrayRef<int> dims, StringRef element,
                        std::optional<std::pair<int64_t, int64_t>> range) {
  int number = program.values.size();
  GraphValue &value = program.values.emplace_back();
  value.range = range;
  for (int dim : dims)
    value.dims.push_back({dim});
  reader.inputs.push_back(number);
  KernelTensor argument;
  argument.name = "%a" + std::to_string(number);
  argument.dims = SmallVector<int>(dims);
  argument.element = element.str();
  argument.bound = element == "i1" ? 1 : 3;
  types[argument.name] = getType(argument);
  parameters += (parameters.empty() ? "" : ", ") + argument.name + ": " +
                getType(argument);
  return argument;
}

KernelTensor KernelText::makeEmpty(ArrayRef<int> dims, StringRef element) {
  KernelTensor value;
  value.name = define();
  value.dims = SmallVector<int>(dims);
  value.element = element.str();
  std::string sizes;
  for (int dim : dims)
    if (!program.isStatic(dim))
      sizes += (sizes.empty() ? "" : ", ") + printSize(dim);
  types[value.name] = getType(value);
  add(value.name + " = tensor.empty(" + sizes + ") : " + getType(value));
  return value;
}

KernelTensor KernelText::makeFill(ArrayRef<int> dims, StringRef element,
                                  StringRef start, double bound) {
  KernelTensor empty = makeEmpty(dims, element);
  KernelTensor value = empty;
  value.name = define();
  value.bound = bound;
  types[value.name] = getType(value);
  std::string constant = define();
  types[constant] = element.str();
  add(constant + " = arith.constant " + start +
      (element == "i1" ? "" : " : " + element));
  add(formatv("{0} = linalg.fill ins({1} : {2}) outs({3} : {4}) -> {4}",
              value.name, constant, element, empty.name, getType(value))
          .str());
  return value;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// "%i0: f32, %i1: f32, %o0: f32".
static std::string printArguments(const KernelOp &op) {
  SmallVector<std::string> arguments;
  for (auto [i, input] : llvm::enumerate(op.inputs))
    arguments.push_back(formatv("%i{0}: {1}", i, input.value.element));
  for (auto [i, output] : llvm::enumerate(op.outputs))
    arguments.push_back(formatv("%o{0}: {1}", i, output.value.element));
  return llvm::join(arguments, ", ");
}

static std::string printOperands(const KernelText &text,
                                 ArrayRef<KernelOperand> operands,
                                 StringRef keyword) {
  if (operands.empty())
    return "";
  SmallVector<std::string> names, types;
  for (const KernelOperand &operand : operands) {
    names.push_back(operand.value.name);
    types.push_back(text.getType(operand.value));
  }
  return formatv("{0}({1} : {2})", keyword, llvm::join(names, ", "),
                 llvm::join(types, ", "));
}

static std::string printBody(const KernelOp &op, StringRef terminator) {
  SmallVector<std::string> types;
  for (const KernelOperand &output : op.outputs)
    types.push_back(output.value.element);
  return formatv("{0}      {1} {2} : {3}\n", op.body, terminator,
                 llvm::join(op.yields, ", "), llvm::join(types, ", "));
}

static std::string printResultTypes(const KernelText &text,
                                    const KernelOp &op) {
  SmallVector<std::string> types;
  for (const KernelOperand &output : op.outputs)
    types.push_back(text.getType(output.value));
  return types.size() == 1 ? types.front()
                           : "(" + llvm::join(types, ", ") + ")";
}

std::string KernelText::printGeneric(const KernelOp &op,
                                     StringRef results) const {
  SmallVector<std::string> dims, maps, iterators;
  for (auto [loop, isReduction] : llvm::enumerate(op.isReduction)) {
    dims.push_back("d" + std::to_string(loop));
    iterators.push_back(isReduction ? "\"reduction\"" : "\"parallel\"");
  }
  for (const auto *operands : {&op.inputs, &op.outputs})
    for (const KernelOperand &operand : *operands)
      maps.push_back(formatv("affine_map<({0}) -> ({1})>",
                             llvm::join(dims, ", "),
                             llvm::join(operand.map, ", ")));
  return formatv(
      "{0} = linalg.generic {{indexing_maps = [{1}], iterator_types "
      "= [{2}]}\n        {3} {4}{8} {{\n    ^bb0({5}):\n{6}    } -> {7}",
      results, llvm::join(maps, ", "), llvm::join(iterators, ", "),
      printOperands(*this, op.inputs, "ins"),
      printOperands(*this, op.outputs, "outs"), printArguments(op),
      printBody(op, "linalg.yield"), printResultTypes(*this, op),
      op.isRoot ? " attrs = {root}" : "");
}

/// The loops that `operand` is indexed by, in order, if it is by all of
/// `wanted` and nothing else.
static bool isIndexedBy(const KernelOperand &operand, ArrayRef<int> wanted) {
  return llvm::equal(operand.map, wanted, [](StringRef have, int loop) {
    return have == "d" + std::to_string(loop);
  });
}

/// The op as linalg.map, reduce or broadcast; "" if it is none of them.
std::string KernelText::printNamed(const KernelOp &op,
                                   StringRef results) const {
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, op.loops.size()));
  SmallVector<int> parallel, reduced;
  for (int loop : all)
    (op.isReduction[loop] ? reduced : parallel).push_back(loop);
  auto are = [](ArrayRef<KernelOperand> operands, ArrayRef<int> loops) {
    return llvm::all_of(operands, [&](const KernelOperand &operand) {
      return isIndexedBy(operand, loops);
    });
  };
  std::string ins = printOperands(*this, op.inputs, "ins");
  std::string outs = printOperands(*this, op.outputs, "outs");
  if (!are(op.outputs, parallel))
    return "";
  if (reduced.empty() && op.outputs.size() == 1 && are(op.inputs, all))
    return formatv("{0} = linalg.map {1} {2}\n      ({3}) {{\n{4}    }",
                   results, ins, outs, printArguments(op),
                   printBody(op, "linalg.yield"));
  bool isReduce = !reduced.empty() && op.inputs.size() == op.outputs.size() &&
                  are(op.inputs, all);
  for (auto [input, output] : llvm::zip(op.inputs, op.outputs))
    isReduce &= input.value.element == output.value.element;
  if (isReduce)
    return formatv(
        "{0} = linalg.reduce {1} {2} dimensions = [{3}]\n      "
        "({4}) {{\n{5}    }",
        results, ins, outs,
        llvm::join(llvm::map_range(
                       reduced, [](int loop) { return std::to_string(loop); }),
                   ", "),
        printArguments(op), printBody(op, "linalg.yield"));
  bool isCopy = op.inputs.size() == 1 && op.outputs.size() == 1 &&
                op.body.empty() && op.yields.front() == "%i0";
  if (!isCopy || !reduced.empty())
    return "";
  SmallVector<std::string> added;
  SmallVector<int> kept;
  for (int loop : all) {
    if (llvm::is_contained(op.inputs[0].map, "d" + std::to_string(loop)))
      kept.push_back(loop);
    else
      added.push_back(std::to_string(loop));
  }
  if (!isIndexedBy(op.inputs[0], kept))
    return "";
  return formatv("{0} = linalg.broadcast {1} {2} dimensions = [{3}]", results,
                 ins, outs, llvm::join(added, ", "));
}

std::vector<KernelTensor> KernelText::makeOp(const KernelOp &op,
                                             ArrayRef<Numbers> numbers,
                                             bool isNamed) {
  std::vector<KernelTensor> results;
  std::string base = define();
  for (auto [i, output] : llvm::enumerate(op.outputs)) {
    KernelTensor result = output.value;
    static_cast<Numbers &>(result) = numbers[i];
    result.isRead = false;
    result.name = op.outputs.size() == 1 ? base : formatv("{0}#{1}", base, i);
    types[result.name] = getType(result);
    results.push_back(result);
  }
  std::string name = op.outputs.size() == 1
                         ? base
                         : formatv("{0}:{1}", base, op.outputs.size()).str();
  std::string generic = printGeneric(op, name), reference = generic;
  // Upstream takes a destination that no body reads as overwritten, also where
  // the op writes a part of it.
  if (op.writesPart) {
    KernelOp reading = op;
    for (auto [i, output] : llvm::enumerate(op.outputs))
      reading.body +=
          formatv("      %kept{0} = arith.select %kept, %o{0}, %o{0} : {1}\n",
                  i, output.value.element);
    reading.body = "      %kept = arith.constant true\n" + reading.body;
    reference = printGeneric(reading, name);
  }
  std::string named = isNamed ? printNamed(op, name) : "";
  if (!op.constants.empty())
    add(StringRef(op.constants).rtrim());
  add(named.empty() ? generic : named, reference);
  return results;
}

KernelTensor KernelText::makeGather(const KernelTensor &source,
                                    const KernelTensor &indices, unsigned dim) {
  // Dims of the indices but for the last one, then those of the source.
  KernelTensor result = source;
  result.dims.assign(indices.dims.begin(), indices.dims.end() - 1);
  SmallVector<std::string> loops, map, extracted;
  std::string body;
  for (auto [i, extent] : llvm::enumerate(source.dims)) {
    if (i == dim)
      continue;
    result.dims.push_back(extent);
  }
  KernelOp op;
  size_t numLeading = indices.dims.size() - 1;
  op.loops = result.dims;
  op.isReduction.assign(op.loops.size(), false);
  KernelOperand index{indices, {}};
  for (size_t i = 0; i < numLeading; ++i)
    index.map.push_back("d" + std::to_string(i));
  index.map.push_back("0");
  op.inputs.push_back(index);
  size_t next = numLeading;
  SmallVector<std::string> at;
  body =
      "      %at = arith.index_cast %i0 : " + indices.element + " to index\n";
  if (indices.element == "index")
    body = "";
  for (size_t i = 0; i < source.dims.size(); ++i) {
    if (i == dim) {
      at.push_back(body.empty() ? "%i0" : "%at");
      continue;
    }
    at.push_back("%x" + std::to_string(i));
    body += formatv("      %x{0} = linalg.index {1} : index\n", i, next++);
  }
  body += formatv("      %y = tensor.extract {0}[{1}] : {2}\n", source.name,
                  llvm::join(at, ", "), getType(source));
  op.body = body;
  op.yields = {"%y"};
  KernelTensor empty = makeEmpty(result.dims, source.element);
  KernelOperand output{empty, {}};
  for (size_t i = 0; i < op.loops.size(); ++i)
    output.map.push_back("d" + std::to_string(i));
  op.outputs.push_back(output);
  result.name = define();
  result.isRead = false;
  types[result.name] = getType(result);
  add(formatv("{0} = tensor.gather {1}[{2}] gather_dims([{3}]) : ({4}, {5}) "
              "-> {6}",
              result.name, source.name, indices.name, dim, getType(source),
              getType(indices), getType(result))
          .str(),
      printGeneric(op, result.name));
  return result;
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

static std::string printNumbers(ArrayRef<int64_t> numbers) {
  return llvm::join(
      llvm::map_range(numbers,
                      [](int64_t number) { return std::to_string(number); }),
      ", ");
}

KernelTensor KernelText::makeSlice(const KernelTensor &whole,
                                   ArrayRef<int64_t> offsets,
                                   ArrayRef<int> sizes,
                                   ArrayRef<int64_t> strides,
                                   ArrayRef<bool> isDropped) {
  KernelTensor part = whole;
  part.name = define();
  part.dims.clear();
  SmallVector<std::string> printed;
  for (auto [size, dropped] : llvm::zip_equal(sizes, isDropped)) {
    printed.push_back(printSize(size));
    if (!dropped)
      part.dims.push_back(size);
  }
  types[part.name] = getType(part);
  add(formatv("{0} = tensor.extract_slice {1}[{2}] [{3}] [{4}] : {5} to {6}",
              part.name, whole.name, printNumbers(offsets),
              llvm::join(printed, ", "), printNumbers(strides), getType(whole),
              getType(part))
          .str());
  return part;
}

KernelTensor KernelText::insertSlice(const KernelTensor &part,
                                     const KernelTensor &whole,
                                     ArrayRef<int64_t> offsets,
                                     ArrayRef<int> sizes,
                                     ArrayRef<int64_t> strides) {
  KernelTensor result = whole;
  result.name = define();
  result.isRead = false;
  result.bound = std::max(part.bound, whole.bound);
  result.isWhole = part.isWhole && whole.isWhole;
  result.isRounded = part.isRounded || whole.isRounded;
  SmallVector<std::string> printed;
  for (int size : sizes)
    printed.push_back(printSize(size));
  types[result.name] = getType(result);
  add(formatv(
          "{0} = tensor.insert_slice {1} into {2}[{3}] [{4}] [{5}] : {6} into "
          "{7}",
          result.name, part.name, whole.name, printNumbers(offsets),
          llvm::join(printed, ", "), printNumbers(strides), getType(part),
          getType(result))
          .str());
  return result;
}

KernelTensor KernelText::makeReshape(const KernelTensor &tensor) {
  KernelTensor result = tensor;
  result.name = define();
  result.isRead = false;
  result.dims.assign(tensor.dims.rbegin(), tensor.dims.rend());
  types[result.name] = getType(result);
  SmallVector<std::string> sizes;
  for (int dim : result.dims) {
    sizes.push_back(printSize(dim));
    if (!program.isStatic(dim))
      continue;
    sizes.back() = define();
    add(sizes.back() + " = arith.constant " + printSize(dim) + " : index");
  }
  std::string shape = define();
  std::string type = formatv("tensor<{0}xindex>", sizes.size());
  add(shape + " = tensor.from_elements " + llvm::join(sizes, ", ") + " : " +
      type);
  add(formatv("{0} = tensor.reshape {1}({2}) : ({3}, {4}) -> {5}", result.name,
              tensor.name, shape, getType(tensor), type, getType(result))
          .str());
  return result;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void KernelText::outline(size_t place, ArrayRef<KernelTensor> results) {
  std::string text;
  for (size_t i = place; i < lines.size(); ++i)
    text += lines[i];
  // The names in the text that are defined before it.
  llvm::MapVector<StringRef, StringRef> captured;
  StringRef rest = text;
  while (!rest.empty()) {
    rest = rest.drop_until([](char letter) { return letter == '%'; });
    StringRef name =
        rest.take_front(1 + rest.drop_front(!rest.empty())
                                .take_while([](char letter) {
                                  return llvm::isAlnum(letter) || letter == '#';
                                })
                                .size());
    rest = rest.drop_front(name.size());
    auto type = types.find(name);
    bool isDefined =
        StringRef(text).contains(name.split('#').first.str() + " = ") ||
        StringRef(text).contains(name.split('#').first.str() + ":");
    if (!name.empty() && type != types.end() && !isDefined)
      captured.insert({type->first(), type->second});
  }
  SmallVector<std::string> parameters, names, typeNames, resultNames,
      resultTypes, newNames;
  for (auto [name, type] : captured) {
    // The number of a result is no part of the name of an argument.
    std::string own = name.str();
    std::replace(own.begin(), own.end(), '#', 'r');
    for (size_t at = 0; (at = text.find(name.str(), at)) != std::string::npos;
         at += own.size())
      if (own != name && !llvm::isAlnum(text[at + name.size()]))
        text.replace(at, name.size(), own);
    parameters.push_back(own + ": " + type.str());
    names.push_back(name.str());
    typeNames.push_back(type.str());
  }
  for (const KernelTensor &result : results) {
    resultNames.push_back(result.name);
    resultTypes.push_back(getType(result));
  }
  std::string helper = formatv("@helper{0}", numHelpers++);
  helpers += formatv("  func.func private {0}({1}) -> ({2}) {{\n{3}    return "
                     "{4} : {2}\n  }\n",
                     helper, llvm::join(parameters, ", "),
                     llvm::join(resultTypes, ", "), text,
                     llvm::join(resultNames, ", "));
  lines.resize(place);
  // The call defines what the text defined.
  StringRef base = StringRef(results.front().name).split('#').first;
  std::string count =
      results.size() == 1 ? "" : ":" + std::to_string(results.size());
  lines.push_back(formatv("    {0}{1} = func.call {2}({3}) : ({4}) -> ({5})\n",
                          base, count, helper, llvm::join(names, ", "),
                          llvm::join(typeNames, ", "),
                          llvm::join(resultTypes, ", ")));
}

std::string KernelText::defineSizes() const {
  std::string sizes;
  llvm::SmallDenseSet<int> defined;
  std::function<std::string(int)> define = [&](int id) {
    std::string name = "%d" + std::to_string(id);
    if (!defined.insert(id).second)
      return name;
    const Extent &extent = program.extents.get(id);
    if (extent.kind == ExtentKind::Constant) {
      sizes +=
          formatv("    {0} = arith.constant {1} : index\n", name, extent.lhs);
      return name;
    }
    if (extent.kind != ExtentKind::Symbol) {
      std::string lhs = define(extent.lhs), rhs = define(extent.rhs);
      StringRef op = extent.kind == ExtentKind::Add   ? "addi"
                     : extent.kind == ExtentKind::Sub ? "subi"
                     : extent.kind == ExtentKind::Mul ? "muli"
                                                      : "ceildivsi";
      sizes +=
          formatv("    {0} = arith.{1} {2}, {3} : index\n", name, op, lhs, rhs);
      return name;
    }
    if (program.isStatic(id)) {
      sizes += formatv("    {0} = arith.constant {1} : index\n", name,
                       program.eval(id, 0));
      return name;
    }
    for (int number : reader.inputs)
      for (auto [dim, have] : llvm::enumerate(program.values[number].dims))
        if (have.extent == id) {
          std::string argument = "%a" + std::to_string(number);
          sizes += formatv("    %n{0} = arith.constant {1} : index\n    {2} = "
                           "tensor.dim {3}, %n{0} : {4}\n",
                           id, dim, name, argument, types.lookup(argument));
          return name;
        }
    return name; // an argument
  };
  SmallVector<int> ids(computedSizes.begin(), computedSizes.end());
  llvm::sort(ids);
  for (int id : ids)
    define(id);
  return sizes;
}

Pair KernelText::finish(ArrayRef<KernelTensor> results) {
  for (unsigned symbol = 0; symbol < program.symbols.size(); ++symbol)
    reader.loops.push_back(program.extents.symbol(symbol));
  program.nodes.push_back(reader);
  // A size that no tensor has is an argument.
  for (int symbol : program.indexArguments())
    parameters += formatv("{0}%d{1}: index", parameters.empty() ? "" : ", ",
                          program.extents.symbol(symbol));
  SmallVector<std::string> names, typeNames;
  for (const KernelTensor &result : results) {
    names.push_back(result.name);
    typeNames.push_back(getType(result));
    program.returns.push_back(program.values.size());
    GraphValue &value = program.values.emplace_back();
    for (int dim : result.dims)
      value.dims.push_back({dim});
    value.node = 0;
  }
  auto print = [&](StringRef body) {
    return formatv("  func.func @payload({0}) -> ({1}) {{\n{2}{3}    return "
                   "{4} : {1}\n  }\n",
                   parameters, llvm::join(typeNames, ", "), defineSizes(), body,
                   llvm::join(names, ", "))
        .str();
  };
  std::string body;
  for (const std::string &line : lines)
    body += line;
  pair.payloadText = print(body) + helpers;
  pair.referenceText = print(referenceLines);
  return std::move(pair);
}

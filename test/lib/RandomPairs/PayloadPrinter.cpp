//===- PayloadPrinter.cpp - Payload graphs and schedules as text *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a graph as an MLIR function and a schedule as a named sequence. A
// report shows the same text that runs in a batch.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::heddle::pairs;
using llvm::formatv;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

class Printer {
public:
  Printer(const Program &program, llvm::raw_ostream &os)
      : program(program), os(os) {}
  void printFunction(StringRef name);

private:
  void printNode(const Node &node, int number);
  void printLinalg(const Node &node, int number);
  /// Prints a cast of the index `index` to an element named %b`number`.
  void printIndexAsElement(unsigned number, StringRef index);
  /// Prints op `number` of a body, whose earlier ops are named `at`. Returns
  /// its name.
  std::string printBodyOp(const BodyOp &op, unsigned number,
                          llvm::ArrayRef<std::string> at);
  void printRegion(const Node &node);
  void printSlice(const Node &node, int number);
  void printPad(const Node &node, int number);
  void printReshape(const Node &node, int number);

  std::string type(int value) const;
  std::string types(llvm::ArrayRef<int> values) const;
  std::string names(llvm::ArrayRef<int> values) const;
  std::string name(int value) const { return "%v" + std::to_string(value); }
  std::string fresh() { return "%x" + std::to_string(counter++); }
  std::string indexConstant(int64_t value);
  /// The SSA name of an extent.
  std::string size(int extent, const Node *near = nullptr);
  /// A number, or the SSA name of an extent that is known only at run time.
  std::string sizeOrNumber(int extent, const Node *near = nullptr);
  std::string emptyOf(llvm::ArrayRef<Dim> dims, const Node &node);
  std::string map(const Map &map, unsigned numLoops) const;
  /// Prints tensor.dim of an operand of `node` with this extent, if there is
  /// one.
  std::string dimOfOperand(int extent, const Node &node);
  std::string dimOf(llvm::ArrayRef<int> values, int extent);

  const Program &program;
  llvm::raw_ostream &os;
  unsigned counter = 0;
  llvm::DenseMap<int, std::string> known;
  llvm::DenseMap<int64_t, std::string> constants;
};

template <typename Range, typename Fn>
std::string joined(const Range &range, Fn print) {
  return llvm::join(llvm::map_range(range, print), ", ");
}

} // namespace

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

std::string Printer::type(int value) const {
  std::string text = "tensor<";
  for (Dim dim : program.values[value].dims)
    text += program.isStatic(dim)
                ? std::to_string(program.eval(dim.extent, 0)) + "x"
                : "?x";
  return text + program.elementTypeAndSpace() + ">";
}

std::string Printer::types(llvm::ArrayRef<int> values) const {
  return joined(values, [&](int value) { return type(value); });
}

std::string Printer::names(llvm::ArrayRef<int> values) const {
  return joined(values, [&](int value) { return name(value); });
}

std::string Printer::indexConstant(int64_t value) {
  std::string &text = constants[value];
  if (text.empty()) {
    text = fresh();
    os << "    " << text << " = arith.constant " << value << " : index\n";
  }
  return text;
}

std::string Printer::dimOfOperand(int extent, const Node &node) {
  SmallVector<int> operands(node.inputs);
  operands.append(node.inits.begin(), node.inits.end());
  return dimOf(operands, extent);
}

/// A dim with `extent` of the first value that has one, or nothing.
std::string Printer::dimOf(llvm::ArrayRef<int> values, int extent) {
  for (int operand : values) {
    if (operand < 0)
      continue;
    for (auto [dim, have] : llvm::enumerate(program.values[operand].dims)) {
      if (have.extent != extent)
        continue;
      std::string number = indexConstant(dim), text = fresh();
      os << "    " << text << " = tensor.dim " << name(operand) << ", "
         << number << " : " << type(operand) << "\n";
      return text;
    }
  }
  return "";
}

std::string Printer::size(int id, const Node *near) {
  if (program.isStatic(id))
    return indexConstant(program.eval(id, 0));
  if (near && near->dimFromOperand)
    if (std::string text = dimOfOperand(id, *near); !text.empty())
      return text;
  if (auto it = known.find(id); it != known.end())
    return it->second;
  const Extent &extent = program.extents.get(id);
  if (extent.kind == ExtentKind::Symbol) {
    // No index argument has the extent, so a dim of an argument has it.
    for (int argument : program.liveArguments())
      for (auto [dim, have] : llvm::enumerate(program.values[argument].dims)) {
        if (have.extent != id)
          continue;
        std::string number = indexConstant(dim), text = fresh();
        os << "    " << text << " = tensor.dim " << name(argument) << ", "
           << number << " : " << type(argument) << "\n";
        known[id] = text;
        return text;
      }
  }
  std::string lhs = size(extent.lhs), rhs = size(extent.rhs), text = fresh();
  static const char *arithNames[] = {"",          "",      "addi",
                                     "subi",      "muli",  "floordivsi",
                                     "ceildivsi", "minsi", "maxsi"};
  static const char *affineMaps[] = {
      "",
      "",
      "apply affine_map<()[a, b] -> (a + b)>",
      "apply affine_map<()[a, b] -> (a - b)>",
      "apply affine_map<()[a, b] -> (a * b)>",
      "apply affine_map<()[a, b] -> (a floordiv b)>",
      "apply affine_map<()[a, b] -> (a ceildiv b)>",
      "min affine_map<()[a, b] -> (a, b)>",
      "max affine_map<()[a, b] -> (a, b)>"};
  int kind = static_cast<int>(extent.kind);
  if (program.useAffine)
    os << "    " << text << " = affine." << affineMaps[kind] << "()[" << lhs
       << ", " << rhs << "]\n";
  else
    os << "    " << text << " = arith." << arithNames[kind] << " " << lhs
       << ", " << rhs << " : index\n";
  known[id] = text;
  return text;
}

std::string Printer::sizeOrNumber(int extent, const Node *near) {
  if (program.isStatic(extent))
    return std::to_string(program.eval(extent, 0));
  return size(extent, near);
}

std::string Printer::emptyOf(llvm::ArrayRef<Dim> dims, const Node &node) {
  std::string operands, shape;
  for (Dim dim : dims) {
    bool isStatic = program.isStatic(dim);
    shape +=
        isStatic ? std::to_string(program.eval(dim.extent, 0)) + "x" : "?x";
    if (isStatic)
      continue;
    operands += operands.empty() ? "" : ", ";
    operands += size(dim.extent, &node);
  }
  std::string text = fresh();
  os << "    " << text << " = tensor.empty(" << operands << ") : tensor<"
     << shape << program.elementTypeAndSpace() << ">\n";
  return text;
}

std::string Printer::map(const Map &map, unsigned numLoops) const {
  std::string text = "affine_map<(";
  for (unsigned loop = 0; loop < numLoops; ++loop)
    text += (loop ? ", d" : "d") + std::to_string(loop);
  text += ") -> (" + joined(map, [](const MapResult &result) {
            std::string sum;
            for (auto [loop, coefficient] : result.terms) {
              sum += sum.empty() ? "" : " + ";
              sum += "d" + std::to_string(loop);
              if (coefficient != 1)
                sum += " * " + std::to_string(coefficient);
            }
            if (result.constant || sum.empty())
              sum +=
                  (sum.empty() ? "" : " + ") + std::to_string(result.constant);
            return sum;
          });
  return text + ")>";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Printer::printIndexAsElement(unsigned number, StringRef index) {
  os << formatv("      %b{0}{1} = arith.index_cast {2} : index to i32\n",
                number, program.isFloat ? "i" : "", index);
  if (program.isFloat)
    os << formatv("      %b{0} = arith.sitofp %b{0}i : i32 to f32\n", number);
}

std::string Printer::printBodyOp(const BodyOp &op, unsigned number,
                                 llvm::ArrayRef<std::string> at) {
  static const char *ints[] = {"addi", "subi", "muli", "maxsi", "minsi"};
  static const char *floats[] = {"addf", "subf", "mulf", "maximumf",
                                 "minimumf"};
  const char *element = program.elementType();
  switch (op.kind) {
  case BodyKind::Input:
    return formatv("%i{0}", op.lhs);
  case BodyKind::Output:
    return formatv("%o{0}", op.lhs);
  case BodyKind::Constant:
    os << formatv("      %b{0} = arith.constant {1}{2} : {3}\n", number, op.lhs,
                  program.isFloat ? ".0" : "", element);
    break;
  case BodyKind::Index:
    os << formatv("      %b{0}x = linalg.index {1} : index\n", number, op.lhs);
    printIndexAsElement(number, formatv("%b{0}x", number).str());
    break;
  case BodyKind::DimOf:
    printIndexAsElement(number, formatv("%dim{0}_{1}", op.lhs, op.rhs).str());
    break;
  case BodyKind::Extract: {
    SmallVector<std::string> indices;
    for (auto [dim, loop] : llvm::enumerate(op.loops)) {
      indices.push_back(formatv("%b{0}x{1}", number, dim));
      os << formatv("      {0} = linalg.index {1} : index\n", indices.back(),
                    loop);
    }
    os << formatv("      %b{0} = tensor.extract {1}[{2}] : {3}\n", number,
                  name(op.lhs), llvm::join(indices, ", "), type(op.lhs));
    break;
  }
  default: {
    int which = static_cast<int>(op.kind) - static_cast<int>(BodyKind::Add);
    os << formatv("      %b{0} = arith.{1} {2}, {3} : {4}\n", number,
                  (program.isFloat ? floats : ints)[which], at[op.lhs],
                  at[op.rhs], element);
  }
  }
  return formatv("%b{0}", number);
}

void Printer::printRegion(const Node &node) {
  const char *element = program.elementType();
  SmallVector<std::string> arguments;
  for (unsigned input = 0; input < node.inputs.size(); ++input)
    arguments.push_back(formatv("%i{0}: {1}", input, element));
  for (unsigned init = 0; init < node.inits.size(); ++init)
    arguments.push_back(formatv("%o{0}: {1}", init, element));
  os << "    ^bb0(" << llvm::join(arguments, ", ") << "):\n";
  SmallVector<std::string> at(node.body.size());
  for (auto [number, op] : llvm::enumerate(node.body))
    if (node.isLive(number))
      at[number] = printBodyOp(op, number, at);
  os << "      linalg.yield "
     << joined(node.yields, [&](int yield) { return at[yield]; }) << " : "
     << joined(node.yields, [&](int) { return element; }) << "\n";
}

void Printer::printLinalg(const Node &node, int number) {
  SmallVector<std::string> inits;
  for (auto [index, init] : llvm::enumerate(node.inits))
    inits.push_back(
        init >= 0 ? name(init)
                  : emptyOf(program.values[node.results[index]].dims, node));
  SmallVector<std::string> captured;
  for (const BodyOp &op : node.body) {
    if (op.kind != BodyKind::DimOf)
      continue;
    std::string text = formatv("%dim{0}_{1}", op.lhs, op.rhs);
    if (llvm::is_contained(captured, text) ||
        known.count(-2 - op.lhs * 8 - op.rhs))
      continue;
    captured.push_back(text);
    known[-2 - op.lhs * 8 - op.rhs] = text;
    std::string dim = indexConstant(op.rhs);
    os << formatv("    {0} = tensor.dim {1}, {2} : {3}\n", text, name(op.lhs),
                  dim, type(op.lhs));
  }
  std::string results = names(node.results);
  std::string outs = llvm::join(inits, ", ") + " : " + types(node.results);
  std::string ins = names(node.inputs) + " : " + types(node.inputs);
  std::string arrow = types(node.results);
  if (node.results.size() > 1)
    arrow = "(" + arrow + ")";
  os << "    " << results << " = linalg.";
  if (node.kind == NodeKind::Fill) {
    os << formatv("fill {{tag = \"n{0}\"} ins(%fill{0} : {1}) outs({2}) -> "
                  "{3}\n",
                  number, program.elementType(), outs, arrow);
    return;
  }
  if (node.named == "transpose" || node.named == "broadcast") {
    os << formatv("{0} ins({1}) outs({2}) {3} = [{4}] {{tag = \"n{5}\"}\n",
                  node.named, ins, outs,
                  node.named == "transpose" ? "permutation" : "dimensions",
                  joined(node.dimensions,
                         [](int64_t dim) { return std::to_string(dim); }),
                  number);
    return;
  }
  if (!node.named.empty()) {
    os << formatv("{0} {{tag = \"n{1}\"} ins({2}) outs({3}) -> {4}\n",
                  node.named, number, ins, outs, arrow);
    return;
  }
  os << "generic {indexing_maps = ["
     << joined(node.maps,
               [&](const Map &m) { return map(m, node.loops.size()); })
     << "],\n        iterator_types = ["
     << joined(node.isReduction,
               [](bool isReduction) {
                 return isReduction ? "\"reduction\"" : "\"parallel\"";
               })
     << "]}\n        ins(" << ins << ")\n        outs(" << outs
     << ") attrs = {tag = \"n" << number << "\"} {\n";
  printRegion(node);
  os << "    } -> " << arrow << "\n";
}

void Printer::printPad(const Node &node, int number) {
  SmallVector<int> made;
  for (int before = number; program.padsFromDims && before-- > 0;)
    if (!program.nodes[before].removed)
      made.append(program.nodes[before].results);
  auto print = [&](int extent) {
    std::string dim;
    if (!program.isStatic(extent))
      dim = dimOf(made, extent);
    return dim.empty() ? sizeOrNumber(extent) : dim;
  };
  std::string low = joined(node.offsets, print);
  std::string high = joined(node.sizes, print);
  SmallVector<std::string> arguments;
  for (unsigned dim = 0; dim < node.offsets.size(); ++dim)
    arguments.push_back(formatv("%p{0}: index", dim));
  os << formatv("    {0} = tensor.pad {1} low[{2}] high[{3}] {{\n"
                "    ^bb0({4}):\n      tensor.yield %pad{5} : {6}\n"
                "    } {{tag = \"n{5}\"} : {7} to {8}\n",
                name(node.results[0]), name(node.inputs[0]), low, high,
                llvm::join(arguments, ", "), number, program.elementType(),
                type(node.inputs[0]), type(node.results[0]));
}

void Printer::printSlice(const Node &node, int number) {
  bool isInsert = node.kind == NodeKind::InsertSlice;
  auto print = [&](int extent) { return sizeOrNumber(extent); };
  std::string offsets = joined(node.offsets, print), sizes;
  for (auto [dim, extent] : llvm::enumerate(node.sizes)) {
    // A part whose type hides its extent is inserted with a run-time size.
    bool isHidden = isInsert && program.values[node.inputs[0]].dims[dim].hidden;
    sizes += dim ? ", " : "";
    sizes += isHidden ? size(extent) : sizeOrNumber(extent);
  }
  std::string strides = joined(
      node.strides, [](int64_t stride) { return std::to_string(stride); });
  if (isInsert)
    os << formatv("    {0} = tensor.insert_slice {1} into {2}[{3}] [{4}] [{5}] "
                  "{{tag = \"n{6}\"} : {7} into {8}\n",
                  name(node.results[0]), name(node.inputs[0]),
                  name(node.inits[0]), offsets, sizes, strides, number,
                  type(node.inputs[0]), type(node.inits[0]));
  else
    os << formatv("    {0} = tensor.extract_slice {1}[{2}] [{3}] [{4}] {{tag = "
                  "\"n{5}\"} : {6} to {7}\n",
                  name(node.results[0]), name(node.inputs[0]), offsets, sizes,
                  strides, number, type(node.inputs[0]), type(node.results[0]));
}

void Printer::printReshape(const Node &node, int number) {
  bool isExpand = node.kind == NodeKind::ExpandShape;
  std::string groups, shape;
  int next = 0;
  for (int count : node.groups) {
    groups += groups.empty() ? "[" : ", [";
    for (int dim = 0; dim < count; ++dim)
      groups += (dim ? ", " : "") + std::to_string(next++);
    groups += "]";
  }
  if (isExpand) {
    shape = "output_shape [" +
            joined(program.values[node.results[0]].dims,
                   [&](Dim dim) {
                     return program.isStatic(dim) ? sizeOrNumber(dim.extent)
                                                  : size(dim.extent);
                   }) +
            "] ";
  }
  os << formatv("    {0} = tensor.{1}_shape {2} [{3}] {4}{{tag = \"n{5}\"} : "
                "{6} into {7}\n",
                name(node.results[0]), isExpand ? "expand" : "collapse",
                name(node.inputs[0]), groups, shape, number,
                type(node.inputs[0]), type(node.results[0]));
}

void Printer::printNode(const Node &node, int number) {
  switch (node.kind) {
  case NodeKind::Generic:
  case NodeKind::Fill:
    return printLinalg(node, number);
  case NodeKind::Pad:
    return printPad(node, number);
  case NodeKind::ExtractSlice:
  case NodeKind::InsertSlice:
    return printSlice(node, number);
  case NodeKind::ExpandShape:
  case NodeKind::CollapseShape:
    return printReshape(node, number);
  case NodeKind::Empty: {
    std::string sizes;
    for (Dim dim : program.values[node.results[0]].dims)
      if (!program.isStatic(dim))
        sizes += (sizes.empty() ? "" : ", ") + size(dim.extent);
    os << formatv("    {0} = tensor.empty({1}) : {2}\n", name(node.results[0]),
                  sizes, type(node.results[0]));
    return;
  }
  case NodeKind::Concat:
    os << formatv("    {0} = tensor.concat dim({1}) {2} {{tag = \"n{3}\"} : "
                  "({4}) -> {5}\n",
                  name(node.results[0]), node.constant, names(node.inputs),
                  number, types(node.inputs), type(node.results[0]));
    return;
  case NodeKind::Cast:
    os << formatv("    {0} = tensor.cast {1} {{tag = \"n{2}\"} : {3} to {4}\n",
                  name(node.results[0]), name(node.inputs[0]), number,
                  type(node.inputs[0]), type(node.results[0]));
    return;
  }
}

void Printer::printFunction(StringRef functionName) {
  SmallVector<int> arguments = program.liveArguments();
  SmallVector<std::string> parameters;
  for (int argument : arguments)
    parameters.push_back(name(argument) + ": " + type(argument));
  for (int symbol : program.indexArguments()) {
    std::string text = "%s" + std::to_string(symbol);
    parameters.push_back(text + ": index");
    for (int id = 0; id < program.extents.count(); ++id) {
      const Extent &extent = program.extents.get(id);
      if (extent.kind == ExtentKind::Symbol && extent.lhs == symbol)
        known[id] = text;
    }
  }
  os << "  func.func @" << functionName << "(" << llvm::join(parameters, ", ")
     << ")\n      -> (" << types(program.returns) << ") {\n";
  for (auto [number, node] : llvm::enumerate(program.nodes)) {
    if (node.removed)
      continue;
    if (node.kind == NodeKind::Fill || node.kind == NodeKind::Pad)
      os << formatv("    %{0}{1} = arith.constant {2}{3} : {4}\n",
                    node.kind == NodeKind::Fill ? "fill" : "pad", number,
                    node.constant, program.isFloat ? ".0" : "",
                    program.elementType());
    printNode(node, number);
  }
  os << "    return";
  if (!program.returns.empty())
    os << " " << names(program.returns) << " : " << types(program.returns);
  os << "\n  }\n";
}

void mlir::heddle::pairs::printProgram(const Program &program, StringRef name,
                                       llvm::raw_ostream &os) {
  Printer(program, os).printFunction(name);
}

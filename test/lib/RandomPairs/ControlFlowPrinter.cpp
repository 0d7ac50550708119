//===- ControlFlowPrinter.cpp - Steps as MLIR text --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a tree of steps. A step that is dropped gives its operands as its
// results.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

namespace {

class FlowPrinter {
public:
  FlowPrinter(const FlowProgram &program, ArrayRef<unsigned> dropped,
              llvm::raw_ostream &os)
      : program(program), dropped(dropped), os(os) {}
  void printFunction(unsigned number);

private:
  // The part of the program that is printed.
  void printSteps(const FlowBlock &block);
  void printStep(const FlowStep &step);
  void printLinalg(const FlowStep &step);
  void printGeneric(const FlowStep &step);
  void printUpdate(const FlowStep &step);
  void printFor(const FlowStep &step);
  void printIf(const FlowStep &step);
  void printWhile(const FlowStep &step);
  void printForall(const FlowStep &step);
  void printBranch(const FlowStep &step);
  void printBlock(const FlowBlock &block, StringRef terminator);
  std::string printCondition(const FlowStep &step);
  void printCompare(StringRef kind, const std::string &result,
                    const std::string &read, int64_t constant);
  /// The destination of a result, printed if it is an empty of its own.
  std::string printInit(const FlowStep &step, unsigned index);
  void drop(const FlowStep &step);

  // Text.
  std::string name(int value) const {
    while (true) {
      auto found = aliases.find(value);
      if (found == aliases.end())
        return "%v" + std::to_string(value);
      value = found->second;
    }
  }
  std::string names(ArrayRef<int> values) const {
    return llvm::join(
        llvm::map_range(values, [&](int value) { return name(value); }), ", ");
  }
  std::string types(size_t count) const {
    return llvm::join(SmallVector<std::string>(count, type()), ", ");
  }
  /// The type of a tensor with this extent, as it is printed.
  std::string typeOf(StringRef extent) const {
    return formatv("tensor<{0}xi32{1}>", extent,
                   program.space ? ", " + std::to_string(program.space) : "");
  }
  std::string type() const {
    return typeOf(program.extent ? std::to_string(program.extent) : "?");
  }
  std::string fresh(StringRef prefix) {
    return ("%" + prefix + std::to_string(counter++)).str();
  }
  static std::string bound(const FlowStep &step) {
    return step.constant == 4 ? "%flag" : "%c" + std::to_string(step.constant);
  }
  /// `%a = %b, %c = %d`.
  std::string bindings(ArrayRef<int> arguments, ArrayRef<int> inits) const {
    SmallVector<std::string> parts;
    for (auto [argument, init] : llvm::zip(arguments, inits))
      parts.push_back(name(argument) + " = " + name(init));
    return llvm::join(parts, ", ");
  }

  const FlowProgram &program;
  ArrayRef<unsigned> dropped;
  llvm::raw_ostream &os;
  llvm::DenseMap<int, int> aliases;
  int firstArgument = 0;
  unsigned counter = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Dropping
//===----------------------------------------------------------------------===//

void FlowPrinter::drop(const FlowStep &step) {
  for (auto [index, result] : llvm::enumerate(step.results))
    aliases[result] = step.operands.empty()
                          ? firstArgument
                          : step.operands[index % step.operands.size()];
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::string FlowPrinter::printInit(const FlowStep &step, unsigned index) {
  int init = step.inits[index];
  if (init >= 0)
    return name(init);
  std::string empty = fresh("e");
  os << formatv("{0} = tensor.empty({1}) : {2}\n", empty,
                program.extent ? "" : "%n", type());
  return empty;
}

void FlowPrinter::printCompare(StringRef kind, const std::string &result,
                               const std::string &read, int64_t constant) {
  std::string limit = fresh("k"), type = kind == "ult" ? "index" : "i32";
  os << formatv("{0} = arith.constant {1} : {2}\n", limit, constant, type)
     << formatv("{0} = arith.cmpi {1}, {2}, {3} : {4}\n", result, kind, read,
                limit, type);
}

std::string FlowPrinter::printCondition(const FlowStep &step) {
  std::string result = fresh("b");
  if (step.condition < 0) {
    printCompare("ult", result, "%flag", step.constant);
    return result;
  }
  std::string element = fresh("x");
  os << formatv("{0} = tensor.extract {1}[%c0] : {2}\n", element,
                name(step.condition), type());
  printCompare("slt", result, element, step.constant);
  return result;
}

void FlowPrinter::printGeneric(const FlowStep &step) {
  auto variant = static_cast<LinalgVariant>(step.variant);
  bool isSplit = variant == LinalgVariant::Split;
  bool isReverse = variant == LinalgVariant::Reverse;
  SmallVector<std::string> inits;
  for (unsigned index = 0; index < step.inits.size(); ++index)
    inits.push_back(printInit(step, index));
  std::string map = "affine_map<(d0) -> (d0)>", maps = map;
  for (unsigned index = isReverse ? 1 : 0; index < inits.size(); ++index)
    maps += ", " + map;
  os << formatv("{0} = linalg.generic {{indexing_maps = [{1}], "
                "iterator_types = [\"parallel\"]}",
                names(step.results), maps);
  if (!isReverse)
    os << formatv(" ins({0} : {1})", name(step.operands[0]), type());
  os << formatv(" outs({0} : {1}) {{\n", llvm::join(inits, ", "),
                types(inits.size()))
     << "^bb0(" << (isReverse ? "" : "%p: i32, ") << "%o: i32"
     << (isSplit ? ", %o2: i32" : "") << "):\n";
  switch (variant) {
  case LinalgVariant::Accumulate:
    os << "%y = arith.addi %p, %o : i32\n";
    break;
  case LinalgVariant::Index:
    os << "%i = linalg.index 0 : index\n%j = arith.index_cast %i : index to "
          "i32\n%y = arith.addi %p, %j : i32\n";
    break;
  case LinalgVariant::Reverse:
    os << "%i = linalg.index 0 : index\n%last = arith.subi %n, %c1 : index\n"
          "%j = arith.subi %last, %i : index\n"
       << formatv("%y = tensor.extract {0}[%j] : {1}\n", name(step.operands[0]),
                  type());
    break;
  default:
    os << "%y = arith.addi %p, %one : i32\n%z = arith.subi %one, %p : i32\n";
  }
  os << formatv("linalg.yield %y{0} : i32{1}\n} -> ({2})\n",
                isSplit ? ", %z" : "", isSplit ? ", i32" : "",
                types(inits.size()));
}

void FlowPrinter::printLinalg(const FlowStep &step) {
  static constexpr const char *kNames[] = {"add", "sub", "max"};
  if (step.variant >= 3)
    return printGeneric(step);
  if (program.hasUnknownOps && step.inits[0] < 0) {
    static constexpr const char *kUnknown[] = {"addi", "subi", "maxsi"};
    os << formatv("{0} = arith.{1} {2} : {3}\n", name(step.results[0]),
                  kUnknown[step.variant], names(step.operands), type());
    return;
  }
  std::string init = printInit(step, 0);
  os << formatv("{0} = linalg.{1} ins({2} : {3}) outs({4} : {5}) -> {5}\n",
                name(step.results[0]), kNames[step.variant],
                names(step.operands), types(2), init, type());
}

/// Takes the first or the last half of one value, computes on it or not, in
/// place or not, and inserts it into the first or the last half of another.
void FlowPrinter::printUpdate(const FlowStep &step) {
  std::string half =
      program.extent ? std::to_string(program.extent / 2) : "%half";
  std::string slice = fresh("s"), moved = slice;
  std::string sliceType = typeOf(program.extent ? half : "?");
  std::string rest = program.extent
                         ? std::to_string(program.extent - program.extent / 2)
                         : "%rest";
  // An offset that is the extent is refused where both are static.
  std::string from = step.variant & 1 && program.extent != 1 ? rest : "0";
  std::string to = step.variant & 2 && program.extent != 1 ? rest : "0";
  os << formatv("{0} = tensor.extract_slice {1}[{2}] [{3}] [1] : {4} to {5}\n",
                slice, name(step.operands[0]), from, half, type(), sliceType);
  if (step.variant >= 4) {
    std::string init = slice;
    if (step.variant >= 8) {
      init = fresh("e");
      os << formatv("{0} = tensor.empty({1}) : {2}\n", init,
                    program.extent ? "" : "%half", sliceType);
    }
    moved = fresh("s");
    os << formatv("{0} = linalg.add ins({1}, {1} : {2}, {2}) outs({3} : {2}) "
                  "-> {2}\n",
                  moved, slice, sliceType, init);
  }
  os << formatv("{0} = tensor.insert_slice {1} into {2}[{3}] [{4}] [1] : {5} "
                "into {6}\n",
                name(step.results[0]), moved, name(step.operands[1]), to, half,
                sliceType, type());
}

void FlowPrinter::printStep(const FlowStep &step) {
  switch (step.kind) {
  case StepKind::Empty:
    os << formatv("{0} = tensor.empty({1}) : {2}\n", name(step.results[0]),
                  program.extent ? "" : "%n", type());
    return;
  case StepKind::Constant:
    os << formatv("{0} = arith.constant dense<{1}> : {2}\n",
                  name(step.results[0]), step.constant, type());
    return;
  case StepKind::Fill: {
    std::string init = printInit(step, 0), value = fresh("k");
    os << formatv("{0} = arith.constant {1} : i32\n", value, step.constant)
       << formatv("{0} = linalg.fill ins({1} : i32) outs({2} : {3}) -> {3}\n",
                  name(step.results[0]), value, init, type());
    return;
  }
  case StepKind::Linalg:
    return printLinalg(step);
  case StepKind::UpdateSlice:
    return printUpdate(step);
  case StepKind::InsertElement: {
    std::string value = fresh("k");
    os << formatv("{0} = arith.constant {1} : i32\n", value, step.constant)
       << formatv("{0} = tensor.insert {1} into {2}[%c0] : {3}\n",
                  name(step.results[0]), value, name(step.operands[0]), type());
    return;
  }
  case StepKind::Select: {
    std::string condition = printCondition(step);
    os << formatv("{0} = arith.select {1}, {2} : {3}\n", name(step.results[0]),
                  condition, names(step.operands), type());
    return;
  }
  case StepKind::Call:
    os << formatv("{0} = func.call @h{1}({2}, %flag) : ({3}, index) -> ({4})\n",
                  names(step.results), step.constant, names(step.operands),
                  types(step.operands.size()), types(step.results.size()));
    return;
  case StepKind::For:
    return printFor(step);
  case StepKind::If:
    return printIf(step);
  case StepKind::While:
    return printWhile(step);
  case StepKind::Forall:
    return printForall(step);
  case StepKind::Branch:
    return printBranch(step);
  }
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

void FlowPrinter::printBlock(const FlowBlock &block, StringRef terminator) {
  printSteps(block);
  os << formatv("{0} {1} : {2}\n", terminator, names(block.yields),
                types(block.yields.size()));
}

void FlowPrinter::printFor(const FlowStep &step) {
  const FlowBlock &body = step.blocks[0];
  os << formatv("{0} = scf.for {1} = %c0 to {2} step %c1 iter_args({3}) -> "
                "({4}) {{\n",
                names(step.results), fresh("i"), bound(step),
                bindings(body.arguments, step.operands),
                types(step.results.size()));
  printBlock(body, "scf.yield");
  os << "}\n";
}

void FlowPrinter::printIf(const FlowStep &step) {
  std::string condition = printCondition(step);
  os << formatv("{0} = scf.if {1} -> ({2}) {{\n", names(step.results),
                condition, types(step.results.size()));
  printBlock(step.blocks[0], "scf.yield");
  os << "} else {\n";
  printBlock(step.blocks[1], "scf.yield");
  os << "}\n";
}

void FlowPrinter::printWhile(const FlowStep &step) {
  const FlowBlock &before = step.blocks[0], &after = step.blocks[1];
  size_t count = step.results.size();
  std::string last = fresh("w"), first = fresh("i"), second = fresh("i"),
              condition = fresh("b"), next = fresh("i");
  os << formatv("{0}, {1} = scf.while ({2} = %c0, {3}) : (index, {4}) -> "
                "(index, {4}) {{\n",
                last, names(step.results), first,
                bindings(before.arguments, step.operands), types(count));
  printSteps(before);
  os << formatv("{0} = arith.cmpi slt, {1}, {2} : index\n", condition, first,
                bound(step))
     << formatv("scf.condition({0}) {1}, {2} : index, {3}\n} do {{\n",
                condition, first, names(before.yields), types(count))
     << "^bb0(" << second << ": index";
  for (int argument : after.arguments)
    os << ", " << name(argument) << ": " << type();
  os << "):\n";
  printSteps(after);
  os << formatv("{0} = arith.addi {1}, %c1 : index\n", next, second)
     << formatv("scf.yield {0}, {1} : index, {2}\n}\n", next,
                names(after.yields), types(count));
}

/// Every iteration computes one element from its own one, or from the first
/// one, of a value outside.
void FlowPrinter::printForall(const FlowStep &step) {
  size_t count = step.results.size();
  std::string one = typeOf("1");
  std::string index = fresh("i"), read = fresh("s"), own = fresh("s"),
              made = fresh("s");
  SmallVector<std::string> outs, inserts;
  std::string shared;
  for (int init : step.inits) {
    outs.push_back(fresh("o"));
    shared += (shared.empty() ? "" : ", ") + outs.back() + " = " + name(init);
  }
  os << formatv("{0} = scf.forall ({1}) in (%n) shared_outs({2}) -> ({3}) {{\n",
                names(step.results), index, shared, types(count));
  auto slice = [&](const std::string &result, const std::string &from,
                   const std::string &at) {
    os << formatv("{0} = tensor.extract_slice {1}[{2}] [1] [1] : {3} to "
                  "{4}\n",
                  result, from, at, type(), one);
  };
  slice(read, name(step.operands[0]), step.variant & 1 ? "0" : index);
  slice(own, outs.front(), index);
  std::string init = step.variant & 2 ? own : read;
  if (step.variant & 4) {
    init = fresh("e");
    os << init << " = tensor.empty() : " << one << "\n";
  }
  os << formatv("{0} = linalg.add ins({1}, {2} : {4}, {4}) outs({3} : {4}) "
                "-> {4}\n",
                made, read, step.variant >= 8 ? own : read, init, one)
     << "scf.forall.in_parallel {\n";
  for (auto [number, out] : llvm::enumerate(outs))
    os << formatv("tensor.parallel_insert_slice {0} into {1}[{2}] [1] [1] : "
                  "{4} into {3}\n",
                  number && step.variant >= 16 ? read : made, out, index,
                  type(), one);
  os << "}\n}\n";
}

void FlowPrinter::printBranch(const FlowStep &step) {
  std::string condition = printCondition(step);
  unsigned number = counter++;
  os << formatv("cf.cond_br {0}, ^then{1}, ^else{1}\n", condition, number);
  static constexpr const char *kLabels[] = {"then", "else"};
  for (auto [label, block] : llvm::zip(kLabels, step.blocks)) {
    os << formatv("^{0}{1}:\n", label, number);
    printSteps(block);
    os << formatv("cf.br ^join{0}({1} : {2})\n", number, names(block.yields),
                  types(block.yields.size()));
  }
  os << "^join" << number << "(";
  llvm::interleaveComma(step.results, os, [&](int result) {
    os << name(result) << ": " << type();
  });
  os << "):\n";
}

void FlowPrinter::printSteps(const FlowBlock &block) {
  for (const FlowStep &step : block.steps)
    if (llvm::is_contained(dropped, step.number))
      drop(step);
    else
      printStep(step);
}

void FlowPrinter::printFunction(unsigned number) {
  const FlowBlock &function = program.functions[number];
  firstArgument = function.arguments.front();
  os << (number ? formatv("func.func private @h{0}(", number).str()
                : "func.func @payload(");
  for (int argument : function.arguments)
    os << name(argument) << ": " << type() << ", ";
  os << formatv("%flag: index) -> ({0}) {{\n", types(function.yields.size()));
  for (int value = 0; value < 4; ++value)
    os << formatv("%c{0} = arith.constant {0} : index\n", value);
  os << "%one = arith.constant 1 : i32\n";
  if (program.extent)
    os << formatv("%n = arith.constant {0} : index\n", program.extent);
  else
    os << formatv("%n = tensor.dim {0}, %c0 : {1}\n",
                  name(function.arguments.front()), type())
       << "%half = arith.divui %n, %c2 : index\n"
       << "%rest = arith.subi %n, %half : index\n";
  printBlock(function, "return");
  os << "}\n";
}

void mlir::heddle::pairs::printFlow(const FlowProgram &program,
                                    ArrayRef<unsigned> dropped,
                                    llvm::raw_ostream &os) {
  FlowPrinter printer(program, dropped, os);
  for (unsigned number = 0; number < program.functions.size(); ++number)
    printer.printFunction(number);
}

//===- ShapeAssignment.cpp - Numbers for the extents of a function --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses numbers that satisfy the relations which PayloadShapes.cpp found, or
// says which of them cannot be satisfied.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>
#include <utility>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// DimRequests
//===----------------------------------------------------------------------===//

bool DimRequests::parse(StringRef text, std::string &error) {
  auto fail = [&](StringRef item) {
    error = ("expects 'argN=AxB' or 'NAME=N', but got '" + item + "'").str();
    return false;
  };
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, value] = item.trim().split('=');
    if (name.empty() || value.empty())
      return fail(item);
    SmallVector<StringRef> parts;
    value.split(parts, 'x');
    SmallVector<int64_t> extents;
    for (StringRef part : parts) {
      int64_t extent = -1;
      if (part != "?" && (part.getAsInteger(10, extent) || extent < 0))
        return fail(item);
      extents.push_back(extent);
    }
    name = name.trim();
    unsigned index;
    bool isArgument =
        name.starts_with("arg") && !name.drop_front(3).getAsInteger(10, index);
    if (!isArgument && (extents.size() != 1 || extents[0] < 0))
      return fail(item);
    bool isNew =
        isArgument
            ? arguments.try_emplace("arg" + std::to_string(index), extents)
                  .second
            : names.try_emplace(name, extents[0]).second;
    if (!isNew) {
      error =
          ("expects each argument and name once, but got '" + name + "' twice")
              .str();
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// ShapeAssignment
//===----------------------------------------------------------------------===//

std::optional<int64_t> ShapeAssignment::getExtent(Value value,
                                                  int64_t dim) const {
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && type.hasRank() && !type.isDynamicDim(dim))
    return type.getDimSize(dim);
  std::optional<unsigned> node = shapes->findNode(value, dim);
  return node ? values[shapes->findClass(*node)] : std::nullopt;
}

std::optional<int64_t> ShapeAssignment::getIndex(Value value) const {
  std::optional<unsigned> node = shapes->findNode(value, PayloadShapes::kIndex);
  return node ? values[shapes->findClass(*node)] : std::nullopt;
}

SmallVector<int64_t> ShapeAssignment::getShape(Value value) const {
  SmallVector<int64_t> shape;
  if (auto type = dyn_cast<ShapedType>(value.getType()))
    for (int64_t d = 0; d < type.getRank(); ++d)
      shape.push_back(getExtent(value, d).value_or(0));
  return shape;
}

std::string ShapeAssignment::format() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (auto [i, argument] : llvm::enumerate(shapes->func.getArguments())) {
    auto type = dyn_cast<ShapedType>(argument.getType());
    std::optional<int64_t> index = getIndex(argument);
    if (type ? type.hasStaticShape() : !index)
      continue;
    os << separator << "arg" << i << "=";
    if (type)
      llvm::interleave(getShape(argument), os, "x");
    else
      os << *index;
  }
  return text;
}

std::optional<int64_t> heddle::getLoopExtent(linalg::LinalgOp op, unsigned loop,
                                             const ShapeAssignment &shapes) {
  std::optional<int64_t> extent;
  forEachLoopExtent(op, [&](unsigned own, Value operand, int64_t dim) {
    if (own == loop && !extent)
      extent = shapes.getExtent(operand, dim);
  });
  return extent;
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

/// "dim 1 of 'arg0'", "'arg2'".
std::string PayloadShapes::describe(unsigned node) const {
  auto [value, dim] = nodes[node];
  std::string text;
  llvm::raw_string_ostream os(text);
  if (dim >= 0)
    os << "dim " << dim << " of ";
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  if (argument && argument.getOwner() == &func.front())
    os << "'arg" << argument.getArgNumber() << "'";
  else if (value && value.getDefiningOp())
    os << "a result of '" << value.getDefiningOp()->getName() << "'";
  else
    os << "a size";
  return text;
}

/// "'linalg.matmul'", or the name of an edge of the function itself.
static std::string nameRelation(Operation *op) {
  if (isa<func::FuncOp>(op))
    return "their name in 'heddle.dims'";
  return ("'" + op->getName().getStringRef() + "'").str();
}

/// The op through which two equal extents are related: the first one on the
/// shortest path between them. The function itself, if a name relates them.
Operation *PayloadShapes::findRelation(unsigned from, unsigned to) const {
  SmallVector<std::pair<unsigned, Operation *>> queue = {{to, func}};
  llvm::DenseSet<unsigned> seen = {to};
  for (size_t i = 0; i < queue.size(); ++i) {
    auto [node, via] = queue[i];
    if (node == from)
      return via;
    for (const Edge &edge : edges) {
      unsigned next = edge.a == node ? edge.b : edge.b == node ? edge.a : node;
      if (seen.insert(next).second)
        queue.push_back({next, edge.op});
    }
  }
  return func;
}

/// Fails for a requested argument that `func` does not have.
static LogicalResult checkArguments(const DimRequests &requests,
                                    func::FuncOp func, raw_ostream &os) {
  for (const auto &entry : requests.arguments) {
    unsigned index;
    if (!entry.first().drop_front(3).getAsInteger(10, index) &&
        index < func.getNumArguments())
      continue;
    os << "expects an argument of '" << func.getSymName() << "', which has "
       << func.getNumArguments() << ", but got '" << entry.first() << "'";
    return failure();
  }
  return success();
}

/// The dims of `argument` that `count` extents are requested for: all of them,
/// or those that are known only at run time; the number itself for an integer.
static FailureOr<SmallVector<int64_t>>
findRequestedDims(BlockArgument argument, size_t count, llvm::raw_ostream &os) {
  auto type = dyn_cast<ShapedType>(argument.getType());
  if (!type && !argument.getType().isIntOrIndex()) {
    os << "expects an argument with extents, or an integer, for 'arg"
       << argument.getArgNumber() << "', but it has type "
       << argument.getType();
    return failure();
  }
  SmallVector<int64_t> all, open;
  for (int64_t d = 0, e = type ? type.getRank() : 1; d != e; ++d) {
    all.push_back(d);
    if (type && type.isDynamicDim(d))
      open.push_back(d);
  }
  if (count == all.size())
    return all;
  if (count == open.size() && count != 0)
    return open;
  os << "expects " << all.size() << " extents for 'arg"
     << argument.getArgNumber() << "'";
  if (!open.empty() && open.size() != all.size()) {
    os << ", or " << open.size() << " for its dynamic dim"
       << (open.size() == 1 ? " " : "s ");
    llvm::interleave(open, os, " and ");
  }
  os << ", but got " << count;
  return failure();
}

LogicalResult
PayloadShapes::applyRequests(const DimRequests &requests,
                             SmallVectorImpl<std::optional<int64_t>> &values,
                             std::string &error) const {
  llvm::raw_string_ostream os(error);
  // Per class: the node and the name by which it was requested.
  llvm::DenseMap<unsigned, std::pair<unsigned, std::string>> asked;
  auto request = [&](unsigned node, int64_t extent,
                     StringRef name = "") -> LogicalResult {
    unsigned root = findClass(node);
    std::string what = name.empty() ? describe(node) : ("'" + name + "'").str();
    if (!values[root] || *values[root] == extent) {
      values[root] = extent;
      asked.try_emplace(root, node, what);
      return success();
    }
    if (auto it = asked.find(root); it != asked.end()) {
      const auto &[other, otherWhat] = it->second;
      os << otherWhat << " is requested to be " << *values[root] << " and "
         << what << " to be " << extent << ", but "
         << nameRelation(findRelation(other, node)) << " makes them equal";
    } else {
      os << what << " is requested to be " << extent
         << ", but the payload says " << *values[root];
    }
    return failure();
  };
  if (failed(checkArguments(requests, func, os)))
    return failure();
  for (const auto &entry : requests.names) {
    auto it = dimNames.find(entry.first());
    if (it == dimNames.end()) {
      os << "expects a name of a 'heddle.dims' attribute or 'argN', but got '"
         << entry.first() << "'";
      return failure();
    }
    if (failed(request(it->second, entry.second, entry.first())))
      return failure();
  }
  for (auto [i, argument] : llvm::enumerate(func.getArguments())) {
    auto it = requests.arguments.find("arg" + std::to_string(i));
    if (it == requests.arguments.end())
      continue;
    FailureOr<SmallVector<int64_t>> dims =
        findRequestedDims(argument, it->second.size(), os);
    if (failed(dims))
      return failure();
    bool isShaped = isa<ShapedType>(argument.getType());
    for (auto [d, extent] : llvm::zip_equal(*dims, it->second)) {
      std::optional<unsigned> node = findNode(argument, isShaped ? d : kIndex);
      if (extent >= 0 && node && failed(request(*node, extent)))
        return failure();
    }
  }
  return success();
}

const PayloadShapes::Equation *
PayloadShapes::propagate(SmallVectorImpl<std::optional<int64_t>> &values,
                         bool withHints) const {
  const Equation *violated = nullptr;
  bool changed = true;
  while (changed && !violated) {
    changed = false;
    for (const Equation &equation : equations) {
      if (equation.kind == Equation::Kind::Hint && !withHints)
        continue;
      SmallVector<int64_t> inputs = getInputs(equation, values);
      if (inputs.size() != equation.inputs.size())
        continue;
      std::optional<int64_t> value = equation.evaluate(inputs);
      if (!value)
        continue;
      std::optional<int64_t> &result = values[findClass(equation.result)];
      if (!result && !equation.isAtLeast()) {
        result = value;
        changed = true;
      } else if (result && (equation.isAtLeast() ? *result < *value
                                                 : *result != *value)) {
        violated = &equation;
        break;
      }
    }
  }
  return violated;
}

/// Whether an equation has another result if input `i` is `value`.
static bool dependsOn(
    const std::function<std::optional<int64_t>(ArrayRef<int64_t>)> &evaluate,
    SmallVector<int64_t> inputs, size_t i, int64_t value) {
  std::optional<int64_t> before = evaluate(inputs);
  inputs[i] = value;
  return evaluate(inputs) != before;
}

bool PayloadShapes::moveInput(const Equation &equation,
                              ArrayRef<int64_t> inputs, int64_t result,
                              llvm::DenseMap<unsigned, int64_t> &chosen) const {
  if (equation.isAtLeast())
    return false;
  int64_t now = *equation.evaluate(inputs), missing;
  if (llvm::SubOverflow(result, now, missing))
    return false;
  // The value of the equation if the class `root` is `target`.
  auto evaluateAt = [&](unsigned root, int64_t target) {
    SmallVector<int64_t> moved(inputs);
    for (auto [value, other] : llvm::zip_equal(moved, equation.inputs))
      if (findClass(other) == root)
        value = target;
    return equation.evaluate(moved);
  };
  for (unsigned input : equation.inputs) {
    auto it = chosen.find(findClass(input));
    int64_t target;
    if (it == chosen.end() || llvm::AddOverflow(it->second, missing, target) ||
        target < 0 || evaluateAt(it->first, target) != result)
      continue;
    it->second = target;
    return true;
  }
  if (now <= 0 || missing <= 0)
    return false;
  for (unsigned input : equation.inputs) {
    auto it = chosen.find(findClass(input));
    int64_t target;
    if (it == chosen.end() || llvm::MulOverflow(it->second, result, target))
      continue;
    std::optional<int64_t> moved = evaluateAt(it->first, target /= now);
    if (!moved || *moved <= now || *moved > result)
      continue;
    it->second = target;
    return true;
  }
  return false;
}

bool PayloadShapes::shrinkInput(
    const Equation &equation, ArrayRef<int64_t> inputs,
    llvm::DenseMap<unsigned, int64_t> &chosen) const {
  for (auto [i, input] : llvm::enumerate(equation.inputs)) {
    auto it = chosen.find(findClass(input));
    if (it == chosen.end() || it->second <= 1 ||
        !dependsOn(equation.evaluate, SmallVector<int64_t>(inputs), i,
                   it->second / 2))
      continue;
    it->second /= 2;
    return true;
  }
  // Other equations may determine the chosen value.
  llvm::SetVector<unsigned> sources;
  for (unsigned input : equation.inputs)
    sources.insert(findClass(input));
  for (size_t i = 0; i < sources.size(); ++i)
    for (const Equation &other : equations)
      if (!other.isAtLeast() && findClass(other.result) == sources[i])
        for (unsigned input : other.inputs)
          sources.insert(findClass(input));
  int64_t *largest = nullptr;
  for (unsigned source : sources)
    if (auto it = chosen.find(source); it != chosen.end() && it->second > 1 &&
                                       (!largest || it->second > *largest))
      largest = &it->second;
  if (largest)
    *largest /= 2;
  return largest;
}

bool PayloadShapes::hasNegativeExtent(
    ArrayRef<std::optional<int64_t>> values) const {
  for (auto [number, node] : llvm::enumerate(nodes)) {
    std::optional<int64_t> value = values[findClass(number)];
    if (node.second >= 0 && value && *value < 0)
      return true;
  }
  return false;
}

FailureOr<ShapeAssignment>
PayloadShapes::assign(const DimRequests &requests,
                      llvm::function_ref<int64_t(unsigned)> draw,
                      std::string &error) const {
  SmallVector<std::optional<int64_t>> values(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (constants[findClass(node)])
      values[findClass(node)] = constants[findClass(node)];
  if (failed(applyRequests(requests, values, error)))
    return failure();
  FailureOr<ShapeAssignment> assignment =
      assign(values, draw, /*withHints=*/true, error);
  if (succeeded(assignment))
    return assignment;
  error.clear();
  return assign(values, draw, /*withHints=*/false, error);
}

SmallVector<int64_t>
PayloadShapes::getInputs(const Equation &equation,
                         ArrayRef<std::optional<int64_t>> values) const {
  SmallVector<int64_t> inputs;
  for (unsigned input : equation.inputs)
    if (auto value = values[findClass(input)])
      inputs.push_back(*value);
  return inputs;
}

/// A lower bound of the class `root`, as far as it is known.
int64_t PayloadShapes::getLeast(unsigned root,
                                ArrayRef<std::optional<int64_t>> values) const {
  int64_t least = 0;
  for (const Equation &equation : equations) {
    if (!equation.isAtLeast() || findClass(equation.result) != root)
      continue;
    SmallVector<int64_t> inputs = getInputs(equation, values);
    if (inputs.size() == equation.inputs.size())
      least = std::max(least, equation.evaluate(inputs).value_or(0));
  }
  return least;
}

/// "dim 0 of 'arg0' is 3, but 'tensor.extract_slice' needs at least 4 for ...".
std::string
PayloadShapes::explainViolation(const Equation &violated,
                                ArrayRef<std::optional<int64_t>> values) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<int64_t> inputs = getInputs(violated, values);
  os << describe(violated.result) << " is "
     << values[findClass(violated.result)].value_or(-1) << ", but '"
     << violated.op->getName() << "' needs "
     << (violated.isAtLeast() ? "at least " : "") << *violated.evaluate(inputs);
  StringRef separator = " for ";
  for (auto [i, input] : llvm::enumerate(violated.inputs))
    if (nodes[input].first &&
        dependsOn(violated.evaluate, inputs, i,
                  inputs[i] == std::numeric_limits<int64_t>::max()
                      ? 0
                      : inputs[i] + 1))
      os << std::exchange(separator, " and ") << describe(input) << " = "
         << inputs[i];
  return text;
}

FailureOr<ShapeAssignment>
PayloadShapes::assign(ArrayRef<std::optional<int64_t>> fixed,
                      llvm::function_ref<int64_t(unsigned)> draw,
                      bool withHints, std::string &error) const {
  SmallVector<std::optional<int64_t>> values;
  // Drawn values can be changed when a relation does not hold; a few rounds
  // suffice for the relations that occur (windows and reshapes).
  llvm::DenseMap<unsigned, int64_t> chosen;
  const Equation *violated = nullptr;
  for (unsigned round = 0; round < 16; ++round) {
    values.assign(fixed.begin(), fixed.end());
    for (auto [root, value] : chosen)
      values[root] = value;
    violated = propagate(values, withHints);
    // Extents that follow from others are drawn last.
    for (bool derived : {false, true})
      for (auto [i, node] : llvm::enumerate(free)) {
        unsigned root = findClass(node);
        bool follows = llvm::any_of(equations, [&](const Equation &equation) {
          return findClass(equation.result) == root;
        });
        if (violated || values[root] || follows != derived)
          continue;
        int64_t value = std::max(draw(i), getLeast(root, values));
        values[root] = value;
        chosen[root] = value;
        violated = propagate(values, withHints);
      }
    bool negative = hasNegativeExtent(values);
    if (!violated && !negative) {
      ShapeAssignment assignment;
      assignment.shapes = this;
      assignment.values = std::move(values);
      return assignment;
    }
    if (!violated) {
      // An extent is smaller than a window: draw larger ones.
      for (auto &entry : chosen)
        if (llvm::AddOverflow<int64_t>(entry.second, 7, entry.second))
          entry.second = std::numeric_limits<int64_t>::max();
      continue;
    }
    SmallVector<int64_t> inputs = getInputs(*violated, values);
    unsigned result = findClass(violated->result);
    if (auto it = chosen.find(result); it != chosen.end())
      it->second = *violated->evaluate(inputs);
    else if (!moveInput(*violated, inputs, *values[result], chosen) &&
             !shrinkInput(*violated, inputs, chosen))
      break;
  }
  error = violated ? explainViolation(*violated, values)
                   : "no extents were found for which all sizes are at least 0";
  return failure();
}

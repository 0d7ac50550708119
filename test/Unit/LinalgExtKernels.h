//===- LinalgExtKernels.h - Tiled kernels of linalg_ext ops -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles an op of linalg_ext on memrefs and on tensors, tiled in several loop
// orders. The tile sizes are arguments, so that one compiled kernel serves any
// number of shapes and sizes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_UNIT_LINALGEXTKERNELS_H
#define HEDDLE_TEST_UNIT_LINALGEXTKERNELS_H

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/InitHeddle.h"
#include "heddle/Transforms/Tiling/TileExt.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>

namespace mlir::heddle {

/// An op on memrefs, as text.
struct KernelText {
  /// Without results; "memref<" stands before each type.
  std::string op;
  /// Name and type of each operand, such as {"x", "?x?xi32"}.
  std::vector<std::pair<std::string, std::string>> arguments;
  /// How many of them, at the end, are destinations.
  unsigned numOutputs;
  /// The text between the op and the types of its results: " ->", " :", or
  /// nothing if it infers them.
  std::string arrow;
  /// The number of iteration dims, and the dim that is not tiled, or -1.
  unsigned numLoops;
  int indivisible = -1;
};

inline std::string replaceAll(std::string text, const std::string &from,
                              const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// A function around the op: on memrefs, or on tensors of their contents. Its
/// last arguments are the tile sizes.
inline std::string makeFunction(const KernelText &kernel, StringRef name,
                                bool onTensors, ArrayRef<int64_t> order) {
  std::string text, arguments, before, types, after;
  size_t firstOutput = kernel.arguments.size() - kernel.numOutputs;
  for (auto [i, argument] : llvm::enumerate(kernel.arguments)) {
    auto [value, type] = argument;
    std::string memref = "memref<" + type + ">",
                tensor = "tensor<" + type + ">";
    arguments += "%" + value + (onTensors ? "_m" : "") + ": " + memref + ", ";
    before += "  %" + value + " = bufferization.to_tensor %" + value +
              "_m restrict" + (i >= firstOutput ? " writable" : "") + " : " +
              memref + " to " + tensor + "\n";
    if (i < firstOutput)
      continue;
    std::string number = std::to_string(i - firstOutput);
    types += (types.empty() ? " " : ", ") + tensor;
    after += "  bufferization.materialize_in_destination %r#" + number +
             " in restrict writable %" + value + "_m : (" + tensor + ", " +
             memref + ") -> ()\n";
  }
  for (unsigned loop = 0; loop < kernel.numLoops; ++loop)
    arguments +=
        (loop ? ", %size" : "%size") + std::to_string(loop) + ": index";
  text = "func.func @" + name.str() + "(" + arguments +
         ") attributes {order = array<i64: " +
         llvm::join(llvm::map_range(
                        order, [](int64_t i) { return std::to_string(i); }),
                    ", ") +
         ">} {\n";
  if (onTensors)
    text += before + "  %r:" + std::to_string(kernel.numOutputs) + " = " +
            replaceAll(kernel.op, "memref<", "tensor<") +
            (kernel.arrow.empty() ? "" : kernel.arrow + types) + "\n" + after;
  else
    text += "  " + kernel.op + "\n";
  return text + "  return\n}\n";
}

/// The position of element `d` of `row` in an array whose rows are along `dim`.
inline int64_t at(ArrayRef<int64_t> shape, int dim, int64_t row, int64_t d) {
  int64_t stride = ShapedType::getNumElements(shape.drop_front(dim + 1));
  return (row / stride * shape[dim] + d) * stride + row % stride;
}

/// The shape of what is kept for each row along `dim`.
inline SmallVector<int64_t> getRows(ArrayRef<int64_t> shape, int dim) {
  SmallVector<int64_t> rows(shape);
  rows.erase(rows.begin() + dim);
  return rows;
}

/// "?x?xf64" for rank 2 and "f64".
inline std::string makeType(unsigned rank, StringRef element) {
  std::string type;
  for (unsigned dim = 0; dim < rank; ++dim)
    type += "?x";
  return type + element.str();
}

class LinalgExtTest : public testing::Test {
protected:
  LinalgExtTest() : random(7) {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Compiles the op in each order of its loops, in both forms.
  void compile(const KernelText &kernel,
               std::vector<SmallVector<int64_t>> orders) {
    std::string text;
    functions.clear();
    for (auto [i, order] : llvm::enumerate(orders))
      for (bool onTensors : {false, true})
        text += makeFunction(
            kernel, (onTensors ? "tensors" : "memrefs") + std::to_string(i),
            onTensors, order);
    auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(module) << text;
    IRRewriter rewriter(&context);
    for (auto func : module->getOps<func::FuncOp>()) {
      Operation *op = nullptr;
      func.walk([&](linalg_ext::LinalgExtOp found) { op = found; });
      TileExtOptions options;
      auto sizes = func.getArguments().take_back(kernel.numLoops);
      for (auto [loop, size] : llvm::enumerate(sizes))
        options.tileSizes.push_back(int(loop) == kernel.indivisible
                                        ? OpFoldResult(rewriter.getIndexAttr(0))
                                        : OpFoldResult(size));
      auto order = func->getAttrOfType<DenseI64ArrayAttr>("order");
      options.interchange = llvm::to_vector(order.asArrayRef());
      std::optional<Reason> reason = checkTileExt(op, options);
      ASSERT_FALSE(reason) << reason->text;
      ASSERT_TRUE(succeeded(tileExt(rewriter, op, options)));
    }
    auto compiled = JitModule::compile(*module, JitOptions(getCPUTarget()));
    ASSERT_TRUE(succeeded(compiled)) << text;
    code = std::move(*compiled);
    for (size_t i = 0; i < orders.size(); ++i)
      for (StringRef form : {"memrefs", "tensors"})
        functions.push_back(code->lookup((form + Twine(i)).str()));
    numLoops = kernel.numLoops;
  }

  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  /// At most `count` different orders of `number` loops.
  std::vector<SmallVector<int64_t>> drawOrders(unsigned number,
                                               unsigned count) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, number));
    std::vector<SmallVector<int64_t>> all;
    do
      all.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
    std::shuffle(all.begin(), all.end(), random);
    all.resize(std::min<size_t>(all.size(), count));
    return all;
  }
  SmallVector<int64_t> drawShape(unsigned rank) {
    SmallVector<int64_t> shape;
    for (unsigned dim = 0; dim < rank; ++dim)
      shape.push_back(drawExtent());
    return shape;
  }
  /// 0, 1, and numbers that few tile sizes divide.
  int64_t drawExtent() {
    static constexpr int64_t extents[] = {0, 1, 2, 3, 5, 7, 11, 12};
    return extents[draw(0, 7)];
  }

  HostValue makeInts(const JitFunction &function, unsigned argument,
                     ArrayRef<int64_t> shape, int64_t low, int64_t high) {
    HostValue value(function.inputs[argument], shape);
    for (int64_t i = 0; i < value.getNumElements(); ++i)
      value.setInt(i, draw(low, high));
    return value;
  }

  /// The contents of the arguments after a call with random tile sizes.
  std::vector<HostValue> call(const JitFunction &function,
                              SmallVector<HostValue> arguments) {
    size_t numArrays = arguments.size();
    for (unsigned loop = 0; loop < numLoops; ++loop) {
      HostValue size(IndexType::get(&context), {});
      size.setInt(0, draw(1, 6));
      arguments.push_back(size);
    }
    CallFrame frame(function, arguments, CallFrame::Guarded);
    frame.call();
    EXPECT_FALSE(frame.findUnderflow());
    std::vector<HostValue> after;
    for (size_t i = 0; i < numArrays; ++i)
      after.push_back(frame.getArgument(i));
    return after;
  }

  MLIRContext context;
  std::mt19937_64 random;
  std::unique_ptr<JitModule> code;
  std::vector<const JitFunction *> functions;
  unsigned numLoops = 0;
};

} // namespace mlir::heddle

#endif // HEDDLE_TEST_UNIT_LINALGEXTKERNELS_H

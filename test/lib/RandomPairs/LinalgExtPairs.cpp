//===- LinalgExtPairs.cpp - Random graphs of linalg_ext ops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scan, topk, batch_matmul, diag and scatter on whole numbers, so that results
// are compared bit for bit. Elementwise ops make their operands, and another
// elementwise op reads their results. That op is the root in half of the pairs.
//
//===----------------------------------------------------------------------===//

#include "TextPairs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

namespace {

class LinalgExtGenerator {
public:
  LinalgExtGenerator(uint64_t seed, ArrayRef<unsigned> dropped)
      : text(seed, dropped, "i32") {}

  Pair run(unsigned *numParts);

private:
  /// An operand: an argument, or the result of an op on an argument.
  TextValue makeInput(SmallVector<int> dims);
  /// A destination or an initial value.
  TextValue makeStart(SmallVector<int> dims);
  TextValue onElements(TextValue value, const std::string &body);
  int drawSize();

  // One op each. They return its first result and set `numLoops`.
  TextValue addScan();
  TextValue addTopk();
  TextValue addBatchMatmul();
  TextValue addDiag();
  TextValue addScatter();
  /// Adds `op` with its destinations and `rest`, and the types of its results
  /// if that ends with a space.
  TextValue addOp(const std::string &op, ArrayRef<TextValue> outs,
                  const std::string &rest);
  std::string drawSchedule(bool isExt);

  TextPair text;
  SmallVector<TextValue> results;
  unsigned numLoops = 0;
  int root = 0;
};

} // namespace

int LinalgExtGenerator::drawSize() {
  static constexpr int64_t extents[] = {0, 1, 2, 3, 5, 7, 11, 12};
  return text.addSize(extents);
}

TextValue LinalgExtGenerator::onElements(TextValue value,
                                         const std::string &body) {
  TextGeneric generic;
  generic.loops = value.dims;
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, value.dims.size()));
  generic.inputs = {{value, all}};
  generic.output = {text.makeDestination(value.dims), all};
  generic.body = body;
  return text.makeGeneric(generic);
}

TextValue LinalgExtGenerator::makeInput(SmallVector<int> dims) {
  TextValue value = text.addArgument(dims);
  if (text.choose(60))
    value = onElements(value, "%c = arith.constant 2 : i32\n"
                              "    %y = arith.addi %i0, %c : i32");
  if (text.choose(20))
    results.push_back(value);
  return value;
}

TextValue LinalgExtGenerator::makeStart(SmallVector<int> dims) {
  if (text.choose(40))
    return text.makeFill("1", dims);
  return text.choose(30) ? makeInput(dims) : text.addArgument(dims);
}

TextValue LinalgExtGenerator::addOp(const std::string &op,
                                    ArrayRef<TextValue> outs,
                                    const std::string &rest) {
  SmallVector<std::string> names, types;
  for (const TextValue &out : outs) {
    names.push_back(out.name);
    types.push_back(text.getType(out));
  }
  std::string name = text.define(), list = llvm::join(types, ", ");
  bool isMany = outs.size() > 1;
  text.add(name + (isMany ? ":" + std::to_string(outs.size()) : "") +
           " = linalg_ext." + op + " outs(" + llvm::join(names, ", ") + " : " +
           list + ")" + rest + (StringRef(rest).ends_with(" ") ? list : ""));
  for (unsigned number = 1; number < outs.size(); ++number)
    if (text.choose(60))
      results.push_back(
          {name + "#" + std::to_string(number), outs[number].dims});
  return {isMany ? name + "#0" : name, outs[0].dims};
}

/// An order of the elements shows in 2 * s + e.
TextValue LinalgExtGenerator::addScan() {
  SmallVector<int> dims = {drawSize(), drawSize()};
  if (text.random.chance(30))
    dims.push_back(drawSize());
  int dim = text.random.range(0, dims.size() - 1);
  TextValue input = makeInput(dims);
  SmallVector<int> rest(dims);
  rest.erase(rest.begin() + dim);
  TextValue start = makeStart(rest), out = text.makeDestination(dims);
  numLoops = dims.size();
  root = text.numTags;
  bool isSum = text.random.chance(40);
  return addOp(formatv("scan {0} dimension({1}) inclusive({2}) ins({3} : {4})",
                       text.makeTag(), dim,
                       text.random.chance(50) ? "true" : "false", input.name,
                       text.getType(input)),
               {out, start},
               std::string(" {\n    ^bb0(%s: i32, %e: i32):\n") +
                   (isSum ? "" : "      %d = arith.addi %s, %s : i32\n") +
                   "      %n = arith.addi " + (isSum ? "%s" : "%d") +
                   ", %e : i32\n      linalg_ext.yield %n : i32\n    } -> ");
}

/// Arguments have few different values, so many of them are equal.
TextValue LinalgExtGenerator::addTopk() {
  SmallVector<int> dims = {drawSize(), drawSize()};
  int dim = text.random.range(0, 1);
  TextValue input = makeInput(dims);
  SmallVector<int> slots(dims);
  slots[dim] = text.addConstantSize(text.random.range(1, 4));
  TextValue values = makeStart(slots), indices = text.addArgument(slots);
  std::string ins = input.name, types = text.getType(input);
  if (text.choose(40)) {
    TextValue given = makeInput(dims);
    ins += ", " + given.name;
    types += ", " + text.getType(given);
  }
  numLoops = 2;
  root = text.numTags;
  static constexpr const char *kOrders[] = {"sge", "sgt", "slt"};
  return addOp(
      formatv("topk {0} dimension({1}) ins({2} : {3})", text.makeTag(), dim,
              ins, types),
      {values, indices},
      formatv(" {{\n    ^bb0(%a: i32, %b: i32):\n      %c = arith.cmpi {0}, "
              "%a, %b : i32\n      linalg_ext.yield %c : i1\n    } -> ",
              kOrders[text.random.range(0, 2)]));
}

TextValue LinalgExtGenerator::addBatchMatmul() {
  SmallVector<int> batch = {drawSize()};
  if (text.random.chance(30))
    batch.push_back(drawSize());
  int m = drawSize(), n = drawSize(), k = drawSize();
  bool isLeftTurned = text.random.chance(50),
       isRightTurned = text.random.chance(50);
  auto withBatch = [&](int first, int second, bool isTurned) {
    SmallVector<int> dims(batch);
    dims.append({isTurned ? second : first, isTurned ? first : second});
    return dims;
  };
  TextValue left = makeInput(withBatch(m, k, isLeftTurned)),
            right = makeInput(withBatch(k, n, isRightTurned)),
            start = makeStart(withBatch(m, n, false));
  numLoops = batch.size() + 3;
  root = text.numTags;
  std::string layout = isLeftTurned ? "t" : "n";
  layout += isRightTurned ? "t" : "n";
  std::string tag = text.makeTag();
  return addOp(formatv("batch_matmul ins({0}, {1} : {2}, {3})", left.name,
                       right.name, text.getType(left), text.getType(right)),
               {start}, " layout = \"" + layout + "\" " + tag);
}

TextValue LinalgExtGenerator::addDiag() {
  SmallVector<int> dims = {drawSize()};
  if (text.random.chance(50))
    dims.push_back(drawSize());
  TextValue input = makeInput(dims);
  SmallVector<int> square(dims);
  square.push_back(dims.back());
  TextValue out = text.makeDestination(square);
  numLoops = square.size();
  root = text.numTags;
  return addOp(formatv("diag {0} ins({1} : {2})", text.makeTag(), input.name,
                       text.getType(input)),
               {out}, " : ");
}

/// Arguments are in [-3, 3], so these indices are in [0, 6], mostly repeated.
TextValue LinalgExtGenerator::addScatter() {
  SmallVector<int> points = {drawSize()};
  bool isDeep = text.random.chance(40);
  if (isDeep)
    points.push_back(drawSize());
  int columns = drawSize(),
      rows = text.addConstantSize(text.random.range(7, 9));
  SmallVector<int> indexDims(points), updateDims(points);
  indexDims.push_back(text.addConstantSize(1));
  updateDims.push_back(columns);
  TextValue indices = onElements(text.addArgument(indexDims),
                                 "%c = arith.constant 3 : i32\n"
                                 "    %y = arith.addi %i0, %c : i32");
  TextValue updates = makeInput(updateDims);
  TextValue start = makeStart({rows, columns});
  numLoops = points.size() + 1;
  root = text.numTags;
  bool isSum = isDeep || text.random.chance(50);
  return addOp(formatv("scatter {0} ins({1}, {2} : {3}, {4})", text.makeTag(),
                       indices.name, updates.name, text.getType(indices),
                       text.getType(updates)),
               {start},
               std::string(" {\n    ^bb0(%c: i32, %u: i32):\n") +
                   (isSum ? "" : "      %d = arith.addi %c, %c : i32\n") +
                   "      %n = arith.addi " + (isSum ? "%c" : "%d") +
                   ", %u : i32\n      linalg_ext.yield %n : i32\n    } -> ");
}

std::string LinalgExtGenerator::drawSchedule(bool isExt) {
  SmallVector<std::string> sizes, order;
  SmallVector<int> interchange;
  unsigned numTiled = 0;
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    bool isTiled =
        text.random.chance(60) || (loop + 1 == numLoops && numTiled == 0);
    sizes.push_back(std::to_string(isTiled ? text.random.range(1, 5) : 0));
    numTiled += isTiled;
    interchange.push_back(loop);
  }
  if (text.random.chance(30))
    for (unsigned last = numLoops; last > 1; --last)
      std::swap(interchange[last - 1],
                interchange[text.random.range(0, last - 1)]);
  for (int loop : interchange)
    order.push_back(std::to_string(loop));
  SmallVector<std::string> types(numTiled + 1, "!transform.any_op");
  std::string list = llvm::join(types, ", ");
  if (isExt && text.choose(50))
    return formatv(
        "    %tiled, %loops:{0} = transform.structured.tile_ext "
        "%root [{1}] {{interchange = [{2}]} : (!transform.any_op) -> "
        "({3})\n",
        numTiled, llvm::join(sizes, ", "), llvm::join(order, ", "), list);
  StringRef flag = text.choose(25) ? " {keep_intermediates}" : "";
  return formatv("    %tiled, %loops:{0} = transform.structured.fuse_ext %root "
                 "tile_sizes [{1}] interchange [{2}]{3} : (!transform.any_op) "
                 "-> ({4})\n",
                 numTiled, llvm::join(sizes, ", "), llvm::join(order, ", "),
                 flag, list);
}

Pair LinalgExtGenerator::run(unsigned *numParts) {
  TextValue made;
  switch (text.random.range(0, 4)) {
  case 0:
    made = addScan();
    break;
  case 1:
    made = addTopk();
    break;
  case 2:
    made = addBatchMatmul();
    break;
  case 3:
    made = addDiag();
    break;
  default:
    made = addScatter();
  }
  bool hasReader = text.choose(60);
  bool isRoot = hasReader && text.choose(60);
  if (!hasReader || text.choose(30))
    results.push_back(made);
  if (hasReader) {
    if (isRoot) {
      root = text.numTags;
      numLoops = made.dims.size();
    }
    results.push_back(onElements(made, "%y = arith.muli %i0, %i0 : i32"));
    // The destination of the reader may have been filled.
    if (isRoot)
      root = text.numTags - 1;
  }
  std::string schedule = drawSchedule(/*isExt=*/!isRoot);
  return text.finish(results, root, schedule, numParts);
}

Pair mlir::heddle::pairs::drawLinalgExtPair(uint64_t seed,
                                            ArrayRef<unsigned> dropped,
                                            unsigned *numParts) {
  return LinalgExtGenerator(seed, dropped).run(numParts);
}

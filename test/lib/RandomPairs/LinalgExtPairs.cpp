//===- LinalgExtPairs.cpp - Random graphs of linalg_ext ops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scan, topk, batch_matmul, diag and scatter on whole numbers, so that results
// are compared bit for bit. Elementwise ops make their operands, and another
// elementwise op reads their results. That op is the root in half of the pairs.
// Some values have a second name by an alias, which the schedule removes or
// not. Some scans are split into blocks before they are tiled.
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
      : text(seed, dropped, "i32"), own(seed ^ 0x2545F4914F6CDD1Dull) {}

  Pair run(unsigned *numParts);

private:
  /// An operand: an argument, or the result of an op on an argument.
  TextValue makeInput(SmallVector<int> dims);
  /// A destination or an initial value.
  TextValue makeStart(SmallVector<int> dims);
  TextValue onElements(TextValue value, const std::string &body);
  /// `value`, or in a few cases an alias of it.
  TextValue rename(TextValue value);
  int drawSize();

  // One op each. They return its first result and set `numLoops`.
  TextValue addScan();
  TextValue addTopk();
  TextValue addBatchMatmul();
  TextValue addDiag();
  TextValue addScatter();
  /// Indices of `points` into the first dims of `source`, of which each has the
  /// number of its rows in `rows`. No two points have the same if `isUnique`.
  TextValue makeIndices(ArrayRef<int> points, ArrayRef<int64_t> rows,
                        bool isUnique);
  /// Adds `op` with its destinations and `rest`, and the types of its results
  /// if that ends with a space.
  TextValue addOp(const std::string &op, ArrayRef<TextValue> outs,
                  const std::string &rest);
  std::string drawSchedule(bool isExt);
  /// The body of a scan that may be split, as the next value %n; sets
  /// `scanOption`.
  std::string drawAssociativeBody();
  std::string drawSplit();
  std::string drawTotals(StringRef handle);

  TextPair text;
  /// Draws what was added later, so that other choices stay what they were.
  Random own;
  SmallVector<TextValue> results;
  unsigned numLoops = 0;
  int root = 0;
  bool hasAlias = false;
  /// The tag of a scan that the schedule splits, or -1; its rank and its dim.
  int splitTag = -1, splitRank = 0, splitDim = 0;
  std::string scanOption;
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
  if (text.choose(own, 8)) {
    hasAlias = true;
    size_t end = generic.body.rfind("%y =");
    generic.body.replace(end, 4, "%z =");
    generic.body += "\n    %y = linalg_ext.alias %z : i32";
  }
  return rename(text.makeGeneric(generic));
}

TextValue LinalgExtGenerator::rename(TextValue value) {
  if (!text.choose(own, 12))
    return value;
  hasAlias = true;
  TextValue alias{text.define(), value.dims};
  text.add(alias.name + " = linalg_ext.alias " + value.name + " : " +
           text.getType(value));
  return alias;
}

TextValue LinalgExtGenerator::makeInput(SmallVector<int> dims) {
  TextValue value = rename(text.addArgument(dims));
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
  std::string body = isSum ? "" : "      %d = arith.addi %s, %s : i32\n";
  body += formatv("      %n = arith.addi {0}, %e : i32\n", isSum ? "%s" : "%d");
  if (text.choose(own, 45)) {
    splitTag = root;
    splitRank = numLoops;
    splitDim = dim;
    // Anything else is refused.
    if (own.chance(90))
      body = drawAssociativeBody();
  }
  std::string tag = text.makeTag();
  tag.insert(1, scanOption);
  return addOp(formatv("scan {0} dimension({1}) inclusive({2}) ins({3} : {4})",
                       tag, dim, text.random.chance(50) ? "true" : "false",
                       input.name, text.getType(input)),
               {out, start},
               " {\n    ^bb0(%s: i32, %e: i32):\n" + body +
                   "      linalg_ext.yield %n : i32\n    } -> ");
}

std::string LinalgExtGenerator::drawAssociativeBody() {
  static constexpr const char *kOps[] = {"addi",  "muli", "maxsi",
                                         "minui", "xori", "ori"};
  if (own.chance(80))
    return formatv("      %n = arith.{0} %s, %e : i32\n",
                   kOps[own.range(0, 5)]);
  // The first element that is not 0.
  scanOption = "associative, ";
  return "      %z = arith.constant 0 : i32\n"
         "      %b = arith.cmpi ne, %s, %z : i32\n"
         "      %n = arith.select %b, %s, %e : i32\n";
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

/// Arguments are in [-3, 3], so indices that may be repeated are in [0, 6], and
/// mostly are. Points have 12 rows at most.
TextValue LinalgExtGenerator::makeIndices(ArrayRef<int> points,
                                          ArrayRef<int64_t> rows,
                                          bool isUnique) {
  SmallVector<int> dims(points);
  dims.push_back(text.addConstantSize(rows.size()));
  std::string body = "%three = arith.constant 3 : i32\n"
                     "    %any = arith.addi %i0, %three : i32\n";
  auto makePoint = [&](unsigned number) {
    return formatv("    %p{0} = linalg.index {0} : index\n"
                   "    %j{0} = arith.index_cast %p{0} : index to i32\n",
                   number)
        .str();
  };
  std::string value = "%any";
  if (isUnique) {
    // A column for each dim of the points, or one for both.
    bool isJoint = rows.size() < points.size();
    body += formatv("    %p = linalg.index {0} : index\n", points.size());
    for (unsigned number = 0; number < points.size(); ++number)
      body += makePoint(number);
    if (isJoint)
      body += "    %twelve = arith.constant 12 : i32\n"
              "    %t = arith.muli %j0, %twelve : i32\n"
              "    %u0 = arith.addi %t, %j1 : i32\n";
    for (unsigned column = 0; column < (isJoint ? 1 : points.size());
         ++column) {
      if (!isJoint) // In another order than that of the points.
        body += formatv("    %f{0} = arith.constant 5 : i32\n"
                        "    %m{0} = arith.constant 13 : i32\n"
                        "    %s{0} = arith.muli %j{0}, %f{0} : i32\n"
                        "    %u{0} = arith.remui %s{0}, %m{0} : i32\n",
                        column);
      body += formatv("    %k{0} = arith.constant {0} : index\n"
                      "    %b{0} = arith.cmpi eq, %p, %k{0} : index\n"
                      "    %v{0} = arith.select %b{0}, %u{0}, {1} : i32\n",
                      column, value);
      value = "%v" + std::to_string(column);
    }
  }
  body += "    %zero = arith.constant 0 : i32\n    %y = arith.addi " + value +
          ", %zero : i32";
  return onElements(text.addArgument(dims), body);
}

/// One to three columns of indices, and slices of any rank.
TextValue LinalgExtGenerator::addScatter() {
  SmallVector<int> points = {drawSize()}, slices, source;
  if (text.random.chance(40))
    points.push_back(drawSize());
  for (int64_t rest = text.random.range(0, 2); rest > 0; --rest)
    slices.push_back(drawSize());
  bool isUnique = text.random.chance(40), isDeep = points.size() > 1;
  SmallVector<int64_t> rows;
  for (int64_t number = text.random.range(1, 3); number > 0; --number)
    rows.push_back(
        isUnique && rows.size() < points.size() ? 13 : text.random.range(7, 9));
  if (isUnique && rows.size() < points.size())
    rows.front() = 144;
  for (int64_t extent : rows)
    source.push_back(text.addConstantSize(extent));
  source.append(slices);
  TextValue indices = makeIndices(points, rows, isUnique);
  numLoops = points.size() + slices.size();
  SmallVector<int> updateDims(points);
  updateDims.append(slices);
  TextValue updates = makeInput(updateDims), start = makeStart(source);
  root = text.numTags;
  bool isSum = text.random.chance(isDeep && !isUnique ? 80 : 50);
  std::string tag = text.makeTag();
  if (isUnique)
    tag.insert(1, "unique_indices, ");
  return addOp(formatv("scatter {0} ins({1}, {2} : {3}, {4})", tag,
                       indices.name, updates.name, text.getType(indices),
                       text.getType(updates)),
               {start},
               std::string(" {\n    ^bb0(%c: i32, %u: i32):\n") +
                   (isSum ? "" : "      %d = arith.addi %c, %c : i32\n") +
                   "      %n = arith.addi " + (isSum ? "%c" : "%d") +
                   ", %u : i32\n      linalg_ext.yield %n : i32\n    } -> ");
}

/// Blocks of the scan that was drawn. They are the root if the scan was.
std::string LinalgExtGenerator::drawSplit() {
  std::string split =
      formatv("    %scan = transform.structured.match attributes {{tag = "
              "\"n{0}\"} in %function : (!transform.any_op) -> "
              "!transform.any_op\n    %totals, %starts, %blocks = "
              "transform.heddle.split_scan %scan {{block = {1}} : "
              "(!transform.any_op) -> (!transform.any_op, !transform.any_op, "
              "!transform.any_op)\n",
              splitTag, own.range(2, 4));
  if (text.choose(own, 40))
    split += drawTotals("%totals");
  return split;
}

/// A nest for the totals of the blocks: each parallel dim is tiled or not.
std::string LinalgExtGenerator::drawTotals(StringRef handle) {
  SmallVector<std::string> sizes;
  unsigned numTiled = 0;
  bool isForall = own.chance(50);
  for (int dim = 0; dim <= splitRank; ++dim) {
    bool isInside = dim == splitDim + 1;
    bool isTiled =
        dim == splitDim || (own.chance(50) && !(isForall && isInside));
    sizes.push_back(std::to_string(isTiled ? own.range(1, 3) : 0));
    numTiled += isTiled;
  }
  if (isForall)
    numTiled = 1;
  SmallVector<std::string> types(numTiled + 1, "!transform.any_op");
  return formatv("    %made, %nest:{0} = transform.structured.fuse_ext {1} "
                 "tile_sizes [{2}]{3} : (!transform.any_op) -> ({4})\n",
                 numTiled, handle, llvm::join(sizes, ", "),
                 isForall ? " {use_forall}" : "", llvm::join(types, ", "));
}

std::string LinalgExtGenerator::drawSchedule(bool isExt) {
  std::string before;
  StringRef handle = "%root";
  if (splitTag >= 0) {
    before = drawSplit();
    if (splitTag == root) {
      handle = "%blocks";
      ++numLoops;
    }
  }
  if (hasAlias && text.choose(own, 60))
    before = "    transform.apply_patterns to %function {\n      "
             "transform.apply_patterns.linalg_ext.remove_alias\n    } : "
             "!transform.any_op\n" +
             before;
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
    return before +
           formatv("    %tiled, %loops:{0} = transform.structured.tile_ext "
                   "{1} [{2}] {{interchange = [{3}]} : (!transform.any_op) -> "
                   "({4})\n",
                   numTiled, handle, llvm::join(sizes, ", "),
                   llvm::join(order, ", "), list)
               .str();
  StringRef flag = text.choose(25) ? " {keep_intermediates}" : "";
  return before +
         formatv("    %tiled, %loops:{0} = transform.structured.fuse_ext {1} "
                 "tile_sizes [{2}] interchange [{3}]{4} : (!transform.any_op) "
                 "-> ({5})\n",
                 numTiled, handle, llvm::join(sizes, ", "),
                 llvm::join(order, ", "), flag, list)
             .str();
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
  made = rename(made);
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
  Pair pair = text.finish(results, root, schedule, numParts);
  pair.hasManySteps = splitTag >= 0 || hasAlias;
  return pair;
}

Pair mlir::heddle::pairs::drawLinalgExtPair(uint64_t seed,
                                            ArrayRef<unsigned> dropped,
                                            unsigned *numParts) {
  return LinalgExtGenerator(seed, dropped).run(numParts);
}

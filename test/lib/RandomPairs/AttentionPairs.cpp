//===- AttentionPairs.cpp - Random graphs around attention ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Payloads of attention: scores, scaled rows of scores (a softmax, or a
// division by a reduction of the row), ops before and after the scaling, and
// the product with the values. Dims of operands are in any order.
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

class AttentionGenerator {
public:
  AttentionGenerator(uint64_t seed, ArrayRef<unsigned> dropped)
      : text(seed, dropped, "f32"), own(seed ^ 0x2545F4914F6CDD1Dull) {}

  Pair run(unsigned *numParts);

private:
  void drawSizes();
  TextOperand addOperand(SmallVector<int> map);
  TextValue makeScores();
  TextValue changeScores(TextValue scores, bool isSoftmax);
  TextValue addSoftmax(TextValue scores);
  TextValue addRowScale(TextValue scores);
  TextValue changeRows(TextValue rows);
  TextValue addProduct(TextValue rows);
  std::string drawTransposition();
  std::string drawSchedule();
  SmallVector<int> shuffle(SmallVector<int> dims);
  SmallVector<int> getSizes(ArrayRef<int> map) const {
    return llvm::map_to_vector(map, [&](int dim) { return sizes[dim]; });
  }
  TextValue onElements(SmallVector<TextOperand> inputs,
                       const std::string &body);

  TextPair text;
  /// What is drawn apart, so that the rest of a seed stays as it was.
  Random own;
  /// The tags of the ops that make scores and rows.
  SmallVector<int> chain;
  /// The sizes of the rows (heads, queries), the keys, the values and the terms
  /// of a score.
  SmallVector<int> sizes;
  unsigned numRows = 0;
  int keys = 0, values = 0, terms = 0;
  SmallVector<TextValue> results;
  std::string softmaxTag;
  bool isCausal = false;
  /// A softmax divides by its sum.
  bool isDivided = false;
  int root = 0;
  /// The dims of the loops of the product.
  SmallVector<int> loops;
};

} // namespace

SmallVector<int> AttentionGenerator::shuffle(SmallVector<int> dims) {
  for (size_t last = dims.size(); last > 1; --last)
    std::swap(dims[last - 1], dims[text.random.range(0, last - 1)]);
  return dims;
}

void AttentionGenerator::drawSizes() {
  numRows = text.random.chance(45) ? 2 : 1;
  static constexpr int64_t few[] = {1, 2, 3}, all[] = {1, 2, 3, 5, 7, 8, 11},
                           any[] = {0, 1, 2, 4, 5};
  if (numRows == 2)
    sizes.push_back(text.addSize(few));
  sizes.push_back(text.addSize(all));
  keys = sizes.size();
  sizes.push_back(text.addSize(all));
  values = sizes.size();
  sizes.push_back(text.addSize(any));
  terms = sizes.size();
  sizes.push_back(text.addSize(few));
}

/// An argument with the dims of `map` in any order.
TextOperand AttentionGenerator::addOperand(SmallVector<int> map) {
  map = shuffle(std::move(map));
  return {text.addArgument(getSizes(map)), map};
}

/// An op on each score. Each input has its own map.
TextValue AttentionGenerator::onElements(SmallVector<TextOperand> inputs,
                                         const std::string &body) {
  TextGeneric generic;
  for (unsigned dim = 0; dim <= numRows; ++dim)
    generic.loops.push_back(sizes[dim]);
  generic.inputs = std::move(inputs);
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, numRows + 1));
  generic.output = {text.makeDestination(generic.loops), all};
  generic.body = body;
  chain.push_back(text.numTags);
  return text.makeGeneric(generic);
}

/// The product of queries and keys, or just an argument.
TextValue AttentionGenerator::makeScores() {
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, numRows + 1));
  if (!text.choose(75))
    return text.addArgument(getSizes(all));
  // The loops are rows, keys, terms.
  TextGeneric product;
  product.loops = getSizes(all);
  product.loops.push_back(sizes[terms]);
  int term = numRows + 1;
  SmallVector<int> left = all, right = {int(numRows), term};
  left[numRows] = term;
  if (numRows == 2 && text.choose(70))
    right.insert(right.begin(), 0);
  auto add = [&](SmallVector<int> map) {
    map = shuffle(std::move(map));
    SmallVector<int> dims =
        llvm::map_to_vector(map, [&](int loop) { return product.loops[loop]; });
    product.inputs.push_back({text.addArgument(dims), map});
  };
  add(left);
  add(right);
  product.numReductions = 1;
  product.output = {text.makeFill("0.0", getSizes(all)), all};
  product.body = "%m = arith.mulf %i0, %i1 : f32\n"
                 "    %y = arith.addf %o, %m : f32";
  chain.push_back(text.numTags);
  return text.makeGeneric(product);
}

/// A scale, a mask or a bias. A mask of -inf is not drawn for a row scale,
/// because it makes a factor infinite, and factors are assumed to be finite.
TextValue AttentionGenerator::changeScores(TextValue scores, bool isSoftmax) {
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, numRows + 1));
  if (text.choose(40))
    scores = onElements({{scores, all}}, "%s = arith.constant 0.5 : f32\n"
                                         "    %y = arith.mulf %i0, %s : f32");
  if (text.choose(25)) {
    // The mask may have no heads.
    SmallVector<int> map(all);
    if (numRows == 2 && text.random.chance(50))
      map.erase(map.begin());
    scores = onElements({{scores, all}, addOperand(map)},
                        "%y = arith.addf %i0, %i1 : f32");
  }
  isCausal = text.choose(35) && isSoftmax;
  if (isCausal) {
    // Key 0 is never masked.
    int64_t window = text.random.range(0, 2);
    scores = onElements({{scores, all}},
                        formatv("%r = linalg.index {0} : index\n"
                                "    %k = linalg.index {1} : index\n"
                                "    %w = arith.constant {2} : index\n"
                                "    %e = arith.addi %r, %w : index\n"
                                "    %c = arith.cmpi sle, %k, %e : index\n"
                                "    %f = arith.constant 0xFF800000 : f32\n"
                                "    %y = arith.select %c, %i0, %f : f32",
                                numRows - 1, numRows, window));
  }
  return scores;
}

TextValue AttentionGenerator::addSoftmax(TextValue scores) {
  std::string type = text.getType(scores);
  TextValue out = text.makeDestination(scores.dims);
  TextValue result{"", scores.dims};
  if (text.random.chance(60)) {
    chain.push_back(text.numTags);
    std::string name = text.define(), tag = text.makeTag();
    text.add(formatv("{0} = linalg.softmax {5} dimension({1}) ins({2} : {3}) "
                     "outs({4} : {3}) -> {3}",
                     name, numRows, scores.name, type, out.name, tag)
                 .str());
    result.name = name;
    isDivided = true;
  } else {
    SmallVector<int> rows(scores.dims);
    rows.pop_back();
    TextValue max = text.makeFill("0xFF800000", rows),
              sum = text.makeFill("0.0", rows), scale = text.makeEmpty(rows);
    chain.push_back(text.numTags);
    std::string name = text.define(), of = text.getType(rows),
                tag = text.makeTag();
    isDivided = text.random.chance(60);
    if (isDivided && text.choose(30))
      tag = tag.substr(0, tag.size() - 1) + ", safe}";
    text.add(formatv("{0}:4 = linalg_ext.{1}softmax {2} dimension({3}) ins({4} "
                     ": {5}) outs({6}, {7}, {8}, {9} : {5}, {10}, {10}, {10}) "
                     ": {5}, {10}, {10}, {10}",
                     name, isDivided ? "" : "unnorm_", tag, numRows,
                     scores.name, type, out.name, max.name, sum.name,
                     scale.name, of)
                 .str());
    result.name = name + "#0";
    if (text.choose(25))
      results.push_back({name + "#1", rows});
    if (text.choose(25))
      results.push_back({name + "#2", rows});
  }
  softmaxTag = "n" + std::to_string(chain.back());
  return result;
}

/// Rows multiplied or divided by a number to which they are reduced.
TextValue AttentionGenerator::addRowScale(TextValue scores) {
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, numRows + 1));
  SmallVector<int> rows(all), dims(scores.dims);
  rows.pop_back();
  dims.pop_back();
  TextGeneric sum;
  sum.loops = scores.dims;
  sum.numReductions = 1;
  sum.inputs = {{scores, all}};
  sum.output = {text.random.chance(70) ? text.makeFill("0.0", dims)
                                       : text.addArgument(dims),
                rows};
  sum.body = text.random.chance(70) ? "%m = arith.mulf %i0, %i0 : f32\n"
                                      "    %y = arith.addf %o, %m : f32"
                                    : "%y = arith.maximumf %o, %i0 : f32";
  TextValue statistic = text.makeGeneric(sum);
  if (text.choose(20))
    results.push_back(statistic);
  SmallVector<TextOperand> inputs = {{scores, all}, {statistic, rows}};
  std::string factor = "%n = arith.constant 3.0 : f32\n"
                       "    %s = arith.addf %i1, %n : f32\n    ";
  if (text.choose(50)) {
    // A separate op computes the factor.
    TextGeneric own;
    own.loops = dims;
    own.inputs = {{statistic, rows}};
    own.output = {text.makeDestination(dims), rows};
    own.body = "%n = arith.constant 3.0 : f32\n"
               "    %s = arith.addf %i0, %n : f32\n"
               "    %y = math.rsqrt %s : f32";
    inputs[1].value = text.makeGeneric(own);
    factor = "%s = arith.addf %i1, %i1 : f32\n    ";
  }
  bool hasGains = text.choose(40);
  if (hasGains)
    inputs.push_back(addOperand({int(numRows)}));
  std::string scaled = hasGains ? "%p" : "%y";
  std::string body = factor + scaled +
                     (text.random.chance(60) ? " = arith.mulf %i0, %s : f32"
                                             : " = arith.divf %i0, %s : f32");
  if (hasGains)
    body += "\n    %y = arith.mulf %i2, %p : f32";
  return onElements(std::move(inputs), body);
}

/// An op that is linear in the rows.
TextValue AttentionGenerator::changeRows(TextValue rows) {
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, numRows + 1));
  if (text.choose(20))
    rows = onElements({{rows, all}, addOperand(all)},
                      "%y = arith.mulf %i1, %i0 : f32");
  if (text.choose(15))
    rows = onElements({{rows, all}}, "%y = arith.negf %i0 : f32");
  if (text.choose(15))
    results.push_back(rows);
  return rows;
}

/// Rows times values; the loops are rows, values and keys in any order.
TextValue AttentionGenerator::addProduct(TextValue rows) {
  TextGeneric product;
  for (unsigned row = 0; row < numRows; ++row)
    loops.push_back(row);
  loops.push_back(values);
  loops = shuffle(loops);
  loops.push_back(keys);
  product.loops = getSizes(loops);
  product.numReductions = 1;
  auto find = [&](int dim) {
    return int(llvm::find(loops, dim) - loops.begin());
  };
  TextOperand left{rows, {}};
  for (unsigned dim = 0; dim <= numRows; ++dim)
    left.map.push_back(find(dim));
  SmallVector<int> right = {keys, values};
  if (numRows == 2 && text.random.chance(70))
    right.push_back(0);
  TextOperand other = addOperand(right);
  for (int &dim : other.map)
    dim = find(dim);
  product.inputs = {left, other};
  if (text.random.chance(30))
    std::swap(product.inputs[0], product.inputs[1]);
  SmallVector<int> out(loops);
  out.pop_back();
  out = shuffle(out);
  SmallVector<int> outSizes = getSizes(out);
  bool isFilled = !text.choose(30);
  product.output.value =
      isFilled ? text.makeFill("0.0", outSizes) : text.addArgument(outSizes);
  for (int dim : out)
    product.output.map.push_back(find(dim));
  product.body = "%m = arith.mulf %i0, %i1 : f32\n"
                 "    %y = arith.addf %o, %m : f32";
  root = text.numTags;
  return text.makeGeneric(product);
}

/// All scores and rows with their dims in another order, or some of them.
std::string AttentionGenerator::drawTransposition() {
  if (chain.empty() || !text.choose(own, 35))
    return "";
  SmallVector<std::string> handles;
  std::string matches;
  bool hasAll = own.chance(75);
  for (int tag : chain) {
    if (!hasAll && own.chance(30))
      continue;
    handles.push_back("%c" + std::to_string(tag));
    matches += formatv("    {0} = transform.structured.match attributes {{tag "
                       "= \"n{1}\"} in %function : (!transform.any_op) -> "
                       "!transform.any_op\n",
                       handles.back(), tag);
  }
  if (handles.empty())
    return "";
  static constexpr StringLiteral kOrders[] = {"0, 2, 1", "0, 2, 1", "2, 0, 1",
                                              "1, 2, 0", "1, 0, 2", "2, 1, 0"};
  StringRef order =
      numRows == 1 ? StringRef("1, 0") : StringRef(kOrders[own.range(0, 5)]);
  return matches +
         formatv("    %chain = transform.merge_handles {0} : "
                 "!transform.any_op\n    %turned = "
                 "transform.heddle.transpose_results %chain permutation = "
                 "[{1}] {{best_effort{2}} : (!transform.any_op) -> "
                 "!transform.any_op\n",
                 llvm::join(handles, ", "), order,
                 own.chance(50) ? ", interchange" : "")
             .str();
}

std::string AttentionGenerator::drawSchedule() {
  SmallVector<std::string> numbers, order;
  unsigned numLoops = 0, numLeading = 0, rank = loops.size();
  // Parts of the keys are a dim before the others.
  std::string split;
  if (!softmaxTag.empty() && text.choose(15)) {
    split = formatv("    %softmax = transform.structured.match attributes "
                    "{{tag = \"{0}\"} in %function : (!transform.any_op) -> "
                    "!transform.any_op\n    %parts, %sum, %merged = "
                    "transform.heddle.split_attention %softmax {{splits = {1}} "
                    ": (!transform.any_op) -> (!transform.any_op, "
                    "!transform.any_op, !transform.any_op)\n",
                    softmaxTag, text.random.range(2, 4));
    numbers.push_back("1");
    order.push_back("0");
    ++numLoops;
    ++numLeading;
  }
  SmallVector<int> interchange = llvm::to_vector(llvm::seq<int>(0, rank));
  if (text.random.chance(40))
    interchange = shuffle(interchange);
  SmallVector<int64_t> tiles;
  for (int dim : loops)
    tiles.push_back(dim == keys ? text.random.range(1, 5)
                    : text.random.chance(dim == values ? 35 : 65)
                        ? text.random.range(1, 4)
                        : 0);
  for (int64_t size : tiles)
    numbers.push_back(std::to_string(size));
  for (int dim : interchange) {
    order.push_back(std::to_string(dim + !split.empty()));
    numLoops += tiles[dim] != 0;
  }
  for (int dim : interchange) {
    if (loops[dim] == keys)
      break;
    numLeading += tiles[dim] != 0;
  }
  SmallVector<StringRef> options = {"online"};
  if (text.choose(20)) {
    options.push_back("use_forall");
    if (numLeading > 1)
      numLoops -= numLeading - 1;
  }
  if (isCausal && split.empty() && text.choose(50))
    options.push_back("skip_masked");
  if (isDivided && split.empty() && text.choose(35))
    options.push_back("recurrence = \"normalized\"");
  SmallVector<std::string> types(numLoops + 1, "!transform.any_op");
  return formatv("{0}    %tiled, %loops:{1} = transform.structured.fuse_ext "
                 "%{2} tile_sizes [{3}] interchange [{4}] {{{5}} : "
                 "(!transform.any_op) -> ({6})\n",
                 split, numLoops, split.empty() ? "root" : "sum",
                 llvm::join(numbers, ", "), llvm::join(order, ", "),
                 llvm::join(options, ", "), llvm::join(types, ", "));
}

Pair AttentionGenerator::run(unsigned *numParts) {
  drawSizes();
  TextValue scores = makeScores();
  bool isSoftmax = text.random.chance(65);
  scores = changeScores(scores, isSoftmax);
  TextValue rows =
      changeRows(isSoftmax ? addSoftmax(scores) : addRowScale(scores));
  results.insert(results.begin(), addProduct(rows));
  std::string schedule = drawSchedule();
  std::string transposition = drawTransposition();
  if (!transposition.empty() && text.choose(own, 30))
    schedule = "";
  Pair pair = text.finish(results, root, transposition + schedule, numParts);
  pair.hasManySteps =
      !transposition.empty() || StringRef(schedule).contains("split_attention");
  return pair;
}

Pair mlir::heddle::pairs::drawAttentionPair(uint64_t seed,
                                            ArrayRef<unsigned> dropped,
                                            unsigned *numParts) {
  return AttentionGenerator(seed, dropped).run(numParts);
}

//===- KernelGenerator.cpp - Draws kernels --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has a few steps, each with its own stream of random numbers, so that
// leaving a step out does not change the others. A step is an op of the grammar
// or a short sequence of them that people know by a name (a norm, a loss). What
// no step reads is returned.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

namespace {

/// Where a result goes: all of `whole`, or a slice of it.
struct Place {
  KernelTensor whole;
  SmallVector<int64_t> offsets, strides;
  SmallVector<int> sizes;
  SmallVector<bool> isDropped;
  /// "d0" per dim if the op writes into `whole` through its map.
  SmallVector<std::string> map;
  bool isSlice = false;
};

using WriteBody = std::function<Scalar(KernelBody &, ArrayRef<Scalar>)>;

class KernelGenerator {
public:
  KernelGenerator(uint64_t seed, ArrayRef<unsigned> dropped)
      : text(seed, dropped), program(text.program), random(text.random),
        seed(seed) {}

  Pair run(unsigned *numParts);

private:
  bool choose(unsigned choice, unsigned percent) {
    return text.choose(step * kChoices + choice, percent);
  }
  StringRef pick(ArrayRef<StringLiteral> names) {
    return names[random.range(0, names.size() - 1)];
  }
  int64_t getLeastExtent(int dim) const;
  int64_t getMostExtent(int dim) const;
  double getIterations(const KernelOp &op) const;

  void drawSizes();
  std::string drawElement();
  std::string drawFloat();
  SmallVector<int> drawLoops();
  void drawStep();

  KernelTensor addInput(ArrayRef<int> dims, StringRef element);
  /// A value that nothing has read, if there is one that may be read over
  /// `loops`, or over its own dims if there are none.
  std::optional<KernelTensor> takeValue(ArrayRef<int> loops);
  void addVariant(KernelOperand &operand, ArrayRef<int> loops,
                  ArrayRef<bool> isFixed);
  KernelOperand drawOperand(const KernelOp &op, bool isFull);
  void drawInputs(KernelOp &op, unsigned number);
  std::optional<Scalar> drawExtract(KernelBody &body, const KernelOp &op);

  Place drawPlace(ArrayRef<int> dims, StringRef element, bool isRead,
                  StringRef start, double bound);
  Place drawPart(ArrayRef<int> dims, StringRef element);
  KernelTensor drawDestination(ArrayRef<int> dims, StringRef element,
                               bool isRead, StringRef start, double bound);
  KernelTensor enterPlace(Place &place, bool isRead);
  void addResults(KernelOp &op, std::vector<Place> &places,
                  ArrayRef<Scalar> values, bool isNamed);
  void addToPool(KernelTensor tensor) { pool.push_back(std::move(tensor)); }
  static SmallVector<int> getParallel(const KernelOp &op);

  void addElementwise();
  KernelOp drawReducedLoops();
  void addReduction();
  void splitReduction(KernelOp &op);
  void addGather();
  void addBroadcast();
  void addReshape();
  void addResidual();
  void addNorm();
  KernelTensor pickLabel(const KernelTensor &x, ArrayRef<int> loops);
  void addLoss();
  void addMask();

  /// `value` over its dims and the dims of `others`, by `write`.
  KernelTensor mapOver(ArrayRef<KernelTensor> values, ArrayRef<int> dims,
                       StringRef element, const WriteBody &write);
  /// Reduces values of dims `dims` along the last one.
  KernelTensor reduceLast(ArrayRef<KernelTensor> values, ArrayRef<int> dims,
                          StringRef start, const WriteBody &write);

  static constexpr unsigned kChoices = 24;
  KernelText text;
  Program &program;
  Random &random;
  uint64_t seed;
  unsigned step = 0, numBodies = 0;
  SmallVector<int> dims;
  std::string primary;
  std::vector<KernelTensor> pool;
};

} // namespace

//===----------------------------------------------------------------------===//
// Extents and types
//===----------------------------------------------------------------------===//

int64_t KernelGenerator::getLeastExtent(int dim) const {
  int64_t least = program.eval(dim, 0);
  for (unsigned run = 1; run < program.numRuns; ++run)
    least = std::min(least, program.eval(dim, run));
  return least;
}

int64_t KernelGenerator::getMostExtent(int dim) const {
  int64_t most = program.eval(dim, 0);
  for (unsigned run = 1; run < program.numRuns; ++run)
    most = std::max(most, program.eval(dim, run));
  return most;
}

double KernelGenerator::getIterations(const KernelOp &op) const {
  double iterations = 1;
  for (auto [loop, isReduction] : llvm::zip_equal(op.loops, op.isReduction))
    if (isReduction)
      iterations *= std::max<int64_t>(1, getMostExtent(loop));
  return iterations;
}

void KernelGenerator::drawSizes() {
  static constexpr int64_t kSizes[3][9] = {
      {65, 67, 100, 128, 131, 97, 129, 70, 40},
      {5, 9, 13, 16, 17, 19, 33, 3, 70},
      {1, 2, 2, 3, 3, 4, 5, 1, 7}};
  program.numRuns = choose(0, 40) ? 3 : 1;
  bool mayBeStatic = choose(1, 50);
  for (auto [kind, sizes] : llvm::enumerate(kSizes)) {
    Symbol symbol;
    symbol.isStatic =
        program.numRuns == 1 || (mayBeStatic && random.chance(50));
    unsigned special = random.range(0, 99);
    for (unsigned run = 0; run < program.numRuns; ++run) {
      int64_t size = sizes[random.range(0, 8)];
      if (run == program.numRuns - 1 && special < 15)
        size = special < 6 ? 0 : 1;
      symbol.values.push_back(symbol.isStatic && run ? symbol.values.front()
                                                     : size);
    }
    program.symbols.push_back(symbol);
    dims.push_back(program.extents.symbol(kind));
  }
  static constexpr StringLiteral kElements[] = {
      "f32", "f32", "f32", "f32", "f32", "f16", "bf16", "i32", "i8", "i1"};
  primary = pick(kElements).str();
}

std::string KernelGenerator::drawElement() {
  static constexpr StringLiteral kElements[] = {"f32", "f16", "bf16", "i32",
                                                "i8",  "i1",  "f32"};
  return random.chance(70) ? primary : pick(kElements).str();
}

std::string KernelGenerator::drawFloat() {
  if (isFloatName(primary))
    return primary;
  static constexpr StringLiteral kElements[] = {"f32", "f32", "f16", "bf16"};
  return pick(kElements).str();
}

SmallVector<int> KernelGenerator::drawLoops() {
  int a = dims[0], b = dims[1], c = dims[2];
  unsigned kind = random.range(0, 99);
  if (kind < 50)
    return {b, a};
  if (kind < 60)
    return {a, b};
  if (kind < 72)
    return {a};
  if (kind < 82)
    return {c, b, a};
  if (kind < 90)
    return {b, c, a};
  return kind < 95 ? SmallVector<int>{c, a} : SmallVector<int>{a, c};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

KernelTensor KernelGenerator::addInput(ArrayRef<int> dims, StringRef element) {
  return text.addArgument(dims, element, std::nullopt);
}

static bool hasTwice(ArrayRef<int> dims) {
  llvm::SmallDenseSet<int> seen;
  return llvm::any_of(dims, [&](int dim) { return !seen.insert(dim).second; });
}

std::optional<KernelTensor> KernelGenerator::takeValue(ArrayRef<int> loops) {
  for (KernelTensor &value : llvm::reverse(pool)) {
    if (hasTwice(value.dims) || (value.isRead && !random.chance(20)))
      continue;
    bool isWithin = llvm::all_of(
        value.dims, [&](int dim) { return llvm::is_contained(loops, dim); });
    // Slices and reshapes make extents that no other value has.
    if (loops.empty() && !value.dims.empty())
      isWithin = llvm::all_of(
          value.dims, [&](int dim) { return llvm::is_contained(dims, dim); });
    if (!isWithin || (loops.empty() && value.dims.empty()))
      continue;
    value.isRead = true;
    return value;
  }
  return std::nullopt;
}

static unsigned findLoop(ArrayRef<int> loops, int dim) {
  return llvm::find(loops, dim) - loops.begin();
}

static std::string loopName(ArrayRef<int> loops, int dim) {
  return "d" + std::to_string(findLoop(loops, dim));
}

/// Lets one dim of an argument be read in another order, several times, or not
/// at all. `isFixed` are loops whose extent nothing else has.
void KernelGenerator::addVariant(KernelOperand &operand, ArrayRef<int> loops,
                                 ArrayRef<bool> isFixed) {
  KernelTensor &value = operand.value;
  if (value.dims.empty())
    return;
  unsigned at = random.range(0, value.dims.size() - 1);
  int dim = value.dims[at];
  unsigned loop = findLoop(loops, dim);
  if (isFixed[loop])
    return;
  std::string name = loopName(loops, dim);
  int64_t factor = random.range(2, 4);
  ExtentInterner &extents = program.extents;
  switch (random.range(0, 8)) {
  case 0:
  case 1:
    if (program.isStatic(dim) && program.eval(dim, 0) > 0)
      operand.map[at] = formatv("-{0} + {1}", name, program.eval(dim, 0) - 1);
    return;
  case 2:
  case 6:
  case 7:
    value.dims[at] =
        extents.binary(ExtentKind::CeilDiv, dim, extents.constant(factor));
    operand.map[at] = formatv("{0} floordiv {1}", name, factor);
    return;
  case 3:
  case 5:
    factor = random.range(2, 12);
    value.dims[at] = extents.constant(factor);
    operand.map[at] = formatv("{0} mod {1}", name, factor);
    return;
  case 4:
    value.dims[at] = extents.constant(1);
    operand.map[at] = "0";
    return;
  default:
    if (loops.size() < 2)
      return;
    int other = loops[(loop + 1) % loops.size()];
    // Linalg takes the last index of such a sum for -1 where an extent is 0.
    auto isZero = [&](int extent) {
      return program.isStatic(extent) && program.eval(extent, 0) == 0;
    };
    if (llvm::is_contained(value.dims, other) || isZero(dim) || isZero(other))
      return;
    value.dims[at] = extents.binary(ExtentKind::Add, dim, other);
    operand.map[at] = name + " + " + loopName(loops, other);
  }
}

KernelOperand KernelGenerator::drawOperand(const KernelOp &op, bool isFull) {
  KernelOperand operand;
  SmallVector<bool> isFixed(op.isReduction);
  if (!isFull && random.chance(55)) {
    if (std::optional<KernelTensor> value = takeValue(op.loops)) {
      operand.value = *value;
      for (int dim : value->dims)
        operand.map.push_back(loopName(op.loops, dim));
      return operand;
    }
  }
  SmallVector<int> own;
  for (int loop : op.loops)
    if (isFull || random.chance(60))
      own.push_back(loop);
  if (own.size() > 1 && random.chance(20))
    std::swap(own.front(), own.back());
  operand.value.dims = own;
  for (int dim : own)
    operand.map.push_back(loopName(op.loops, dim));
  if (random.chance(40))
    addVariant(operand, op.loops, isFixed);
  std::string element = drawElement();
  bool isEmpty = llvm::any_of(operand.value.dims, [&](int dim) {
    return program.isStatic(dim) && program.eval(dim, 0) == 0;
  });
  if (!operand.value.dims.empty() && !isEmpty && random.chance(12)) {
    // A part of a larger argument.
    Place place = drawPart(operand.value.dims, element);
    operand.value = text.makeSlice(place.whole, place.offsets, place.sizes,
                                   place.strides, place.isDropped);
    return operand;
  }
  operand.value = addInput(operand.value.dims, element);
  return operand;
}

void KernelGenerator::drawInputs(KernelOp &op, unsigned number) {
  for (unsigned i = 0; i < number; ++i)
    op.inputs.push_back(drawOperand(op, /*isFull=*/false));
}

std::optional<Scalar> KernelGenerator::drawExtract(KernelBody &body,
                                                   const KernelOp &op) {
  SmallVector<int> own;
  std::vector<Scalar> indices;
  for (auto [loop, dim] : llvm::enumerate(op.loops))
    if (random.chance(60)) {
      own.push_back(dim);
      Scalar at = body.index(loop);
      if (program.isStatic(dim) && program.eval(dim, 0) > 0 &&
          random.chance(30))
        at = body.apply("sub", body.constant("index", program.eval(dim, 0) - 1),
                        at);
      indices.push_back(at);
    }
  if (own.empty())
    return std::nullopt;
  return body.extract(addInput(own, drawElement()), indices);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

SmallVector<int> KernelGenerator::getParallel(const KernelOp &op) {
  SmallVector<int> parallel;
  for (auto [loop, isReduction] : llvm::zip_equal(op.loops, op.isReduction))
    if (!isReduction)
      parallel.push_back(loop);
  return parallel;
}

/// A row, a column, every second element or a block of a larger argument.
Place KernelGenerator::drawPart(ArrayRef<int> dims, StringRef element) {
  Place place;
  place.isSlice = true;
  ExtentInterner &extents = program.extents;
  SmallVector<int> whole(dims);
  place.sizes.assign(dims.begin(), dims.end());
  place.offsets.assign(dims.size(), 0);
  place.strides.assign(dims.size(), 1);
  place.isDropped.assign(dims.size(), false);
  unsigned kind = random.range(0, 4);
  if (kind < 3) {
    // Mostly a column: the element after it is in another row.
    unsigned at = kind == 2 ? 0 : dims.size();
    int64_t extent = random.range(2, 5);
    whole.insert(whole.begin() + at, extents.constant(extent));
    place.sizes.insert(place.sizes.begin() + at, extents.constant(1));
    place.offsets.insert(place.offsets.begin() + at,
                         random.range(0, extent - 1));
    place.strides.insert(place.strides.begin() + at, 1);
    place.isDropped.insert(place.isDropped.begin() + at, true);
  } else {
    unsigned at = random.range(0, dims.size() - 1);
    int64_t stride = kind == 3 ? random.range(2, 3) : 1;
    int64_t offset = random.range(kind == 3 ? 0 : 1, 3);
    int scaled =
        extents.binary(ExtentKind::Mul, dims[at], extents.constant(stride));
    whole[at] =
        extents.binary(ExtentKind::Add, scaled, extents.constant(offset + 1));
    place.offsets[at] = offset;
    place.strides[at] = stride;
  }
  place.whole = addInput(whole, element);
  return place;
}

KernelTensor KernelGenerator::drawDestination(ArrayRef<int> dims,
                                              StringRef element, bool isRead,
                                              StringRef start, double bound) {
  unsigned kind = random.range(0, 99);
  if (!isRead && kind < 75)
    return text.makeEmpty(dims, element);
  if (kind < 45 && element != "i4")
    return addInput(dims, element);
  if (kind < 60)
    for (const KernelTensor &value : pool)
      if (value.dims == SmallVector<int>(dims) && value.element == element &&
          value.bound <= 4 && !value.isRounded)
        return value;
  return text.makeFill(dims, element, start, bound);
}

Place KernelGenerator::drawPlace(ArrayRef<int> dims, StringRef element,
                                 bool isRead, StringRef start, double bound) {
  bool isEmpty = llvm::any_of(dims, [&](int dim) {
    return program.isStatic(dim) && program.eval(dim, 0) == 0;
  });
  // Upstream's subview refuses an offset into no elements.
  if (!dims.empty() && !isEmpty && element != "i4" && choose(8, 32)) {
    if (dims.size() == 1 && random.chance(45)) {
      Place place;
      bool isDiagonal = random.chance(60);
      int other = isDiagonal ? dims[0] : program.extents.constant(5);
      place.whole = addInput({dims[0], other}, element);
      place.map = {"d0", isDiagonal ? "d0" : "3"};
      return place;
    }
    return drawPart(dims, element);
  }
  Place place;
  place.whole = drawDestination(dims, element, isRead, start, bound);
  return place;
}

/// The destination of the op whose result goes to `place`.
KernelTensor KernelGenerator::enterPlace(Place &place, bool isRead) {
  if (!place.isSlice)
    return place.whole;
  if (isRead || random.chance(60))
    return text.makeSlice(place.whole, place.offsets, place.sizes,
                          place.strides, place.isDropped);
  SmallVector<int> dims;
  for (auto [size, isDropped] : llvm::zip_equal(place.sizes, place.isDropped))
    if (!isDropped)
      dims.push_back(size);
  return text.makeEmpty(dims, place.whole.element);
}

/// Writes the op, whose outputs are set, and puts its results into their
/// places.
void KernelGenerator::addResults(KernelOp &op, std::vector<Place> &places,
                                 ArrayRef<Scalar> values, bool isNamed) {
  size_t mark = text.markPlace();
  SmallVector<Numbers> numbers(values.begin(), values.end());
  op.writesPart = llvm::any_of(
      places, [](const Place &place) { return !place.map.empty(); });
  std::vector<KernelTensor> results = text.makeOp(op, numbers, isNamed);
  if (!op.isRoot && choose(9, 7))
    text.outline(mark, results);
  for (auto [place, result] : llvm::zip_equal(places, results))
    addToPool(place.isSlice
                  ? text.insertSlice(result, place.whole, place.offsets,
                                     place.sizes, place.strides)
                  : result);
}

//===----------------------------------------------------------------------===//
// Steps of one op
//===----------------------------------------------------------------------===//

void KernelGenerator::addElementwise() {
  KernelOp op;
  op.loops = drawLoops();
  if (std::optional<KernelTensor> value = takeValue({})) {
    op.loops = value->dims;
    KernelOperand operand{*value, {}};
    for (int dim : value->dims)
      operand.map.push_back(loopName(op.loops, dim));
    op.inputs.push_back(operand);
  }
  op.isReduction.assign(op.loops.size(), false);
  drawInputs(op, random.range(op.inputs.empty() ? 1 : 0, 2));
  unsigned numOutputs = choose(0, 16) ? random.range(2, 3) : 1;
  SmallVector<std::string> identity;
  for (int loop : op.loops)
    identity.push_back(loopName(op.loops, loop));
  std::vector<Place> places;
  SmallVector<bool> reads;
  for (unsigned i = 0; i < numOutputs; ++i) {
    bool isRead = random.chance(30);
    std::string element = choose(1, 10) ? "i4" : drawElement();
    StringRef start = element == "i1"        ? "true"
                      : isFloatName(element) ? "2.0"
                                             : "2";
    places.push_back(drawPlace(op.loops, element, isRead, start, 2));
    reads.push_back(isRead);
    op.outputs.push_back(
        {enterPlace(places.back(), isRead),
         places.back().map.empty() ? identity : places.back().map});
  }
  KernelBody body(random, program, op, numBodies++);
  std::vector<Scalar> leaves, values;
  for (unsigned i = 0; i < op.inputs.size(); ++i)
    leaves.push_back(body.input(i));
  if (choose(2, 9))
    if (std::optional<Scalar> extracted = drawExtract(body, op))
      leaves.push_back(*extracted);
  for (unsigned i = 0; i < numOutputs; ++i) {
    std::vector<Scalar> own(leaves);
    if (reads[i])
      own.push_back(body.output(i));
    std::string element = op.outputs[i].value.element;
    std::string wide = element == "i4" ? "i8" : element;
    Scalar value = body.draw(wide, own);
    if (choose(3, 28))
      value = body.useIndex(value, leaves);
    if (random.chance(45))
      value = body.change(value, choose(4, 100) ? 25 : 0);
    values.push_back(body.cast(value, element));
  }
  body.yield(values);
  addResults(op, places, values, choose(5, 60));
}

/// The loops of a reduction, and the operand that has all of them.
KernelOp KernelGenerator::drawReducedLoops() {
  KernelOp op;
  KernelOperand first;
  std::optional<KernelTensor> taken = takeValue({});
  op.loops = taken ? taken->dims : drawLoops();
  size_t rank = op.loops.size();
  op.isReduction.assign(rank, false);
  unsigned which = random.range(0, 99);
  for (size_t i = 0; i < rank; ++i)
    op.isReduction[i] = which < 55   ? i + 1 == rank
                        : which < 75 ? i == 0
                        : which < 85 ? true
                                     : random.chance(50);
  if (!llvm::is_contained(op.isReduction, true))
    op.isReduction[rank - 1] = true;
  if (taken) {
    first.value = *taken;
    for (int dim : op.loops)
      first.map.push_back(loopName(op.loops, dim));
    op.inputs.push_back(first);
  } else {
    op.inputs.push_back(drawOperand(op, /*isFull=*/true));
  }
  return op;
}

void KernelGenerator::addReduction() {
  KernelOp op = drawReducedLoops();
  bool isPlain = choose(0, 35);
  if (!isPlain)
    drawInputs(op, random.range(0, 2));
  // Upstream's partial sums take one result and one reduced dim.
  bool splits = isPlain && llvm::count(op.isReduction, true) == 1 &&
                text.pair.scheduleText.empty() && choose(6, 18);
  unsigned numOutputs = !splits && choose(1, 18) ? random.range(2, 3) : 1;
  SmallVector<int> parallel = getParallel(op);
  SmallVector<std::string> map;
  for (int loop : parallel)
    map.push_back(loopName(op.loops, loop));
  KernelBody body(random, program, op, numBodies++);
  std::vector<Scalar> leaves, values;
  SmallVector<std::string> starts;
  for (unsigned i = 0; i < op.inputs.size(); ++i)
    leaves.push_back(body.input(i));
  if (!isPlain && choose(2, 8))
    if (std::optional<Scalar> extracted = drawExtract(body, op))
      leaves.push_back(*extracted);
  for (unsigned i = 0; i < numOutputs; ++i) {
    KernelTensor output;
    output.element = isPlain ? op.inputs[0].value.element : drawElement();
    if (output.element == "i4")
      output.element = "i8";
    output.bound = 4;
    output.dims = parallel;
    op.outputs.push_back({output, map});
    Scalar value = body.draw(output.element, leaves);
    if (!splits && choose(3, 35))
      value = body.useIndex(value, leaves);
    if (!isPlain && random.chance(30))
      value = body.change(value, choose(4, 100) ? 20 : 0);
    values.push_back(body.combine(body.output(i), value, getIterations(op),
                                  starts.emplace_back()));
    // Nothing that is reduced may leave an infinity.
    if (llvm::any_of(op.loops, [&](int dim) { return !getLeastExtent(dim); }))
      values.back().bound = std::max(values.back().bound, 1e6);
  }
  body.yield(values);
  std::vector<Place> places;
  for (unsigned i = 0; i < numOutputs; ++i) {
    places.push_back(
        drawPlace(parallel, op.outputs[i].value.element, true, starts[i], 4));
    if (!places[i].map.empty())
      for (std::string &result : places[i].map)
        if (result == "d0")
          result = map.front();
    op.outputs[i].value = enterPlace(places[i], true);
    if (!places[i].map.empty())
      op.outputs[i].map = places[i].map;
  }
  if (splits)
    splitReduction(op);
  addResults(op, places, values, !splits && choose(5, 80));
}

/// Lets the schedule be one that computes partial sums of `op`.
void KernelGenerator::splitReduction(KernelOp &op) {
  SmallVector<StringRef> parts;
  for (bool isReduction : op.isReduction)
    parts.push_back(isReduction ? "8" : "0");
  op.isRoot = true;
  text.pair.scheduleText =
      formatv("module attributes {{transform.with_named_sequence} {{\n  "
              "transform.named_sequence @__transform_main(%module: "
              "!transform.any_op {{transform.consumed}) {{\n    %functions = "
              "transform.structured.match ops{{[\"func.func\"]} in %module : "
              "(!transform.any_op) -> !transform.any_op\n    %structured = "
              "transform.apply_registered_pass \"heddle-structure-tensors\" "
              "to %functions : (!transform.any_op) -> !transform.any_op\n"
              "    %root = "
              "transform.structured.match attributes {{root} in %module : "
              "(!transform.any_op) -> !transform.any_op\n    %init, %parts, "
              "%sum, %loop = "
              "transform.structured.tile_reduction_using_forall %root by "
              "num_threads = [{0}] tile_sizes = [] : (!transform.any_op) -> "
              "(!transform.any_op, !transform.any_op, !transform.any_op, "
              "!transform.any_op)\n    transform.heddle.vectorize %module "
              "{{best_effort}\n    %buffers = transform.heddle.bufferize "
              "%module {{returns = \"out_params\"} : (!transform.any_op) -> "
              "!transform.any_op\n    transform.yield\n  }\n}\n",
              llvm::join(parts, ", "));
}

void KernelGenerator::addGather() {
  int row = dims[0];
  if (getLeastExtent(row) == 0)
    return;
  SmallVector<int> shape = {row};
  if (random.chance(70))
    shape.push_back(dims[1]);
  KernelTensor source = addInput(shape, drawElement());
  if (random.chance(40))
    for (KernelTensor &value : pool)
      if (value.dims == shape && value.element != "i4") {
        source = value;
        value.isRead = true;
      }
  KernelTensor indices =
      text.addArgument({dims[2], program.extents.constant(1)}, "i32",
                       std::pair<int64_t, int64_t>(0, getLeastExtent(row) - 1));
  addToPool(text.makeGather(source, indices, 0));
}

void KernelGenerator::addBroadcast() {
  SmallVector<int> loops = drawLoops();
  if (loops.size() < 2)
    loops.push_back(dims[1]);
  KernelOp op;
  op.loops = loops;
  op.isReduction.assign(loops.size(), false);
  KernelOperand operand;
  SmallVector<int> own = {loops[random.range(0, loops.size() - 1)]};
  operand.value = addInput(own, drawElement());
  operand.map = {loopName(loops, own[0])};
  op.inputs.push_back(operand);
  SmallVector<std::string> identity;
  for (int loop : loops)
    identity.push_back(loopName(loops, loop));
  std::vector<Place> places(1);
  places[0].whole = text.makeEmpty(loops, operand.value.element);
  op.outputs.push_back({places[0].whole, identity});
  KernelBody body(random, program, op, numBodies++);
  Scalar value = body.input(0);
  body.yield({value});
  addResults(op, places, {value}, true);
}

void KernelGenerator::addReshape() {
  KernelTensor source;
  if (std::optional<KernelTensor> value = takeValue({}))
    source = *value;
  else
    source = addInput({dims[1], dims[2]}, drawElement());
  KernelTensor reshaped = text.makeReshape(source);
  reshaped.isRead = true;
  KernelTensor result =
      mapOver({reshaped}, reshaped.dims, reshaped.element,
              [&](KernelBody &body, ArrayRef<Scalar> scalars) {
                return body.useIndex(scalars[0], {});
              });
  addToPool(result);
}

/// old + f(x), as residual sums are written.
void KernelGenerator::addResidual() {
  KernelOp op;
  KernelTensor x;
  if (std::optional<KernelTensor> value = takeValue({}))
    x = *value;
  else
    x = addInput(drawLoops(), drawElement());
  if (x.element == "i4")
    return addToPool(x);
  op.loops = x.dims;
  op.isReduction.assign(op.loops.size(), false);
  SmallVector<std::string> identity;
  for (int loop : op.loops)
    identity.push_back(loopName(op.loops, loop));
  op.inputs.push_back({x, identity});
  std::vector<Place> places = {drawPlace(x.dims, x.element, true,
                                         x.element == "i1"        ? "true"
                                         : isFloatName(x.element) ? "3.0"
                                                                  : "3",
                                         3)};
  op.outputs.push_back({enterPlace(places[0], true),
                        places[0].map.empty() ? identity : places[0].map});
  KernelBody body(random, program, op, numBodies++);
  Scalar sum = body.apply("add", body.input(0), body.output(0));
  body.yield({sum});
  addResults(op, places, {sum}, choose(5, 85));
}

//===----------------------------------------------------------------------===//
// Steps that people know by a name
//===----------------------------------------------------------------------===//

KernelTensor KernelGenerator::mapOver(ArrayRef<KernelTensor> values,
                                      ArrayRef<int> loops, StringRef element,
                                      const WriteBody &write) {
  KernelOp op;
  op.loops = SmallVector<int>(loops);
  op.isReduction.assign(loops.size(), false);
  for (const KernelTensor &value : values) {
    KernelOperand operand{value, {}};
    for (int dim : value.dims)
      operand.map.push_back(loopName(loops, dim));
    op.inputs.push_back(operand);
  }
  SmallVector<std::string> identity;
  for (int loop : loops)
    identity.push_back(loopName(loops, loop));
  op.outputs.push_back({text.makeEmpty(loops, element), identity});
  KernelBody body(random, program, op, numBodies++);
  std::vector<Scalar> scalars;
  for (unsigned i = 0; i < values.size(); ++i)
    scalars.push_back(body.input(i));
  Scalar result = body.cast(write(body, scalars), element);
  body.yield({result});
  return text.makeOp(op, {result}, random.chance(40)).front();
}

KernelTensor KernelGenerator::reduceLast(ArrayRef<KernelTensor> values,
                                         ArrayRef<int> loops, StringRef start,
                                         const WriteBody &write) {
  KernelOp op;
  op.loops = SmallVector<int>(loops);
  op.isReduction.assign(loops.size(), false);
  op.isReduction.back() = true;
  for (const KernelTensor &value : values) {
    KernelOperand operand{value, {}};
    for (int dim : value.dims)
      operand.map.push_back(loopName(loops, dim));
    op.inputs.push_back(operand);
  }
  SmallVector<std::string> map;
  for (int loop : loops.drop_back())
    map.push_back(loopName(loops, loop));
  op.outputs.push_back(
      {text.makeFill(loops.drop_back(), values.front().element, start, 0),
       map});
  KernelBody body(random, program, op, numBodies++);
  std::vector<Scalar> scalars;
  for (unsigned i = 0; i < values.size(); ++i)
    scalars.push_back(body.input(i));
  scalars.push_back(body.output(0));
  Scalar result = write(body, scalars);
  body.yield({result});
  return text.makeOp(op, {result}, random.chance(60)).front();
}

/// x * rsqrt(sum(x * x) / n + eps), times a gain.
void KernelGenerator::addNorm() {
  SmallVector<int> loops = drawLoops();
  std::string element = drawFloat();
  KernelTensor x = addInput(loops, element);
  bool isRounded = choose(0, 100);
  KernelTensor squares =
      reduceLast({x}, loops, "0.0", [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar sum = body.apply("add", s[1], body.apply("mul", s[0], s[0]));
        sum.isRounded = true;
        return sum;
      });
  std::vector<KernelTensor> values = {x, squares};
  if (random.chance(50))
    values.push_back(addInput({loops.back()}, element));
  addToPool(mapOver(
      values, loops, element, [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar mean = body.apply("div", s[1], body.constant(element, 64));
        Scalar eps = body.constant(element, 0.125);
        Scalar factor = body.apply("add", mean, eps);
        factor =
            isRounded ? body.call("rsqrt", factor) : body.call("sqrt", factor);
        Scalar y = body.apply("mul", s[0], factor);
        if (s.size() > 2)
          y = body.apply("mul", y, s[2]);
        y.bound = 100;
        return y;
      }));
}

/// The number of each row whose place the row's label names.
KernelTensor KernelGenerator::pickLabel(const KernelTensor &x,
                                        ArrayRef<int> loops) {
  const std::string &element = x.element;
  KernelTensor label = text.addArgument(
      loops.drop_back(), "i32",
      std::pair<int64_t, int64_t>(
          0, std::max<int64_t>(0, getMostExtent(loops.back()) - 1)));
  return reduceLast(
      {x, label}, loops, "0.0", [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar at = body.cast(body.index(loops.size() - 1), "i32");
        Scalar hit = body.compare("", "eq", at, s[1]);
        Scalar value = body.select(hit, s[0], body.constant(element, 0));
        Scalar sum = body.apply("add", s[2], value);
        sum.bound = 3;
        return sum;
      });
}

/// Log-sum-exp of rows, cross entropy of labels, or a hinge loss.
void KernelGenerator::addLoss() {
  SmallVector<int> loops = {dims[1], dims[0]};
  if (random.chance(20))
    loops = {dims[0]};
  ArrayRef<int> rows = ArrayRef<int>(loops).drop_back();
  std::string element = drawFloat();
  KernelTensor x = addInput(loops, element);
  std::string infinity = element == "f32"   ? "0xFF800000"
                         : element == "f16" ? "0xFC00"
                                            : "0xFF80";
  KernelTensor picked;
  bool isHinge = choose(0, 35), isPicked = isHinge || choose(1, 60);
  if (isPicked) {
    picked = pickLabel(x, loops);
  }
  if (isHinge) {
    addToPool(reduceLast(
        {x, picked}, loops, "0.0", [&](KernelBody &body, ArrayRef<Scalar> s) {
          Scalar margin = body.apply("add", body.apply("sub", s[0], s[1]),
                                     body.constant(element, 1));
          Scalar loss =
              body.apply("maximumf", margin, body.constant(element, 0));
          Scalar sum = body.apply("add", s[2], loss);
          sum.bound = 7.0 * getMostExtent(loops.back());
          sum.isWhole = sum.bound <= getExactLimit(element);
          sum.isRounded = !sum.isWhole;
          return sum;
        }));
    return;
  }
  KernelTensor most = reduceLast({x}, loops, infinity,
                                 [&](KernelBody &body, ArrayRef<Scalar> s) {
                                   return body.apply("maximumf", s[0], s[1]);
                                 });
  KernelTensor total = reduceLast(
      {x, most}, loops, "0.0", [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar e = body.call("exp", body.apply("sub", s[0], s[1]));
        Scalar sum = body.apply("add", s[2], e);
        sum.bound = getMostExtent(loops.back());
        return sum;
      });
  std::vector<KernelTensor> values = {total, most};
  if (isPicked)
    values.push_back(picked);
  addToPool(
      mapOver(values, rows, element, [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar y = body.apply("add", body.call("log", s[0]), s[1]);
        return s.size() > 2 ? body.apply("sub", y, s[2]) : y;
      }));
}

/// One-hot rows, or a causal mask.
void KernelGenerator::addMask() {
  SmallVector<int> loops = {dims[1], dims[0]};
  std::string element = drawElement();
  bool isOneHot = choose(0, 60);
  std::vector<KernelTensor> values;
  if (isOneHot)
    values.push_back(text.addArgument(
        {dims[1]}, random.chance(70) ? "i32" : "i8",
        std::pair<int64_t, int64_t>(
            0, std::max<int64_t>(0, getMostExtent(dims[0]) - 1))));
  else
    values.push_back(addInput(loops, element));
  addToPool(mapOver(
      values, loops, element, [&](KernelBody &body, ArrayRef<Scalar> s) {
        Scalar at = body.index(1);
        if (isOneHot) {
          Scalar hit = body.compare("", "eq", body.cast(at, "i32"),
                                    body.cast(s[0], "i32"));
          return body.select(hit, body.constant(element, 1),
                             body.constant(element, 0));
        }
        Scalar sees = body.compare("", "sle", at, body.index(0));
        return body.select(sees, s[0], body.constant(element, 0));
      }));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void KernelGenerator::drawStep() {
  unsigned kind = random.range(0, 99);
  if (kind < 30)
    return addElementwise();
  if (kind < 62)
    return addReduction();
  if (kind < 66)
    return addGather();
  if (kind < 69)
    return addBroadcast();
  if (kind < 73)
    return addReshape();
  if (kind < 80)
    return addResidual();
  if (kind < 84)
    return addNorm();
  return kind < 91 ? addLoss() : addMask();
}

Pair KernelGenerator::run(unsigned *numParts) {
  drawSizes();
  unsigned numSteps = random.range(1, 4);
  for (step = 1; step <= numSteps; ++step) {
    random = Random(seed * 1000003 + step);
    if (choose(23, 100))
      drawStep();
  }
  random = Random(seed * 1000003);
  std::vector<KernelTensor> results;
  for (const KernelTensor &value : llvm::reverse(pool))
    if ((!value.isRead || results.empty()) && results.size() < 4 &&
        !llvm::any_of(results, [&](const KernelTensor &other) {
          return other.name == value.name;
        }))
      results.push_back(value);
  if (results.empty())
    results.push_back(addInput({dims[1], dims[0]}, primary));
  for (KernelTensor &result : results)
    if (result.element == "i4")
      result = mapOver({result}, result.dims, "i8",
                       [](KernelBody &, ArrayRef<Scalar> s) { return s[0]; });
  bool isRounded = llvm::any_of(
      results, [](const KernelTensor &value) { return value.isRounded; });
  Pair pair = text.finish(results);
  pair.isKernel = true;
  pair.isRounded = isRounded;
  for (StringRef op : {"arith.maxnumf", "arith.minnumf"})
    pair.takesEitherZero |= StringRef(pair.payloadText).contains(op);
  if (numParts)
    *numParts = text.numParts;
  return pair;
}

Pair mlir::heddle::pairs::drawKernelPair(uint64_t seed,
                                         ArrayRef<unsigned> dropped,
                                         unsigned *numParts) {
  return KernelGenerator(seed, dropped).run(numParts);
}

//===- ChainSchedule.cpp - Several transform ops in a row -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws schedules of up to six steps. Each step is a separate named sequence.
// It is included with failures suppressed, so that the next steps work on the
// IR that it leaves.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle::pairs;
using llvm::formatv;

namespace {

class ChainGenerator {
public:
  ChainGenerator(const Program &program, bool bufferizes, bool writesMemory)
      : program(program), random(program.seed ^ 0xC2B2AE3D27D4EB4Full),
        bufferizes(bufferizes), writesMemory(writesMemory) {}
  std::vector<std::string> run();

private:
  std::string drawStep(unsigned number, bool makesNests);
  std::string fuse(unsigned number);
  std::string fuseThrice();
  std::string fuseGroups();
  std::string drawSizes(Random &own, int64_t dim, int64_t most);
  std::string fuseSiblings();
  std::string fuseElementwise();
  std::string splitAtPadding();
  std::string fusePad();
  std::string cleanUp();
  std::string fuseOnBuffers(bool isAffine);

  /// `%name` is the op with the tag of `node`.
  static std::string match(StringRef name, int node) {
    return formatv("%{0} = transform.structured.match attributes {{tag = "
                   "\"n{1}\"} in %module : (!transform.any_op) -> "
                   "!transform.any_op\n",
                   name, node);
  }
  static std::string matchOps(StringRef name, StringRef op) {
    return formatv("%{0} = transform.structured.match ops{{[\"{1}\"]} in "
                   "%module : (!transform.any_op) -> !transform.any_op\n",
                   name, op);
  }
  /// A node that is printed with a tag, or -1.
  int drawNode(Random &from, bool isLinalg);
  int drawNode(bool isLinalg) { return drawNode(random, isLinalg); }

  void addTransposition(std::vector<std::string> &steps);
  void addRecomputation(std::vector<std::string> &steps);
  void addKeptInPlace(std::vector<std::string> &steps);

  const Program &program;
  Random random;
  unsigned numNests = 0; ///< of loops, that steps before make
  bool bufferizes, writesMemory;
};

} // namespace

int ChainGenerator::drawNode(Random &from, bool isLinalg) {
  SmallVector<int> candidates;
  for (auto [number, node] : llvm::enumerate(program.nodes))
    if (isLinalg ? node.isRootCandidate() && !node.loops.empty()
                 : !node.removed && node.kind == NodeKind::Pad)
      candidates.push_back(number);
  return candidates.empty() ? -1 : from.pick(candidates);
}

/// The schedule of the pairs for fuse_ext, with other draws.
std::string ChainGenerator::fuse(unsigned number) {
  Program other = program;
  other.seed = program.seed * 131 + number;
  Schedule schedule = generateSchedule(other, /*upstream=*/false);
  if (schedule.roots.empty())
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  printSchedule(program, schedule, "fuse_ext", os);
  StringRef body = StringRef(text).split(") {\n").second;
  body = body.take_front(body.rfind("transform.yield"));
  return "%function = transform.structured.match ops{[\"func.func\"]} in "
         "%module : (!transform.any_op) -> !transform.any_op\n" +
         body.str();
}

/// A nest in a nest in a nest.
std::string ChainGenerator::fuseThrice() {
  int node = drawNode(/*isLinalg=*/true);
  if (node < 0)
    return "";
  unsigned rank = program.nodes[node].loops.size();
  std::string text = match("tiled0", node);
  for (unsigned level = 0; level < 3; ++level) {
    // One loop each.
    unsigned dim = random.range(0, rank - 1);
    SmallVector<std::string> sizes(dim, "0");
    sizes.push_back(std::to_string(random.range(1, 4)));
    text += formatv("%tiled{0}, %loop{0} = transform.structured.fuse_ext "
                    "%tiled{1} tile_sizes [{2}] : (!transform.any_op) -> "
                    "(!transform.any_op, !transform.any_op)\n",
                    level + 1, level, llvm::join(sizes, ", "));
  }
  return text;
}

/// `%size` is a tile size of dim `dim` of `%op`, mostly at most `most`.
std::string ChainGenerator::drawSizes(Random &own, int64_t dim, int64_t most) {
  std::string limit = "at_most = " + std::to_string(most);
  const std::string options[] = {limit, limit, limit + ", max_bytes = 96",
                                 limit + ", partial_tiles",
                                 "max_bytes = 64, partial_tiles"};
  return formatv("%size = transform.heddle.get_tile_sizes %op [{0}] {{{1}} : "
                 "(!transform.any_op) -> !transform.param<i64>\n",
                 dim, options[own.range(0, 4)]);
}

/// A nest for each group of ops. Drawn apart, so that the rest of a seed stays
/// as it was.
std::string ChainGenerator::fuseGroups() {
  static constexpr const char *kOptions[] = {
      "",
      "{behind_reductions}",
      "{rank = 2}",
      "{rank = 3}",
      "{max_ops = 2}",
      "{max_ops = 1}",
      "{explain}",
      "{rank = 2, behind_reductions, max_ops = 3}"};

  Random own(program.seed ^ 0xA0761D6478BD642Full);
  if (!own.chance(20))
    return "";
  ++numNests;
  int64_t dim = own.range(0, 1), most = own.range(1, 4);
  bool isChosen = own.chance(50);
  std::string size = isChosen ? "%size" : std::to_string(most);
  return matchOps("f", "func.func") +
         formatv("%roots = transform.heddle.get_fusion_roots %f {0} : "
                 "(!transform.any_op) -> !transform.any_op\n"
                 "transform.foreach %roots : !transform.any_op {{\n"
                 "^bb0(%root: !transform.any_op):\n"
                 "transform.sequence %root : !transform.any_op "
                 "failures(suppress) {{\n"
                 "^bb1(%op: !transform.any_op):\n{1}"
                 "%tiled, %loop = transform.structured.fuse_ext %op "
                 "tile_sizes [{2}{3}] : (!transform.any_op{4}) -> "
                 "(!transform.any_op, !transform.any_op)\n}\n}\n",
                 kOptions[own.range(0, 7)],
                 isChosen ? drawSizes(own, dim, most) : "",
                 dim == 1 ? "0, " : "", size,
                 isChosen ? ", !transform.param<i64>" : "")
             .str();
}

/// Two nests of one loop each that become one.
std::string ChainGenerator::fuseSiblings() {
  int first = drawNode(/*isLinalg=*/true), second = drawNode(true);
  if (first < 0 || first == second)
    return "";
  std::string text = match("first", first) + match("second", second);
  int64_t size = random.range(1, 4);
  StringRef forall = random.chance(40) ? " {use_forall}" : "";
  for (StringRef name : {"first", "second"})
    text += formatv("%{0}_tiled, %{0}_loop = transform.structured.fuse_ext "
                    "%{0} tile_sizes [{1}]{2} : (!transform.any_op) -> "
                    "(!transform.any_op, !transform.any_op)\n",
                    name, size, forall);
  return text + "%fused = transform.heddle.fuse_sibling_loops %first_loop, "
                "%second_loop : (!transform.any_op, !transform.any_op) -> "
                "!transform.any_op\n";
}

std::string ChainGenerator::fuseElementwise() {
  static constexpr const char *kOptions[] = {"", "{shared_input}",
                                             "{diff_shapes}", "{one_use}",
                                             "{shared_input, diff_shapes}"};
  return matchOps("f", "func.func") +
         formatv("%merged = transform.heddle.fuse_elementwise %f {0} : "
                 "(!transform.any_op) -> !transform.any_op\n",
                 kOptions[random.range(0, 4)])
             .str();
}

std::string ChainGenerator::splitAtPadding() {
  int node = drawNode(/*isLinalg=*/true);
  if (node < 0)
    return "";
  return match("op", node) +
         "%inside, %frame = transform.heddle.split_at_padding %op : "
         "(!transform.any_op) -> (!transform.any_op, !transform.any_op)\n";
}

std::string ChainGenerator::fusePad() {
  static constexpr const char *kFills[] = {"", "{fill = \"whole\"}",
                                           "{fill = \"boundary\"}"};
  int node = drawNode(/*isLinalg=*/false);
  if (node < 0)
    return "";
  return (random.chance(50) ? match("pad", node)
                            : matchOps("pad", "tensor.pad")) +
         formatv("%fills, %ops = transform.heddle.fuse_pad %pad {0} : "
                 "(!transform.any_op) -> (!transform.any_op, "
                 "!transform.any_op)\n",
                 kFills[random.range(0, 2)])
             .str();
}

/// Peels each loop that allows it: the last iteration has constant sizes then.
static constexpr StringLiteral kPeelLoops =
    "%loops = transform.structured.match ops{[\"scf.for\"]} in %module : "
    "(!transform.any_op) -> !transform.op<\"scf.for\">\n"
    "transform.foreach %loops : !transform.op<\"scf.for\"> {\n"
    "^bb0(%loop: !transform.op<\"scf.for\">):\n"
    "transform.sequence %loop : !transform.op<\"scf.for\"> "
    "failures(suppress) {\n"
    "^bb1(%inner: !transform.op<\"scf.for\">):\n"
    "%main, %rest = transform.loop.peel %inner : "
    "(!transform.op<\"scf.for\">) -> (!transform.any_op, !transform.any_op)\n"
    "}\n}\n";

std::string ChainGenerator::cleanUp() {
  constexpr unsigned kCanonicalization = 2;
  static constexpr const char *kSteps[] = {
      "transform.cleanup %f : !transform.any_op\n",
      "transform.apply_cse to %f : !transform.any_op\n",
      "transform.apply_patterns to %f {\n"
      "transform.apply_patterns.canonicalization\n} : !transform.any_op\n",
      "%loops = transform.structured.match ops{[\"scf.for\"]} in %module : "
      "(!transform.any_op) -> !transform.any_op\n"
      "transform.apply_licm to %loops : !transform.any_op\n"};
  int64_t draw = random.range(0, 7);
  // Peeling a loop doubles the loops in it.
  constexpr unsigned kMaxPeeled = 2;
  if (draw == 5)
    return numNests <= kMaxPeeled ? kPeelLoops.str() : "";
  // Upstream's canonicalization may move a read of memory after a write.
  if (draw == kCanonicalization && writesMemory)
    draw = 0;
  if (draw < 6)
    return matchOps("f", "func.func") + kSteps[draw % 4];
  int node = drawNode(/*isLinalg=*/true);
  if (node < 0)
    return "";
  return match("op", node) +
         (draw == 6 ? "transform.structured.tile_loop_hint %op : "
                      "!transform.any_op\n"
                    : "%g = transform.structured.generalize %op : "
                      "(!transform.any_op) -> !transform.any_op\n");
}

/// To loops, and the loops fused.
std::string ChainGenerator::fuseOnBuffers(bool isAffine) {
  return matchOps("f", "func.func") +
         formatv("%g = transform.apply_registered_pass "
                 "\"convert-linalg-to-{0}-loops\" to %f : "
                 "(!transform.any_op) -> !transform.any_op\n"
                 "%fused = transform.heddle.fuse_{0}_loops %g : "
                 "(!transform.any_op) -> !transform.any_op\n",
                 isAffine ? "affine" : "parallel")
             .str();
}

std::string ChainGenerator::drawStep(unsigned number, bool makesNests) {
  switch (random.range(makesNests ? 0 : 5, 9)) {
  case 0:
  case 1:
  case 2:
    ++numNests;
    return fuse(number);
  case 3:
    numNests += 3;
    return fuseThrice();
  case 4:
    return fuseSiblings();
  case 5:
    return fuseElementwise();
  case 6:
    return splitAtPadding();
  case 7:
    return fusePad();
  default:
    return cleanUp();
  }
}

/// True if `number` starts from no other op than a fill, and only generics read
/// its results. Most such ops can store their results in another order.
static bool isTransposable(const Program &program, int number) {
  const Node &node = program.nodes[number];
  if (!node.isRootCandidate() || node.kind == NodeKind::Pad)
    return false;
  for (auto [init, value] : llvm::enumerate(node.inits)) {
    int maker = value < 0 ? -1 : program.values[value].node;
    bool isFilled = maker >= 0 && program.nodes[maker].kind == NodeKind::Fill;
    if (node.readsInit(init) && !isFilled)
      return false;
  }
  return llvm::all_of(node.results, [&](int result) {
    return !llvm::is_contained(program.returns, result) &&
           llvm::all_of(program.nodes, [&](const Node &reader) {
             return !llvm::is_contained(reader.inits, result) &&
                    (reader.kind == NodeKind::Generic ||
                     !llvm::is_contained(reader.inputs, result));
           });
  });
}

/// Some ops store their results with the dims in another order.
void ChainGenerator::addTransposition(std::vector<std::string> &steps) {
  Random own(program.seed ^ 0x6A09E667F3BCC909ull);
  SmallVector<int> candidates, targets;
  auto getRank = [&](int node) {
    return program.values[program.nodes[node].results.front()].dims.size();
  };
  for (int number = 0, e = program.nodes.size(); number < e; ++number)
    if (isTransposable(program, number) && getRank(number) > 1 &&
        getRank(number) < 4)
      candidates.push_back(number);
  if (candidates.empty() || !own.chance(50))
    return;
  int first = own.pick(candidates);
  size_t rank = getRank(first);
  for (int number : candidates)
    if (number == first || (getRank(number) == rank && own.chance(50)))
      targets.push_back(number);
  std::string text;
  SmallVector<std::string> handles;
  for (int number : targets) {
    handles.push_back("%t" + std::to_string(number));
    text += match(StringRef(handles.back()).drop_front(), number);
  }
  static constexpr StringLiteral kOrders[] = {"0, 2, 1", "2, 0, 1", "1, 2, 0",
                                              "1, 0, 2", "2, 1, 0"};
  text += formatv("%all = transform.merge_handles {0} : !transform.any_op\n"
                  "%turned = transform.heddle.transpose_results %all "
                  "permutation = [{1}]{2} : (!transform.any_op) -> "
                  "!transform.any_op\n",
                  llvm::join(handles, ", "),
                  rank == 2 ? StringRef("1, 0")
                            : StringRef(kOrders[own.range(0, 4)]),
                  own.chance(50) ? " {interchange}" : "")
              .str();
  steps.insert(steps.begin() + own.range(0, steps.size()), text);
}

/// An op is computed again before its readers, at some time in the chain.
void ChainGenerator::addRecomputation(std::vector<std::string> &steps) {
  Random own(program.seed ^ 0x8CB92BA72F3D8DD7ull);
  int node = drawNode(own, /*isLinalg=*/true);
  if (node < 0 || !own.chance(20))
    return;
  steps.insert(steps.begin() + own.range(0, steps.size()),
               match("op", node) + drawRecomputation(own, "%op"));
}

void ChainGenerator::addKeptInPlace(std::vector<std::string> &steps) {
  Random own(program.seed ^ 0x589965CC75374CC3ull);
  int node = drawNode(own, /*isLinalg=*/true);
  if (node >= 0 && own.chance(15))
    steps.push_back(match("op", node) + drawKeptInPlace(own, "%op"));
}

std::vector<std::string> ChainGenerator::run() {
  // Upstream's conversion to affine loops makes invalid IR if an
  // scf loop computes sizes.
  bool isAffine = bufferizes && program.numRuns == 1 && random.chance(20);
  std::vector<std::string> steps;
  if (std::string groups = fuseGroups(); !groups.empty() && !isAffine)
    steps.push_back(groups);
  for (unsigned number = random.range(2, 6); number > 0; --number)
    if (std::string step = drawStep(number, !isAffine); !step.empty())
      steps.push_back(step);
  if (steps.empty())
    steps.push_back(matchOps("f", "func.func") +
                    "transform.cleanup %f : !transform.any_op\n");
  addTransposition(steps);
  addRecomputation(steps);
  if (!bufferizes || (!isAffine && !random.chance(50)))
    return steps;
  // Collectives are run as loops on tensors.
  llvm::erase_if(
      steps, [](StringRef step) { return step.contains("use_distributed"); });
  // They consume the module, so they are the last step.
  Random own(program.seed ^ 0xE7037ED1A0B428DBull);
  if (!isAffine && own.chance(15)) {
    steps.push_back(drawUpstreamSteps(own));
    return steps;
  }
  addKeptInPlace(steps);
  steps.push_back(matchOps("f", "func.func") +
                  "%b = transform.heddle.bufferize %f " +
                  drawBufferizeOptions(random) +
                  ": (!transform.any_op) -> !transform.any_op\n");
  if (isAffine || random.chance(40))
    steps.push_back(fuseOnBuffers(isAffine));
  if (random.chance(50))
    steps.push_back(matchOps("f", "func.func") +
                    "%p = transform.heddle.plan_memory %f " +
                    drawArenaOptions(random) +
                    ": (!transform.any_op) -> !transform.any_op\n");
  if (std::string reports = drawMemoryReports(random, "%f"); !reports.empty())
    steps.push_back(matchOps("f", "func.func") + reports);
  return steps;
}

std::vector<std::string> mlir::heddle::pairs::drawChain(const Program &program,
                                                        bool bufferizes,
                                                        bool writesMemory) {
  return ChainGenerator(program, bufferizes, writesMemory).run();
}

void mlir::heddle::pairs::printChain(ArrayRef<std::string> steps,
                                     llvm::raw_ostream &os) {
  std::string includes;
  auto getEffect = [](StringRef step) {
    return step.contains(" to %module") ? "consumed" : "readonly";
  };
  for (auto [number, step] : llvm::enumerate(steps)) {
    os << formatv("transform.named_sequence @s{0}(%module: !transform.any_op "
                  "{{transform.{1}}) {{\n{2}transform.yield\n}\n",
                  number, getEffect(step), step);
    includes += formatv("transform.include @s{0} failures(suppress) (%module) "
                        ": (!transform.any_op) -> ()\n",
                        number);
  }
  os << "transform.named_sequence @__transform_main(%module: "
        "!transform.any_op {transform."
     << getEffect(steps.back()) << "}) {\n"
     << includes << "transform.yield\n}\n";
}

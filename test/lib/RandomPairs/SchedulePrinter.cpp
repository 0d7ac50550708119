//===- SchedulePrinter.cpp - Schedules as named sequences -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a schedule that was drawn for a payload graph (PairSchedule.cpp).
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::heddle::pairs;
using llvm::SmallVector;

/// Loops of a nest with `sizes`: one each, but one for all leading parallel
/// loops in a forall (upstream: one forall for all).
static unsigned countLoops(const Program &program, const Schedule &schedule,
                           bool upstream) {
  unsigned count = 0, leading = 0;
  bool isLeading = true;
  SmallVector<int64_t> order(schedule.interchange);
  for (int64_t dim = 0, rank = schedule.sizes.size(); dim < rank; ++dim)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  llvm::ArrayRef<int> roots(schedule.roots);
  for (unsigned dim : order) {
    if (dim >= schedule.sizes.size() || !schedule.sizes[dim])
      continue;
    ++count;
    for (int root : schedule.isSeparate ? roots.take_front(1) : roots) {
      const Node &node = program.nodes[root];
      if (dim < node.loops.size() && node.isReduction[dim])
        isLeading = false;
    }
    leading += isLeading;
  }
  if (!schedule.useForall || count == 0)
    return count;
  if (upstream)
    return 1;
  return leading ? count - leading + 1 : count;
}

static std::string list(llvm::ArrayRef<int64_t> numbers) {
  return "[" +
         llvm::join(llvm::map_range(
                        numbers,
                        [](int64_t number) { return std::to_string(number); }),
                    ", ") +
         "]";
}

static std::string handleTypes(unsigned count) {
  return llvm::join(SmallVector<std::string>(count, "!transform.any_op"), ", ");
}

static void printFuse(llvm::raw_ostream &os, llvm::StringRef opName,
                      llvm::StringRef prefix, llvm::StringRef operand,
                      llvm::StringRef options, llvm::StringRef attributes,
                      llvm::StringRef moreTypes, unsigned numLoops) {
  os << "    %" << prefix << "tiled";
  if (numLoops)
    os << ", %" << prefix << "loops";
  if (numLoops > 1)
    os << ":" << numLoops;
  os << " = transform.structured." << opName << " " << operand << " " << options
     << attributes << "\n      : (!transform.any_op" << moreTypes << ") -> ("
     << handleTypes(numLoops + 1) << ")\n";
}

/// Defines %name, a handle to the ops with the tags of `nodes`.
static void printMatch(llvm::raw_ostream &os, llvm::StringRef name,
                       llvm::ArrayRef<int> nodes) {
  SmallVector<std::string> parts;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    std::string part =
        nodes.size() == 1 ? name.str() : name.str() + std::to_string(index);
    parts.push_back("%" + part);
    os << llvm::formatv(
        "    %{0} = transform.structured.match attributes {{tag = \"n{1}\"} "
        "in %function\n      : (!transform.any_op) -> !transform.any_op\n",
        part, node);
  }
  if (nodes.size() > 1)
    os << "    %" << name << " = transform.merge_handles "
       << llvm::join(parts, ", ") << " : !transform.any_op\n";
}

/// `numbers`, each a param of its own if `isMixed`. A size 0 stays a number.
static std::string printNumbers(llvm::raw_ostream &os, llvm::StringRef name,
                                llvm::ArrayRef<int64_t> numbers, bool isMixed,
                                bool keepZeros, std::string &types) {
  if (!isMixed)
    return list(numbers);
  SmallVector<std::string> texts;
  for (auto [index, number] : llvm::enumerate(numbers)) {
    if (number == 0 && keepZeros) {
      texts.push_back("0");
      continue;
    }
    texts.push_back(llvm::formatv("%{0}{1}", name, index));
    os << llvm::formatv("    {0} = transform.param.constant {1} : i64 -> "
                        "!transform.param<i64>\n",
                        texts.back(), number);
    types += ", !transform.param<i64>";
  }
  return "[" + llvm::join(texts, ", ") + "]";
}

/// Each consumer in a step of its own, whose refusal changes nothing.
static void printConsumers(llvm::raw_ostream &os,
                           llvm::ArrayRef<int> consumers) {
  for (int node : consumers) {
    os << "    transform.sequence %function : !transform.any_op "
          "failures(suppress) {\n    ^bb0(%same: !transform.any_op):\n";
    os << llvm::formatv(
        "      %consumer = transform.structured.match attributes {{tag = "
        "\"n{0}\"} in %same\n        : (!transform.any_op) -> "
        "!transform.any_op\n",
        node);
    os << "      %moved, %around = transform.heddle.fuse_consumer %consumer\n"
          "        : (!transform.any_op) -> (!transform.any_op, "
          "!transform.any_op)\n    }\n";
  }
}

/// Each producer in a step of its own, as above.
static void printPlaced(llvm::raw_ostream &os,
                        llvm::ArrayRef<std::pair<int, int>> placed,
                        unsigned numLoops) {
  for (auto [node, loop] : placed) {
    if (numLoops == 0)
      return;
    std::string handle =
        numLoops == 1 ? "%loops"
                      : llvm::formatv("%loops#{0}", loop % numLoops).str();
    os << "    transform.sequence %function : !transform.any_op "
          "failures(suppress) {\n    ^bb0(%same: !transform.any_op):\n";
    os << llvm::formatv(
        "      %producer = transform.structured.match attributes {{tag = "
        "\"n{0}\"} in %same\n        : (!transform.any_op) -> "
        "!transform.any_op\n",
        node);
    os << "      %placed = transform.heddle.compute_at %producer in " << handle
       << "\n        : (!transform.any_op, !transform.any_op) -> "
          "!transform.any_op\n    }\n";
  }
}

static void printFuseOperands(llvm::raw_ostream &os, const Schedule &schedule) {
  llvm::ArrayRef<int64_t> tileNums(schedule.tileNums);
  unsigned numLoops =
      llvm::count_if(tileNums, [](int64_t number) { return number != 1; });
  SmallVector<std::string> options{"tile_nums = " + list(tileNums)};
  llvm::append_range(options, schedule.operandsOptions);
  if (schedule.gridSize)
    options.push_back("grid = @mesh");
  os << "    %return = transform.structured.match ops{[\"func.return\"]} in "
        "%function\n      : (!transform.any_op) -> !transform.any_op\n"
     << "    %same, %loops:" << numLoops
     << " = transform.structured.fuse_operands %return {"
     << llvm::join(options, ", ") << "}\n      : (!transform.any_op) -> ("
     << handleTypes(numLoops + 1) << ")\n";
}

static std::string attributesOf(const Schedule &schedule) {
  SmallVector<std::string> flags;
  if (schedule.useForall)
    flags.push_back("use_forall");
  if (schedule.keepIntermediates)
    flags.push_back("keep_intermediates");
  if (schedule.roots.size() > 1 && !schedule.isSeparate)
    flags.push_back("joint");
  if (schedule.explain)
    flags.push_back("explain");
  if (schedule.applyCleanup)
    flags.push_back("apply_cleanup");
  if (schedule.isBestEffort)
    flags.push_back("best_effort");
  if (!schedule.maxRecompute.empty())
    flags.push_back("max_recompute = " + schedule.maxRecompute + " : f64");
  if (!schedule.placementSlack.empty())
    flags.push_back("placement_slack = " + schedule.placementSlack + " : f64");
  return flags.empty() ? "" : " {" + llvm::join(flags, ", ") + "}";
}

void mlir::heddle::pairs::printSchedule(const Program &program,
                                        const Schedule &schedule,
                                        llvm::StringRef opName,
                                        llvm::raw_ostream &os) {
  if (opName == "fuse_elementwise")
    return printElementwiseSchedule(schedule, os);
  bool upstream = opName == "fuse";
  if (schedule.gridSize)
    os << "  shard.grid @mesh(shape = " << schedule.gridSize << ")\n";
  os << "  transform.named_sequence @__transform_main(\n"
     << "      %function: !transform.any_op {transform.readonly}) {\n";
  if (!schedule.tileNums.empty()) {
    printFuseOperands(os, schedule);
    os << "    transform.yield\n  }\n";
    return;
  }
  printMatch(os, "root", schedule.roots);
  std::string types;
  std::string options =
      "tile_sizes " +
      printNumbers(os, "size", schedule.sizes, schedule.hasParams, true, types);
  if (!schedule.interchange.empty())
    options += " interchange " + printNumbers(os, "order", schedule.interchange,
                                              schedule.hasParams, false, types);
  for (auto [name, nodes] :
       {std::pair("stop", &schedule.stop), std::pair("only", &schedule.only)}) {
    if (nodes->empty())
      continue;
    printMatch(os, name, *nodes);
    options += llvm::formatv(" {0} %{0}", name);
    types += ", !transform.any_op";
  }
  unsigned numLoops = countLoops(program, schedule, upstream);
  for (auto [index, place] : llvm::enumerate(schedule.at)) {
    std::string name = "at" + std::to_string(index);
    printMatch(os, name, {place.first});
    options += llvm::formatv(" at %{0}, {1}", name,
                             place.second % std::max(1u, numLoops));
    types += ", !transform.any_op";
  }
  printFuse(os, opName, "", "%root", options, attributesOf(schedule), types,
            numLoops);
  if (!schedule.innerSizes.empty()) {
    Schedule inner;
    inner.roots = schedule.roots;
    inner.sizes = schedule.innerSizes;
    printFuse(os, opName, "inner_", "%tiled", "tile_sizes " + list(inner.sizes),
              "", "", countLoops(program, inner, upstream));
  }
  if (schedule.innerSizes.empty())
    printPlaced(os, schedule.placed, numLoops);
  printConsumers(os, schedule.consumers);
  os << "    transform.yield\n  }\n";
}

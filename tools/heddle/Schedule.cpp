//===- Schedule.cpp - A first schedule for a payload ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a first schedule for a payload, which a person then edits. For each
// fusion root, and for each op that only moves values and that no root reads,
// it has a sequence of the library that takes the op, or else a nest. Then
// come vectors and buffers. The schedule is applied to a copy first; a step
// that is refused becomes a comment with the reason, so what is printed can be
// applied as it is.
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "ScheduledOps.h"

#include "heddle/Analysis/Footprint/TileSizes.h"
#include "heddle/Analysis/Fusion/FusionRoots.h"
#include "heddle/Analysis/Target/TargetFeatures.h"
#include "heddle/Analysis/Vectors/DotProduct.h"
#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "heddle/Interpreter/Loading/ScheduleLibrary.h"
#include "heddle/Interpreter/MatchPayload.h"
#include "heddle/Transforms/Elementwise/StructureTensors.h"
#include "heddle/Transforms/Passes.h"
#include "heddle/Transforms/Vectors/ExpandZeroPoints.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Lines of the schedule that are kept or left out together.
struct Step {
  std::string comment, lines;
  std::string refused = ""; ///< why it is left out; "" if it is not
  /// The schedule of the library that the lines include; "" if none.
  std::string file = "";
  /// The nest that replaces the sequence if that is refused, or the reason why
  /// there is none.
  std::string instead = "", whyNoNest = "";
};

/// A schedule, step by step.
class ScheduleWriter {
public:
  ScheduleWriter(ModuleOp payload, const FittingLibrary &library)
      : payload(payload), library(library) {}

  /// Adds the step that makes structured ops of arith and math on tensors.
  void addConversion();
  /// Adds the steps of `func`, a function of the structured payload.
  void addFunction(func::FuncOp func);
  void addEnd();
  /// Leaves steps out until the rest can be applied. False if none is left
  /// that changes the payload.
  bool settle();
  std::string print() const;
  /// " (PLACE: OP: REASON; ...)": the first steps that are left out.
  std::string describeRefusals() const;
  OwningOpRef<ModuleOp> takeScheduled() { return std::move(scheduled); }

private:
  void findSequences(const FusionGroups &groups, ArrayRef<Operation *> moves);
  /// Lets the last steps make the vectors that the sequences are for.
  void chooseVectors();
  /// Marks the groups that the nest of `root` computes.
  void absorb(const FusionGroup &group, const FusionGroups &groups);
  void addRoot(const FusionGroup &group, StringRef handle);
  std::string writeNest(Operation *root, StringRef handle, unsigned number,
                        std::optional<Reason> &reason);
  std::string printHeader() const;
  /// Applies what is left to a copy; the step that is refused, or none.
  std::optional<size_t> findRefused(std::string &reason);

  ModuleOp payload;
  const FittingLibrary &library;
  /// The payload after the schedule, once it is settled.
  OwningOpRef<ModuleOp> scheduled;
  std::vector<Step> steps;
  unsigned numFunctions = 0, numNests = 0;
  /// The schedule of the library that takes a root.
  llvm::DenseMap<Operation *, FittingSchedule> sequences;
  /// Roots after products of bf16 for which there are instructions, and the
  /// schedules that use these.
  llvm::SmallDenseSet<Operation *> inexact;
  llvm::DenseMap<Operation *, std::string> faster;
  /// Roots of groups that are computed in the nest of another one.
  llvm::DenseMap<Operation *, Operation *> absorbed;
  /// Those of them that the function returns, too.
  llvm::SmallPtrSet<Operation *, 4> returned;
};

} // namespace

/// Bytes that a tile may touch.
static constexpr int64_t kTileBytes = 256 << 10;
static constexpr StringLiteral kScheduleName = "schedule";

/// "60x96, summed over 64": the extents of the loops of an op.
static std::string describeLoops(TilingInterface op) {
  OpBuilder builder(op);
  SmallVector<std::string> parallel, summed;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
  if (!linalgOp)
    return "";
  for (auto [extent, type] : llvm::zip_equal(linalgOp.getStaticLoopRanges(),
                                             op.getLoopIteratorTypes())) {
    std::string text =
        ShapedType::isDynamic(extent) ? "?" : std::to_string(extent);
    (type == utils::IteratorType::parallel ? parallel : summed)
        .push_back(std::move(text));
  }
  std::string text;
  if (!parallel.empty())
    text += ", " + llvm::join(parallel, "x");
  if (!summed.empty())
    text += ", summed over " + llvm::join(summed, "x");
  return text;
}

/// Sizes for the parallel dims of an op, so that a tile of it fits the second
/// cache; small ones where its bytes are not known. Empty, and a `reason`, if
/// there are none.
static SmallVector<int64_t> chooseSizes(TilingInterface op,
                                        std::optional<Reason> &reason) {
  SmallVector<int64_t> dims, sizes;
  SmallVector<utils::IteratorType> types = op.getLoopIteratorTypes();
  for (auto [dim, type] : llvm::enumerate(types))
    if (type == utils::IteratorType::parallel)
      dims.push_back(dim);
  if (dims.empty()) {
    reason.emplace(op, "it has no parallel dim");
    return sizes;
  }
  TileSizeOptions options;
  options.atMost = types.size() == 1 ? 4096 : 64;
  options.maxBytes = kTileBytes;
  options.partialTiles = true;
  std::optional<SmallVector<int64_t>> chosen =
      chooseTileSizes(op, dims, options, reason);
  if (!chosen) {
    options.maxBytes = std::nullopt;
    options.atMost = types.size() == 1 ? 4096 : 32;
    chosen = chooseTileSizes(op, dims, options, reason);
  }
  if (!chosen)
    return sizes;
  sizes.assign(dims.back() + 1, 0);
  for (auto [dim, size] : llvm::zip_equal(dims, *chosen))
    sizes[dim] = size;
  return sizes;
}

/// Whether instructions of the target compute the products of `group`, and
/// these are of numbers of which `isWanted` is true.
static bool hasDotProducts(const FusionGroup &group,
                           llvm::function_ref<bool(Type factor)> isWanted) {
  return llvm::any_of(group.ops, [&](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return false;
    // The schedules make products without zero points of these.
    auto isOf = [&](unsigned operand, unsigned width) {
      return getElementTypeOrSelf(op->getOperand(operand).getType())
          .isInteger(width);
    };
    if (hasZeroPoints(op) && isOf(0, 8) && isOf(1, 8) && isOf(4, 32)) {
      Type factor = getElementTypeOrSelf(op->getOperand(0).getType());
      return isWanted(factor) &&
             !findMissingFeature(op, getDotProductFeatures(factor));
    }
    auto products = matchNarrowProducts(linalgOp);
    auto *narrow = std::get_if<NarrowProducts>(&products);
    return narrow && isWanted(narrow->type) &&
           !findMissingFeature(op, getDotProductFeatures(narrow->type));
  });
}

/// Whether `group` starts with a product or a convolution.
static bool startsWithProduct(const FusionGroup &group) {
  auto first = dyn_cast<linalg::LinalgOp>(group.ops.front());
  return first && group.startsWithReduction &&
         (linalg::isaContractionOpInterface(first) ||
          linalg::isaConvolutionOpInterface(first));
}

void ScheduleWriter::findSequences(const FusionGroups &groups,
                                   ArrayRef<Operation *> moves) {
  SmallVector<Operation *> roots(moves);
  for (const FusionGroup &group : groups.groups)
    roots.push_back(group.getRoot());
  llvm::SmallPtrSet<Operation *, 8> exact;
  // Those of bf16 take denormals as zeros, which an author allows.
  for (const FusionGroup &group : groups.groups) {
    if (hasDotProducts(group, [](Type type) { return type.isInteger(8); }))
      exact.insert(group.getRoot());
    else if (hasDotProducts(group, [](Type type) { return type.isBF16(); }))
      inexact.insert(group.getRoot());
  }
  SmallVector<FittingSchedule> fitting = library.find(roots);
  auto addFitting = [&](unsigned rank, Preference wanted) {
    for (const FittingSchedule &schedule : fitting) {
      if (!schedule.finishes ||
          getRank(schedule.name, schedule.absorbs) != rank)
        continue;
      for (auto [root, preference] :
           llvm::zip_equal(schedule.ops, schedule.preferences)) {
        if (preference != wanted)
          continue;
        if (!makesDotProducts(schedule.name) || exact.contains(root))
          sequences.try_emplace(root, schedule);
        else if (inexact.contains(root))
          faster.try_emplace(root, schedule.name);
      }
    }
  };
  for (unsigned rank : {0, 1, 2, 3})
    for (Preference wanted :
         {Preference::First, Preference::Any, Preference::Last})
      addFitting(rank, wanted);
  for (const FusionGroup &group : llvm::reverse(groups.groups))
    if (sequences.contains(group.getRoot()) ||
        absorbed.contains(group.getRoot()))
      absorb(group, groups);
}

static bool isReturn(Operation *op) {
  return op->hasTrait<OpTrait::ReturnLike>();
}

void ScheduleWriter::absorb(const FusionGroup &group,
                            const FusionGroups &groups) {
  Operation *root = group.getRoot();
  auto isOf = [](const FusionGroup &other, Operation *op) {
    return llvm::is_contained(other.ops, op);
  };
  Operation *nest = absorbed.contains(root) ? absorbed.lookup(root) : root;
  bool absorbsOthers =
      sequences.contains(nest) && sequences.lookup(nest).absorbs;
  // Products and convolutions compute no op of another group, except for
  // attention: the product with the values computes the softmax, and with that
  // the product with the keys.
  if (startsWithProduct(group) && !(nest == root && absorbsOthers))
    return;
  bool absorbsProducts =
      nest != root &&
      llvm::any_of(groups.groups, [&](const FusionGroup &other) {
        return other.getRoot() == nest && startsWithProduct(other);
      });
  // Weights that are returned, too, are computed again, outside of the nest of
  // an attention. That is faster than to read them in a nest of the product.
  bool isAttention = absorbsProducts || (nest == root && absorbsOthers &&
                                         startsWithProduct(group));
  for (const FusionGroup &other : groups.groups) {
    Operation *end = other.getRoot();
    if (&other == &group || absorbed.contains(end))
      continue;
    if (startsWithProduct(other) && nest == root && startsWithProduct(group))
      continue;
    if (sequences.contains(end) &&
        (!absorbsOthers || (startsWithProduct(other) && !absorbsProducts)))
      continue;
    llvm::SetVector<Operation *> readers = findReaders(end, groups);
    bool isReadHere = llvm::any_of(
        readers, [&](Operation *user) { return isOf(group, user); });
    bool isReadElsewhere = llvm::any_of(readers, [&](Operation *user) {
      return !(isAttention && isReturn(user)) &&
             llvm::none_of(groups.groups, [&](const FusionGroup &reader) {
               Operation *last = reader.getRoot();
               return isOf(reader, user) &&
                      (last == nest || absorbed.lookup(last) == nest);
             });
    });
    if (!isReadHere || isReadElsewhere)
      continue;
    if (llvm::any_of(readers, isReturn))
      returned.insert(end);
    absorbed[end] = nest;
    sequences.erase(end);
  }
}

std::string ScheduleWriter::writeNest(Operation *root, StringRef handle,
                                      unsigned number,
                                      std::optional<Reason> &reason) {
  auto op = dyn_cast<TilingInterface>(root);
  SmallVector<int64_t> sizes;
  reason.emplace(root, "it cannot be tiled");
  if (op)
    sizes = chooseSizes(op, reason);
  size_t numLoops =
      llvm::count_if(sizes, [](int64_t size) { return size != 0; });
  if (numLoops == 0)
    return "";
  std::string text;
  llvm::raw_string_ostream lines(text);
  lines << "%tiled" << number << ", %loops" << number << ":" << numLoops
        << " = transform.structured.fuse_ext " << handle << "\n    tile_sizes ["
        << llvm::join(
               llvm::map_range(
                   sizes, [](int64_t size) { return std::to_string(size); }),
               ", ")
        << "]\n";
  return text;
}

void ScheduleWriter::addRoot(const FusionGroup &group, StringRef handle) {
  Operation *root = group.getRoot();
  size_t groupSize = group.ops.size();
  auto op = dyn_cast<TilingInterface>(root);
  Step &step = steps.emplace_back();
  llvm::raw_string_ostream comment(step.comment);
  comment << formatLocation(root->getLoc()) << ": " << root->getName();
  if (op)
    comment << describeLoops(op);
  if (groupSize > 1)
    comment << ", after " << groupSize - 1 << (groupSize == 2 ? " op" : " ops")
            << " of its group";
  if (Operation *nest = absorbed.lookup(root)) {
    step.comment += "; in the nest of '" +
                    nest->getName().getStringRef().str() + "' at " +
                    formatLocation(nest->getLoc());
    if (returned.contains(root))
      step.comment += ", and again, since it is returned";
    return;
  }
  std::optional<Reason> reason;
  step.lines = writeNest(root, handle, numNests, reason);
  if (!step.lines.empty())
    ++numNests;
  auto sequence = sequences.find(root);
  if (sequence != sequences.end()) {
    const FittingSchedule &schedule = sequence->second;
    step.file = schedule.name;
    step.whyNoNest = step.lines.empty() ? reason->text : "";
    step.comment += ": " + schedule.name;
    if (faster.contains(root))
      step.comment += "; " + faster.lookup(root) +
                      " is faster, and takes denormals as zeros";
    step.instead =
        std::exchange(step.lines, "transform.include @" + schedule.sequence +
                                      " failures(propagate) (" + handle.str() +
                                      ")\n    : (!transform.any_op) -> ()\n");
  } else if (step.lines.empty()) {
    step.refused = reason->text;
  }
}

void ScheduleWriter::addConversion() {
  steps.push_back({"arith, math and gathers on tensors become structured ops",
                   "%functions = transform.structured.match "
                   "ops{[\"func.func\"]} in %module\n"
                   "    : (!transform.any_op) -> !transform.any_op\n"
                   "%structured = transform.apply_registered_pass\n"
                   "    \"heddle-structure-tensors\" to %functions\n"
                   "    : (!transform.any_op) -> !transform.any_op\n",
                   ""});
}

void ScheduleWriter::addFunction(func::FuncOp func) {
  FusionGroups groups = findFusionGroups(func);
  SmallVector<Operation *> moves = findMoves(func, groups);
  if (groups.groups.empty() && moves.empty())
    return;
  findSequences(groups, moves);
  std::string number = std::to_string(numFunctions++);
  Step &step = steps.emplace_back();
  step.comment = ("@" + func.getSymName()).str();
  llvm::raw_string_ostream lines(step.lines);
  lines << "%function" << number
        << " = transform.structured.match ops{[\"func.func\"]}\n"
        << "    attributes {sym_name = " << func.getSymNameAttr()
        << "} in %module\n"
        << "    : (!transform.any_op) -> !transform.any_op\n";
  if (!groups.groups.empty()) {
    lines << "%roots" << number
          << " = transform.heddle.get_fusion_roots %function" << number
          << "\n    : (!transform.any_op) -> !transform.any_op\n";
    splitHandle(lines, "roots" + number, "root" + number, groups.groups.size());
  }
  SmallVector<std::string> handles = matchMoves(lines, func, moves, number);
  for (auto [i, group] : llvm::enumerate(groups.groups))
    addRoot(group, "%root" + number + "_" + std::to_string(i));
  for (auto [move, handle] : llvm::zip_equal(moves, handles)) {
    FusionGroup group;
    group.ops.push_back(move);
    addRoot(group, handle);
  }
}

void ScheduleWriter::chooseVectors() {
  bool hasDotProducts = llvm::any_of(
      steps, [](const Step &step) { return makesDotProducts(step.file); });
  for (Step &step : steps)
    if (StringRef(step.lines).starts_with("transform.heddle.vectorize"))
      step.lines = hasDotProducts ? "transform.heddle.vectorize %module "
                                    "{best_effort, dot_products}\n"
                                  : "transform.heddle.vectorize %module "
                                    "{best_effort}\n";
}

void ScheduleWriter::addEnd() {
  if (numFunctions != 0)
    steps.push_back(
        {"the tiles in vectors; what has no vector form stays scalar",
         "transform.heddle.vectorize %module {best_effort}\n", "", ""});
  chooseVectors();
  steps.push_back(
      {"tensors become buffers, results arguments of the caller",
       "%buffers = transform.heddle.bufferize %module {returns = "
       "\"out_params\"}\n    : (!transform.any_op) -> !transform.any_op\n",
       ""});
}

/// `text` with each line indented, and commented out if asked.
static void printLines(raw_ostream &os, StringRef text, StringRef prefix) {
  SmallVector<StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (StringRef line : lines)
    os << "    " << prefix << line << "\n";
}

std::string ScheduleWriter::printHeader() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "module attributes {transform.with_named_sequence";
  std::set<std::string> files;
  for (const Step &step : steps)
    if (!step.file.empty())
      files.insert(step.file);
  if (!files.empty()) {
    os << ", " << kQuietLibraryAttrName << ",\n    heddle.library = [";
    llvm::interleave(
        files, [&](const std::string &file) { os << '"' << file << ".mlir\""; },
        [&] { os << ",\n        "; });
    os << "]";
  }
  os << "} {\n  transform.named_sequence @__transform_main(\n"
     << "      %module: !transform.any_op {transform.consumed}) {\n";
  return text;
}

std::string ScheduleWriter::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << printHeader();
  for (const Step &step : steps) {
    printLines(os, step.comment, "// ");
    // Without lines no step was tried.
    if (!step.refused.empty())
      printLines(
          os, (step.lines.empty() ? "no nest: " : "refused: ") + step.refused,
          "// ");
    if (!step.lines.empty())
      printLines(os, step.lines, step.refused.empty() ? "" : "// ");
  }
  os << "    transform.yield\n  }\n}\n";
  return text;
}

std::string ScheduleWriter::describeRefusals() const {
  constexpr size_t kNamed = 3;
  SmallVector<std::string> refusals;
  for (const Step &step : steps)
    if (!step.refused.empty() && refusals.size() < kNamed)
      refusals.push_back(step.comment + ": " + step.refused);
  return refusals.empty() ? "" : " (" + llvm::join(refusals, "; ") + ")";
}

/// The line of the schedule that `location` names, or 0.
static unsigned findLine(Location location) {
  auto loc = location->findInstanceOf<FileLineColLoc>();
  return loc && loc.getFilename() == kScheduleName ? loc.getLine() : 0;
}

std::optional<size_t> ScheduleWriter::findRefused(std::string &reason) {
  std::string text = print();
  unsigned line = 0;
  ScopedDiagnosticHandler handler(
      payload.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
            !reason.empty())
          return success();
        reason = diagnostic.str();
        for (Diagnostic &note : diagnostic.getNotes())
          if (std::string place = formatLocation(note.getLocation());
              !place.empty()) {
            reason += ", at " + place;
            break;
          }
        // An error in the library has a note on the line that includes it.
        line = findLine(diagnostic.getLocation());
        for (Diagnostic &note : diagnostic.getNotes())
          line = line ? line : findLine(note.getLocation());
        return success();
      });
  OwningOpRef<ModuleOp> schedule =
      parseModule(llvm::MemoryBuffer::getMemBufferCopy(text, kScheduleName),
                  payload.getContext(), {});
  OwningOpRef<ModuleOp> copy = payload.clone();
  if (schedule && succeeded(linkLibraries(*schedule)) &&
      succeeded(applySchedule(*copy, *schedule))) {
    scheduled = std::move(copy);
    return std::nullopt;
  }
  // The step whose lines reach to the one of the error; the last one that is
  // there, if the error has no line.
  size_t at = StringRef(printHeader()).count('\n'), refused = 0;
  for (auto [i, step] : llvm::enumerate(steps)) {
    if (!step.refused.empty() || step.lines.empty()) {
      at += 1 + !step.refused.empty() + StringRef(step.lines).count('\n');
      continue;
    }
    refused = i;
    at += 1 + StringRef(step.lines).count('\n');
    if (line != 0 && at >= line)
      break;
  }
  return refused;
}

bool ScheduleWriter::settle() {
  std::string reason;
  while (std::optional<size_t> refused = findRefused(reason)) {
    Step &step = steps[*refused];
    if (!step.refused.empty() || StringRef(step.lines).contains("split_handle"))
      return false;
    if (!step.file.empty()) {
      // A nest takes its place; the comment stays one line.
      llvm::replace(reason, '\n', ' ');
      step.comment += ", which was refused: " + reason;
      step.file = "";
      step.lines = std::exchange(step.instead, "");
      step.refused = std::exchange(step.whyNoNest, "");
      chooseVectors();
      reason.clear();
      continue;
    }
    step.refused = std::exchange(reason, "");
  }
  return llvm::any_of(steps, [](const Step &step) {
    StringRef lines = step.lines;
    return step.refused.empty() && !lines.empty() &&
           !lines.contains("structured.match");
  });
}

/// True if an op of `payload` computes a tensor.
static bool computesTensors(ModuleOp payload) {
  return payload
      ->walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A copy of `payload` whose arith, math and gathers on tensors are structured
/// ops; null if there are none. The pass loads the dialects of these ops.
static OwningOpRef<ModuleOp> makeStructured(ModuleOp payload) {
  bool isThere = payload
                     ->walk([](Operation *op) {
                       return canBeStructured(op) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
  if (!isThere)
    return nullptr;
  OwningOpRef<ModuleOp> copy = payload.clone();
  PassManager passes(payload.getContext());
  passes.addPass(createStructureTensorsPass());
  return succeeded(passes.run(*copy)) ? std::move(copy) : nullptr;
}

WrittenSchedule heddle::writeSchedule(ModuleOp payload,
                                      ArrayRef<std::string> functions,
                                      const FittingLibrary &library) {
  WrittenSchedule written;
  if (!computesTensors(payload)) {
    written.refusal = "expects an op that computes tensors, but the payload "
                      "has none";
    return written;
  }
  ScheduleWriter writer(payload, library);
  OwningOpRef<ModuleOp> structured = makeStructured(payload);
  if (structured)
    writer.addConversion();
  ModuleOp planned = structured ? *structured : payload;
  for (auto func : planned.getOps<func::FuncOp>())
    if (!func.isDeclaration() &&
        (functions.empty() ||
         llvm::is_contained(functions, func.getSymName().str())))
      writer.addFunction(func);
  writer.addEnd();
  if (!writer.settle()) {
    written.refusal = "every step is refused" + writer.describeRefusals();
    return written;
  }
  written.text = writer.print();
  written.scheduled = writer.takeScheduled();
  return written;
}

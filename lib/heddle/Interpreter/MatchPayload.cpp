//===- MatchPayload.cpp - Which ops a schedule takes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a matcher are copied into a separate sequence, which is run on
// one op. If the matcher does not take the op, its explanation is the error of
// the step that failed. The location of the error identifies the step.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/MatchPayload.h"

#include "EntryParams.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Interpreter/Loading/LibrarySearch.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/TransformOps/LinalgMatchOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

namespace {

/// Asks one matcher about ops.
class MatcherProbe {
public:
  explicit MatcherProbe(NamedSequenceOp matcher);

  /// Why `op` does not match; nothing if it does.
  std::optional<Mismatch> ask(Operation *op);

  unsigned getNumSteps() const { return expectations.size(); }

private:
  void addSteps(OpBuilder &builder, Block &body, IRMapping &mapping,
                StringAttr words);
  void addStep(OpBuilder &builder, Operation *op, IRMapping &mapping,
               StringAttr words);

  /// A copy of the matcher's module without guards, in which the probe finds
  /// the sequences that it includes.
  OwningOpRef<Operation *> symbols;
  /// A sequence that takes the payload's root and one op. It is the matcher
  /// with its includes inlined. The line of the location of a step is the
  /// number of the step.
  NamedSequenceOp probe;
  /// What each step expects; null if the step's own error says that best.
  SmallVector<StringAttr> expectations;
};

} // namespace

/// Erases the checks that the interpreter adds to its own copy of a schedule,
/// because they would record the steps of a matcher as steps of the schedule.
static void eraseGuards(Operation *schedule) {
  schedule->walk([](Operation *op) {
    if (op->getName().getStringRef().starts_with("transform.heddle.guard_"))
      op->erase();
  });
}

MatcherProbe::MatcherProbe(NamedSequenceOp original)
    : symbols(original->getParentOp()->clone()) {
  eraseGuards(*symbols);
  auto matcher =
      SymbolTable(*symbols).lookup<NamedSequenceOp>(original.getName());
  OpBuilder builder(matcher.getContext());
  Type type = matcher.getArgumentTypes().front();
  Type root = transform::AnyOpType::get(matcher.getContext());
  probe = NamedSequenceOp::create(
      builder, matcher.getLoc(), builder.getStringAttr("heddle.probe"),
      TypeAttr::get(builder.getFunctionType({root, type}, {})),
      /*sym_visibility=*/StringAttr(), /*arg_attrs=*/ArrayAttr(),
      /*res_attrs=*/ArrayAttr());
  for (unsigned i : {0, 1})
    probe.setArgAttr(i, transform::TransformDialect::kArgReadOnlyAttrName,
                     builder.getUnitAttr());
  Block *body = builder.createBlock(&probe.getBody(), {}, {root, type},
                                    {probe.getLoc(), probe.getLoc()});
  IRMapping mapping;
  mapping.map(matcher.getBody().getArgument(0), body->getArgument(1));
  addSteps(builder, matcher.getBody().front(), mapping, StringAttr());
  transform::YieldOp::create(builder, probe.getLoc());
  SymbolTable(*symbols).insert(probe);
}

void MatcherProbe::addSteps(OpBuilder &builder, Block &body, IRMapping &mapping,
                            StringAttr words) {
  for (Operation &op : body.without_terminator()) {
    auto own = op.getAttrOfType<StringAttr>(kExpectsAttrName);
    auto include = dyn_cast<transform::IncludeOp>(op);
    auto callee = include
                      ? SymbolTable::lookupNearestSymbolFrom<NamedSequenceOp>(
                            include, include.getTarget())
                      : NamedSequenceOp();
    if (!callee || include.getFailurePropagationMode() !=
                       transform::FailurePropagationMode::Propagate) {
      addStep(builder, &op, mapping, words ? words : own);
      continue;
    }
    // A sequence that is included twice is cloned twice.
    Block &inner = callee.getBody().front();
    IRMapping innerMapping;
    for (auto [argument, operand] :
         llvm::zip_equal(inner.getArguments(), include.getOperands()))
      innerMapping.map(argument, mapping.lookup(operand));
    addSteps(builder, inner, innerMapping, words ? words : own);
    for (auto [result, yielded] : llvm::zip_equal(
             include.getResults(), inner.getTerminator()->getOperands()))
      mapping.map(result, innerMapping.lookup(yielded));
  }
}

void MatcherProbe::addStep(OpBuilder &builder, Operation *op,
                           IRMapping &mapping, StringAttr words) {
  builder.clone(*op, mapping)->walk<WalkOrder::PreOrder>([&](Operation *step) {
    auto own = step->getAttrOfType<StringAttr>(kExpectsAttrName);
    step->setLoc(FileLineColLoc::get(step->getContext(), "heddle.probe",
                                     expectations.size(), 0));
    expectations.push_back(words ? words : own);
  });
}

std::optional<Mismatch> MatcherProbe::ask(Operation *op) {
  // Upstream's op does not check that the result exists, and crashes.
  bool readsResults = probe
                          ->walk([](transform::MatchStructuredResultOp) {
                            return WalkResult::interrupt();
                          })
                          .wasInterrupted();
  if (readsResults && op->getNumResults() == 0)
    return Mismatch{op, "expects an op on tensors", 0, getNumSteps()};
  std::optional<Mismatch> found;
  ScopedDiagnosticHandler collect(op->getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() != DiagnosticSeverity::Error || found)
      return success();
    auto loc = dyn_cast<FileLineColLoc>(diag.getLocation());
    bool isStep = loc && loc.getFilename() == "heddle.probe" &&
                  loc.getLine() < expectations.size();
    unsigned number = isStep ? loc.getLine() : 0;
    StringAttr words = isStep ? expectations[number] : StringAttr();
    found =
        Mismatch{op, words ? "expects " + words.getValue().str() : diag.str(),
                 number, getNumSteps()};
    return success();
  });
  // The matcher may look at producers of the op, too, so the root is the
  // payload's root.
  Operation *root = op;
  while (Operation *parent = root->getParentOp())
    root = parent;
  SmallVector<transform::MappedValue> mapped{op};
  RaggedArray<transform::MappedValue> extra;
  extra.push_back(mapped);
  if (failed(
          transform::applyTransforms(root, probe, extra, {},
                                     /*enforceToplevelTransformOp=*/false)) &&
      !found)
    found = Mismatch{op, "no reason was given", 0, getNumSteps()};
  return found;
}

std::string heddle::describeStructuredOp(Operation *op) {
  std::string text = quote(op);
  llvm::raw_string_ostream os(text);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    os << " over (";
    llvm::interleaveComma(
        linalgOp.getIteratorTypesArray(), os,
        [&](utils::IteratorType type) { os << stringifyEnum(type); });
    os << ")";
  }
  auto types =
      llvm::make_filter_range(op->getOperandTypes(), llvm::IsaPred<ShapedType>);
  if (!types.empty())
    os << " of ";
  llvm::interleaveComma(types, os);
  return text;
}

/// Whether `op` is a fill, named or generic.
static bool fills(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return isa<linalg::FillOp>(op) ||
         (generic && linalg::isaFillOpInterface(generic));
}

SmallVector<Operation *> heddle::findStructuredOps(ModuleOp payload) {
  SmallVector<Operation *> ops;
  payload.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isScheduleOp(op))
      return WalkResult::skip();
    if (isa<linalg::LinalgOp, TilingInterface>(op) && !fills(op))
      ops.push_back(op);
    return WalkResult::advance();
  });
  return ops;
}

/// For each of `ops`, where `entry` is among the entry points that take it. On
/// failure: an error was reported.
static FailureOr<SmallVector<Preference>>
findPreferences(NamedSequenceOp entry, ArrayRef<Operation *> ops) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers = findPreferring(entry);
  if (failed(matchers))
    return failure();
  SmallVector<Preference> preferences(
      ops.size(), matchers->empty() ? Preference::Any : Preference::Last);
  for (NamedSequenceOp matcher : *matchers) {
    MatcherProbe probe(matcher);
    for (auto [op, preference] : llvm::zip_equal(ops, preferences))
      if (preference == Preference::Last && !probe.ask(op))
        preference = Preference::First;
  }
  return preferences;
}

FailureOr<std::optional<MatchedOps>> heddle::matchOps(ArrayRef<Operation *> ops,
                                                      NamedSequenceOp sequence,
                                                      bool isEntry) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers =
      isEntry ? findPickers(sequence) : findMatchers(sequence);
  if (failed(matchers))
    return failure();
  if (matchers->empty())
    return std::optional<MatchedOps>();
  SmallVector<std::optional<Mismatch>> best(ops.size());
  llvm::SmallDenseMap<Operation *, unsigned> matching;
  for (NamedSequenceOp matcher : *matchers) {
    MatcherProbe probe(matcher);
    for (auto [op, nearest] : llvm::zip_equal(ops, best)) {
      if (matching.contains(op))
        continue;
      std::optional<Mismatch> mismatch = probe.ask(op);
      if (!mismatch)
        matching[op] = probe.getNumSteps();
      else if (!nearest || mismatch->numPassed > nearest->numPassed)
        nearest = std::move(mismatch);
    }
  }
  MatchedOps result;
  result.finishes = sequence->hasAttr(kFinishAttrName);
  result.absorbs = sequence->hasAttr(kAbsorbsAttrName);
  SmallVector<size_t> others;
  for (auto [i, op] : llvm::enumerate(ops))
    if (matching.contains(op)) {
      result.matching.push_back(op);
      result.numSteps.push_back(matching.lookup(op));
    } else {
      others.push_back(i);
    }
  FailureOr<SmallVector<Preference>> preferences =
      findPreferences(sequence, result.matching);
  if (failed(preferences))
    return failure();
  result.preferences = std::move(*preferences);
  llvm::sort(others, [&](size_t a, size_t b) {
    unsigned passedA = best[a]->numPassed, passedB = best[b]->numPassed;
    return passedA != passedB ? passedA > passedB : a < b;
  });
  for (size_t i : others)
    result.others.push_back(std::move(*best[i]));
  return std::optional(std::move(result));
}

FittingLibrary::FittingLibrary(MLIRContext *context) {
  std::string folder = findInstalledLibrary();
  if (folder.empty())
    return;
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  std::error_code unread;
  for (const std::string &file : findLibraryFiles(folder, unread)) {
    std::string message;
    auto buffer = readInput(file, InputKind::Library, message);
    if (!buffer ||
        !buffer->getBuffer().contains((kExpectsAttrName + " =").str()))
      continue;
    FailureOr<OwningOpRef<ModuleOp>> schedule = loadSchedule(file, context);
    if (failed(schedule) || !*schedule)
      continue;
    auto found = findEntryPoints(**schedule, "");
    if (failed(found) || found->size() != 1)
      continue;
    auto entry = dyn_cast<NamedSequenceOp>(found->front().getOperation());
    if (!entry)
      continue;
    StringRef name = StringRef(file).drop_front(folder.size()).ltrim('/');
    name.consume_back(".mlir");
    entries.push_back({name.str(), std::move(*schedule), entry});
  }
}

SmallVector<FittingSchedule>
FittingLibrary::find(ArrayRef<Operation *> ops) const {
  SmallVector<FittingSchedule> fitting;
  if (ops.empty())
    return fitting;
  ScopedDiagnosticHandler quiet(ops.front()->getContext(),
                                [](Diagnostic &) { return success(); });
  for (const Entry &entry : entries) {
    auto matched = matchOps(ops, entry.sequence, /*isEntry=*/true);
    if (failed(matched) || !*matched || (*matched)->matching.empty())
      continue;
    transform::NamedSequenceOp sequence = entry.sequence;
    fitting.push_back({entry.name, sequence.getName().str(),
                       (*matched)->finishes, (*matched)->absorbs,
                       std::move((*matched)->matching),
                       std::move((*matched)->preferences)});
  }
  return fitting;
}

SmallVector<FittingSchedule>
heddle::findFittingSchedules(ArrayRef<Operation *> ops) {
  if (ops.empty())
    return {};
  return FittingLibrary(ops.front()->getContext()).find(ops);
}

std::string heddle::describeMatchers(NamedSequenceOp sequence, bool isEntry) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers =
      isEntry ? findPickers(sequence) : findMatchers(sequence);
  if (failed(matchers))
    return "";
  auto names = llvm::map_to_vector(*matchers, [](NamedSequenceOp matcher) {
    return "'@" + matcher.getName().str() + "'";
  });
  return llvm::join(names, " or ");
}

void heddle::describeMismatches(
    ArrayRef<Mismatch> mismatches,
    llvm::function_ref<Diagnostic &(Location)> addNote) {
  auto nearest = mismatches.take_front(3);
  auto ops = llvm::map_to_vector(
      nearest, [](const Mismatch &mismatch) { return mismatch.op; });
  for (const Mismatch &mismatch : nearest)
    addNote(mismatch.op->getLoc()) << describeStructuredOp(mismatch.op)
                                   << " does not fit: " << mismatch.reason;
  for (const FittingSchedule &schedule : findFittingSchedules(ops))
    addNote(schedule.ops.front()->getLoc())
        << "'" << schedule.name << "' of the library takes "
        << quote(schedule.ops.front());
}

/// Whether one of `matchers` takes an op, structured or not, under `payload`.
static bool takesAnyOp(ModuleOp payload, ArrayRef<NamedSequenceOp> matchers) {
  return llvm::any_of(matchers, [&](NamedSequenceOp matcher) {
    MatcherProbe probe(matcher);
    return payload
        .walk([&](Operation *op) {
          return probe.ask(op) ? WalkResult::advance()
                               : WalkResult::interrupt();
        })
        .wasInterrupted();
  });
}

LogicalResult heddle::requireMatch(ModuleOp payload, NamedSequenceOp entry) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers = findPickers(entry);
  if (failed(matchers))
    return failure();
  if (matchers->empty() || takesAnyOp(payload, *matchers))
    return success();
  auto found = matchOps(findStructuredOps(payload), entry, /*isEntry=*/true);
  if (failed(found))
    return failure();
  InFlightDiagnostic diag = emitError(entry.getLoc())
                            << "expects an op that "
                            << describeMatchers(entry, /*isEntry=*/true)
                            << " matches, but found none";
  describeMismatches((*found)->others, [&](Location loc) -> Diagnostic & {
    return diag.attachNote(loc);
  });
  return diag;
}

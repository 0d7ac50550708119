//===- ScheduleGuards.cpp - Checks in a running schedule ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts the guards, and reports lookups that found nothing. Defects
// decides whether an upstream op is unsound. ForeachGuards and
// ForeachMatchGuards report iterations whose payload op is gone.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Guards/ScheduleGuards.h"

#include "Defects.h"
#include "InvalidInputs.h"
#include "Loading/SequenceAttrs.h"
#include "heddle/Analysis/Reasons/NearestName.h"
#include "heddle/Interpreter/MatchPayload.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

#include <atomic>

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

#define GET_OP_CLASSES
#include "heddle/Interpreter/Guards/ScheduleGuards.cpp.inc"

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

static bool mayFindNone(Operation *op) {
  Attribute flag = op->getAttr(kMayBeEmptyAttrName);
  return flag && flag != BoolAttr::get(op->getContext(), false);
}

/// Upstream ops that look payload ops up and succeed if they find nothing.
static bool isLookup(Operation *op) {
  return llvm::is_contained({"transform.structured.match",
                             "transform.pdl_match", "transform.select",
                             "transform.collect_matching"},
                            op->getName().getStringRef());
}

/// True if `op` is a step of a sequence.
static bool isStep(Operation *op) {
  return isa<transform::TransformOpInterface>(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         isa_and_present<transform::NamedSequenceOp, transform::SequenceOp,
                         transform::ForeachOp, transform::AlternativesOp>(
             op->getParentOp());
}

/// A sequence that names matchers begins with a guard that asks them.
static void guardExpectations(transform::NamedSequenceOp sequence) {
  if (sequence.isExternal() || !sequence->hasAttr(kExpectsAttrName) ||
      sequence.getNumArguments() == 0)
    return;
  BlockArgument handle = sequence.getBody().getArgument(0);
  if (!isa<transform::TransformHandleTypeInterface>(handle.getType()))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(handle.getOwner());
  GuardExpectsOp::create(builder, sequence.getLoc(), handle);
}

void heddle::insertScheduleGuards(ModuleOp schedule,
                                  const GuardOptions &options) {
  schedule.walk([&](Operation *op) {
    if (auto sequence = dyn_cast<transform::NamedSequenceOp>(op))
      guardExpectations(sequence);
    OpBuilder builder(op);
    if (isStep(op))
      GuardPositionOp::create(builder, op->getLoc());
    if (mayHaveInvalidInput(op))
      GuardInputOp::create(builder, op->getLoc(), op->getOperands());
    if (mayBeUnsound(op))
      GuardSoundnessOp::create(builder, op->getLoc(), op->getOperands(),
                               options.strict);
    if (auto foreachOp = dyn_cast<transform::ForeachOp>(op)) {
      GuardTargetsOp::create(builder, op->getLoc(), op->getOperands());
      builder.setInsertionPoint(foreachOp.getBody().front().getTerminator());
      GuardIterationOp::create(builder, op->getLoc());
    }
    if (!isLookup(op) || mayFindNone(op))
      return;
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults())
      if (isa<transform::TransformHandleTypeInterface>(result.getType()))
        GuardMatchOp::create(builder, op->getLoc(), result);
  });
  guardWalks(schedule);
}

//===----------------------------------------------------------------------===//
// GuardMatchOp
//===----------------------------------------------------------------------===//

/// The op names that `lookup` searches; empty if it does not search by name.
static SmallVector<StringRef> getSoughtNames(Operation *lookup) {
  if (auto name = lookup->getAttrOfType<StringAttr>("op_name"))
    return {name.getValue()};
  SmallVector<StringRef> names;
  if (auto ops = lookup->getAttrOfType<ArrayAttr>("ops"))
    llvm::append_range(names, ops.getAsValueRange<StringAttr>());
  return names;
}

/// The attributes that `lookup` searches; empty if it does not search by
/// attribute.
static DictionaryAttr getSoughtAttributes(Operation *lookup) {
  auto attributes = lookup->getAttrOfType<DictionaryAttr>("op_attrs");
  return attributes ? attributes : DictionaryAttr::get(lookup->getContext());
}

/// The op name under `scopes` that is most like `sought`; empty if no name is
/// similar.
static StringRef findNearestOp(StringRef sought, ArrayRef<Operation *> scopes) {
  NearestName names(sought);
  for (Operation *scope : scopes)
    scope->walk(
        [&](Operation *op) { names.consider(op->getName().getStringRef()); });
  return names.nearest;
}

/// The same for the names of attributes. Also empty if an op has the attribute
/// `sought`.
static StringRef findNearestAttribute(StringRef sought,
                                      ArrayRef<Operation *> scopes) {
  NearestName names(sought);
  bool isThere = false;
  for (Operation *scope : scopes)
    scope->walk([&](Operation *op) {
      isThere |= op->hasAttr(sought);
      for (NamedAttribute attribute : op->getAttrDictionary())
        names.consider(attribute.getName());
    });
  return isThere ? "" : names.nearest;
}

/// An op under `scopes` that has `sought` with another value, or null.
static Operation *findOtherValue(NamedAttribute sought,
                                 ArrayRef<Operation *> scopes) {
  Operation *found = nullptr;
  for (Operation *scope : scopes)
    scope->walk([&](Operation *op) {
      Attribute value = op->getAttr(sought.getName());
      if (value && value != sought.getValue() && !found)
        found = op;
    });
  return found;
}

/// " for 'linalg.fill', 'linalg.exp' with {root}"; empty if any op will do.
static std::string describeSought(ArrayRef<StringRef> names,
                                  DictionaryAttr attributes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!names.empty())
    os << " for ";
  llvm::interleaveComma(names, os,
                        [&](StringRef name) { os << "'" << name << "'"; });
  if (!attributes.empty())
    os << " with " << attributes;
  return text;
}

/// " that '@is_matmul' matches"; empty if `lookup` has no matcher.
static std::string describeMatcher(Operation *lookup) {
  auto collect = dyn_cast<transform::CollectMatchingOp>(lookup);
  if (!collect)
    return "";
  return (" that '@" + collect.getMatcher().getLeafReference().getValue() +
          "' matches")
      .str();
}

/// "; it has 2 'linalg.fill', 1 'linalg.add'": the ops under `scope` of the
/// dialects of `names`, or of any dialect if `scope` holds none of these.
static std::string listOps(Operation *scope, ArrayRef<StringRef> names) {
  llvm::MapVector<StringRef, unsigned> alike, all;
  scope->walk([&](Operation *op) {
    if (op == scope || op->hasTrait<OpTrait::IsTerminator>())
      return;
    ++all[op->getName().getStringRef()];
    for (StringRef name : names)
      if (name.split('.').first == op->getName().getDialectNamespace()) {
        ++alike[op->getName().getStringRef()];
        break;
      }
  });
  auto counts = (alike.empty() ? all : alike).takeVector();
  if (names.empty() || counts.empty())
    return "";
  llvm::sort(counts, [](const auto &a, const auto &b) {
    return std::pair(b.second, a.first) < std::pair(a.second, b.first);
  });
  std::string text = "; it has ";
  llvm::raw_string_ostream os(text);
  constexpr size_t kShown = 8;
  llvm::interleaveComma(ArrayRef(counts).take_front(kShown), os,
                        [&](const auto &count) {
                          os << count.second << " '" << count.first << "'";
                        });
  if (counts.size() > kShown)
    os << " and " << counts.size() - kShown << " other kinds of ops";
  return text;
}

/// Adds suggestions: for a name that no op has, the most similar one; for an
/// attribute, the ops that have it with another value.
static void addGuess(DiagnosedSilenceableFailure &diag,
                     ArrayRef<StringRef> names, DictionaryAttr attributes,
                     ArrayRef<Operation *> scopes) {
  if (names.size() == 1)
    if (StringRef near = findNearestOp(names.front(), scopes); !near.empty())
      diag << "; did you mean '" << near << "'?";
  for (NamedAttribute sought : attributes) {
    StringRef near = findNearestAttribute(sought.getName(), scopes);
    if (!near.empty())
      diag << "; did you mean {" << near << "}?";
    if (Operation *other = findOtherValue(sought, scopes))
      diag.attachNote(other->getLoc())
          << "'" << sought.getName().getValue() << "' is "
          << other->getAttr(sought.getName()) << " here";
  }
}

DiagnosedSilenceableFailure GuardMatchOp::apply(transform::TransformRewriter &,
                                                transform::TransformResults &,
                                                TransformState &state) {
  if (!state.getPayloadOps(getHandle()).empty())
    return DiagnosedSilenceableFailure::success();

  Operation *lookup = getHandle().getDefiningOp();
  SmallVector<Operation *> scopes =
      llvm::to_vector(state.getPayloadOps(lookup->getOperand(0)));
  SmallVector<StringRef> names = getSoughtNames(lookup);
  DictionaryAttr attributes = getSoughtAttributes(lookup);
  DiagnosedSilenceableFailure diag =
      emitSilenceableError()
      << "expects '" << lookup->getName() << "' to find an op, but found none"
      << describeSought(names, attributes) << describeMatcher(lookup);
  addGuess(diag, names, attributes, scopes);
  // The lookup of an entry point was not written by the author.
  if (lookup->getLoc() != lookup->getParentOp()->getLoc())
    diag.attachNote(lookup->getLoc())
        << "an op with {" << kMayBeEmptyAttrName << "} may find none";
  if (scopes.empty())
    diag.attachNote(lookup->getLoc()) << "it looked nowhere: its operand is an "
                                         "empty handle";
  for (Operation *scope : ArrayRef(scopes).take_front(4))
    diag.attachNote(scope->getLoc())
        << "looked in this '" << scope->getName() << "'"
        << (isa<transform::CollectMatchingOp>(lookup)
                ? listOps(scope, {"linalg."})
                : listOps(scope, names));
  return diag;
}

//===----------------------------------------------------------------------===//
// GuardSoundnessOp
//===----------------------------------------------------------------------===//

/// The op of the schedule after `guard`.
static Operation *getGuarded(Operation *guard) {
  do
    guard = guard->getNextNode();
  while (isa<GuardInputOp, GuardSoundnessOp, GuardTargetsOp>(guard));
  return guard;
}

/// True if a silenceable failure of `guard` would be ignored, and the op after
/// it would run all the same.
static bool isSuppressed(Operation *guard);

/// A refusal after which the op after `guard` does not run.
static DiagnosedSilenceableFailure stopAt(Operation *guard,
                                          DiagnosedSilenceableFailure refusal) {
  if (!isSuppressed(guard))
    return refusal;
  (void)refusal.checkAndReport();
  return DiagnosedSilenceableFailure::definiteFailure();
}

DiagnosedSilenceableFailure
GuardSoundnessOp::apply(transform::TransformRewriter &,
                        transform::TransformResults &, TransformState &state) {
  Operation *guarded = getGuarded(*this);
  SmallVector<Operation *> targets{state.getTopLevel()};
  if (!getInputs().empty())
    targets = llvm::to_vector(state.getPayloadOps(getInputs().front()));
  SmallVector<AppliedPass> passes = getAppliedPasses(guarded, state);
  noteApplied(guarded, passes, targets, state);
  for (Operation *target : targets) {
    Application step{guarded, target, state, passes};
    std::optional<std::string> reason = findDefect(step);
    if (!reason)
      continue;
    auto describe = [&](auto &diag) {
      diag << "'" << guarded->getName() << "' " << *reason;
      diag.attachNote(target->getLoc()) << "the payload op";
      if (Operation *cause = step.earlierCause)
        diag.attachNote(cause->getLoc())
            << "'" << cause->getName() << "' was applied here";
    };
    if (getStrict()) {
      DiagnosedSilenceableFailure diag = emitSilenceableError();
      describe(diag);
      return stopAt(*this, std::move(diag));
    }
    InFlightDiagnostic diag = mlir::emitWarning(getLoc());
    describe(diag);
  }
  return DiagnosedSilenceableFailure::success();
}

void GuardSoundnessOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getInputsMutable(), effects);
  transform::onlyReadsPayload(effects);
}

//===----------------------------------------------------------------------===//
// GuardInputOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure GuardInputOp::apply(transform::TransformRewriter &,
                                                transform::TransformResults &,
                                                TransformState &state) {
  Operation *guarded = getGuarded(*this);
  std::optional<InvalidInput> invalid = findInvalidInput(guarded, state);
  if (!invalid)
    return DiagnosedSilenceableFailure::success();
  Diagnostic error(guarded->getLoc(), DiagnosticSeverity::Error);
  error << "'" << guarded->getName() << "' " << invalid->text;
  if (invalid->payload)
    error.attachNote(invalid->payload->getLoc()) << "the payload op";
  DiagnosedSilenceableFailure refusal =
      DiagnosedSilenceableFailure::silenceableFailure(std::move(error));
  return stopAt(*this, std::move(refusal));
}

void GuardInputOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getInputsMutable(), effects);
  transform::onlyReadsPayload(effects);
}

//===----------------------------------------------------------------------===//
// GuardPositionOp
//===----------------------------------------------------------------------===//

/// The position in the schedule that this thread runs; in the innermost one if
/// schedules are nested.
static thread_local SchedulePosition *currentPosition = nullptr;

/// The location of the step that runs, for other threads. Locations live as
/// long as their context.
static std::atomic<const void *> runningStep = nullptr;

SchedulePosition::SchedulePosition() : outer(currentPosition) {
  currentPosition = this;
}

SchedulePosition::~SchedulePosition() {
  currentPosition = outer;
  runningStep = nullptr;
}

std::optional<Location> heddle::getRunningStep() {
  const void *location = runningStep;
  if (!location)
    return std::nullopt;
  return Location::getFromOpaquePointer(location);
}

/// True if running `outer` runs `inner`, with nothing between them.
static bool runsThrough(Operation *outer, Operation *inner) {
  if (outer->isProperAncestor(inner))
    return true;
  auto sequence = inner->getParentOfType<transform::NamedSequenceOp>();
  auto isNamed = [&](SymbolRefAttr symbol) {
    return symbol.getLeafReference() == sequence.getSymName()
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return sequence && outer->getAttrDictionary().walk(isNamed).wasInterrupted();
}

void SchedulePosition::enter(Operation *op) {
  if (observer && last)
    observer(last);
  last = op;
  runningStep = op->getLoc().getAsOpaquePointer();
  while (!ops.empty() && !runsThrough(ops.back(), op))
    ops.pop_back();
  ops.push_back(op);
}

static bool isSuppressed(Operation *guard) {
  Operation *caller =
      currentPosition ? currentPosition->findCaller(guard) : nullptr;
  auto suppresses = [](auto op) {
    return op.getFailurePropagationMode() ==
           transform::FailurePropagationMode::Suppress;
  };
  if (auto include = dyn_cast_if_present<transform::IncludeOp>(caller))
    return suppresses(include);
  auto sequence = dyn_cast<transform::SequenceOp>(guard->getParentOp());
  return sequence && suppresses(sequence);
}

Operation *SchedulePosition::findCaller(Operation *inner) const {
  for (Operation *op : llvm::reverse(ops))
    if (runsThrough(op, inner))
      return op;
  return nullptr;
}

void SchedulePosition::attachNotes(Diagnostic &diag) {
  // An error that an op reports at itself needs no note, even if other ops ran
  // in its regions.
  auto self = llvm::find_if(
      ops, [&](Operation *op) { return op->getLoc() == diag.getLocation(); });
  if (self == ops.end() && !ops.empty())
    diag.attachNote(ops.back()->getLoc())
        << "'" << ops.back()->getName() << "' failed here";
  for (Operation *op : llvm::reverse(llvm::make_range(ops.begin(), self)))
    if (op != ops.back() && !op->getNumRegions())
      diag.attachNote(op->getLoc())
          << (isa<transform::IncludeOp>(op) ? "included here"
                                            : "run from here");
}

DiagnosedSilenceableFailure
GuardPositionOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &, TransformState &) {
  if (currentPosition)
    currentPosition->enter(getGuarded(*this));
  return DiagnosedSilenceableFailure::success();
}

void GuardPositionOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &) {}

//===----------------------------------------------------------------------===//
// GuardExpectsOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
GuardExpectsOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  auto sequence = (*this)->getParentOfType<transform::NamedSequenceOp>();
  auto ops = llvm::to_vector(state.getPayloadOps(getHandle()));
  FailureOr<std::optional<MatchedOps>> matched =
      matchOps(ops, sequence, /*isEntry=*/false);
  if (failed(matched))
    return DiagnosedSilenceableFailure::definiteFailure();
  if (!*matched || (*matched)->others.empty())
    return DiagnosedSilenceableFailure::success();
  Operation *caller =
      currentPosition ? currentPosition->findCaller(*this) : nullptr;
  DiagnosedSilenceableFailure diag =
      emitSilenceableFailure(caller ? caller->getLoc() : getLoc())
      << "expects ops that " << describeMatchers(sequence, /*isEntry=*/false)
      << " matches for '@" << sequence.getName() << "', but got '"
      << (*matched)->others.front().op->getName() << "'";
  describeMismatches((*matched)->others, [&](Location loc) -> Diagnostic & {
    return diag.attachNote(loc);
  });
  Operation *first = (*matched)->others.front().op;
  if (first->hasTrait<OpTrait::IsIsolatedFromAbove>())
    diag.attachNote(first->getLoc())
        << "pass the ops in it, which 'transform.collect_matching' finds";
  return diag;
}

void GuardExpectsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getHandleMutable(), effects);
  transform::onlyReadsPayload(effects);
}

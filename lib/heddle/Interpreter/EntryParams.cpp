//===- EntryParams.cpp - Entry points that take params --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound sequence begins with the ops that an author would write otherwise:
// one transform.param.constant for each param, and a
// transform.collect_matching. Like any lookup, that op is an error if it finds
// nothing. All ops that it finds are in one handle, so that an op of the
// schedule checks all of them before it changes the first one.
//
//===----------------------------------------------------------------------===//

#include "EntryParams.h"

#include "Loading/ParamRange.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

/// The sequence that `entry` says it ends with; null if that names none.
static NamedSequenceOp lookUpFinish(NamedSequenceOp entry) {
  auto symbol = entry->getAttrOfType<FlatSymbolRefAttr>(kFinishAttrName);
  return symbol ? SymbolTable::lookupNearestSymbolFrom<NamedSequenceOp>(entry,
                                                                        symbol)
                : NamedSequenceOp();
}

SmallVector<StringRef> heddle::getParamNames(NamedSequenceOp entry) {
  SmallVector<StringRef> names;
  for (NamedSequenceOp sequence : {entry, lookUpFinish(entry)}) {
    if (!sequence)
      break;
    for (unsigned i = 1; i < sequence.getNumArguments(); ++i)
      if (StringRef name = getParamName(sequence, i); !name.empty())
        names.push_back(name);
  }
  return names;
}

/// The value that `params` choose for `name`, the last one if there are
/// several; nothing if they choose none.
static std::optional<StringRef> findChoice(ArrayRef<std::string> params,
                                           StringRef name) {
  for (StringRef param : llvm::reverse(params))
    if (auto [chosen, value] = param.split('='); chosen == name)
      return value;
  return std::nullopt;
}

/// The type of the attributes of a param, or null if they may have any type.
static Type getValueType(Type type) {
  auto param = dyn_cast<transform::ParamType>(type);
  return param ? param.getType() : Type();
}

/// The text of a choice as an attribute of the type of the param.
static FailureOr<Attribute> parseChoice(NamedSequenceOp entry, StringRef text,
                                        Type type) {
  ScopedDiagnosticHandler quiet(entry.getContext(),
                                [](Diagnostic &) { return success(); });
  if (Attribute value = parseAttribute(text, entry.getContext(), type))
    return value;
  return failure();
}

static FailureOr<Attribute> chooseValue(NamedSequenceOp entry, unsigned number,
                                        ArrayRef<std::string> params) {
  StringRef name = getParamName(entry, number);
  if (name.empty())
    return emitError(entry.getLoc())
           << "expects argument " << number << " of the entry point '@"
           << entry.getName() << "' to be a param with '" << kParamAttrName
           << "', its name";
  for (unsigned other = 1; other < number; ++other)
    if (getParamName(entry, other) == name)
      return emitParamError(entry.getLoc(), entry, number) << "is there twice";
  Type type = getValueType(entry.getArgument(number).getType());
  Attribute value = entry.getArgAttr(number, kDefaultAttrName);
  if (std::optional<StringRef> choice = findChoice(params, name)) {
    FailureOr<Attribute> parsed = parseChoice(entry, *choice, type);
    if (failed(parsed))
      return emitParamError(entry.getLoc(), entry, number)
             << "cannot be '" << *choice << "'";
    value = *parsed;
  }
  if (!value)
    return emitParamError(entry.getLoc(), entry, number)
           << "has no value: choose one with --param " << name
           << "=VALUE, or give it '" << kDefaultAttrName << "'";
  auto typed = dyn_cast<TypedAttr>(value);
  if (type && (!typed || typed.getType() != type))
    return emitParamError(entry.getLoc(), entry, number)
           << "expects a value of type " << type << ", but got " << value;
  if (failed(checkParamRange(entry.getLoc(), entry, number, value)))
    return failure();
  return value;
}

/// The matcher of `entry` that `name` in its attribute `attrName` names.
static FailureOr<NamedSequenceOp>
findMatcher(NamedSequenceOp entry, StringRef attrName, Attribute name) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(name);
  auto matcher =
      symbol
          ? SymbolTable::lookupNearestSymbolFrom<NamedSequenceOp>(entry, symbol)
          : NamedSequenceOp();
  if (!matcher || matcher.isExternal())
    return emitError(entry.getLoc())
           << "expects '" << attrName
           << "' to name a sequence that matches an op, or an array of such "
              "names, but got "
           << entry->getAttr(attrName);
  if (matcher.getArgumentTypes() != entry.getArgumentTypes().take_front() ||
      matcher.getResultTypes() != entry.getArgumentTypes().take_front())
    return emitError(matcher.getLoc())
           << "expects the matcher '@" << matcher.getName()
           << "' to take and yield " << entry.getArgumentTypes().front()
           << ", as '@" << entry.getName() << "' takes it";
  return matcher;
}

/// The matchers that the attribute `attrName` of `entry` names.
static FailureOr<SmallVector<NamedSequenceOp>>
findNamedMatchers(NamedSequenceOp entry, StringRef attrName) {
  SmallVector<NamedSequenceOp> matchers;
  Attribute expected = entry->getAttr(attrName);
  if (!expected)
    return matchers;
  SmallVector<Attribute> names{expected};
  if (auto array = dyn_cast<ArrayAttr>(expected); array && !array.empty())
    names = llvm::to_vector(array);
  for (Attribute name : names) {
    FailureOr<NamedSequenceOp> matcher = findMatcher(entry, attrName, name);
    if (failed(matcher))
      return failure();
    matchers.push_back(*matcher);
  }
  return matchers;
}

FailureOr<SmallVector<NamedSequenceOp>>
heddle::findMatchers(NamedSequenceOp sequence) {
  return findNamedMatchers(sequence, kExpectsAttrName);
}

FailureOr<SmallVector<NamedSequenceOp>>
heddle::findPickers(NamedSequenceOp entry) {
  return findNamedMatchers(entry, entry->hasAttr(kPicksAttrName)
                                      ? kPicksAttrName
                                      : kExpectsAttrName);
}

FailureOr<SmallVector<NamedSequenceOp>>
heddle::findPreferring(NamedSequenceOp entry) {
  return findNamedMatchers(entry, kPrefersAttrName);
}

/// The ops under `root` that one of `matchers` takes.
static Value collectMatching(OpBuilder &builder, Location loc, Value root,
                             ArrayRef<NamedSequenceOp> matchers) {
  SmallVector<Value> found;
  for (NamedSequenceOp matcher : matchers) {
    auto collect = transform::CollectMatchingOp::create(
        builder, loc, TypeRange(root.getType()), root,
        FlatSymbolRefAttr::get(matcher.getSymNameAttr()));
    if (matchers.size() > 1)
      collect->setAttr(kMayBeEmptyAttrName, builder.getUnitAttr());
    found.push_back(collect->getResult(0));
  }
  if (found.size() == 1)
    return found.front();
  return transform::MergeHandlesOp::create(builder, loc, root.getType(), found,
                                           builder.getUnitAttr());
}

/// The sequence that `entry` ends with; null if it names none.
static FailureOr<NamedSequenceOp> findFinish(NamedSequenceOp entry) {
  Attribute name = entry->getAttr(kFinishAttrName);
  if (!name)
    return NamedSequenceOp();
  NamedSequenceOp finish = lookUpFinish(entry);
  Type root = entry.getArgumentTypes().front();
  if (!finish || finish.isExternal() || finish.getArgumentTypes().empty() ||
      finish.getArgumentTypes().front() != root ||
      !llvm::all_of(finish.getArgumentTypes().drop_front(),
                    llvm::IsaPred<transform::TransformParamTypeInterface>) ||
      !finish.getResultTypes().empty())
    return emitError(entry.getLoc())
           << "expects '" << kFinishAttrName << "' to name a sequence that "
           << "takes one " << root
           << ", else only params, and yields nothing, but got " << name;
  return finish;
}

/// The values of the params of `sequence`. A param with the name of a param of
/// `entry` gets the value of that one, which is in `known`.
static FailureOr<SmallVector<Attribute>>
chooseValues(NamedSequenceOp sequence, ArrayRef<std::string> params,
             NamedSequenceOp entry = {}, ArrayRef<Attribute> known = {}) {
  SmallVector<Attribute> values;
  for (unsigned i = 1; i < sequence.getNumArguments(); ++i) {
    StringRef name = getParamName(sequence, i);
    unsigned same = 0;
    while (same < known.size() &&
           (name.empty() || getParamName(entry, same + 1) != name))
      ++same;
    FailureOr<Attribute> value = same < known.size()
                                     ? FailureOr<Attribute>(known[same])
                                     : chooseValue(sequence, i, params);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

/// Adds an include of `finish`, which takes the payload's root and params of
/// `values`, to the end of `bound`.
static void appendFinish(NamedSequenceOp bound, NamedSequenceOp finish,
                         ArrayRef<Attribute> values) {
  if (!finish)
    return;
  OpBuilder builder(bound.getBody().front().getTerminator());
  SmallVector<Value> operands{bound.getArgument(0)};
  for (auto [type, value] :
       llvm::zip_equal(finish.getArgumentTypes().drop_front(), values))
    operands.push_back(transform::ParamConstantOp::create(
        builder, bound.getLoc(), type, value));
  transform::IncludeOp::create(
      builder, bound.getLoc(), TypeRange(),
      FlatSymbolRefAttr::get(finish.getSymNameAttr()),
      transform::FailurePropagationMode::Propagate, operands,
      /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
  StringRef consumed = transform::TransformDialect::kArgConsumedAttrName;
  if (!finish.getArgAttr(0, consumed))
    return;
  bound.removeArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName);
  bound.setArgAttr(0, consumed, builder.getUnitAttr());
}

FailureOr<NamedSequenceOp>
heddle::bindEntryPoint(NamedSequenceOp entry, ArrayRef<std::string> params) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers = findPickers(entry);
  if (failed(matchers))
    return failure();
  FailureOr<NamedSequenceOp> finish = findFinish(entry);
  if (failed(finish))
    return failure();
  if (matchers->empty() && !*finish && entry.getNumArguments() == 1)
    return entry;
  FailureOr<SmallVector<Attribute>> values = chooseValues(entry, params);
  if (failed(values))
    return failure();
  FailureOr<SmallVector<Attribute>> last = SmallVector<Attribute>();
  if (*finish)
    last = chooseValues(*finish, params, entry, *values);
  if (failed(last))
    return failure();
  // Copies the sequence, because others may include the original.
  NamedSequenceOp bound = entry.clone();
  SymbolTable(entry->getParentOp()).insert(bound);
  OpBuilder builder = OpBuilder::atBlockBegin(&bound.getBody().front());
  Location loc = entry.getLoc();
  for (auto [argument, value] :
       llvm::zip_equal(bound.getArguments().drop_front(), *values))
    argument.replaceAllUsesWith(transform::ParamConstantOp::create(
        builder, loc, argument.getType(), value));
  for (unsigned i = bound.getNumArguments() - 1; i > 0; --i)
    (void)bound.eraseArgument(i);
  // Its argument is now the payload's root, which no matcher takes.
  bound->removeAttr(kExpectsAttrName);
  if (matchers->empty()) {
    appendFinish(bound, *finish, *last);
    return bound;
  }
  BlockArgument root = bound.getArgument(0);
  // Collects the uses of the root first, because the new ops use it, too.
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(root.getUses(), [](OpOperand &use) { return &use; });
  Value found = collectMatching(builder, loc, root, *matchers);
  for (OpOperand *use : uses)
    use->set(found);
  bound.removeArgAttr(0, transform::TransformDialect::kArgConsumedAttrName);
  bound.setArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName,
                   builder.getUnitAttr());
  appendFinish(bound, *finish, *last);
  return bound;
}

//===- EntryParams.cpp - Entry points that take params --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound sequence begins with the ops that an author would write otherwise:
// one transform.param.constant for each param, and a
// transform.collect_matching, which is an error if it finds nothing as any
// lookup is. All ops that are found are in one handle, so that an op of the
// schedule decides for all of them before it changes the first one.
//
//===----------------------------------------------------------------------===//

#include "EntryParams.h"

#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

static StringRef getParamName(NamedSequenceOp entry, unsigned number) {
  auto name = entry.getArgAttrOfType<StringAttr>(number, kParamAttrName);
  return name ? name.getValue() : "";
}

SmallVector<StringRef> heddle::getParamNames(NamedSequenceOp entry) {
  SmallVector<StringRef> names;
  for (unsigned i = 1; i < entry.getNumArguments(); ++i)
    if (StringRef name = getParamName(entry, i); !name.empty())
      names.push_back(name);
  return names;
}

/// The value that `params` choose for `name`, the last one if there are
/// several; nothing if there is none.
static std::optional<StringRef> findChoice(ArrayRef<std::string> params,
                                           StringRef name) {
  for (StringRef param : llvm::reverse(params))
    if (auto [chosen, value] = param.split('='); chosen == name)
      return value;
  return std::nullopt;
}

/// The type of the attributes of a param, or null if it has any.
static Type getValueType(Type type) {
  auto param = dyn_cast<transform::ParamType>(type);
  return param ? param.getType() : Type();
}

static InFlightDiagnostic emitParamError(NamedSequenceOp entry,
                                         StringRef name) {
  return emitError(entry.getLoc())
         << "param '" << name << "' of '@" << entry.getName() << "' ";
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

/// The least and the largest value of a param; nothing if it has no range.
static std::optional<std::pair<int64_t, int64_t>>
getRange(NamedSequenceOp entry, unsigned number) {
  auto range = entry.getArgAttrOfType<ArrayAttr>(number, kRangeAttrName);
  if (!range || range.size() != 2 ||
      !llvm::all_of(range, llvm::IsaPred<IntegerAttr>))
    return std::nullopt;
  return std::pair(cast<IntegerAttr>(range[0]).getInt(),
                   cast<IntegerAttr>(range[1]).getInt());
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
      return emitParamError(entry, name) << "is there twice";
  Type type = getValueType(entry.getArgument(number).getType());
  Attribute value = entry.getArgAttr(number, kDefaultAttrName);
  if (std::optional<StringRef> choice = findChoice(params, name)) {
    FailureOr<Attribute> parsed = parseChoice(entry, *choice, type);
    if (failed(parsed))
      return emitParamError(entry, name) << "cannot be '" << *choice << "'";
    value = *parsed;
  }
  if (!value)
    return emitParamError(entry, name)
           << "has no value: choose one with --param " << name
           << "=VALUE, or give it '" << kDefaultAttrName << "'";
  auto typed = dyn_cast<TypedAttr>(value);
  if (type && (!typed || typed.getType() != type))
    return emitParamError(entry, name)
           << "expects a value of type " << type << ", but got " << value;
  if (entry.getArgAttr(number, kRangeAttrName)) {
    auto range = getRange(entry, number);
    if (!range)
      return emitParamError(entry, name)
             << "expects '" << kRangeAttrName
             << "' to be two integers, but got "
             << entry.getArgAttr(number, kRangeAttrName);
    auto integer = dyn_cast<IntegerAttr>(value);
    if (!integer || integer.getInt() < range->first ||
        integer.getInt() > range->second)
      return emitParamError(entry, name)
             << "expects a value from " << range->first << " to "
             << range->second << ", but got " << value;
  }
  return value;
}

/// The matcher of `entry` that `name` names.
static FailureOr<NamedSequenceOp> findMatcher(NamedSequenceOp entry,
                                              Attribute name) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(name);
  auto matcher =
      symbol
          ? SymbolTable::lookupNearestSymbolFrom<NamedSequenceOp>(entry, symbol)
          : NamedSequenceOp();
  if (!matcher || matcher.isExternal())
    return emitError(entry.getLoc())
           << "expects '" << kExpectsAttrName
           << "' to name a sequence that matches an op, or an array of such "
              "names, but got "
           << entry->getAttr(kExpectsAttrName);
  if (matcher.getArgumentTypes() != entry.getArgumentTypes().take_front() ||
      matcher.getResultTypes() != entry.getArgumentTypes().take_front())
    return emitError(matcher.getLoc())
           << "expects the matcher '@" << matcher.getName()
           << "' to take and yield " << entry.getArgumentTypes().front()
           << ", as '@" << entry.getName() << "' takes it";
  return matcher;
}

FailureOr<SmallVector<NamedSequenceOp>>
heddle::findMatchers(NamedSequenceOp entry) {
  SmallVector<NamedSequenceOp> matchers;
  Attribute expected = entry->getAttr(kExpectsAttrName);
  if (!expected)
    return matchers;
  SmallVector<Attribute> names{expected};
  if (auto array = dyn_cast<ArrayAttr>(expected); array && !array.empty())
    names = llvm::to_vector(array);
  for (Attribute name : names) {
    FailureOr<NamedSequenceOp> matcher = findMatcher(entry, name);
    if (failed(matcher))
      return failure();
    matchers.push_back(*matcher);
  }
  return matchers;
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

FailureOr<NamedSequenceOp>
heddle::bindEntryPoint(NamedSequenceOp entry, ArrayRef<std::string> params) {
  FailureOr<SmallVector<NamedSequenceOp>> matchers = findMatchers(entry);
  if (failed(matchers))
    return failure();
  if (matchers->empty() && entry.getNumArguments() == 1)
    return entry;
  SmallVector<Attribute> values;
  for (unsigned i = 1; i < entry.getNumArguments(); ++i) {
    FailureOr<Attribute> value = chooseValue(entry, i, params);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  // Others may include the sequence as it is.
  NamedSequenceOp bound = entry.clone();
  SymbolTable(entry->getParentOp()).insert(bound);
  OpBuilder builder = OpBuilder::atBlockBegin(&bound.getBody().front());
  Location loc = entry.getLoc();
  for (auto [argument, value] :
       llvm::zip_equal(bound.getArguments().drop_front(), values))
    argument.replaceAllUsesWith(transform::ParamConstantOp::create(
        builder, loc, argument.getType(), value));
  for (unsigned i = bound.getNumArguments() - 1; i > 0; --i)
    (void)bound.eraseArgument(i);
  if (matchers->empty())
    return bound;
  BlockArgument root = bound.getArgument(0);
  // What uses the root is replaced first: the new ops use it, too.
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(root.getUses(), [](OpOperand &use) { return &use; });
  Value found = collectMatching(builder, loc, root, *matchers);
  for (OpOperand *use : uses)
    use->set(found);
  bound.removeArgAttr(0, transform::TransformDialect::kArgConsumedAttrName);
  bound.setArgAttr(0, transform::TransformDialect::kArgReadOnlyAttrName,
                   builder.getUnitAttr());
  return bound;
}

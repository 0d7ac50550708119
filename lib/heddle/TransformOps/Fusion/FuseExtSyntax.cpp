//===- FuseExtSyntax.cpp - Textual forms of fuse_ext ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads both forms of transform.structured.fuse_ext and prints the first. Its
// meaning and effects are in FusionOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleTypes.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"

#include "heddle/Analysis/Reasons/NearestName.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

namespace {
/// The operands of the op as they are read, by group.
struct ParsedOperands {
  UnresolvedOperand target;
  SmallVector<UnresolvedOperand> sizes, interchange, stop, only, at;
  SmallVector<int64_t> atLoops;
  SMLoc loc;
  /// Clauses belong to the first form.
  bool hasClauses = false;

  SmallVector<UnresolvedOperand> inOrder() const {
    SmallVector<UnresolvedOperand> all{target};
    for (const auto *group : {&sizes, &interchange, &stop, &only, &at})
      llvm::append_range(all, *group);
    return all;
  }
};
} // namespace

ArrayRef<StringLiteral> FuseExtOp::getOptionNames() {
  static constexpr StringLiteral names[] = {
      "apply_cleanup",      "best_effort",   "explain",   "joint",
      "keep_intermediates", "max_recompute", "online",    "placement_slack",
      "recurrence",         "skip_masked",   "use_forall"};
  return names;
}

/// `[4, %n, 0]`, the sizes or the interchange.
static ParseResult parseIndexList(OpAsmParser &parser, StringRef keyword,
                                  ParsedOperands &operands,
                                  FuseExtOp::Properties &properties) {
  bool isSizes = keyword == "tile_sizes";
  DenseI64ArrayAttr &numbers =
      isSizes ? properties.static_tile_sizes : properties.static_interchange;
  SMLoc loc = parser.getCurrentLocation();
  if (numbers)
    return parser.emitError(loc) << "'" << keyword << "' is given twice";
  DenseBoolArrayAttr scalable;
  if (parseDynamicIndexList(parser,
                            isSizes ? operands.sizes : operands.interchange,
                            numbers, scalable))
    return failure();
  if (scalable && llvm::is_contained(scalable.asArrayRef(), true))
    return parser.emitError(loc) << "scalable sizes are not supported";
  return success();
}

/// "; did you mean 'tile_sizes'?", or nothing if no name is like `sought`.
static std::string suggest(StringRef sought) {
  NearestName names(sought);
  for (StringRef name : {"tile_sizes", "interchange", "stop", "only", "at"})
    names.consider(name);
  for (StringRef name : FuseExtOp::getOptionNames())
    names.consider(name);
  return names.nearest.empty()
             ? ""
             : ("; did you mean '" + names.nearest + "'?").str();
}

/// The next word of the input.
static StringRef getWordAt(SMLoc loc) {
  const char *end = loc.getPointer();
  while (llvm::isAlnum(*end) || *end == '_' || *end == '.')
    ++end;
  return StringRef(loc.getPointer(), end - loc.getPointer());
}

/// The clauses that may follow the target, in any order, before the braces.
static ParseResult parseClauses(OpAsmParser &parser, ParsedOperands &operands,
                                FuseExtOp::Properties &properties) {
  // The second form identifies `stop` by its position.
  if (succeeded(parser.parseOptionalComma()) &&
      parser.parseOperand(operands.stop.emplace_back()))
    return failure();
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (failed(parser.parseOptionalKeyword(
            &keyword, {"tile_sizes", "interchange", "stop", "only", "at"}))) {
      // A word with a dot begins the next op.
      if (getWordAt(loc).contains('.')) {
        if (operands.hasClauses)
          return success();
        return parser.emitError(loc, "expected 'tile_sizes', or braces");
      }
      if (failed(parser.parseOptionalKeyword(&keyword)))
        return success();
      if (llvm::is_contained(FuseExtOp::getOptionNames(), keyword))
        return parser.emitError(loc) << "expects the option '" << keyword
                                     << "' in braces: {" << keyword << "}";
      return parser.emitError(loc) << "expects tile_sizes, interchange, stop, "
                                      "only or at, but got '"
                                   << keyword << "'" << suggest(keyword);
    }
    operands.hasClauses = true;
    if (keyword == "tile_sizes" || keyword == "interchange") {
      if (parseIndexList(parser, keyword, operands, properties))
        return failure();
      continue;
    }
    if (keyword == "at") {
      if (parser.parseOperand(operands.at.emplace_back()) ||
          parser.parseComma() ||
          parser.parseInteger(operands.atLoops.emplace_back()))
        return failure();
      continue;
    }
    auto &handles = keyword == "stop" ? operands.stop : operands.only;
    if (!handles.empty())
      return parser.emitError(loc) << "'" << keyword << "' is given twice";
    if (parser.parseOperand(handles.emplace_back()))
      return failure();
  }
}

/// One entry of the braces. Its value is checked as that of any attribute.
static ParseResult parseOption(OpAsmParser &parser, OperationState &result,
                               ParsedOperands &operands,
                               FuseExtOp::Properties &properties) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  if (llvm::is_contained({"tile_sizes", "interchange", "tile_interchange"},
                         StringRef(name)))
    return failure(parser.parseEqual() ||
                   parseIndexList(parser, name, operands, properties));
  if (!llvm::is_contained(FuseExtOp::getOptionNames(), name) &&
      !StringRef(name).contains('.'))
    return parser.emitError(loc)
           << "expects one of the options "
           << llvm::join(FuseExtOp::getOptionNames(), ", ") << ", but got '"
           << name << "'" << suggest(name);
  if (result.attributes.get(name))
    return parser.emitError(loc) << "'" << name << "' is given twice";
  Attribute value = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalEqual()) && parser.parseAttribute(value))
    return failure();
  result.addAttribute(name, value);
  return FuseExtOp::verifyInherentAttrs(result.name, result.attributes,
                                        [&] { return parser.emitError(loc); });
}

static ParseResult parseOptions(OpAsmParser &parser, OperationState &result,
                                ParsedOperands &operands,
                                FuseExtOp::Properties &properties) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::OptionalBraces,
      [&] { return parseOption(parser, result, operands, properties); });
}

/// "the target, 2 tile sizes, 'stop'": the operands that need a type.
static std::string describeOperands(const ParsedOperands &operands) {
  std::string text = "the target";
  llvm::raw_string_ostream os(text);
  if (size_t sizes = operands.sizes.size())
    os << ", " << sizes << (sizes == 1 ? " tile size" : " tile sizes");
  if (size_t entries = operands.interchange.size())
    os << ", " << entries << " of 'interchange'";
  if (!operands.stop.empty())
    os << ", 'stop'";
  if (!operands.only.empty())
    os << ", 'only'";
  if (size_t places = operands.at.size())
    os << ", " << places << " of 'at'";
  return text;
}

/// The types, or, where there are none, those that `getDefinedType` finds.
static ParseResult parseTypes(OpAsmParser &parser, OperationState &result,
                              const ParsedOperands &operands,
                              const FuseExtOp::Properties &properties) {
  SmallVector<UnresolvedOperand> all = operands.inOrder();
  if (succeeded(parser.parseOptionalColon())) {
    FunctionType type;
    SMLoc typeLoc = parser.getCurrentLocation();
    if (parser.parseType(type))
      return failure();
    if (type.getNumInputs() != all.size())
      return parser.emitError(typeLoc)
             << "expects " << all.size() << " operand types (for "
             << describeOperands(operands) << "), but got "
             << type.getNumInputs();
    if (parser.resolveOperands(all, type.getInputs(), operands.loc,
                               result.operands))
      return failure();
    result.addTypes(type.getResults());
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (!properties.static_tile_sizes)
    return parser.emitError(loc, "expected 'tile_sizes', or ':' and the types");
  SmallVector<Type> types;
  for (const UnresolvedOperand &operand : all)
    types.push_back(getDefinedType(parser, operand));
  // The handles that are bound. The verifier and the plan compare them with the
  // loops: those of a forall are one op.
  ArrayRef<int64_t> sizes = properties.static_tile_sizes;
  size_t numResults = parser.getNumResults();
  if (numResults == 0)
    numResults = 1 + sizes.size() - llvm::count(sizes, 0);
  result.addTypes(SmallVector<Type>(
      numResults, getResultHandleType(parser.getContext(), types)));
  return parser.resolveOperands(all, types, operands.loc, result.operands);
}

ParseResult FuseExtOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedOperands operands;
  operands.loc = parser.getCurrentLocation();
  if (parser.parseOperand(operands.target) ||
      parseClauses(parser, operands, properties) ||
      parseOptions(parser, result, operands, properties) ||
      parseTypes(parser, result, operands, properties) ||
      failed(heddle::verifyNumHandles(
          result.operands.size() + result.types.size(),
          [&] { return parser.emitError(parser.getNameLoc()); })))
    return failure();
  for (DenseI64ArrayAttr *list :
       {&properties.static_tile_sizes, &properties.static_interchange})
    if (!*list)
      *list = parser.getBuilder().getDenseI64ArrayAttr({});
  auto size = [](const auto &group) {
    return static_cast<int32_t>(group.size());
  };
  properties.operandSegmentSizes = {1,
                                    size(operands.sizes),
                                    size(operands.interchange),
                                    size(operands.stop),
                                    size(operands.only),
                                    size(operands.at)};
  properties.at_loops =
      parser.getBuilder().getDenseI64ArrayAttr(operands.atLoops);
  return success();
}

void FuseExtOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTarget();
  if (!getStaticTileSizes().empty()) {
    printer << " tile_sizes ";
    printDynamicIndexList(printer, *this, getTileSizes(), getStaticTileSizes());
  }
  if (!getStaticInterchange().empty()) {
    printer << " interchange ";
    printDynamicIndexList(printer, *this, getInterchange(),
                          getStaticInterchange());
  }
  if (getStop())
    printer << " stop " << getStop();
  if (getOnly())
    printer << " only " << getOnly();
  for (auto [producer, loop] : llvm::zip(getAt(), getAtLoops()))
    printer << " at " << producer << ", " << loop;
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getOperandSegmentSizesAttrName(), getStaticTileSizesAttrName(),
       getStaticInterchangeAttrName(), getAtLoopsAttrName()});
  printer << " : ";
  printer.printFunctionalType(getOperation());
}

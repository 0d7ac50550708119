//===- ParamRange.cpp - The values that a param may have ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same words for a value of --param, a default, and an operand of an
// include.
//
//===----------------------------------------------------------------------===//

#include "ParamRange.h"

#include "SequenceAttrs.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

StringRef heddle::getParamName(NamedSequenceOp sequence, unsigned number) {
  auto name = sequence.getArgAttrOfType<StringAttr>(number, kParamAttrName);
  return name ? name.getValue() : "";
}

InFlightDiagnostic heddle::emitParamError(Location loc,
                                          NamedSequenceOp sequence,
                                          unsigned number) {
  return emitError(loc) << "param '" << getParamName(sequence, number)
                        << "' of '@" << sequence.getName() << "' ";
}

LogicalResult heddle::checkParamRange(Location loc, NamedSequenceOp sequence,
                                      unsigned number, Attribute value) {
  Attribute given = sequence.getArgAttr(number, kRangeAttrName);
  if (!given)
    return success();
  auto range = dyn_cast<ArrayAttr>(given);
  if (!range || range.size() != 2 ||
      !llvm::all_of(range, llvm::IsaPred<IntegerAttr>))
    return emitParamError(loc, sequence, number)
           << "expects '" << kRangeAttrName << "' to be two integers, but got "
           << given;
  int64_t least = cast<IntegerAttr>(range[0]).getInt();
  int64_t most = cast<IntegerAttr>(range[1]).getInt();
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || integer.getInt() < least || integer.getInt() > most)
    return emitParamError(loc, sequence, number)
           << "expects a value from " << least << " to " << most << ", but got "
           << value;
  return success();
}

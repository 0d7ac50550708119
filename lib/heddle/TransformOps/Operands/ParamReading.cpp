//===- ParamReading.cpp - The value of a param ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One integer within bounds, or a silenceable failure.
//
//===----------------------------------------------------------------------===//

#include "ParamReading.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <limits>

using namespace mlir;

DiagnosedSilenceableFailure
heddle::readParam(transform::TransformOpInterface op,
                  transform::TransformState &state, StringRef name, Value param,
                  int64_t least, int64_t largest,
                  std::optional<int64_t> &value) {
  if (!param)
    return DiagnosedSilenceableFailure::success();
  ArrayRef<Attribute> values = state.getParams(param);
  if (values.size() != 1)
    return emitSilenceableFailure(op) << "expects one value after '" << name
                                      << "', but got " << values.size();
  auto integer = dyn_cast<IntegerAttr>(values.front());
  if (!integer || integer.getInt() < least || integer.getInt() > largest) {
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op)
                                          << "expects an integer ";
    if (largest == std::numeric_limits<int64_t>::max())
      failure << "of at least " << least;
    else
      failure << "from " << least << " to " << largest;
    failure << " after '" << name << "', but got " << values.front();
    return failure;
  }
  value = integer.getInt();
  return DiagnosedSilenceableFailure::success();
}

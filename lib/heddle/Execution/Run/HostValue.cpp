//===- HostValue.cpp - Arguments and results on the host ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage and formatting of elements. Narrow floats go through APFloat, so that
// every value is rounded as the type says.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/HostValue.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::heddle;

unsigned heddle::getHostElementSize(Type type) {
  if (type.isF16() || type.isBF16())
    return 2;
  if (type.isF32())
    return 4;
  if (type.isF64() || type.isIndex())
    return 8;
  if (auto integer = dyn_cast<IntegerType>(type))
    switch (integer.getWidth()) {
    case 1:
    case 8:
      return 1;
    case 16:
      return 2;
    case 32:
      return 4;
    case 64:
      return 8;
    }
  return 0;
}

HostValue::HostValue(Type type, ArrayRef<int64_t> extents)
    : elementType(type), shape(extents.begin(), extents.end()) {
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    scalar = false;
    elementType = shaped.getElementType();
  }
  elementSize = getHostElementSize(elementType);
  numElements = 1;
  for (int64_t extent : shape)
    numElements *= extent;
  bytes.assign(numElements * elementSize, 0);
}

template <typename T> static T load(const std::vector<char> &bytes, int64_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void store(std::vector<char> &bytes, int64_t i, T value) {
  std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
}

static const llvm::fltSemantics &getNarrowSemantics(Type type) {
  return type.isBF16() ? llvm::APFloat::BFloat() : llvm::APFloat::IEEEhalf();
}

double HostValue::getFloat(int64_t i) const {
  if (elementType.isF64())
    return load<double>(bytes, i);
  if (elementType.isF32())
    return load<float>(bytes, i);
  if (!isFloat())
    return static_cast<double>(getInt(i));
  llvm::APFloat value(getNarrowSemantics(elementType),
                      llvm::APInt(16, load<uint16_t>(bytes, i)));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

int64_t HostValue::getInt(int64_t i) const {
  switch (elementSize) {
  case 1: {
    int8_t value = load<int8_t>(bytes, i);
    return elementType.isInteger(1) ? (value & 1) : value;
  }
  case 2:
    return load<int16_t>(bytes, i);
  case 4:
    return load<int32_t>(bytes, i);
  default:
    return load<int64_t>(bytes, i);
  }
}

void HostValue::setFloat(int64_t i, double value) {
  if (elementType.isF64())
    return store<double>(bytes, i, value);
  if (elementType.isF32())
    return store<float>(bytes, i, static_cast<float>(value));
  if (!isFloat())
    return setInt(i, static_cast<int64_t>(value));
  llvm::APFloat narrow(value);
  bool losesInfo;
  narrow.convert(getNarrowSemantics(elementType),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  store<uint16_t>(bytes, i, narrow.bitcastToAPInt().getZExtValue());
}

void HostValue::setInt(int64_t i, int64_t value) {
  if (isFloat())
    return setFloat(i, static_cast<double>(value));
  switch (elementSize) {
  case 1:
    return store<int8_t>(bytes, i,
                         elementType.isInteger(1) ? (value & 1) : value);
  case 2:
    return store<int16_t>(bytes, i, value);
  case 4:
    return store<int32_t>(bytes, i, value);
  default:
    return store<int64_t>(bytes, i, value);
  }
}

bool HostValue::isIdentical(const HostValue &other, int64_t i) const {
  if (elementType.isInteger(1))
    return getInt(i) == other.getInt(i);
  if (std::memcmp(bytes.data() + i * elementSize,
                  other.bytes.data() + i * elementSize, elementSize) == 0)
    return true;
  return isFloat() && std::isnan(getFloat(i)) && std::isnan(other.getFloat(i));
}

std::string HostValue::formatIndex(int64_t i) const {
  if (scalar)
    return "";
  SmallVector<int64_t> index(shape.size());
  for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d) {
    index[d] = i % shape[d];
    i /= shape[d];
  }
  return "[" +
         llvm::join(
             llvm::map_range(
                 index, [](int64_t value) { return std::to_string(value); }),
             ", ") +
         "]";
}

std::string HostValue::formatElement(int64_t i) const {
  if (!isFloat())
    return std::to_string(getInt(i));
  int digits = elementType.isF64() ? 17 : elementType.isF32() ? 9 : 5;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, getFloat(i));
  return text;
}

std::string HostValue::formatType() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape)
    os << extent << "x";
  os << elementType;
  return text;
}

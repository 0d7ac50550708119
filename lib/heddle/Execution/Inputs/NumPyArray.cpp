//===- NumPyArray.cpp - Arguments from files ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a magic string, two bytes of version, the length of the header, the
// header, and the elements. The header is a Python literal such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/NumPyArray.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::heddle;

static llvm::Error makeError(const Twine &text) {
  return llvm::createStringError(text);
}

unsigned NumPyArray::getElementSize() const {
  return elementType.empty() ? 0 : elementType.back() - '0';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The text after "'key':" in a header, or "".
static StringRef findEntry(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == StringRef::npos)
    return "";
  StringRef rest = header.drop_front(at + key.size() + 2).ltrim();
  return rest.consume_front(":") ? rest.ltrim() : "";
}

/// Reads "(3, 4)", "(3,)" or "()". The number of elements fits in int64_t.
static bool parseShape(StringRef text, SmallVectorImpl<int64_t> &shape) {
  if (!text.consume_front("("))
    return false;
  size_t end = text.find(')');
  if (end == StringRef::npos)
    return false;
  SmallVector<StringRef> parts;
  text.take_front(end).split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  int64_t count = 8; // the widest element
  for (StringRef part : parts) {
    part = part.trim();
    int64_t extent;
    if (part.empty())
      continue;
    if (part.getAsInteger(10, extent) || extent < 0 ||
        llvm::MulOverflow(count, std::max<int64_t>(extent, 1), count))
      return false;
    shape.push_back(extent);
  }
  return true;
}

/// Reads "'<f4'": the order of bytes and the type.
static llvm::Error parseElementType(StringRef text, NumPyArray &array) {
  StringRef descr = text.consume_front("'")
                        ? text.take_until([](char c) { return c == '\''; })
                        : text.take_until([](char c) { return c == ']'; });
  StringRef type = descr;
  bool isLittle = type.consume_front("<") || type.consume_front("|");
  if (!isLittle ||
      !llvm::is_contained({"f2", "f4", "f8", "V2", "b1", "i1", "i2", "i4", "i8",
                           "u1", "u2", "u4", "u8"},
                          type))
    return makeError("expects little-endian elements of f2, f4, f8, V2 (bf16), "
                     "b1, i1 to i8 or u1 to u8, but got '" +
                     descr + "'");
  array.elementType = type.str();
  return llvm::Error::success();
}

/// Turns the column-major elements of `bytes` into row-major ones.
static std::vector<char> toRowMajor(ArrayRef<char> bytes,
                                    ArrayRef<int64_t> shape, unsigned size) {
  std::vector<char> result(bytes.size());
  SmallVector<int64_t> index(shape.size(), 0);
  for (size_t to = 0; to < bytes.size(); to += size) {
    int64_t from = 0;
    for (size_t d = shape.size(); d-- > 0;)
      from = from * shape[d] + index[d];
    llvm::copy(bytes.slice(from * size, size), result.begin() + to);
    for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];)
      index[d] = 0;
  }
  return result;
}

/// Splits a file into its header and its elements.
static bool splitFile(StringRef text, StringRef &header, StringRef &elements) {
  if (!text.consume_front("\x93NUMPY") || text.size() < 4)
    return false;
  bool isLong = text[0] != 1; // the version
  size_t width = isLong ? 4 : 2;
  if (text.size() < 2 + width)
    return false;
  const char *at = text.data() + 2;
  size_t length = isLong ? llvm::support::endian::read32le(at)
                         : llvm::support::endian::read16le(at);
  text = text.drop_front(2 + width);
  if (length > text.size())
    return false;
  header = text.take_front(length);
  elements = text.drop_front(length);
  return true;
}

llvm::Expected<NumPyArray> heddle::readNumPyArray(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(buffer.getError().message());
  NumPyArray array;
  array.file = file.str();
  StringRef header, elements;
  if (!splitFile((*buffer)->getBuffer(), header, elements))
    return makeError("expects a file that numpy.save wrote");
  if (llvm::Error error = parseElementType(findEntry(header, "descr"), array))
    return error;
  StringRef order = findEntry(header, "fortran_order");
  bool isColumnMajor = order.starts_with("True");
  if (!parseShape(findEntry(header, "shape"), array.shape) ||
      !(isColumnMajor || order.starts_with("False")))
    return makeError("expects a header that numpy.save wrote");
  size_t size = array.getElementSize();
  for (int64_t extent : array.shape)
    size *= extent;
  if (elements.size() != size)
    return makeError("expects " + Twine(size) + " bytes of elements, but got " +
                     Twine(elements.size()));
  ArrayRef<char> bytes(elements.data(), elements.size());
  array.bytes = isColumnMajor
                    ? toRowMajor(bytes, array.shape, array.getElementSize())
                    : std::vector<char>(bytes.begin(), bytes.end());
  return array;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Whether elements of this type have the bits of NumPy's type.
static bool isSameType(StringRef name, Type type) {
  if (type.isBF16())
    return name == "V2";
  if (isa<FloatType>(type))
    return name == "f" + std::to_string(type.getIntOrFloatBitWidth() / 8);
  if (type.isInteger(1))
    return name == "b1";
  return (name[0] == 'i' || name[0] == 'u') &&
         unsigned(name[1] - '0') == getHostElementSize(type);
}

std::string NumPyArray::findMismatch(Type type) const {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!isSameType(elementType, shaped ? shaped.getElementType() : type))
    return "elements of '" + elementType + "'";
  size_t rank = shaped && shaped.hasRank() ? shaped.getRank() : 0;
  if (rank != shape.size())
    return std::to_string(shape.size()) + " dims";
  if (shaped && failed(verifyCompatibleShape(shaped.getShape(), shape)))
    return "the shape " +
           llvm::join(llvm::map_range(shape,
                                      [](int64_t extent) {
                                        return std::to_string(extent);
                                      }),
                      "x");
  return "";
}

HostValue NumPyArray::getValue(Type type) const {
  MLIRContext *context = type.getContext();
  Type own = IntegerType::get(context, 8 * getElementSize());
  if (elementType == "b1")
    own = IntegerType::get(context, 1);
  else if (elementType == "V2")
    own = BFloat16Type::get(context);
  else if (elementType == "f2")
    own = Float16Type::get(context);
  else if (elementType == "f4")
    own = Float32Type::get(context);
  else if (elementType == "f8")
    own = Float64Type::get(context);
  HostValue from(RankedTensorType::get(shape, own), shape);
  llvm::copy(bytes, from.getBytes().begin());
  HostValue value(type, shape);
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    if (value.isFloat())
      value.setFloat(i, from.getFloat(i));
    else
      value.setInt(i, from.getInt(i));
  return value;
}

/// A little-endian integer of all of `bytes`.
static int64_t readInteger(ArrayRef<char> bytes, bool isUnsigned) {
  uint64_t bits = 0;
  for (char byte : llvm::reverse(bytes))
    bits = bits << 8 | static_cast<unsigned char>(byte);
  return isUnsigned ? static_cast<int64_t>(bits)
                    : llvm::SignExtend64(bits, 8 * bytes.size());
}

bool GivenInputs::parse(StringRef text, DimRequests &dims, std::string &error) {
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, file] = item.trim().split('=');
    unsigned index;
    if (!name.consume_front("arg") || name.getAsInteger(10, index) ||
        file.empty()) {
      error = ("expects 'argN=file.npy', but got '" + item + "'").str();
      return false;
    }
    llvm::Expected<NumPyArray> array = readNumPyArray(file);
    if (!array) {
      error = (file + ": " + llvm::toString(array.takeError())).str();
      return false;
    }
    std::string argument = "arg" + std::to_string(index);
    SmallVector<int64_t> extents = array->shape;
    bool isNew =
        arrays.try_emplace(index, std::make_shared<NumPyArray>(*array)).second;
    bool isInteger = StringRef("iu").contains(array->elementType[0]);
    if (extents.empty() && isInteger)
      extents.push_back(
          readInteger(array->bytes, array->elementType[0] == 'u'));
    if (isNew && !extents.empty())
      isNew = dims.arguments.try_emplace(argument, extents).second;
    if (!isNew) {
      error = "expects one file or request for each argument, but '" +
              argument + "' has two";
      return false;
    }
  }
  return true;
}

std::string GivenInputs::findMismatch(func::FuncOp func) const {
  for (const auto &[index, array] : arrays) {
    std::string name = "'arg" + std::to_string(index) + "'";
    if (index >= func.getNumArguments())
      return "expects a file for one of " +
             std::to_string(func.getNumArguments()) + " arguments, but got " +
             name;
    Type type = func.getArgumentTypes()[index];
    if (std::string found = array->findMismatch(type); !found.empty()) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "expects " << type << " for " << name << ", but " << array->file
          << " has " << found;
      return text;
    }
  }
  return "";
}

std::string GivenInputs::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(arrays, os, [&](const auto &entry) {
    os << "arg" << entry.first << " from " << entry.second->file;
  });
  return text;
}

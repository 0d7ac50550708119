//===- MessageCodec.h - Values as bytes of a message ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts numbers, strings and arrays into a message of a child process, and takes
// them out again in the same order. Parent and child are one program.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_MESSAGECODEC_H
#define HEDDLE_EXECUTION_RUN_MESSAGECODEC_H

#include "heddle/Execution/Run/HostValue.h"

#include <cstring>
#include <string>

namespace mlir::heddle {

struct Packer {
  std::vector<char> bytes;

  void add(const void *data, size_t size) {
    const char *begin = static_cast<const char *>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  void add(int64_t value) { add(&value, sizeof(value)); }
  void add(double value) { add(&value, sizeof(value)); }
  void add(StringRef text) {
    add(static_cast<int64_t>(text.size()));
    add(text.data(), text.size());
  }
  void add(const HostValue &value) {
    add(static_cast<int64_t>(value.getShape().size()));
    for (int64_t extent : value.getShape())
      add(extent);
    add(value.getBytes().data(), value.getBytes().size());
  }
};

struct Unpacker {
  ArrayRef<char> bytes;

  void take(void *data, size_t size) {
    if (size != 0) // an array without elements may have no memory
      std::memcpy(data, bytes.data(), size);
    bytes = bytes.drop_front(size);
  }
  int64_t takeInt() {
    int64_t value;
    take(&value, sizeof(value));
    return value;
  }
  double takeDouble() {
    double value;
    take(&value, sizeof(value));
    return value;
  }
  std::string takeString() {
    std::string text(takeInt(), '\0');
    take(text.data(), text.size());
    return text;
  }
  HostValue takeValue(Type type) {
    SmallVector<int64_t> shape(takeInt());
    for (int64_t &extent : shape)
      extent = takeInt();
    HostValue value(type, shape);
    take(value.getBytes().data(), value.getBytes().size());
    return value;
  }
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_MESSAGECODEC_H

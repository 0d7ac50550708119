//===- VectorRegisters.cpp - Registers of the target ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the entries of the target and checks their values.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Target/VectorRegisters.h"

#include "heddle/Analysis/Target/TargetEntries.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<std::string>
heddle::findBadRegisters(const VectorRegisters &registers) {
  if (registers.bits < 64 || registers.bits > 4096 ||
      !llvm::isPowerOf2_64(registers.bits))
    return "expects 'vector_bits' to be a power of two in [64, 4096], but "
           "got " +
           std::to_string(registers.bits);
  if (registers.count < 4 || registers.count > 1024)
    return "expects 'registers' to be in [4, 1024], but got " +
           std::to_string(registers.count);
  return std::nullopt;
}

static void readNumber(Operation *op, StringRef key, int64_t &number) {
  Attribute entry = findTargetEntry(op, key);
  if (!entry)
    return;
  auto value = dyn_cast<IntegerAttr>(entry);
  bool fits = value && value.getValue().getSignificantBits() <= 64;
  number = fits ? value.getValue().getSExtValue() : 0;
}

VectorRegisters heddle::getVectorRegisters(Operation *op) {
  VectorRegisters registers;
  readNumber(op, "vector_bits", registers.bits);
  readNumber(op, "registers", registers.count);
  return registers;
}

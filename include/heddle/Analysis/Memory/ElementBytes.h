//===- ElementBytes.h - Bytes of an element in memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DataLayout ends the process if it is asked for the size of a memref or of
// another type that has no data layout. A memref may have such elements.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_ELEMENTBYTES_H
#define HEDDLE_ANALYSIS_MEMORY_ELEMENTBYTES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include <optional>

namespace mlir::heddle {

/// The bytes of an element of type `type`, at least those if it is a scalable
/// vector; nullopt if they are not known.
inline std::optional<int64_t> getElementBytes(Type type,
                                              const DataLayout &layout) {
  if (!isa<IntegerType, IndexType, FloatType, ComplexType, VectorType,
           DataLayoutTypeInterface>(type))
    return std::nullopt;
  return layout.getTypeSize(type).getKnownMinValue();
}

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_ELEMENTBYTES_H

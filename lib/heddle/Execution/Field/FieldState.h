//===- FieldState.h - The state of a run in a finite field ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the rules of ops share: the record, and the functions that
// write and read its entries.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_FIELD_FIELDSTATE_H
#define HEDDLE_LIB_EXECUTION_FIELD_FIELDSTATE_H

#include "FieldFunctions.h"

#include "heddle/Execution/Field/FieldRuntime.h"

#include <memory>

namespace mlir::heddle::field {

struct RunState {
  Record *recording = nullptr;
  const Record *record = nullptr;
  size_t nextEntry = 0, nextNumber = 0;
  std::unique_ptr<PointFunctions> functions;
  RunCounts counts;
  StopFn stop;
  /// The last divisor and its inverse, because a row is often divided by a
  /// single number.
  Element divisor = 0, inverse = 0;
};

/// The run of this process.
RunState &getState();
/// The field of the run.
inline const Field &getField() { return getState().functions->field; }

/// The kinds of entries, in the lowest two bits.
enum EntryKind : uint8_t { kChoiceEntry = 1, kClassEntry = 2, kWholeEntry = 3 };

[[noreturn]] void stopRun(Stop reason);
void addEntry(uint8_t entry);
/// The next entry of the record, which must be of this kind.
uint8_t takeEntry(EntryKind kind);

// The rules of ops that depend on an order; see FieldChoices.cpp.
void recordChoice(int64_t code, double x, double y, double magnitude);
Element applyChoice(int64_t code, Element x, Element y);
void recordWhole(int64_t code, double x, double y, double magnitude);
Element applyWhole(int64_t code, Element x, Element y);

} // namespace mlir::heddle::field

#endif // HEDDLE_LIB_EXECUTION_FIELD_FIELDSTATE_H

//===- FieldCalls.h - Calls of the runtime of the field ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes calls of the functions that FieldOps.h names. Scalars are passed as
// they are; a vector is passed in memory, so that one call does all lanes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_FIELD_FIELDCALLS_H
#define HEDDLE_LIB_LOWERING_FIELD_FIELDCALLS_H

#include "FloatOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace mlir::heddle::field {

class CallBuilder {
public:
  /// With `inlined`, sums and products of ordinary elements of `level` are
  /// integer ops, and only those of special elements are calls.
  CallBuilder(RewriterBase &rewriter, ModuleOp module, bool inlined,
              unsigned level)
      : rewriter(rewriter), module(module), inlined(inlined), level(level) {}

  /// Creates the computation of `op` in the field, before `op`. The operands of
  /// `op` are elements already.
  Value apply(const FloatOp &op);

  /// Records the operands of `op`, whose floats are f64.
  void record(const FloatOp &op);

private:
  /// Memory for a vector, and its address.
  struct Slot {
    Value memory, address;
  };

  func::FuncOp getFunction(StringRef name, TypeRange inputs, TypeRange results);
  Value call(StringRef name, ValueRange args, TypeRange results);
  Value getInteger(int64_t value);
  SmallVector<Value> getOperands(const FloatOp &op);
  Value toElement(Value value, bool isUnsigned);
  Value applyScalar(const FloatOp &op, ArrayRef<Value> operands);
  Value applyLanes(const FloatOp &op, ArrayRef<Value> operands);
  Value applyCall(const FloatOp &op, ArrayRef<Value> operands);
  Value applyInline(const FloatOp &op, ArrayRef<Value> operands);
  Value getMagnitude(Operation *op);
  Slot getSlot(VectorType type, unsigned number);
  void addVectors(ArrayRef<Value> vectors, SmallVectorImpl<Value> &args);
  void addLanes(VectorType type, SmallVectorImpl<Value> &args);

  RewriterBase &rewriter;
  ModuleOp module;
  bool inlined;
  unsigned level;
  Location loc = UnknownLoc::get(rewriter.getContext());
  /// Memory for vectors, for each function.
  std::map<std::tuple<Operation *, const void *, unsigned>, Slot> slots;
  Operation *function = nullptr;
};

} // namespace mlir::heddle::field

#endif // HEDDLE_LIB_LOWERING_FIELD_FIELDCALLS_H

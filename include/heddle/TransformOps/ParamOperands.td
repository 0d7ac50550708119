//===- ParamOperands.td - Params that an op takes beside its target -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a param whose type is not written, and the effects of ops that
// take one. lib/heddle/TransformOps/Operands/ParamReading.h reads its value.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_PARAMOPERANDS_TD
#define HEDDLE_TRANSFORMOPS_PARAMOPERANDS_TD

include "mlir/IR/OpBase.td"

def Heddle_I64Param
    : Type<CPred<"::llvm::isa<::mlir::transform::ParamType>($_self) && "
                 "::llvm::cast<::mlir::transform::ParamType>($_self)"
                 ".getType().isSignlessInteger(64)">,
           "param of i64">,
      BuildableType<"::mlir::transform::ParamType::get("
                    "$_builder.getContext(), $_builder.getIntegerType(64))">;

// The op reads all its operands, and changes the payload.
defvar readsOperands = [{
  void $cppClass::getEffects(
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    transform::onlyReadsHandle(getOperation()->getOpOperands(), effects);
    transform::modifiesPayload(effects);
  }
}];

#endif // HEDDLE_TRANSFORMOPS_PARAMOPERANDS_TD

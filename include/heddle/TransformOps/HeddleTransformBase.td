//===- HeddleTransformBase.td - Base of our transform ops -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes that all transform ops of Heddle share. Each family of ops has its
// own file.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD
#define HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD

include "mlir/Dialect/Transform/IR/TransformAttrs.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

/// A transform op whose class lives in mlir::heddle.
// Code that several ops share, for `extraClassDefinition`.

// The op consumes `target`, returns handles to ops that it made, and changes
// the payload.
defvar consumesTarget = [{
  void $cppClass::getEffects(
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    transform::consumesHandle(getTargetMutable(), effects);
    transform::producesHandle(getOperation()->getOpResults(), effects);
    transform::modifiesPayload(effects);
  }
}];

// The same, but `target` stays valid.
defvar readsTarget = [{
  void $cppClass::getEffects(
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    transform::onlyReadsHandle(getTargetMutable(), effects);
    transform::producesHandle(getOperation()->getOpResults(), effects);
    transform::modifiesPayload(effects);
  }
}];

// The op reads the payload of `target` and changes nothing.
defvar readsPayload = [{
  void $cppClass::getEffects(
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    transform::onlyReadsHandle(getTargetMutable(), effects);
    transform::onlyReadsPayload(effects);
  }
}];

// The same, and returns handles to what it found.
defvar readsPayloadMakesResults = [{
  void $cppClass::getEffects(
      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    transform::onlyReadsHandle(getTargetMutable(), effects);
    transform::producesHandle(getOperation()->getOpResults(), effects);
    transform::onlyReadsPayload(effects);
  }
}];

// The op reads the handle `target` and applies itself to all ops that it names.
defvar declaresApplyToTargets = [{
  DiagnosedSilenceableFailure
  applyToTargets(transform::TransformRewriter &rewriter,
                 ArrayRef<Operation *> targets,
                 transform::TransformResults &results,
                 transform::TransformState &state);
}];
defvar appliesToTargets = [{
  DiagnosedSilenceableFailure
  $cppClass::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
    SmallVector<Operation *> targets;
    DiagnosedSilenceableFailure status =
        readHandle(*this, state, "target", getTarget(), targets);
    if (!status.succeeded())
      return status;
    return applyToTargets(rewriter, targets, results, state);
  }
}];

// A yes or no. It means the same in each syntax: `name` alone and `name = true`
// are yes, `name = false` and nothing are no.
def FlagAttr : Attr<CPred<"::llvm::isa<::mlir::UnitAttr, ::mlir::BoolAttr>($_self)">,
                    "a flag: its name alone, or with '= true' or '= false'"> {
  let storageType = "::mlir::Attribute";
  let returnType = "bool";
  let convertFromStorage = "::mlir::heddle::isFlagSet($_self, false)";
  let constBuilderCall = "$_builder.getBoolAttr($0)";
  let defaultValue = "false";
  let valueType = NoneType;
  let isOptional = 1;
}

// The same, where nothing is yes.
def OnByDefaultFlagAttr : Attr<FlagAttr.predicate, FlagAttr.summary> {
  let storageType = "::mlir::Attribute";
  let returnType = "bool";
  let convertFromStorage = "::mlir::heddle::isFlagSet($_self, true)";
  let constBuilderCall = "$_builder.getBoolAttr($0)";
  let valueType = NoneType;
  let isOptional = 1;
}

// An attribute that the op does not have is an error.
def KnownOptionsTrait : NativeOpTrait<"KnownOptionsTrait"> {
  let cppNamespace = "::mlir::heddle";
}

class Heddle_TransformOp<string mnemonic, list<Trait> traits = []>
    : TransformDialectOp<mnemonic, !listconcat([KnownOptionsTrait], traits)> {
  let cppNamespace = "::mlir::heddle";
}

#endif // HEDDLE_TRANSFORMOPS_HEDDLETRANSFORMBASE_TD

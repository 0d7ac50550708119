//===- ScheduleGuards.td - Checks in a running schedule ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that the interpreter inserts into its own copy of a schedule.
// Authors do not write them; they print in no result.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_TD
#define HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

class ScheduleGuardOp<string mnemonic, list<Trait> traits = []>
    : Op<Transform_Dialect, "heddle." # mnemonic,
         [DeclareOpInterfaceMethods<TransformOpInterface>] # traits> {
  let cppNamespace = "::mlir::heddle";
  let results = (outs);
}

/// A guard that reads the operands of the op after it. Therefore the
/// interpreter refuses an invalid handle before the guard looks at it.
class OperandsGuardOp<string mnemonic>
    : ScheduleGuardOp<mnemonic,
          [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
           MatchOpInterface]> {
  let assemblyFormat = "($inputs^ `:` type($inputs))? attr-dict";
}

def GuardMatchOp : ScheduleGuardOp<"guard_match",
    [NavigationTransformOpTrait, MemoryEffectsOpInterface]> {
  let assemblyFormat = "$handle attr-dict `:` type($handle)";
  let summary = "checks that the op before it found something";
  let description = [{
    Follows an op that looks payload ops up, and stops the schedule if the
    handle that it made is empty. Otherwise a schedule with a misspelt name
    would silently do nothing. The interpreter inserts it into its own copy of a
    schedule.

    #### Return modes

    Reads the handle. Fails silenceably if the handle is empty, with the name
    that was looked for, and the nearest one that is there.
  }];
  let arguments = (ins TransformHandleTypeInterface:$handle);
}

def GuardSoundnessOp : OperandsGuardOp<"guard_soundness"> {
  let summary = "checks that the op after it is right for its target";
  let description = [{
    Precedes an upstream op that is known to change what some payload ops
    compute, and tells whether the target is one of them. The interpreter
    inserts it into its own copy of a schedule.

    #### Return modes

    Reads the operands of the op after it. Warns, or with `strict` fails
    silenceably, if that op would change what one of the payload ops computes.
  }];
  let arguments = (ins Variadic<Transform_AnyHandleOrParamType>:$inputs,
                       UnitAttr:$strict);
}

def GuardInputOp : OperandsGuardOp<"guard_input"> {
  let summary = "checks that the op after it can take its inputs";
  let description = [{
    Precedes an upstream op that some inputs make crash, hang or fail
    without a reason. The interpreter inserts it into its own copy of a
    schedule.

    #### Return modes

    Reads the operands of the op after it. Fails silenceably if that op cannot
    take one of them, or one of its attributes, with what it expects; definitely in
    a sequence that suppresses failures, which would run that op all the same.
  }];
  let arguments = (ins Variadic<Transform_AnyHandleOrParamType>:$inputs);
}

def GuardExpectsOp : ScheduleGuardOp<"guard_expects",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, MatchOpInterface]> {
  let assemblyFormat = "$handle attr-dict `:` type($handle)";
  let summary = "checks that a sequence takes the ops that it is given";
  let description = [{
    Begins a sequence that names matchers, and asks these about the ops of its
    first argument, whoever runs the sequence. The interpreter inserts it into its
    own copy of a schedule.

    #### Return modes

    Reads the handle. Fails silenceably, at the op of the schedule that runs the
    sequence, if no matcher takes one of the ops.
  }];
  let arguments = (ins TransformHandleTypeInterface:$handle);
}

def GuardTargetsOp : OperandsGuardOp<"guard_targets"> {
  let summary = "keeps what the 'foreach' after it iterates over";
  let description = [{
    Precedes a `transform.foreach`, for the `guard_iteration` in it. The
    interpreter inserts it into its own copy of a schedule.

    #### Return modes

    Reads the operands of the op after it. Always succeeds.
  }];
  let arguments = (ins Variadic<Transform_AnyHandleOrParamType>:$inputs);
}

def GuardIterationOp : ScheduleGuardOp<"guard_iteration",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, MatchOpInterface]> {
  let summary = "checks that later iterations have their ops";
  let description = [{
    Ends the body of a `transform.foreach`, which would go on with ops that an
    iteration erased. The interpreter inserts it into its own copy of a schedule.

    #### Return modes

    Fails definitely if the op of a later iteration is gone.
  }];
  let assemblyFormat = "attr-dict";
}

def GuardWalkOp : ScheduleGuardOp<"guard_walk",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, MatchOpInterface]> {
  let assemblyFormat = "($handle^ `:` type($handle))? attr-dict";
  let summary = "keeps which op 'foreach_match' visits next";
  let description = [{
    At the start of a matcher, records where the matched op is. At the start of
    an action, keeps that record for the `guard_action` at the end of the action.
    After a `transform.foreach_match` or `transform.collect_matching`, drops the
    record. The interpreter inserts it into its own copy of a schedule.

    #### Return modes

    Reads the handle. Always succeeds.
  }];
  let arguments = (ins Optional<TransformHandleTypeInterface>:$handle);
}

def GuardActionOp : ScheduleGuardOp<"guard_action",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, MatchOpInterface]> {
  let summary = "checks that the op that is visited next is there";
  let description = [{
    Ends an action of a `transform.foreach_match`, which would go on with an op that
    the action erased. The interpreter inserts it into its own copy of a schedule.

    #### Return modes

    Fails definitely if the next op, or an op around the matched one, is gone.
  }];
  let assemblyFormat = "attr-dict";
}

def GuardPositionOp : ScheduleGuardOp<"guard_position",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, MatchOpInterface]> {
  let summary = "tells the interpreter how far it has come";
  let description = [{
    Precedes each op, so that an error on the payload can name the line of
    the schedule. The interpreter inserts it into its own copy of a schedule.

    #### Return modes

    Always succeeds.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_INTERPRETER_GUARDS_SCHEDULEGUARDS_TD

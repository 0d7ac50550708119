//===- TargetOps.td - Transform ops that name a machine ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that write down for which machine payload is scheduled.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_TD
#define HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def TargetOp : Heddle_TransformOp<"heddle.target", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Writes the properties of the processor into the payload";
  let description = [{
    Gives each module that `target` names the device "CPU" in its
    `dlti.target_system_spec`, with an entry for each property that is given, under
    the name of the option:

    - `vector_bits`: bits of a vector register;
    - `registers`: how many of them there are;
    - `l1_bytes`, `l2_bytes`, `l3_bytes`: the data caches;
    - `cores`: the number of cores;
    - `features`: the instructions, as LLVM names them: "avx2,avx512f".

    With `from_file`, properties that are not given are those that a file in MLIR's own
    syntax names, a module with a `dlti.target_system_spec`; its name is relative to the
    schedule:

    ```
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "CPU" = #dlti.target_device_spec<"vector_bits" = 256 : i64,
                                       "registers" = 16 : i64>>} {}
    ```

    With `from_machine`, properties that are still missing are those of the machine
    on which the schedule is applied, as far as they are known. Other devices and
    entries of the module stay as they are. A schedule reads a property with
    upstream's `transform.dlti.query`, and so needs no numbers of one machine;
    `transform.heddle.vectorize {dot_products}` asks for `features`.
    `transform.heddle.vectorize` and `transform.heddle.scale_tile_size`, and so the
    library, read `vector_bits` and `registers`.

    #### Return modes

    Reads `target`.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`) or an op that is not a module, if
    the file cannot be read, or if it names no device "CPU".

    #### Example

    ```mlir
    transform.heddle.target %module {from_machine} : !transform.any_op
    transform.heddle.target %module {vector_bits = 512 : i64, registers = 32 : i64,
      l2_bytes = 2097152 : i64, features = "avx512vl,avx512vnni"} : !transform.any_op
    %bytes = transform.dlti.query ["CPU", "l2_bytes"] at %module
      : (!transform.any_op) -> !transform.param<i64>
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    FlagAttr:$from_machine,
    OptionalAttr<StrAttr>:$from_file,
    OptionalAttr<I64Attr>:$vector_bits,
    OptionalAttr<I64Attr>:$registers,
    OptionalAttr<I64Attr>:$l1_bytes,
    OptionalAttr<I64Attr>:$l2_bytes,
    OptionalAttr<I64Attr>:$l3_bytes,
    OptionalAttr<I64Attr>:$cores,
    OptionalAttr<StrAttr>:$features);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, readsTarget);
}

#endif // HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_TD

// What can be wrong with a library. Errors stand on the declaration.
// RUN: split-file %s %t && cp -r %S/../Inputs %t
// RUN: not heddle-opt %t/missing.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: not heddle-opt %t/syntax.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SYNTAX
// RUN: not heddle-opt %t/undefined.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNDEFINED
// RUN: not heddle-opt %t/declared.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNDEFINED
// RUN: not heddle-opt %t/signature.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIGNATURE

//--- missing.mlir
// MISSING: missing.mlir:5:1: error: cannot find the library 'Inputs/library/typo.mlir' that defines '@mark'
// MISSING: note: there is no '{{.*}}.tmp/Inputs/library/typo.mlir'
// MISSING: note: there is no '{{.*}}transform-scripts/Inputs/library/typo.mlir'
module attributes {transform.with_named_sequence} {
transform.named_sequence private @mark(!transform.any_op {transform.readonly})
    attributes {heddle.library = "Inputs/library/typo.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.yield
}
}
//--- syntax.mlir
// SYNTAX: does-not-parse.mlir:3:3: error:
// SYNTAX: syntax.mlir:4:1: error: the library '{{.*}}/Inputs/does-not-parse.mlir' does not parse
module attributes {transform.with_named_sequence} {
transform.named_sequence private @mark(!transform.any_op {transform.readonly})
    attributes {heddle.library = "Inputs/does-not-parse.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.yield
}
}
//--- undefined.mlir
// UNDEFINED: error: the library '{{.*}}/Inputs/library/{{.*}}.mlir' defines no sequence '@[[NAME:.*]]'
module attributes {transform.with_named_sequence} {
transform.named_sequence private @marks(!transform.any_op {transform.readonly})
    attributes {heddle.library = "Inputs/library/marks.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.yield
}
}
//--- declared.mlir
// The library only declares it.
module attributes {transform.with_named_sequence} {
transform.named_sequence private @deepest(!transform.any_op {transform.readonly})
    attributes {heddle.library = "Inputs/library/marks.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.yield
}
}
//--- signature.mlir
// SIGNATURE: signature.mlir:5:1: error: expects '@mark' to be declared as it is defined
// SIGNATURE: marks.mlir:9:3: note: the definition
module attributes {transform.with_named_sequence} {
// The definition only reads its handle.
transform.named_sequence private @mark(!transform.any_op {transform.consumed})
    attributes {heddle.library = "Inputs/library/marks.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.yield
}
}

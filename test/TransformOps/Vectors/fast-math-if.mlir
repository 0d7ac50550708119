// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The param decides: 1 adds the flags, 0 does nothing, even where nothing could
// get one.
// CHECK-LABEL: func.func @yes(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract> : f32
// CHECK-LABEL: func.func @no(
// CHECK:         arith.addf %{{.*}}, %{{.*}} : f32
func.func @yes(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @no(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @nothing() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %one = transform.param.constant 1 : i64 -> !transform.param<i64>
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  %yes = transform.structured.match attributes {sym_name = "yes"} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.fast_math %yes fastmath<reassoc,contract> if %one : !transform.any_op
  %no = transform.structured.match attributes {sym_name = "no"} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.fast_math %no fastmath<reassoc,contract> if %zero : !transform.any_op
  %nothing = transform.structured.match attributes {sym_name = "nothing"} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.fast_math %nothing fastmath<reassoc,contract> if %zero : !transform.any_op
}

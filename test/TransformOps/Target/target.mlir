// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics | FileCheck %s

// All properties, each of which a schedule reads again.
// CHECK-LABEL: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"vector_bits" = 256 : i64, "registers" = 16 : i64, "l1_bytes" = 32768 : i64, "l2_bytes" = 1048576 : i64, "l3_bytes" = 33554432 : i64, "cores" = 8 : i64, "features" = "avx2,fma">>, test.name = "all"}
module attributes {test.name = "all"} {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.target %root {vector_bits = 256 : i64, registers = 16 : i64, l1_bytes = 32768 : i64,
    l2_bytes = 1048576 : i64, l3_bytes = 33554432 : i64, cores = 8 : i64, features = "avx2,fma"} : !transform.any_op
  %0 = transform.dlti.query ["CPU", "l2_bytes"] at %root : (!transform.any_op) -> !transform.param<i64>
  // expected-remark @below {{1048576 : i64}}
  transform.debug.emit_param_as_remark %0 : !transform.param<i64>
}
}

// -----

// One is replaced and one added; the other device and the other entry stay.
// CHECK-LABEL: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"cores" = 132 : i64>, "CPU" = #dlti.target_device_spec<"cores" = 4 : i64, "name" = "mine", "l2_bytes" = 4096 : i64>>, test.name = "some"}
module attributes {test.name = "some", dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"cores" = 132 : i64>,
    "CPU" = #dlti.target_device_spec<"cores" = 2 : i64, "name" = "mine">>} {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.target %root {cores = 4 : i64, l2_bytes = 4096 : i64}
}
}

// -----

// What is given goes before what the machine has; cores and instructions it has
// in any case.
// CHECK-LABEL: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME:    "l1_bytes" = 7 : i64, {{.*}}"cores" = {{[1-9][0-9]*}} : i64, "features" = "{{.*}}">>, test.name = "machine"}
module attributes {test.name = "machine"} {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.target %root {from_machine, l1_bytes = 7 : i64}
}
}

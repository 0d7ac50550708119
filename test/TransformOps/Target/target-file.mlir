// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The file is looked for beside the schedule. An option goes before it, and it goes
// before the machine; what the module had is replaced.
// CHECK-LABEL: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME:    "registers" = 16 : i64, "vector_bits" = 256 : i64, "l2_bytes" = 4096 : i64, "features" = "avx2,fma"
// CHECK-SAME:    "cores" = {{[1-9][0-9]*}} : i64>>, test.name = "file"}
module attributes {test.name = "file", dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"registers" = 2 : i64>>} {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.target %root {from_file = "Inputs/avx2.mlir", from_machine, l2_bytes = 4096 : i64}
}
}

// -----

// Vectors of 8 lanes in 16 registers; the option of vectorize goes before the target.
// CHECK-LABEL: func.func @read(
// CHECK:         vector<32xf32>
// CHECK-NOT:     vector<64xf32>
// CHECK-LABEL: func.func @given(
// CHECK:         vector<64xf32>
func.func @read(%x: tensor<1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.exp ins(%x : tensor<1024xf32>) outs(%o : tensor<1024xf32>) -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
func.func @given(%x: tensor<1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.exp ins(%x : tensor<1024xf32>) outs(%o : tensor<1024xf32>) -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.target %root {from_file = "Inputs/avx2.mlir"}
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %read, %given = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.heddle.vectorize %read
  transform.heddle.vectorize %given {vector_bits = 512 : i64, registers = 32 : i64}
}

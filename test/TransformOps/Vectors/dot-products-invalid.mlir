// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The processor has one of the instructions and not the other.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"features" = "avx512vl,avx512vnni">>} {
func.func @target(%a: tensor<6x2xbf16>, %b: tensor<64x2xbf16>, %c: tensor<6x64xf32>) -> tensor<6x64xf32> {
  // expected-note @below {{the op}}
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<6x2xbf16>, tensor<64x2xbf16>) outs(%c : tensor<6x64xf32>) -> tensor<6x64xf32>
  return %r : tensor<6x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{the target lacks 'avx512bf16' for dot products of 'bf16'}}
  transform.heddle.vectorize %root {dot_products} : !transform.any_op
}
}

// -----

// Two signed factors are no group for an instruction before they are packed.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @none(%a: tensor<6x4xi8>, %b: tensor<64x4xi8>, %c: tensor<6x64xi32>) -> tensor<6x64xi32> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<6x4xi8>, tensor<64x4xi8>) outs(%c : tensor<6x64xi32>) -> tensor<6x64xi32>
  return %r : tensor<6x64xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no groups of products for dot products; transform.heddle.pack_dot_products makes them}}
  transform.heddle.vectorize %root {dot_products} : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @wide(%a: tensor<6x4xi8>, %b: tensor<4x64xi8>, %c: tensor<6x64xi64>) -> tensor<6x64xi64> {
  // expected-note @below {{expects products of i8 in i32, or of bf16 in f32, but got i8 and i8 in i64}}
  %r = linalg.matmul ins(%a, %b : tensor<6x4xi8>, tensor<4x64xi8>) outs(%c : tensor<6x64xi64>) -> tensor<6x64xi64>
  return %r : tensor<6x64xi64>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: expects products of i8 in i32, or of bf16 in f32, but got i8 and i8 in i64}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @body(%a: tensor<6x4xi8>, %b: tensor<4x64xi8>, %z: i32, %c: tensor<6x64xi32>) -> (tensor<6x64xi32>, tensor<6x64xi32>) {
  // expected-note @below {{it is no sum of products of two inputs}}
  %q = linalg.quantized_matmul {here} ins(%a, %b, %z, %z : tensor<6x4xi8>, tensor<4x64xi8>, i32, i32) outs(%c : tensor<6x64xi32>) -> tensor<6x64xi32>
  %r = linalg.generic {here, indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x4xi8>, tensor<4x64xi8>) outs(%c : tensor<6x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.muli %x, %y : i8
    %1 = arith.extsi %0 : i8 to i32
    %2 = arith.addi %s, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<6x64xi32>
  return %q, %r : tensor<6x64xi32>, tensor<6x64xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: it is no sum of products of two inputs}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// The product is computed in i8: what is more than that is lost.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @narrow(%a: tensor<6x4xi8>, %b: tensor<4x64xi8>, %c: tensor<6x64xi32>) -> tensor<6x64xi32> {
  // expected-note @below {{its body does more than to add a product to the result}}
  %r = linalg.generic {here, indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x4xi8>, tensor<4x64xi8>) outs(%c : tensor<6x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.muli %x, %y : i8
    %1 = arith.extsi %0 : i8 to i32
    %2 = arith.addi %s, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<6x64xi32>
  return %r : tensor<6x64xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: its body does more than to add a product to the result}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// Windows overlap: no operand is split into groups.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @window(%a: tensor<10xi8>, %b: tensor<3xi8>, %c: tensor<8xi32>) -> tensor<8xi32> {
  // expected-note @below {{an operand is not read and written along loops alone}}
  %r = linalg.conv_1d ins(%a, %b : tensor<10xi8>, tensor<3xi8>) outs(%c : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.conv_1d"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: an operand is not read and written along loops alone}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// One factor has no part in what is summed.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @loop(%a: tensor<6x4xi8>, %b: tensor<64xi8>, %c: tensor<6x64xi32>) -> tensor<6x64xi32> {
  // expected-note @below {{loop 2 is neither summed over both inputs nor a dim of the result}}
  %r = linalg.generic {here, indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x4xi8>, tensor<64xi8>) outs(%c : tensor<6x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<6x64xi32>
  return %r : tensor<6x64xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: loop 2 is neither summed over both inputs nor a dim of the result}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// The lanes of the result are rows of both operands.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @lanes(%a: tensor<6x4xi8>, %b: tensor<4x6xi8>, %c: tensor<6xi32>) -> tensor<6xi32> {
  // expected-note @below {{the last dim of the result is a dim of both inputs}}
  %r = linalg.generic {here, indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> (m)>],
      iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<6x4xi8>, tensor<4x6xi8>) outs(%c : tensor<6xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<6xi32>
  return %r : tensor<6xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: the last dim of the result is a dim of both inputs}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @buffers(%a: memref<6x4xi8>, %b: memref<4x64xi8>, %c: memref<6x64xi32>) {
  // expected-note @below {{it is on buffers: pack its products before bufferization}}
  linalg.matmul ins(%a, %b : memref<6x4xi8>, memref<4x64xi8>) outs(%c : memref<6x64xi32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the products cannot be grouped: it is on buffers: pack its products before bufferization}}
  %1, %2 = transform.heddle.pack_dot_products %0
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @space(%a: tensor<6x4xi8, 1>, %b: tensor<64x4xi8>, %c: tensor<6x64xi32>) -> tensor<6x64xi32> {
  // expected-note @below {{it has an operand with an encoding, which the copy in groups would drop}}
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<6x4xi8, 1>, tensor<64x4xi8>) outs(%c : tensor<6x64xi32>) -> tensor<6x64xi32>
  return %r : tensor<6x64xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{it has an operand with an encoding, which the copy in groups would drop}}
  %p, %c = transform.heddle.pack_dot_products %m : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

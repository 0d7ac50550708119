// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// expected-remark @below {{refused, payload as it was}}
module {
func.func @op(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-note @below {{the target}}
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%x : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects an op that holds structured ops, such as a function or a loop, but got 'linalg.exp'}}
  transform.heddle.vectorize %0 : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @nothing(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no structured op on tensors in the target}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// expected-remark @below {{applied}}
module {
func.func @nothing_at_best(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @below {{changes nothing: no op can be vectorized}}
  transform.heddle.vectorize %root {best_effort} : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @buffers(%x: memref<64xf32>) {
  // expected-note @below {{'linalg.exp' stays scalar: it is on buffers, and only ops on tensors become vectors}}
  linalg.exp ins(%x : memref<64xf32>) outs(%x : memref<64xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @complex(%x: tensor<64xcomplex<f32>>) -> tensor<64xcomplex<f32>> {
  // expected-note @below {{'linalg.add' stays scalar: no vector holds elements of type complex<f32>}}
  %r = linalg.add ins(%x, %x : tensor<64xcomplex<f32>>, tensor<64xcomplex<f32>>) outs(%x : tensor<64xcomplex<f32>>) -> tensor<64xcomplex<f32>>
  return %r : tensor<64xcomplex<f32>>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// Upstream cannot tile the reduction, so the extent stays unknown.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @unknown(%x: tensor<?xf32>, %o: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{'linalg.generic' stays scalar: dim 0 has no known bound}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.divf %b, %a : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// A square of 16 rows is transposed in more registers than there are.
// expected-remark @below {{applied}}
module {
func.func @spilled(%x: tensor<32x32xf32>, %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-note @below {{the op}}
  %r = linalg.transpose ins(%x : tensor<32x32xf32>) outs(%o : tensor<32x32xf32>) permutation = [1, 0]
  return %r : tensor<32x32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @below {{'linalg.transpose' takes 16 registers of 8: the rest is spilled}}
  transform.heddle.vectorize %root {registers = 8 : i64} : !transform.any_op
}
}

// -----

// The tile of the sums takes more registers than there are: it is computed in
// parts in each iteration of the loop that carries it.
// expected-remark @below {{applied}}
module {
func.func @large_sums(%a: tensor<6x41xf64>, %b: tensor<41x64xf64>, %o: tensor<6x64xf64>) -> tensor<6x64xf64> {
  // expected-note @below {{the op}}
  %r = linalg.matmul ins(%a, %b : tensor<6x41xf64>, tensor<41x64xf64>) outs(%o : tensor<6x64xf64>) -> tensor<6x64xf64>
  return %r : tensor<6x64xf64>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %matmul tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-remark @below {{'linalg.matmul' over 6x64x1 takes 48 registers of 32: the loop around it carries its sums in memory; tiles of 6x16x1 fit}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'vector_bits' to be a power of two in [64, 4096], but got 384}}
  transform.heddle.vectorize %root {vector_bits = 384 : i64} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'registers' to be in [4, 1024], but got 2}}
  transform.heddle.vectorize %root {registers = 2 : i64} : !transform.any_op
}

// -----

// No processor has such registers.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector_bits" = 300 : i64, "registers" = "many">>} {
// expected-note @below {{the payload}}
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%x : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{the target of the payload: expects 'vector_bits' to be a power of two in [64, 4096], but got 300}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"registers" = "many">>} {
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-note @below {{the op}}
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%x : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.param.constant 64 : i64 -> !transform.param<i64>
  // expected-error @below {{the target of the payload: expects 'registers' to be in [4, 1024], but got 0}}
  %scaled = transform.heddle.scale_tile_size %size for %exp : !transform.param<i64>, !transform.any_op
}
}

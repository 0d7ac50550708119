// Small mistakes in scheduled IR are found: of each kind that this module can
// have, on tensors and on buffers.
//
// RUN: heddle-mutants %s --per-kind=2 --list | FileCheck %s
// RUN: heddle-mutants %s --per-kind=1 --bufferize \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// RUN: not heddle-mutants %s --entry=@wrong 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG

// CHECK-DAG: random data{{.*}}: step of 'scf.for'
// CHECK-DAG: {{memory error|random data.*}}: offset of 'tensor.
// CHECK-DAG: {{memory error|random data.*}}: min of 'affine.min'
// CHECK-DAG: random data{{.*}}: neutral of 'arith.constant'
// CHECK-DAG: random data{{.*}}: fill of 'scf.for'
// CHECK:     fill {{.*}}2 killed, 0 survived
// CHECK:     all {{.*}} killed

// BUFFERS:     bound {{.*}}1 killed, 0 survived
// BUFFERS:     dealloc {{.*}}1 killed, 0 survived{{.*}}; memory error 1

// WRONG: heddle-mutants: check does not call the scheduled payload equal

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
module attributes {transform.with_named_sequence} {
func.func @sum_of_exp(%x: tensor<7x?xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<7x?xf32>
  %t = tensor.empty(%n) : tensor<7x?xf32>
  %exp = linalg.exp ins(%x : tensor<7x?xf32>) outs(%t : tensor<7x?xf32>) -> tensor<7x?xf32>
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<7x?xf32>) outs(%f : tensor<7xf32>) attrs = {root} {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  return %sum : tensor<7xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op) {
  %sum = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.fuse_ext %sum tile_sizes [3, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
// Each tile of the sum starts from zero.
transform.named_sequence @wrong(%m: !transform.any_op) {
  %sum = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.fuse %sum tile_sizes [3, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

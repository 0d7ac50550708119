// llvm-project #113690.
// linalg.copy is bufferized without a look at scf.if, which still needs what it overwrites.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 2{{$}}
// CHECK-NEXT: upstream: 1{{$}}
// CHECK-NEXT: check: copy_over: not checked: compiling the scheduled function failed
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'one-shot-bufferize', which may let 'linalg.copy' write into a tensor that 'scf.yield' reads, which is of no listed dialect; 'transform.heddle.bufferize' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'one-shot-bufferize', which may let 'linalg.copy' write into a tensor that 'scf.yield' reads, which is of no listed dialect; 'transform.heddle.bufferize' does not
// CHECK-NEXT: heddle: 2{{$}}
// CHECK-NEXT: heddle check: copy_over: equal:

//--- payload.mlir
func.func @copy_over(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: i1) -> (tensor<4xi32>, tensor<4xi32>) {
  %k = arith.constant 1 : index
  %s = tensor.extract %b[%k] : tensor<4xi32>
  %p = tensor.from_elements %s, %s, %s, %s : tensor<4xi32>
  %x = scf.if %c -> tensor<4xi32> {
    scf.yield %p : tensor<4xi32>
  } else {
    scf.yield %p : tensor<4xi32>
  }
  %y = linalg.copy ins(%a : tensor<4xi32>) outs(%p : tensor<4xi32>) -> tensor<4xi32>
  return %x, %y : tensor<4xi32>, tensor<4xi32>
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %t = arith.constant true
  %a = arith.constant dense<1> : tensor<4xi32>
  %b = arith.constant dense<2> : tensor<4xi32>
  %r:2 = call @copy_over(%a, %b, %t) : (tensor<4xi32>, tensor<4xi32>, i1) -> (tensor<4xi32>, tensor<4xi32>)
  %v = tensor.extract %r#0[%c1] : tensor<4xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "one-shot-bufferize" with options = {"dialect-filter" = "tensor,linalg,bufferization"} to %f : (!transform.any_op) -> !transform.any_op
    %p1 = transform.apply_registered_pass "one-shot-bufferize" with options = {"copy-before-write" = true} to %p0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %m = transform.heddle.bufferize %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

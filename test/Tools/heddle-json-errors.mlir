// RUN: split-file %s %t
// A refusal, a warning and an error of the command line are in the JSON, and
// stdout is JSON and nothing else.
// RUN: not heddle check %t/payload.mlir -s %t/nothing.mlir --json 2>/dev/null \
// RUN:   | tee %t/check.json | FileCheck %s --check-prefix=REFUSED
// RUN: not heddle explain %t/payload.mlir -s %t/nothing.mlir --json \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=REFUSED
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --json 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// RUN: not heddle check %t/broken.mlir --json 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=BROKEN
// RUN: not heddle check %t/absent.mlir --json 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=ABSENT
// RUN: not heddle list %t/absent --json 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=ABSENT
// RUN: not heddle check %t/payload.mlir --json --dimz 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=OPTION
// RUN: not heddle check --json 2>/dev/null | FileCheck %s --check-prefix=NOFILE
// RUN: not heddle check %t/payload.mlir --json --timeout=long 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=VALUE
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir --json \
// RUN:   --function g 2>/dev/null | FileCheck %s --check-prefix=FUNCTION
// RUN: %python -c "import json, sys; json.load(open(sys.argv[1]))" \
// RUN:   %t/check.json
// RUN: not heddle check %t/unwritten.mlir --scheduled %t/unwritten.mlir --json \
// RUN:   --allow-unchanged \
// RUN:   2>/dev/null | tee %t/unwritten.json | FileCheck %s --check-prefix=INF
// RUN: %python -c "import json, sys; json.load(open(sys.argv[1]))" \
// RUN:   %t/unwritten.json
// RUN: not heddle check %t/sum.mlir --json 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=WARNING
// RUN: not heddle check %t/sum.mlir 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=TEXT

// REFUSED:      {
// REFUSED:      "errors": [
// REFUSED:      "line": 3
// REFUSED:      "message": "expects 'transform.structured.match' to find an op, but found none for 'linalg.matmul'"
// REFUSED:      "notes": [
// REFUSED:      "message": "looked in this 'builtin.module'; it has 1 'linalg.exp'"
// REFUSED:      "exitCode": 2
// REFUSED:      "warnings": []

// BROKEN:       "message": "expected non-function type"
// BROKEN:       "exitCode": 4

// ABSENT:       "message": "{{.*}}No such file or directory"
// ABSENT:       "exitCode": 4

// OPTION:       "message": "expects an option of 'heddle check', but got '--dimz'; did you mean '--dims'?"
// OPTION:       "exitCode": 4

// NOFILE:       "message": "heddle: Not enough positional command line arguments specified!
// NOFILE:       "exitCode": 4

// VALUE:        "message": "the command line cannot be read"
// VALUE:        "exitCode": 4

// FUNCTION:     "message": "expects the name of a function of the payload, but got 'g'"
// FUNCTION:     "exitCode": 4

// A number that is infinite is null.
// INF:          "rms": null
// INF:          "message": "the results differ, but the unscheduled function itself reads memory that it never wrote"

// What the interpreter warns about is next to the verdict.
// WARNING:      "errors": []
// WARNING:      "exitCode": 1
// WARNING:      "verdict": "different"
// WARNING:      "warnings": [
// WARNING:      "line": 15
// WARNING:      "message": "'transform.structured.fuse' computes the destination again in each iteration
// TEXT:         sum: different: {{.*}}
// TEXT-NEXT:    warning: {{.*}}sum.mlir:15:{{.*}}: 'transform.structured.fuse' computes the destination again

//--- payload.mlir
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
    -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- broken.mlir
func.func @f( {

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- unwritten.mlir
func.func @copy(%a: memref<?x?xf32>, %r: memref<?x?xf32> {llvm.noalias}, %m: index, %n: index) {
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 3 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %t[%i, %j] : memref<?x?xf32>
      affine.store %x, %r[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

//--- sum.mlir
func.func @sum(%a: tensor<8x4xf32>, %out: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%out : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<8x4xf32>)
         outs(%0 : tensor<8xf32>) dimensions = [1]
  return %1 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.reduce"]} in %m
      : (!transform.any_op) -> !transform.any_op
    %func = transform.structured.match ops{["func.func"]} in %m
      : (!transform.any_op) -> !transform.any_op
    // Each tile of the sum starts from zero.
    %1, %2:2 = transform.structured.fuse %0 tile_sizes [4, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

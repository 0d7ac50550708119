// The pass does what transform.heddle.bufferize does with a module.
// RUN: split-file %s %t
// RUN: heddle-opt %t/valid.mlir --heddle-bufferize \
// RUN:   | FileCheck %s --check-prefix=DROP
// RUN: heddle-opt %t/valid.mlir --heddle-bufferize=returns=keep \
// RUN:   | FileCheck %s --check-prefix=KEEP
// RUN: heddle-opt %t/valid.mlir --heddle-bufferize=returns=out_params \
// RUN:   | FileCheck %s --check-prefix=OUT
// RUN: heddle-opt %t/invalid.mlir --heddle-bufferize --verify-diagnostics

//--- valid.mlir

// One result is left in an argument, one needs a buffer of its own.
// DROP-LABEL: func @two(
// DROP-SAME:    %[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32> {heddle.results = array<i64: 0>}) -> memref<?xf32>
// DROP:         %[[B:.*]] = memref.alloc(
// DROP:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[B]] :
// DROP:         linalg.log ins(%[[A]] : {{.*}}) outs(%[[C]] :
// DROP:         return %[[B]] :
// KEEP-LABEL: func @two(
// KEEP-SAME:    %[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>)
// KEEP:         linalg.log ins(%[[A]] : {{.*}}) outs(%[[C]] :
// OUT-LABEL: func @two(
// OUT-SAME:    %[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32> {heddle.results = array<i64: 0>}, %[[B:.*]]: memref<?xf32> {heddle.results = array<i64: 1>})
// OUT:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[B]] :
// OUT:         linalg.log ins(%[[A]] : {{.*}}) outs(%[[C]] :
func.func @two(%a: tensor<?xf32>, %c: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>)
      -> tensor<?xf32>
  %1 = linalg.log ins(%a : tensor<?xf32>) outs(%c : tensor<?xf32>)
      -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?xf32>
}

//--- invalid.mlir

func.func @dim(%a: tensor<?xf32>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error @below {{expects the number of a dim of 'tensor<?xf32>', but got 2}}
  %n = tensor.dim %a, %c2 : tensor<?xf32>
  return %n : index
}

// What a payload allows as input follows from the functions that it calls, too:
// extents that only a callee relates, in which an index is in bounds, and the
// maximum of a callee.
//
// RUN: heddle check %s --allow-unchanged | FileCheck %s
// RUN: heddle bench %s --function=tied --dims=arg0=?x8 --max-seconds 0 \
// RUN:   | FileCheck %s --check-prefix=BENCH

// CHECK:      tied: equal: whole numbers bit for bit (8 runs)
// CHECK-NEXT: sites: equal: whole numbers bit for bit (8 runs)
// CHECK-NEXT: nested: equal: random data bit for bit (8 runs)
// CHECK-NEXT: blocks: equal: random data bit for bit (11 runs)
// CHECK-NEXT: indexed: equal: whole numbers bit for bit (6 runs)
// CHECK-NEXT: sliced: equal: whole numbers bit for bit (7 runs)
// CHECK-NEXT: buffers: equal: whole numbers bit for bit (7 runs)
// CHECK-NEXT: maxes: equal: whole numbers bit for bit (8 runs); random data bit for bit (10 runs)
// BENCH:      tied (arg0=256x8, arg1=256x8)

module attributes {transform.with_named_sequence} {
func.func private @add(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// The extents of both arguments are equal only in the callee.
func.func @tied(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = func.call @add(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// Two calls of one function do not relate their extents.
func.func @sites(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = func.call @add(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = func.call @add(%c, %d) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func private @outer(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = func.call @add(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = func.call @add(%0, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// A callee of a callee, in a loop.
func.func @nested(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?x?xf32> {
    %1 = func.call @outer(%x, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %1 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
func.func private @branchy(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
^bb2:
  return %a : tensor<?xf32>
}
// The callee has several blocks.
func.func @blocks(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @branchy(%c, %a, %b) : (i1, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @at(%a: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<?xf32>
  return %0 : f32
}
// Numbers that become indices in the callee are in bounds.
func.func @indexed(%a: tensor<?xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<5xi32>) outs(%e : tensor<5xf32>) {
  ^bb0(%in: i32, %o: f32):
    %1 = arith.index_cast %in : i32 to index
    %2 = func.call @at(%a, %1) : (tensor<?xf32>, index) -> f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func private @head(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// The callee takes a slice of as many elements as it is told.
func.func @sliced(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = func.call @head(%a, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @copy(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.copy ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}
func.func @buffers(%a: memref<?xf32>, %b: memref<?xf32>) {
  func.call @copy(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
func.func private @rowmax(%a: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<?x?xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}
// The maximum is in the callee: it is tried on negative numbers.
func.func @maxes(%a: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @rowmax(%a, %o) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  transform.yield
}
}

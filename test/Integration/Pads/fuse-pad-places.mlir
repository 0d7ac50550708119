// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: sed 's/"auto"/"whole"/' %s > %t.mlir
// RUN: heddle check %t.mlir | FileCheck %s --check-prefix=SAME

#id = affine_map<(d0, d1) -> (d0, d1)>

// The source of the pad is itself a fill.
// SAME: of_fill: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @of_fill(
// CHECK-SAME:      %[[V:[a-z0-9]+]]: f32, %[[W:[a-z0-9]+]]: f32)
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 2] [6, 5]
// CHECK:         linalg.fill ins(%[[V]] : f32) outs(%[[S]] :
func.func @of_fill(%v: f32, %w: f32) -> tensor<8x9xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = tensor.pad %0 low[1, 2] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %w : f32
  } : tensor<6x5xf32> to tensor<8x9xf32>
  return %1 : tensor<8x9xf32>
}

// In the body of a loop, on whose iteration the padding depends.
// SAME: in_loop: equal: random data bit for bit
// CHECK-LABEL: func.func @in_loop(
// CHECK:         scf.for %{{.*}} = %c0 to %c3
// CHECK:           %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 2] [6, 5]
// CHECK:           linalg.negf ins(%{{.*}}) outs(%[[S]] :
// CHECK-NOT:       tensor.pad
func.func @in_loop(%a: tensor<6x5xf32>) -> tensor<8x9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant 2.0 : f32
  %s = tensor.empty() : tensor<8x9xf32>
  %z = linalg.fill ins(%c : f32) outs(%s : tensor<8x9xf32>) -> tensor<8x9xf32>
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %z) -> tensor<8x9xf32> {
    %e = tensor.empty() : tensor<6x5xf32>
    %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = tensor.pad %0 low[1, 2] high[1, 2] {
    ^bb0(%i: index, %j: index):
      %x = arith.index_cast %k : index to i32
      %y = arith.sitofp %x : i32 to f32
      tensor.yield %y : f32
    } : tensor<6x5xf32> to tensor<8x9xf32>
    %t = tensor.empty() : tensor<8x9xf32>
    %2 = linalg.add ins(%1, %acc : tensor<8x9xf32>, tensor<8x9xf32>) outs(%t : tensor<8x9xf32>) -> tensor<8x9xf32>
    scf.yield %2 : tensor<8x9xf32>
  }
  return %r : tensor<8x9xf32>
}

// Another reader is in a branch.
// SAME: nested_reader: equal: random data bit for bit
// CHECK-LABEL: func.func @nested_reader(
// CHECK:         %[[R:.*]] = linalg.negf ins(
// CHECK:         scf.if %{{.*}} -> (tensor<6x5xf32>) {
// CHECK:           linalg.abs ins(%[[R]] :
// CHECK:         tensor.insert_slice %[[R]] into %{{.*}}[1, 2] [6, 5]
func.func @nested_reader(%a: tensor<6x5xf32>, %if: i1) -> (tensor<8x9xf32>, tensor<6x5xf32>) {
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = scf.if %if -> tensor<6x5xf32> {
    %3 = linalg.abs ins(%0 : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    scf.yield %3 : tensor<6x5xf32>
  } else {
    scf.yield %0 : tensor<6x5xf32>
  }
  %1 = tensor.pad %0 low[1, 2] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<8x9xf32>
  return %1, %2 : tensor<8x9xf32>, tensor<6x5xf32>
}

// Two results that start from one tensor, padded in the other order; sizes and
// one amount are known at run time only, and may be 0.
// SAME: two_results: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @two_results(
// CHECK:         %[[S0:.*]] = tensor.extract_slice %[[F0:.*]][0, 2] [%{{.*}}, 5]
// CHECK:         %[[S1:.*]] = tensor.extract_slice %[[F1:.*]][0, 2] [%{{.*}}, 5]
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} outs(%[[S0]], %[[S1]] :
// CHECK:         tensor.insert_slice %[[R]]#1 into %[[F1]][0, 2]
// CHECK:         tensor.insert_slice %[[R]]#0 into %[[F0]][0, 2]
func.func @two_results(%a: tensor<?x5xf32>, %h: index) -> tensor<?x9xf32> {
  %c = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x5xf32>) outs(%e, %e : tensor<?x5xf32>, tensor<?x5xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %s = arith.addf %x, %x : f32
    %d = arith.negf %x : f32
    linalg.yield %s, %d : f32, f32
  } -> (tensor<?x5xf32>, tensor<?x5xf32>)
  %1 = tensor.pad %0#1 low[0, 2] high[%h, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x5xf32> to tensor<?x9xf32>
  %2 = tensor.pad %0#0 low[0, 2] high[%h, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x5xf32> to tensor<?x9xf32>
  %p = tensor.dim %1, %c0 : tensor<?x9xf32>
  %f = tensor.empty(%p) : tensor<?x9xf32>
  %3 = linalg.sub ins(%1, %2 : tensor<?x9xf32>, tensor<?x9xf32>) outs(%f : tensor<?x9xf32>) -> tensor<?x9xf32>
  return %3 : tensor<?x9xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %f, %p = transform.heddle.fuse_pad %pads {fill = "auto"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

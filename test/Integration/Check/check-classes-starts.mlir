// A maximum that starts from a number which is small, but not the smallest, and a
// comparison that is wrong for equal numbers where one number decides.
//
// RUN: sed -e 's/constant 0xFF800000/constant -3.0e+38/' \
// RUN:   -e 's/constant 0x7F800000/constant 1.0e+6/' \
// RUN:   -e 's/constant -2147483648/constant -100/' \
// RUN:   -e 's/cmpf olt/cmpf ole/' %s > %t.wrong.mlir
// RUN: not heddle check %s --scheduled %t.wrong.mlir | FileCheck %s
// RUN: heddle check %s --scheduled %s --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=RIGHT

// CHECK:      rowmax: different: {{.*}} all negative]
// CHECK-NEXT: rowmin: different: {{.*}} all positive]
// CHECK-NEXT: integers: different: {{.*}} all negative]
// CHECK-NEXT: any_below: different: {{.*}} [random data, half of them compared constants]
// RIGHT-COUNT-4: equal

func.func @rowmax(%x: tensor<5x40xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %f = arith.constant 0xFF800000 : f32
  %fo = linalg.fill ins(%f : f32) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.reduce {arith.maximumf} ins(%x : tensor<5x40xf32>)
       outs(%fo : tensor<5xf32>) dimensions = [1]
  return %r : tensor<5xf32>
}
func.func @rowmin(%x: tensor<5x40xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %f = arith.constant 0x7F800000 : f32
  %fo = linalg.fill ins(%f : f32) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.reduce {arith.minimumf} ins(%x : tensor<5x40xf32>)
       outs(%fo : tensor<5xf32>) dimensions = [1]
  return %r : tensor<5xf32>
}
func.func @integers(%x: tensor<40xi32>, %o: tensor<i32>) -> tensor<i32> {
  %f = arith.constant -2147483648 : i32
  %fo = linalg.fill ins(%f : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce {arith.maxsi} ins(%x : tensor<40xi32>)
       outs(%fo : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}
func.func @any_below(%x: tensor<40xf32>, %o: tensor<i1>) -> tensor<i1> {
  %f = arith.constant false
  %limit = arith.constant -3.0 : f32
  %fo = linalg.fill ins(%f : i1) outs(%o : tensor<i1>) -> tensor<i1>
  %r = linalg.generic {
      indexing_maps = [affine_map<(b) -> (b)>, affine_map<(b) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<40xf32>) outs(%fo : tensor<i1>) {
  ^bb0(%e: f32, %m: i1):
    %c = arith.cmpf olt, %e, %limit : f32
    %m2 = arith.ori %m, %c : i1
    linalg.yield %m2 : i1
  } -> tensor<i1>
  return %r : tensor<i1>
}

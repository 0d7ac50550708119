// A maximum or a minimum hides most numbers from what follows it. What it takes may be a
// number that wrapped around on the way: a product of numbers with half of the bits, or
// a sum next to an end of its type. Such numbers are rare in random integers.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      square: different: result 0{{.*}} [random data, nearly equal integers]
// CHECK-NEXT: shifted: different: result 0{{.*}}integers next to the ends of their type
// CHECK-NEXT: index: different: result 0
// CHECK-NEXT: hidden: different: result 0{{.*}} [random data, other numbers
// CHECK-NEXT: bits: different: result 0{{.*}} [random data, integers of few and of many bits]
// Integers wrap around in the same way in every order.
// CHECK-NEXT: order: equal

//--- payload.mlir
#row = affine_map<(i, j) -> (i, j)>
#back = affine_map<(i, j) -> (j, i)>
#sum = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @square(%x: tensor<4x4xi32>, %y: tensor<4xi32>, %z: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #back, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<4x4xi32>, tensor<4x4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%e: i32, %f: i32, %o: i32):
    %twice = arith.addi %e, %e : i32
    %scaled = arith.muli %twice, %f : i32
    %plus = arith.constant 1 : i32
    %a = arith.addi %scaled, %plus : i32
    %minus = arith.constant -1 : i32
    %least = arith.constant -2 : i32
    %square = arith.muli %a, %a : i32
    %larger = arith.maxsi %square, %a : i32
    %back = arith.muli %larger, %minus : i32
    %b = arith.maxsi %back, %least : i32
    %r = arith.minsi %o, %b : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  %1 = tensor.extract_slice %0[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %2 = linalg.max ins(%1, %z : tensor<3xi32>, tensor<3xi32>) outs(%z : tensor<3xi32>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}
func.func @shifted(%x: tensor<3x5xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x5xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %r = arith.addi %o, %a : i32
    linalg.yield %r : i32
  } -> tensor<3xi32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<3xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %d = arith.index_cast %i : index to i32
    %s = arith.addi %a, %d : i32
    %r = arith.maxsi %s, %a : i32
    linalg.yield %r : i32
  } -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
func.func @index(%x: tensor<4x4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 1 : index
    %d = arith.index_cast %i : index to i32
    %square = arith.muli %a, %a : i32
    %m = arith.maxsi %square, %d : i32
    %r = arith.maxsi %o, %m : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @hidden(%x: tensor<16xf32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<16xf32>) outs(%y : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
func.func @bits(%x: tensor<16xi32>, %y: tensor<15xi32>) -> tensor<15xi32> {
  %a = tensor.extract_slice %x[0] [15] [1] : tensor<16xi32> to tensor<15xi32>
  %b = tensor.extract_slice %x[1] [15] [1] : tensor<16xi32> to tensor<15xi32>
  %0 = linalg.map ins(%a, %b : tensor<15xi32>, tensor<15xi32>) outs(%y : tensor<15xi32>) (%p: i32, %q: i32, %o: i32) {
    // One number has 12 to 16 bits more than the other one.
    %c14 = arith.constant 14 : i32
    %c3 = arith.constant 3 : i32
    %c0 = arith.constant 0 : i32
    %u = math.ctlz %p : i32
    %v = math.ctlz %q : i32
    %d = arith.subi %u, %v : i32
    %f = arith.subi %d, %c14 : i32
    %g = math.absi %f : i32
    %h = arith.subi %c3, %g : i32
    %r = arith.maxsi %h, %c0 : i32
    %s = arith.addi %p, %r : i32
    linalg.yield %s : i32
  }
  return %0 : tensor<15xi32>
}
func.func @order(%x: tensor<?x?xi16>, %y: tensor<?xi16>) -> tensor<?xi16> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi16>) outs(%y : tensor<?xi16>) {
  ^bb0(%a: i16, %o: i16):
    %p = arith.muli %a, %a : i16
    %b = arith.maxsi %p, %a : i16
    %r = arith.addi %o, %b : i16
    linalg.yield %r : i16
  } -> tensor<?xi16>
  return %0 : tensor<?xi16>
}
//--- scheduled.mlir
#row = affine_map<(i, j) -> (i, j)>
#back = affine_map<(i, j) -> (j, i)>
#sum = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @square(%x: tensor<4x4xi32>, %y: tensor<4xi32>, %z: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #back, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<4x4xi32>, tensor<4x4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%e: i32, %f: i32, %o: i32):
    %twice = arith.addi %e, %e : i32
    %scaled = arith.muli %twice, %f : i32
    %plus = arith.constant 1 : i32
    %a = arith.addi %scaled, %plus : i32
    // Without the maximum with %a.
    %minus = arith.constant -1 : i32
    %least = arith.constant -2 : i32
    %square = arith.muli %a, %a : i32
    %back = arith.muli %square, %minus : i32
    %b = arith.maxsi %back, %least : i32
    %r = arith.minsi %o, %b : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  %1 = tensor.extract_slice %0[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %2 = linalg.max ins(%1, %z : tensor<3xi32>, tensor<3xi32>) outs(%z : tensor<3xi32>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}
func.func @shifted(%x: tensor<3x5xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x5xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %r = arith.addi %o, %a : i32
    linalg.yield %r : i32
  } -> tensor<3xi32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<3xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %o: i32):
    // Without the maximum with %a.
    %i = linalg.index 0 : index
    %d = arith.index_cast %i : index to i32
    %s = arith.addi %a, %d : i32
    linalg.yield %s : i32
  } -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
func.func @index(%x: tensor<4x4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    // The index of the row in place of that of the column.
    %i = linalg.index 0 : index
    %d = arith.index_cast %i : index to i32
    %square = arith.muli %a, %a : i32
    %m = arith.maxsi %square, %d : i32
    %r = arith.maxsi %o, %m : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @hidden(%x: tensor<16xf32>, %y: tensor<f32>) -> tensor<f32> {
  // Without element 9.
  %a = tensor.extract_slice %x[0] [9] [1] : tensor<16xf32> to tensor<9xf32>
  %b = tensor.extract_slice %x[10] [6] [1] : tensor<16xf32> to tensor<6xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<9xf32>) outs(%y : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce {arith.maximumf} ins(%b : tensor<6xf32>) outs(%0 : tensor<f32>) dimensions = [0]
  return %1 : tensor<f32>
}
func.func @bits(%x: tensor<16xi32>, %y: tensor<15xi32>) -> tensor<15xi32> {
  %a = tensor.extract_slice %x[0] [15] [1] : tensor<16xi32> to tensor<15xi32>
  %b = tensor.extract_slice %x[1] [15] [1] : tensor<16xi32> to tensor<15xi32>
  %0 = linalg.map ins(%a, %b : tensor<15xi32>, tensor<15xi32>) outs(%y : tensor<15xi32>) (%p: i32, %q: i32, %o: i32) {
    // One number has 12 to 16 bits more than the other one.
    %c14 = arith.constant 14 : i32
    %c3 = arith.constant 3 : i32
    %c0 = arith.constant 0 : i32
    %u = math.ctlz %p : i32
    %v = math.ctlz %q : i32
    %d = arith.subi %u, %v : i32
    %f = arith.subi %d, %c14 : i32
    %g = math.absi %f : i32
    %h = arith.subi %c3, %g : i32
    %r = arith.maxsi %h, %c0 : i32
    %s = arith.addi %p, %c0 : i32
    linalg.yield %s : i32
  }
  return %0 : tensor<15xi32>
}
func.func @order(%x: tensor<?x?xi16>, %y: tensor<?xi16>) -> tensor<?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi16>
  %n = tensor.dim %x, %c1 : tensor<?x?xi16>
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%t = %y) -> tensor<?xi16> {
    %first = tensor.extract %t[%i] : tensor<?xi16>
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%o = %first) -> i16 {
      // From the last one to the first one.
      %before = arith.subi %n, %j : index
      %k = arith.subi %before, %c1 : index
      %a = tensor.extract %x[%i, %k] : tensor<?x?xi16>
      %p = arith.muli %a, %a : i16
      %b = arith.maxsi %p, %a : i16
      %r = arith.addi %o, %b : i16
      scf.yield %r : i16
    }
    %u = tensor.insert %s into %t[%i] : tensor<?xi16>
    scf.yield %u : tensor<?xi16>
  }
  return %0 : tensor<?xi16>
}

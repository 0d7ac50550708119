// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// Each scheduled function is right but for some sizes or values, which its
// constants name.

// CHECK:      above: different: {{.*}} [whole numbers, arg0={{10[1-9]|20[0-9]}}x{{[0-9]+}}]
// CHECK-NEXT: square: different: {{.*}} [whole numbers, arg0=[[N:[0-9]+]]x[[N]]]
// CHECK-NEXT: twice: different: {{.*}} [whole numbers, arg0=12x6]
// CHECK-NEXT: third: different: {{.*}} [whole numbers, arg0=6x18]
// CHECK-NEXT: multiple: different: {{.*}} [whole numbers, arg0={{32|64|96}}x{{[0-9]+}}]
// CHECK-NEXT: both_partial: different:
// CHECK-NEXT: scalar: different: {{.*}} [random data, arg1=12]
// CHECK-NEXT: float_scalar: different: {{.*}} [random data, arg1=0.75]
// CHECK-NEXT: element: different: {{.*}} [random data, half of them compared constants]
// CHECK-NEXT: word: different: {{.*}} [random data, half of them compared constants]
// CHECK-NEXT: through_call: different: {{.*}} [whole numbers, arg0=48x{{[0-9]+}}]
// CHECK-NEXT: right: equal: whole numbers bit for bit ({{.*}}); {{[1-9][0-9]}} runs on further sizes, values and layouts

//--- payload.mlir
func.func @above(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @square(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @twice(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @third(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @multiple(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @both_partial(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @scalar(%a: tensor<8xf32>, %n: i32) -> tensor<8xf32> {
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @float_scalar(%a: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @element(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @word(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>)
                  outs(%a : tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
func.func @through_call(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @right(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- scheduled.mlir
func.func private @wrong_if(%wrong: i1, %a: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = scf.if %wrong -> tensor<?x?xf32> {
    %1 = linalg.sub ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                    outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %1 : tensor<?x?xf32>
  } else {
    %1 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                    outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %1 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
// More than 100 rows.
func.func @above(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %wrong = arith.cmpi sgt, %m, %c100 : index
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// As many rows as columns.
func.func @square(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %equal = arith.cmpi eq, %m, %n : index
  %large = arith.cmpi sgt, %m, %c1 : index
  %wrong = arith.andi %equal, %large : i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// Twice as many rows as columns.
func.func @twice(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %twice = arith.addi %n, %n : index
  %equal = arith.cmpi eq, %m, %twice : index
  %large = arith.cmpi sgt, %n, %c1 : index
  %wrong = arith.andi %equal, %large : i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// Three times as many columns as rows.
func.func @third(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %triple = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%m]
  %equal = arith.cmpi eq, %n, %triple : index
  %large = arith.cmpi sgt, %m, %c1 : index
  %wrong = arith.andi %equal, %large : i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// The tile divides the rows, and there are some.
func.func @multiple(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %rest = arith.remui %m, %c32 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  %some = arith.cmpi ne, %m, %c0 : index
  %wrong = arith.andi %whole, %some : i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// A whole tile and a part of one along both dims.
func.func @both_partial(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %rows = arith.remui %m, %c48 : index
  %columns = arith.remui %n, %c48 : index
  %many = arith.cmpi ugt, %m, %c48 : index
  %broad = arith.cmpi ugt, %n, %c48 : index
  %odd = arith.cmpi ne, %rows, %c0 : index
  %ragged = arith.cmpi ne, %columns, %c0 : index
  %0 = arith.andi %many, %broad : i1
  %1 = arith.andi %odd, %ragged : i1
  %wrong = arith.andi %0, %1 : i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// One value of an integer.
func.func @scalar(%a: tensor<8xf32>, %n: i32) -> tensor<8xf32> {
  %c12 = arith.constant 12 : i32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %wrong = arith.cmpi eq, %n, %c12 : i32
  %factor = arith.select %wrong, %three, %two : f32
  %s = tensor.splat %factor : tensor<8xf32>
  %0 = linalg.mul ins(%a, %s : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// One value of a float.
func.func @float_scalar(%a: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %c = arith.constant 0.75 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %wrong = arith.cmpf oeq, %x, %c : f32
  %factor = arith.select %wrong, %three, %two : f32
  %s = tensor.splat %factor : tensor<8xf32>
  %0 = linalg.mul ins(%a, %s : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// One value of an element.
func.func @element(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant 0.3 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %0 = linalg.map ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>)
    (%in: f32, %out: f32) {
      %wrong = arith.cmpf oeq, %in, %c : f32
      %factor = arith.select %wrong, %three, %two : f32
      %1 = arith.mulf %in, %factor : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<8xf32>
}
// Integers from a number on.
func.func @word(%a: tensor<8xi32>) -> tensor<8xi32> {
  %c = arith.constant 1000000 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %0 = linalg.map ins(%a : tensor<8xi32>) outs(%a : tensor<8xi32>)
    (%in: i32, %out: i32) {
      %wrong = arith.cmpi sgt, %in, %c : i32
      %factor = arith.select %wrong, %three, %two : i32
      %1 = arith.muli %in, %factor : i32
      linalg.yield %1 : i32
    }
  return %0 : tensor<8xi32>
}
// The constant is in a function that is called.
func.func private @is_wrong(%m: index) -> i1 {
  %c48 = arith.constant 48 : index
  %wrong = arith.cmpi eq, %m, %c48 : index
  return %wrong : i1
}
func.func @through_call(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %wrong = func.call @is_wrong(%m) : (index) -> i1
  %r = func.call @wrong_if(%wrong, %a)
    : (i1, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// What is compared with a constant changes nothing.
func.func @right(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %large = arith.cmpi sgt, %m, %c48 : index
  %r = scf.if %large -> tensor<?x?xf32> {
    %1 = linalg.map { arith.addf } ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                    outs(%a : tensor<?x?xf32>)
    scf.yield %1 : tensor<?x?xf32>
  } else {
    %1 = linalg.add ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>)
                    outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %1 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

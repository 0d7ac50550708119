// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// Each kind of place that may never run has its name. Only a loop is not equal then.

// CHECK:      otherwise: equal: {{.*}}; never ran: the other branch of line 8 of scheduled.mlir{{$}}
// CHECK-NEXT: affine: equal: {{.*}}; never ran: the other branch of line 21 of scheduled.mlir{{$}}
// CHECK-NEXT: empty: inconclusive: no run reaches the loop body of line 34 of scheduled.mlir; what ran is equal: {{.*}}; never ran: the loop body of line 34 of scheduled.mlir{{$}}
// CHECK-NEXT: cases: equal: {{.*}}; never ran: case 12 of line 44 of scheduled.mlir{{$}}
// CHECK-NEXT: blocks: equal: {{.*}}; never ran: the block that ends in a branch of line 59 of scheduled.mlir{{$}}
// CHECK-NEXT: many: equal: {{.*}}; never ran: {{(the first branch of line [0-9]+ of scheduled.mlir(, )?)+}} and 1 more
// CHECK-NEXT: large: equal: {{.*}}; never ran: the full tile of line 90 of scheduled.mlir{{$}}
// CHECK-NEXT: default_case: equal: {{.*}}; never ran: the default case of line 103 of scheduled.mlir{{$}}
// CHECK-NEXT: turned: inconclusive: no run reaches the loop header of line 120 of scheduled.mlir; what ran is equal:

//--- payload.mlir
func.func @otherwise(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @affine(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @empty(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @cases(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @blocks(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @many(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @large(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @default_case(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
func.func @turned(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}

//--- scheduled.mlir
// These numbers are always equal.
func.func @otherwise(%a: f32, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %l = arith.subi %m, %c1 : index
  %same = arith.cmpi eq, %n, %l : index

  %r = scf.if %same -> f32 {
    %0 = arith.addf %a, %a : f32
    scf.yield %0 : f32
  } else {
    scf.yield %a : f32
  }
  return %r : f32
}
// A number is not less than itself.
func.func @affine(%a: f32, %n: index) -> f32 {
  %m = memref.alloca() : memref<f32>
  %0 = arith.addf %a, %a : f32

  affine.if affine_set<()[s0] : (s0 - s0 >= 0)>()[%n] {
    affine.store %0, %m[] : memref<f32>
  } else {
    affine.store %a, %m[] : memref<f32>
  }
  %r = affine.load %m[] : memref<f32>
  return %r : f32
}
// The loop runs from a number to the number.
func.func @empty(%a: f32, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = arith.addf %a, %a : f32

  %r = scf.for %i = %n to %n step %c1 iter_args(%t = %0) -> f32 {
    scf.yield %a : f32
  }
  return %r : f32
}
// No number is 12 of itself more.
func.func @cases(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  %d = arith.subi %n, %n : index

  %r = scf.index_switch %d -> f32
  case 12 {
    scf.yield %a : f32
  }
  default {
    scf.yield %0 : f32
  }
  return %r : f32
}
// The second block goes back to the first.
func.func @blocks(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  %less = arith.cmpi ult, %n, %n : index
  cf.cond_br %less, ^never, ^end(%0 : f32)
^never:
  cf.br ^end(%a : f32)
^end(%r: f32):
  return %r : f32
}
// Some of the places are named.
func.func @many(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  %less = arith.cmpi ult, %n, %n : index
  scf.if %less {
    cf.assert %less, "1"
  }
  scf.if %less {
    cf.assert %less, "2"
  }
  scf.if %less {
    cf.assert %less, "3"
  }
  scf.if %less {
    cf.assert %less, "4"
  }
  scf.if %less {
    cf.assert %less, "5"
  }
  return %0 : f32
}
// A tile that no array of a check fills.
func.func @large(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1000000000 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%t = %a) -> tensor<?xf32> {
    %n = affine.min affine_map<(d0)[s0] -> (1000000000, s0 - d0)>(%i)[%m]
    %x = tensor.extract_slice %a[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    %y = tensor.extract_slice %t[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    %1 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.insert_slice %1 into %t[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// Only the difference 0 is possible.
func.func @default_case(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  %d = arith.subi %n, %n : index
  %r = scf.index_switch %d -> f32
  case 0 {
    scf.yield %0 : f32
  }
  default {
    scf.yield %a : f32
  }
  return %r : f32
}
// A loop of one block, around which a branch leads.
func.func @turned(%a: f32, %n: index) -> f32 {
  %0 = arith.addf %a, %a : f32
  %less = arith.cmpi ult, %n, %n : index
  cf.cond_br %less, ^again(%n : index), ^end(%0 : f32)
^again(%i: index):
  %next = arith.addi %i, %n : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^again(%next : index), ^end(%a : f32)
^end(%r: f32):
  return %r : f32
}

// Faults that depend on several numbers at once: the sum of two extents, the rest
// of one in its third tile, an extent that is a multiple of another one, three tiles
// in both dims, a scalar and an extent, and a sum of elements. A comparison that was
// never true asks for inputs on which it is.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      sum_of_sizes: different: {{.*}} [random data,
// CHECK-NEXT: rest_of_tile: different: {{.*}} [random data,
// CHECK-NEXT: multiple: different: {{.*}} [random data,
// CHECK-NEXT: three_tiles: different: {{.*}} [random data,
// CHECK-NEXT: scalar_and_size: different: {{.*}} [random data,
// CHECK-NEXT: sum_of_elements: different: {{.*}} [random data,
// CHECK-NEXT: many_columns: different: {{.*}} [random data, arg0={{[0-9]+}}x4096
// What no input can reach is named.
// CHECK-NEXT: never: equal: {{.*}}never ran: the true case of line {{[0-9]+}} of {{[^ ]*}}.mlir, the false case of line {{[0-9]+}} of {{[^ ]*}}.mlir, the true case of line {{[0-9]+}} of {{[^ ]*}}.mlir{{$}}

//--- payload.mlir
func.func @sum_of_sizes(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @rest_of_tile(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @multiple(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @three_tiles(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @scalar_and_size(%x0: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c1 {
    %a0 = memref.load %x0[%i] : memref<?xf32>
    %r = arith.addf %a0, %a0 : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @sum_of_elements(%x0: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<?xi32>
  %init = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> i32 {
    %a0 = memref.load %x0[%i] : memref<?xi32>
    %n = arith.addi %acc, %a0 : i32
    scf.yield %n : i32
  }
  %r = arith.addi %sum, %init : i32
  return %r : i32
}
func.func @many_columns(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @never(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %k1 = arith.constant 1.0 : f32
    %o = arith.mulf %s, %k1 : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}

//--- scheduled.mlir
func.func @sum_of_sizes(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %ca = arith.constant 50 : index
  %rr = arith.addi %n, %m : index
  %bad = arith.cmpi eq, %rr, %ca : index
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @rest_of_tile(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %ca = arith.constant 8 : index
  %cb = arith.constant 5 : index
  %cc = arith.constant 32 : index
  %cd = arith.constant 64 : index
  %rr = arith.remui %n, %ca : index
  %p = arith.cmpi eq, %rr, %cb : index
  %q = arith.cmpi sgt, %n, %cc : index
  %q2 = arith.cmpi slt, %n, %cd : index
  %b1 = arith.andi %p, %q : i1
  %bad = arith.andi %b1, %q2 : i1
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @multiple(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %cb = arith.constant 20 : index
  %mm = arith.maxsi %m, %c1 : index
  %rr = arith.remui %n, %mm : index
  %p = arith.cmpi eq, %rr, %c0 : index
  %q = arith.cmpi sgt, %m, %cb : index
  %q2 = arith.cmpi sgt, %n, %m : index
  %b1 = arith.andi %p, %q : i1
  %bad = arith.andi %b1, %q2 : i1
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @three_tiles(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %ca = arith.constant 24 : index
  %p = arith.ceildivui %m, %ca : index
  %q = arith.ceildivui %n, %ca : index
  %c2 = arith.constant 3 : index
  %p2 = arith.cmpi sge, %p, %c2 : index
  %q2 = arith.cmpi sge, %q, %c2 : index
  %bad = arith.andi %p2, %q2 : i1
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @scalar_and_size(%x0: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %y, %c0 : memref<?xf32>
  %k = arith.constant 77 : i32
  %p = arith.cmpi eq, %s, %k : i32
  %kk = arith.constant 50 : index
  %q = arith.cmpi sgt, %d, %kk : index
  %bad = arith.andi %p, %q : i1
  scf.for %i = %c0 to %d step %c1 {
    %a0 = memref.load %x0[%i] : memref<?xf32>
    %v = arith.addf %a0, %a0 : f32
    %k3 = arith.constant 3.0 : f32
    %db = arith.mulf %a0, %k3 : f32
    %r = arith.select %bad, %db, %v : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @sum_of_elements(%x0: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<?xi32>
  %init = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> i32 {
    %a0 = memref.load %x0[%i] : memref<?xi32>
    %n = arith.addi %acc, %a0 : i32
    scf.yield %n : i32
  }
  %k = arith.constant 17 : i32
  %p = arith.cmpi eq, %sum, %k : i32
  %r = arith.select %p, %init, %sum : i32
  return %r : i32
}
func.func @many_columns(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %ca = arith.constant 4096 : index
  %bad = arith.cmpi sge, %n, %ca : index
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}
func.func @never(%x: memref<?x?xf32> {heddle.dims = ["M","N"]}, %y: memref<?xf32> {heddle.dims = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %ca = arith.constant -3 : index
  %low = arith.cmpi slt, %n, %ca : index
  %high = arith.cmpi sge, %n, %ca : index
  %bad = arith.andi %low, %high : i1
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    %kt = arith.constant 2.0 : f32
    %dbl = arith.mulf %s, %kt : f32
    %o = arith.select %bad, %dbl, %s : f32
    memref.store %o, %y[%i] : memref<?xf32>
  }
  return
}

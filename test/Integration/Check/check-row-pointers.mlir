// Row pointers ascend, and a number of trips is as large as the payload allows, so that
// tiles of eight iterations are full ones. Sizes are not negative: a right schedule may
// run a rest of one element below zero.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/right.mlir | FileCheck %s --check-prefix=RIGHT

// CHECK:      csr: different: {{.*}}[random data, arg0 ascending in [0, 64]]
// CHECK-NEXT: plus: different: {{.*}}[random data, arg0 in [0, 63]]
// CHECK-NEXT: mem: different: {{.*}}[random data, arg0 in [0, 64]]
// CHECK-NEXT: minn: different: {{.*}}[random data, arg0 in [0, 128]]
// CHECK-NEXT: csr_dynamic: different:
// CHECK-NEXT: memi: different: {{.*}}[random data, arg0 in [0, 64]]

// RIGHT-COUNT-6: equal:

//--- payload.mlir
func.func @csr(%ptr: memref<5xi32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<5xi32>
    %e = memref.load %ptr[%i1] : memref<5xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    scf.for %j = %lo to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @plus(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %i1 = arith.constant 1 : i32
  %n1 = arith.addi %n, %i1 : i32
  %hi = arith.index_cast %n1 : i32 to index
  scf.for %j = %c0 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @mem(%n: memref<i32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n1 = memref.load %n[] : memref<i32>
  %hi = arith.index_cast %n1 : i32 to index
  scf.for %j = %c0 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @minn(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %q = arith.constant 64 : i32
  %n1 = arith.minsi %n, %q : i32
  %hi = arith.index_cast %n1 : i32 to index
  scf.for %j = %c0 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @csr_dynamic(%ptr: memref<?xi32>, %x: memref<?xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<?xi32>
    %e = memref.load %ptr[%i1] : memref<?xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    scf.for %j = %lo to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @memi(%n: memref<2xindex>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %hi = memref.load %n[%c0] : memref<2xindex>
  scf.for %j = %c0 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}

//--- scheduled.mlir
func.func @csr(%ptr: memref<5xi32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<5xi32>
    %e = memref.load %ptr[%i1] : memref<5xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    %mid = affine.apply affine_map<(a, b) -> (a + ((b - a) floordiv 8) * 8)>(%lo, %hi)
    %m2 = arith.maxsi %mid, %lo : index
    scf.for %j = %lo to %mid step %c8 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.subf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
    scf.for %j = %m2 to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @plus(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %i1 = arith.constant 1 : i32
  %n1 = arith.addi %n, %i1 : i32
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %j = %c0 to %m8 step %c8 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.subf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @mem(%n: memref<i32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n1 = memref.load %n[] : memref<i32>
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %j = %c0 to %m8 step %c8 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.subf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @minn(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %q = arith.constant 64 : i32
  %n1 = arith.minsi %n, %q : i32
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %j = %c0 to %m8 step %c8 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.subf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @csr_dynamic(%ptr: memref<?xi32>, %x: memref<?xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<?xi32>
    %e = memref.load %ptr[%i1] : memref<?xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    %mid = affine.apply affine_map<(a, b) -> (a + ((b - a) floordiv 8) * 8)>(%lo, %hi)
    %m2 = arith.maxsi %mid, %lo : index
    scf.for %j = %lo to %mid step %c8 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      %s = arith.subf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
    scf.for %j = %m2 to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @memi(%n: memref<2xindex>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %hi = memref.load %n[%c0] : memref<2xindex>
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %j = %c0 to %m8 step %c8 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.subf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}

//--- right.mlir
func.func @csr(%ptr: memref<5xi32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<5xi32>
    %e = memref.load %ptr[%i1] : memref<5xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    %mid = affine.apply affine_map<(a, b) -> (a + ((b - a) floordiv 8) * 8)>(%lo, %hi)
    %m2 = arith.maxsi %mid, %lo : index
    scf.for %k = %lo to %mid step %c8 {
      %ke = arith.addi %k, %c8 : index
      scf.for %j = %k to %ke step %c1 {
        %o = memref.load %y[%i] : memref<4xf32>
        %v = memref.load %x[%j] : memref<64xf32>
        %s = arith.addf %o, %v : f32
        memref.store %s, %y[%i] : memref<4xf32>
      }
    }
    scf.for %j = %m2 to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @plus(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %i1 = arith.constant 1 : i32
  %n1 = arith.addi %n, %i1 : i32
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %k = %c0 to %m8 step %c8 {
    %ke = arith.addi %k, %c8 : index
    scf.for %j = %k to %ke step %c1 {
      %o = memref.load %y[%c0] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%c0] : memref<4xf32>
    }
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @mem(%n: memref<i32>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n1 = memref.load %n[] : memref<i32>
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %k = %c0 to %m8 step %c8 {
    %ke = arith.addi %k, %c8 : index
    scf.for %j = %k to %ke step %c1 {
      %o = memref.load %y[%c0] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%c0] : memref<4xf32>
    }
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @minn(%n: i32, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %q = arith.constant 64 : i32
  %n1 = arith.minsi %n, %q : i32
  %hi = arith.index_cast %n1 : i32 to index
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %k = %c0 to %m8 step %c8 {
    %ke = arith.addi %k, %c8 : index
    scf.for %j = %k to %ke step %c1 {
      %o = memref.load %y[%c0] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%c0] : memref<4xf32>
    }
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}
func.func @csr_dynamic(%ptr: memref<?xi32>, %x: memref<?xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %ptr[%i] : memref<?xi32>
    %e = memref.load %ptr[%i1] : memref<?xi32>
    %lo = arith.index_cast %b : i32 to index
    %hi = arith.index_cast %e : i32 to index
    %mid = affine.apply affine_map<(a, b) -> (a + ((b - a) floordiv 8) * 8)>(%lo, %hi)
    %m2 = arith.maxsi %mid, %lo : index
    scf.for %k = %lo to %mid step %c8 {
      %ke = arith.addi %k, %c8 : index
      scf.for %j = %k to %ke step %c1 {
        %o = memref.load %y[%i] : memref<4xf32>
        %v = memref.load %x[%j] : memref<?xf32>
        %s = arith.addf %o, %v : f32
        memref.store %s, %y[%i] : memref<4xf32>
      }
    }
    scf.for %j = %m2 to %hi step %c1 {
      %o = memref.load %y[%i] : memref<4xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%i] : memref<4xf32>
    }
  }
  return
}
func.func @memi(%n: memref<2xindex>, %x: memref<64xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %hi = memref.load %n[%c0] : memref<2xindex>
  %m8 = affine.apply affine_map<(b) -> ((b floordiv 8) * 8)>(%hi)
  scf.for %k = %c0 to %m8 step %c8 {
    %ke = arith.addi %k, %c8 : index
    scf.for %j = %k to %ke step %c1 {
      %o = memref.load %y[%c0] : memref<4xf32>
      %v = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%c0] : memref<4xf32>
    }
  }
  scf.for %j = %m8 to %hi step %c1 {
    %o = memref.load %y[%c0] : memref<4xf32>
    %v = memref.load %x[%j] : memref<64xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%c0] : memref<4xf32>
  }
  return
}

// Loops that a schedule made OpenMP loops already are watched as well, on one
// thread, and run with or without --openmp.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --openmp \
// RUN:   | FileCheck %t/scheduled.mlir

//--- payload.mlir

func.func @shared_scratch(%a: memref<6xf32>, %o: memref<6xf32>) {
  linalg.add ins(%a, %a : memref<6xf32>, memref<6xf32>) outs(%o : memref<6xf32>)
  return
}

func.func @private_scratch(%a: memref<6xf32>, %o: memref<6xf32>) {
  linalg.add ins(%a, %a : memref<6xf32>, memref<6xf32>) outs(%o : memref<6xf32>)
  return
}

//--- scheduled.mlir

// CHECK:      shared_scratch: {{.*}} runs iterations number 1 and number 2 of the 'omp.wsloop' at
// CHECK-SAME: one writes [] of the buffer allocated at
func.func @shared_scratch(%a: memref<6xf32>, %o: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %scratch = memref.alloc() : memref<f32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c6) step (%c1) {
        %x = memref.load %a[%i] : memref<6xf32>
        memref.store %x, %scratch[] : memref<f32>
        %y = memref.load %scratch[] : memref<f32>
        %sum = arith.addf %x, %y : f32
        memref.store %sum, %o[%i] : memref<6xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  memref.dealloc %scratch : memref<f32>
  return
}

// CHECK: private_scratch: equal: {{.*}}no race in 1 parallel loop (1 run)
func.func @private_scratch(%a: memref<6xf32>, %o: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  omp.parallel {
    %scratch = memref.alloc() : memref<f32>
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c6) step (%c1) {
        %x = memref.load %a[%i] : memref<6xf32>
        memref.store %x, %scratch[] : memref<f32>
        %y = memref.load %scratch[] : memref<f32>
        %sum = arith.addf %x, %y : f32
        memref.store %sum, %o[%i] : memref<6xf32>
        omp.yield
      }
    }
    memref.dealloc %scratch : memref<f32>
    omp.terminator
  }
  return
}

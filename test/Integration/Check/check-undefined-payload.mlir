// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// A payload that reads beside a buffer has no results that a schedule could
// keep: that they differ is not the fault of the schedule, and equal they are
// not either.

// Both read the element after each row, so the last row ends the buffer.
// CHECK:      both: not checked: the results differ, but the unscheduled function itself reads [3, 0] past the end of the buffer allocated at
// Here the schedule left the access out.
// CHECK-NEXT: payload_only: not checked: the results differ, but the unscheduled function itself reads [3, 0] past the end of the buffer allocated at
// This is the fault of the schedule.
// CHECK-NEXT: scheduled_only: memory error: the scheduled function reads [3, 0] past the end of the buffer allocated at
// CHECK-NEXT: wrong: different:

//--- payload.mlir
func.func @both(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<3x7xf32>
  linalg.copy ins(%a : memref<3x7xf32>) outs(%t : memref<3x7xf32>)
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %x = affine.load %t[%i, 7 - %j] : memref<3x7xf32>
      affine.store %x, %r[%i, %j] : memref<3x7xf32>
    }
  }
  memref.dealloc %t : memref<3x7xf32>
  return
}
func.func @payload_only(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<3x7xf32>
  linalg.copy ins(%a : memref<3x7xf32>) outs(%t : memref<3x7xf32>)
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %x = affine.load %t[%i, 7 - %j] : memref<3x7xf32>
      affine.store %x, %r[%i, %j] : memref<3x7xf32>
    }
  }
  memref.dealloc %t : memref<3x7xf32>
  return
}
func.func @scheduled_only(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  linalg.copy ins(%a : memref<3x7xf32>) outs(%r : memref<3x7xf32>)
  return
}
func.func @wrong(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  linalg.copy ins(%a : memref<3x7xf32>) outs(%r : memref<3x7xf32>)
  return
}

//--- scheduled.mlir
func.func @both(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<3x7xf32>
  linalg.exp ins(%a : memref<3x7xf32>) outs(%t : memref<3x7xf32>)
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %x = affine.load %t[%i, 7 - %j] : memref<3x7xf32>
      affine.store %x, %r[%i, %j] : memref<3x7xf32>
    }
  }
  memref.dealloc %t : memref<3x7xf32>
  return
}
func.func @payload_only(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  linalg.copy ins(%a : memref<3x7xf32>) outs(%r : memref<3x7xf32>)
  return
}
func.func @scheduled_only(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<3x7xf32>
  linalg.copy ins(%a : memref<3x7xf32>) outs(%t : memref<3x7xf32>)
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %x = affine.load %t[%i, %j + 1] : memref<3x7xf32>
      affine.store %x, %r[%i, %j] : memref<3x7xf32>
    }
  }
  memref.dealloc %t : memref<3x7xf32>
  return
}
func.func @wrong(%a: memref<3x7xf32>, %r: memref<3x7xf32> {llvm.noalias}) {
  linalg.exp ins(%a : memref<3x7xf32>) outs(%r : memref<3x7xf32>)
  return
}

// What a report on memory says beside the fault: the line of the schedule that
// made a loop, that the payload does the same, and what was not judged.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir -s %t/schedule.mlir --function matmul \
// RUN:   2>/dev/null | FileCheck %t/schedule.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function races_itself --function global --function deep \
// RUN:   --function leaks_itself \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function large --memory-limit 120 | FileCheck %s --check-prefix=LARGE

// Its shadow is eight times as large as the bytes.
// LARGE: large: equal: {{.*}}; memory not judged: with its accesses reported, it needs more than 120 MiB of memory

//--- payload.mlir

func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @races_itself(%a: memref<4xf32>, %o: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %x, %o[%c0] : memref<1xf32>
  }
  return
}

func.func @global(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @deep(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @leaks_itself(%a: memref<4xf32>, %o: memref<4xf32>) {
  %freed = memref.alloc() : memref<4xf32>
  %kept = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>)
      outs(%kept : memref<4xf32>)
  memref.copy %kept, %o : memref<4xf32> to memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  return
}

func.func @large(%a: memref<1xi8>, %o: memref<1xi8>) {
  memref.copy %a, %o : memref<1xi8> to memref<1xi8>
  return
}

//--- schedule.mlir

// All drawn sizes give the loop one trip; the constants of the schedule give it
// more.
// CHECK:      matmul: race: {{.*}} of the 'scf.forall' at {{.*}}payload.mlir:4:8, made at
// CHECK-SAME: {{.*}}schedule.mlir:[[# @LINE + 5]]:20, on one element: one writes argument 2[0, 0],
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tile, %loop = transform.structured.tile_using_forall %matmul tile_sizes [0, 0, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- scheduled.mlir

// CHECK: races_itself: not checked: the unscheduled function does so, too: it runs iterations (0) and (1) of the 'scf.forall'
func.func @races_itself(%a: memref<4xf32>, %o: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %x, %o[%c0] : memref<1xf32>
  }
  %unused = memref.load %a[%c0] : memref<4xf32>
  return
}

// CHECK: global: race: {{.*}} on one element: one writes an element of a global, the other writes it at
memref.global "private" @scratch : memref<1xf32> = uninitialized
func.func @global(%a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %scratch = memref.get_global @scratch : memref<1xf32>
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %x, %scratch[%c0] : memref<1xf32>
    %y = memref.load %scratch[%c0] : memref<1xf32>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %o[%i] : memref<4xf32>
  }
  return
}

// CHECK: deep: equal: {{.*}}; memory not judged: more parallel loops are nested, or more iterations run, than are told apart
func.func @deep(%a: memref<4xf32>, %o: memref<4xf32>) {
  scf.forall (%i) in (4) {
  scf.forall (%i1) in (1) {
  scf.forall (%i2) in (1) {
  scf.forall (%i3) in (1) {
  scf.forall (%i4) in (1) {
  scf.forall (%i5) in (1) {
  scf.forall (%i6) in (1) {
  scf.forall (%i7) in (1) {
  scf.forall (%i8) in (1) {
  scf.forall (%i9) in (1) {
  scf.forall (%i10) in (1) {
  scf.forall (%i11) in (1) {
  scf.forall (%i12) in (1) {
  scf.forall (%i13) in (1) {
  scf.forall (%i14) in (1) {
  scf.forall (%i15) in (1) {
  scf.forall (%i16) in (1) {
    %x = memref.load %a[%i] : memref<4xf32>
    %sum = arith.addf %x, %x : f32
    memref.store %sum, %o[%i] : memref<4xf32>
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  return
}

// CHECK: leaks_itself: equal
func.func @leaks_itself(%a: memref<4xf32>, %o: memref<4xf32>) {
  %freed = memref.alloc() : memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  %kept = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>)
      outs(%kept : memref<4xf32>)
  memref.copy %kept, %o : memref<4xf32> to memref<4xf32>
  return
}

func.func @large(%a: memref<1xi8>, %o: memref<1xi8>) {
  %c0 = arith.constant 0 : index
  %buffer = memref.alloc() : memref<16777216xi8>
  %x = memref.load %a[%c0] : memref<1xi8>
  memref.store %x, %buffer[%c0] : memref<16777216xi8>
  %y = memref.load %buffer[%c0] : memref<16777216xi8>
  memref.store %y, %o[%c0] : memref<1xi8>
  memref.dealloc %buffer : memref<16777216xi8>
  return
}

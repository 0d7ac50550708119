// RUN: heddle-opt %s --heddle-lower-to-llvm=openmp=true \
// RUN:   | FileCheck %s --check-prefix=OMP
// RUN: heddle-opt %s --heddle-lower-to-llvm | FileCheck %s --check-prefix=SEQ

// The same forall is a team of threads on request and a loop otherwise.
// OMP-LABEL: llvm.func @forall(
// OMP:         omp.parallel {
// OMP:           omp.wsloop {
// OMP:             omp.loop_nest (%[[I:.*]]) : i64
// SEQ-LABEL: llvm.func @forall(
// SEQ-NOT:     omp
// SEQ:         llvm.icmp "slt"
// SEQ:         llvm.cond_br %{{.*}}, ^{{.*}}, ^{{.*}}
func.func @forall(%a: memref<64xf32>) {
  %f = arith.constant 1.0 : f32
  scf.forall (%i) in (64) {
    memref.store %f, %a[%i] : memref<64xf32>
  }
  return
}

// A body with branches and a buffer on the stack: the buffer is made once per
// thread, not once per iteration.
// OMP-LABEL: llvm.func @branches(
// OMP:         omp.parallel {
// OMP:           %[[B:.*]] = llvm.alloca %{{.*}} x f32
// OMP:           omp.loop_nest (%{{.*}}) : i64
// OMP-NOT:         llvm.alloca %
// OMP:             llvm.cond_br %{{.*}}, ^bb{{[0-9]+}}, ^bb
// OMP:             omp.yield{{$}}
// SEQ-LABEL: llvm.func @branches(
func.func @branches(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  scf.forall (%i) in (64) {
    %b = memref.alloca() : memref<4xf32>
    memref.store %f, %b[%c0] : memref<4xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %b[%c0] : memref<4xf32>
      memref.store %v, %a[%i] : memref<64xf32>
    }
  }
  return
}

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

// A loop that ends before the extent that its tiles are cut at: before the last multiple
// of 8 all tiles are full, whatever the extent is.
// RUN: heddle check %s --dims arg0=20,arg1=9 | FileCheck %s
// RUN: heddle check %s --dims arg0=20,arg1=16 | FileCheck %s
// RUN: heddle check %s --dims arg0=20,arg1=20 | FileCheck %s
// RUN: heddle check %s --dims arg0=19,arg1=25 | FileCheck %s
// RUN: heddle check %s --dims arg0=3,arg1=25 | FileCheck %s
// RUN: heddle check %s --dims arg0=8,arg1=0 | FileCheck %s
// CHECK-DAG: first_ones: equal:
// CHECK-DAG: up_to_any: equal:

// RUN: heddle-opt %s -apply-schedule | FileCheck %s --check-prefix=IR

// IR-LABEL: func.func @first_ones(
// IR:         %[[END:.*]] = arith.minsi
// IR:         %[[SPLIT:.*]] = affine.apply #{{.*}}()[%[[END]]]
// IR:         scf.for %{{.*}} = %{{.*}} to %[[SPLIT]]
// IR-NOT:       affine.min
// IR-NOT:       vector.create_mask
// IR:           math.absf %{{.*}} : vector<8xf32>
// IR:         scf.for %{{.*}} = %[[SPLIT]] to %[[END]]
// IR:           vector.create_mask %{{.*}} : vector<8xi1>
func.func @first_ones(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %k = tensor.dim %b, %c0 : tensor<?xf32>
  %n = arith.minsi %k, %d : index
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%d]
    %s = tensor.extract_slice %acc[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.abs ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %t = tensor.insert_slice %e into %acc[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// The end may be larger than what the tiles are cut at: the last of the tiles before the
// end is not full.
// IR-LABEL: func.func @up_to_any(
// IR:         %[[END:.*]] = arith.maxsi
// IR:         %[[SPLIT:.*]] = affine.apply #{{.*}}()[%[[END]]]
// IR:         scf.for %{{.*}} = %{{.*}} to %[[SPLIT]]
// IR:           affine.min #{{.*}}(%{{.*}})
func.func @up_to_any(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %d8 = affine.apply affine_map<()[s0] -> (s0 ceildiv 8 * 8)>()[%d]
  %n = arith.maxsi %d8, %d : index
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%d]
    %s = tensor.extract_slice %acc[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.abs ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %t = tensor.insert_slice %e into %acc[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module : !transform.any_op
}

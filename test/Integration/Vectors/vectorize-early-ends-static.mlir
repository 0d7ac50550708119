// A loop that ends before the number that its tiles are cut at: before the last multiple
// of 8 all tiles are full.
// RUN: heddle check %s --dims arg0=0 | FileCheck %s
// RUN: heddle check %s --dims arg0=9 | FileCheck %s
// RUN: heddle check %s --dims arg0=96 | FileCheck %s
// RUN: heddle check %s --dims arg0=113 | FileCheck %s
// CHECK: of_100: equal:

// RUN: heddle-opt %s -apply-schedule | FileCheck %s --check-prefix=IR

// IR-LABEL: func.func @of_100(
// IR:         %[[END:.*]] = arith.minsi
// IR:         %[[SPLIT:.*]] = affine.apply #{{.*}}()[%[[END]]]
// IR:         scf.for %{{.*}} = %{{.*}} to %[[SPLIT]]
// IR-NOT:       affine.min
// IR-NOT:       vector.create_mask
// IR:           math.absf %{{.*}} : vector<8xf32>
// IR:         scf.for %{{.*}} = %[[SPLIT]] to %[[END]]
// IR:           vector.create_mask %{{.*}} : vector<8xi1>
func.func @of_100(%b: tensor<?xf32>, %a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  %k = tensor.dim %b, %c0 : tensor<?xf32>
  %n = arith.minsi %k, %c100 : index
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %a) -> (tensor<100xf32>) {
    %m = affine.min affine_map<(d0) -> (8, 100 - d0)>(%i)
    %s = tensor.extract_slice %acc[%i] [%m] [1] : tensor<100xf32> to tensor<?xf32>
    %e = linalg.abs ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %t = tensor.insert_slice %e into %acc[%i] [%m] [1] : tensor<?xf32> into tensor<100xf32>
    scf.yield %t : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module : !transform.any_op
}

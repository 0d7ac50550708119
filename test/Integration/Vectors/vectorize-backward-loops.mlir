// A loop whose end is before its begin has no iteration, also once it is split into full
// tiles and the rest: with 4 numbers the loop goes from 0 to -1, and the rest of that
// would begin at -8. With 9 and 14 numbers there is a rest, with 13 there is none.
// RUN: heddle check %s --dims arg0=20,arg1=4 | FileCheck %s
// RUN: heddle check %s --dims arg0=20,arg1=9 | FileCheck %s
// RUN: heddle check %s --dims arg0=20,arg1=13 | FileCheck %s
// RUN: heddle check %s --dims arg0=20,arg1=14 | FileCheck %s
// CHECK: first_ones: equal:
// CHECK: unsigned: equal:

// RUN: heddle-opt %s -apply-schedule | FileCheck %s --check-prefix=IR
// The loop ends at 0 or later, and that is what is divided into tiles.
// IR-LABEL: func.func @first_ones(
// IR:         %[[N:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// IR:         %[[END:.*]] = arith.maxsi %[[N]], %{{.*}} : index
// IR:         %[[SPLIT:.*]] = affine.apply #{{.*}}()[%[[END]]]
// IR:         scf.for %{{.*}} = %{{.*}} to %[[SPLIT]]
// IR:           vector<8xf32>
// IR:         scf.for %{{.*}} = %[[SPLIT]] to %[[END]]

func.func @first_ones(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %b, %c0 : tensor<?xf32>
  %n = arith.subi %d, %c5 : index
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %s = tensor.extract_slice %acc[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.negf ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %t = tensor.insert_slice %e into %acc[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A loop that counts without a sign has no iteration from -9, which is a large number, to
// 4. The full tiles of -9 to 4 would be those of -9 to -1.
// IR-LABEL: func.func @unsigned(
// IR:         %[[BEGIN:.*]] = arith.subi %[[D:.*]], %{{.*}} : index
// IR:         %[[END:.*]] = arith.maxui %[[D]], %[[BEGIN]] : index
// IR:         %[[SPLIT:.*]] = affine.apply #{{.*}}()[%[[BEGIN]], %[[END]]]
// IR:         scf.for unsigned %{{.*}} = %[[BEGIN]] to %[[SPLIT]]
// IR:         scf.for unsigned %{{.*}} = %[[SPLIT]] to %[[END]]
func.func @unsigned(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c13 = arith.constant 13 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %b, %c0 : tensor<?xf32>
  %begin = arith.subi %d, %c13 : index
  %r = scf.for unsigned %i = %begin to %d step %c8 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%d]
    %s = tensor.extract_slice %acc[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.negf ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %t = tensor.insert_slice %e into %acc[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module : !transform.any_op
}

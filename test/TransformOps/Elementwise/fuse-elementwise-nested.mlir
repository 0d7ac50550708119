// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

!t = tensor<?xf32>

// The body of an op in the loop asks for the size of a value that is merged away
// outside.
// CHECK-LABEL: func.func @size_in_inner_body(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%{{.*}} :
// CHECK:           %{{.*}} = math.absf %{{.*}}
// CHECK:         scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[M]])
// CHECK:           linalg.generic {{.*}} ins(%[[ACC]] :
// CHECK:             %[[D:.*]] = tensor.dim %[[A]], %c0
// CHECK:             %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK:             %{{.*}} = math.ceil %{{.*}}
module {
  func.func @size_in_inner_body(%a: !t, %n: index) -> !t {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = linalg.negf ins(%a : !t) outs(%a : !t) -> !t
    %1 = linalg.abs ins(%0 : !t) outs(%a : !t) -> !t
    %2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %1) -> !t {
      %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
          ins(%acc : !t) outs(%acc : !t) {
      ^bb0(%x: f32, %o: f32):
        %d = tensor.dim %0, %c0 : !t
        %e = arith.index_cast %d : index to i32
        %f = arith.sitofp %e : i32 to f32
        %s = arith.addf %x, %f : f32
        linalg.yield %s : f32
      } -> !t
      %4 = linalg.ceil ins(%3 : !t) outs(%acc : !t) -> !t
      scf.yield %4 : !t
    }
    return %2 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

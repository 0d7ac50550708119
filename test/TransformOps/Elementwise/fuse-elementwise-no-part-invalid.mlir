// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Why an op that reads another one, or is read, takes no part.
#id = affine_map<(d0) -> (d0)>
!t = tensor<6xi32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_part(%a: !t, %b: !t, %m: memref<6xi32>) -> (!t, !t, !t) {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.copy': it may trap, and other ops have side effects}}
    %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : !t, !t) outs(%e : !t) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %q = arith.divsi %x, %y : i32
      linalg.yield %q : i32
    } -> !t
    // expected-note@below {{'linalg.copy' is not merged with 'linalg.generic': its reader has side effects}}
    // expected-note@below {{this is the reader}}
    %1 = linalg.copy ins(%0 : !t) outs(%e : !t) -> !t
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.copy': it has side effects}}
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%1 : !t) outs(%e : !t) {
    ^bb0(%x: i32, %o: i32):
      %i = linalg.index 0 : index
      memref.store %x, %m[%i] : memref<6xi32>
      linalg.yield %x : i32
    } -> !t
    // expected-note@below {{'linalg.copy' is not merged with 'linalg.generic': its reader reads a destination without contents}}
    // expected-note@below {{'linalg.copy' is not merged with 'linalg.copy': its reader computes what nobody uses}}
    // expected-note@below {{this is the reader}}
    %3 = linalg.copy ins(%2 : !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%3 : !t) outs(%e : !t) {
    ^bb0(%x: i32, %o: i32):
      %s = arith.addi %x, %o : i32
      linalg.yield %s : i32
    } -> !t
    // expected-note@below {{this is the reader}}
    %5 = linalg.copy {dead} ins(%3 : !t) outs(%e : !t) -> !t
    return %4, %1, %3 : !t, !t, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The targets are the negation and the sum of rows, and these are not linked.
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_target(%a: !t, %b: tensor<6xf32>) -> tensor<6xf32> {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.negf' is not merged with 'linalg.abs': its reader is no target}}
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.reduce': it is no target}}
    // expected-note@below {{this is the reader}}
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %2 = linalg.reduce {arith.addf} ins(%1 : !t) outs(%b : tensor<6xf32>) dimensions = [1]
    return %2 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %targets = transform.structured.match ops{["linalg.negf", "linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no ops of the target can be merged}}
    // expected-note@below {{add {best_effort} to skip targets that cannot be done}}
    %0 = transform.heddle.fuse_elementwise %targets : (!transform.any_op) -> !transform.any_op
  }
}

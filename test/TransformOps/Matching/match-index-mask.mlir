// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A softmax of masked rows, and each op of one that is written out. A mask that is an
// argument, a mask of a finite number and the rows of a product do not count.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @masked(%x: tensor<8x8xf32>, %v: tensor<8x8xf32>, %m0: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %inf = arith.constant 0xFF800000 : f32
    // expected-remark @below {{masked}}
    %m = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %later = arith.cmpi sgt, %j, %i : index
        %s = arith.select %later, %inf, %a : f32
        linalg.yield %s : f32
    } -> tensor<8x8xf32>
    // expected-remark @below {{masked}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    %plain = linalg.exp ins(%r : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-remark @below {{masked}}
    %max = linalg.reduce {arith.maximumf} ins(%m : tensor<8x8xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    // expected-remark @below {{masked}}
    %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%m, %max : tensor<8x8xf32>, tensor<8xf32>) outs(%x : tensor<8x8xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %d = arith.subf %a, %b : f32
        %s = math.exp %d : f32
        linalg.yield %s : f32
    } -> tensor<8x8xf32>
    return %plain, %e : tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func @others(%x: tensor<8x8xf32>, %mask: tensor<8x8xi1>) -> tensor<8x8xf32> {
    %inf = arith.constant 0xFF800000 : f32
    %low = arith.constant -1.0e9 : f32
    %finite = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %later = arith.cmpi sgt, %j, %i : index
        %s = arith.select %later, %low, %a : f32
        linalg.yield %s : f32
    } -> tensor<8x8xf32>
    %given = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]} ins(%finite, %mask : tensor<8x8xf32>, tensor<8x8xi1>) outs(%x : tensor<8x8xf32>) {
      ^bb0(%a: f32, %m: i1, %o: f32):
        %s = arith.select %m, %inf, %a : f32
        linalg.yield %s : f32
    } -> tensor<8x8xf32>
    return %given : tensor<8x8xf32>
  }
  transform.named_sequence @masked_rows(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_tensors %op
    transform.heddle.match_index_mask %op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.collect_matching @masked_rows in %m : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %a, "masked" : !transform.any_op
    transform.annotate %a "found" : !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
  func.func @none(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %p : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects rows of which a comparison of linalg.index values makes some -inf, but 'linalg.softmax' is not computed from any}}
    transform.heddle.match_index_mask %0 : !transform.any_op
  }
}

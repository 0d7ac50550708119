// heddle-bench: a transformer block by upstream's transform ops alone: each op in
// register tiles of its own, then vectors and one-shot bufferization.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %func = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %softmax = transform.structured.match ops{["linalg.softmax"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.decompose_interface %softmax
        : (!transform.any_op) -> !transform.any_op
    %matmuls = transform.structured.match ops{["linalg.matmul"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %t0, %l0:3 = transform.structured.tile_using_for %matmuls
        tile_sizes [8, 32, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op)
    %heads = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>,
            #linalg.iterator_type<reduction>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %t1, %l1:4 = transform.structured.tile_using_for %heads
        tile_sizes [1, 8, 32, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op, !transform.any_op)
    %cubes = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>]}
        in %func : (!transform.any_op) -> !transform.any_op
    %t2, %l2:3 = transform.structured.tile_using_for %cubes
        tile_sizes [1, 1, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op)
    %planes = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %t3, %l3:2 = transform.structured.tile_using_for %planes tile_sizes [1, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %rows = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<reduction>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %t4, %l4 = transform.structured.tile_using_for %rows tile_sizes [1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %sums = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>]}
        in %func : (!transform.any_op) -> !transform.any_op
    %t5, %l5:2 = transform.structured.tile_using_for %sums tile_sizes [1, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %fills = transform.structured.match ops{["linalg.fill"]}
        filter_result_type = tensor<8x256x256xf32> in %func
        : (!transform.any_op) -> !transform.any_op
    %t6, %l6:2 = transform.structured.tile_using_for %fills tile_sizes [1, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %planes2 = transform.structured.match ops{["linalg.fill", "linalg.add"]}
        filter_result_type = tensor<256x512xf32> in %func
        : (!transform.any_op) -> !transform.any_op
    %t7, %l7:2 = transform.structured.tile_using_for %planes2 tile_sizes [1, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %wide = transform.structured.match ops{["linalg.fill"]}
        filter_result_type = tensor<256x2048xf32> in %func
        : (!transform.any_op) -> !transform.any_op
    %t8, %l8:2 = transform.structured.tile_using_for %wide tile_sizes [1, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %other = transform.structured.match ops{["linalg.fill"]}
        filter_result_type = tensor<256x8x64xf32> in %func
        : (!transform.any_op) -> !transform.any_op
    %t9, %l9:2 = transform.structured.tile_using_for %other tile_sizes [1, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %vectors = transform.structured.vectorize_children_and_apply_patterns %func
        : (!transform.any_op) -> !transform.any_op
    %buffers = transform.bufferization.one_shot_bufferize %module
        {bufferize_function_boundaries = true}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// heddle-bench: what resnet-payload.py --convolutions named prints, by upstream's
// transform ops alone: convolutions as products of patches, each op in register tiles
// of its own, then vectors and one-shot bufferization. The patches are not tiled:
// upstream's tiles of them read other elements.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %convs = transform.structured.match ops{["linalg.conv_2d_nchw_fchw"]}
        in %module : (!transform.any_op) -> !transform.any_op
    %columns, %products = transform.structured.convert_conv2d_to_img2col %convs
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %sums = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>,
            #linalg.iterator_type<reduction>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %t, %l:4 = transform.structured.tile_using_for %sums
        tile_sizes [1, 8, 32, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op, !transform.any_op)
    %each = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %u, %m:4 = transform.structured.tile_using_for %each
        tile_sizes [1, 1, 1, 32]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op, !transform.any_op)
    %fills = transform.structured.match ops{["linalg.fill"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %v, %n:2 = transform.structured.tile_using_for %fills tile_sizes [1, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %layer = transform.structured.match ops{["linalg.matmul"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %x, %p:3 = transform.structured.tile_using_for %layer
        tile_sizes [1, 32, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op, !transform.any_op)
    %turned = transform.structured.match ops{["linalg.transpose"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %y, %q:2 = transform.structured.tile_using_for %turned tile_sizes [16, 16]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
           !transform.any_op)
    %means = transform.structured.match ops{["linalg.generic"]}
        attributes {iterator_types = [#linalg.iterator_type<parallel>,
            #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>,
            #linalg.iterator_type<reduction>]} in %func
        : (!transform.any_op) -> !transform.any_op
    %z, %r:2 = transform.structured.tile_using_for %means tile_sizes [1, 16]
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

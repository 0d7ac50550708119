// heddle-bench: what resnet-payload.py prints, from the library: each convolution, named
// or generic, with what follows it, the fully connected layer, the rest as it is.

module attributes {transform.with_named_sequence, heddle.library = [
    "common/matchers.mlir", "common/finish.mlir", "conv-2d-nchw/channels.mlir",
    "mlp/packed.mlir"]} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %convs = transform.collect_matching @ends_conv_2d_nchw in %module
        : (!transform.any_op) -> !transform.any_op
    %layers = transform.collect_matching @ends_matmul in %module
        : (!transform.any_op) -> !transform.any_op
    transform.include @conv_2d_nchw_channels failures(propagate) (%convs)
        : (!transform.any_op) -> ()
    transform.include @mlp_packed failures(propagate) (%layers)
        : (!transform.any_op) -> ()
    transform.include @vectorize_and_bufferize failures(propagate) (%module)
        : (!transform.any_op) -> ()
    transform.yield
  }
}

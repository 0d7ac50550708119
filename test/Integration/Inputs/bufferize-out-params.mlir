// Everything to buffers, results in trailing arguments.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
}

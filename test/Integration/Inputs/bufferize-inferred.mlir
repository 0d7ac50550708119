transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.bufferize %root {layout = "inferred"} : (!transform.any_op) -> !transform.any_op
}

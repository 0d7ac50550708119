// Merges equal values; buffers are made by what runs the payload.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.cleanup %root : !transform.any_op
}

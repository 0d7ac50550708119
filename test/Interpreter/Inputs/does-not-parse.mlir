transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.structured.no_such_op %root : !transform.any_op
}

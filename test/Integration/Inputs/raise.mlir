transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root
    : (!transform.any_op) -> !transform.any_op
  %raised = transform.heddle.raise_to_linalg_ext %f
    : (!transform.any_op) -> !transform.any_op
}

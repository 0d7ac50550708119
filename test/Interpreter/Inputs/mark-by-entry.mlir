module attributes {transform.with_named_sequence} {
  transform.named_sequence @mark(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "second" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @typo(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.xep"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(%op: !transform.any_op {transform.readonly})
      attributes {heddle.library = "marks.mlir"}
  transform.named_sequence private @deepest(%op: !transform.any_op {transform.readonly})
      attributes {heddle.library = "more/deepest.mlir"}
  transform.named_sequence @tag(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "from_schedule" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @tag failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.include @deepest failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
}

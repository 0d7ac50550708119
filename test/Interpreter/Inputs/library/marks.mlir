module attributes {transform.with_named_sequence} {
  transform.named_sequence private @deepest(%op: !transform.any_op {transform.readonly})
      attributes {heddle.library = "more/deepest.mlir"}
  transform.named_sequence @tag(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "from_library" : !transform.any_op
    transform.include @deepest failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @mark(%op: !transform.any_op {transform.readonly}) {
    transform.include @tag failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

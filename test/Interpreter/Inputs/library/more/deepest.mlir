module attributes {transform.with_named_sequence} {
  transform.named_sequence @deepest(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "from_third_file" : !transform.any_op
    transform.yield
  }
}

// heddle.common: simplification between the steps of a schedule
//
// For functions of tensors. It removes redundant ops only; handles to all other
// ops stay valid. It removes loops of one iteration too: handles no longer name
// them.

module attributes {transform.with_named_sequence} {
  // Folds the remains of tiling: bounds, slices of slices, casts, empty
  // tensors, and equal ops.
  transform.named_sequence @cleanup(
      %func: !transform.any_op {transform.readonly}) {
    transform.cleanup %func : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    transform.yield
  }

  // Splits the last, partial iteration off `loop`, so that the tiles in the
  // loop have constant sizes. A loop that has none stays as it is.
  transform.named_sequence @peel_partial_tiles(
      %loop: !transform.any_op {transform.readonly}) {
    transform.sequence %loop : !transform.any_op failures(suppress) {
    ^bb0(%target: !transform.any_op):
      %for = transform.cast %target
          : !transform.any_op to !transform.op<"scf.for">
      %main, %rest = transform.loop.peel %for
          : (!transform.op<"scf.for">)
          -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}

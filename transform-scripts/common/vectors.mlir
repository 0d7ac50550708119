// heddle.common: vector code on tensors, before it is bufferized
//
// Shared by schedules that vectorize. A schedule does not lower vectors to
// those of the target: the pipeline of the tools does.

module attributes {transform.with_named_sequence} {
  // Puts contractions into the form that their lowering knows, gives transfers
  // their masks as operands, and takes reads and writes of accumulators out of
  // the loops right around the contractions: these then carry vectors.
  transform.named_sequence @hoist_accumulators(
      %func: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %func {
      transform.apply_patterns.vector.reduction_to_contract
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_masked_transfers
    } : !transform.any_op
    %contracts = transform.structured.match ops{["vector.contract"]} in %func
        : (!transform.any_op) -> !transform.any_op
    %loops = transform.get_parent_op %contracts
        {deduplicate, op_name = "scf.for"}
        : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %loops : !transform.any_op
    transform.loop.hoist_loop_invariant_subsets %loops : !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}

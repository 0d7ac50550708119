// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// How the elements of an encoded tensor are laid out is not known.
func.func @encoding(%a: tensor<8xf32, "blocked">, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32, "blocked">) outs(%b : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg.generic' has an operand with a tensor encoding that is no memory space}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// An unranked tensor has no dims to tile.
func.func @unranked(%a: tensor<*xf32>) -> tensor<8xf32> {
  // expected-note @below {{this is about 'tensor.cast'}}
  %0 = tensor.cast %a : tensor<*xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["tensor.cast"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'tensor.cast' casts an unranked tensor}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A stride that is not known may be 0 or negative.
func.func @unknown_stride(%a: tensor<16xf32>, %s: index) -> tensor<8xf32> {
  // expected-note @below {{this is about 'tensor.extract_slice'}}
  %0 = tensor.extract_slice %a[0] [8] [%s] : tensor<16xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["tensor.extract_slice"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'tensor.extract_slice' has a stride that is not a positive constant}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A tile of the result would hold parts of the source and gaps between them.
func.func @strided_insertion(%a: tensor<8xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  // expected-note @below {{this is about 'tensor.insert_slice'}}
  %0 = tensor.insert_slice %a into %b[0] [8] [2] : tensor<8xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'tensor.insert_slice' inserts with a stride}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A cast of an encoded tensor.
func.func @encoded_cast(%a: tensor<?xf32, "blocked">) -> tensor<8xf32, "blocked"> {
  // expected-note @below {{this is about 'tensor.cast'}}
  %0 = tensor.cast %a : tensor<?xf32, "blocked"> to tensor<8xf32, "blocked">
  return %0 : tensor<8xf32, "blocked">
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["tensor.cast"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'tensor.cast' has a result that is not a plain ranked tensor}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

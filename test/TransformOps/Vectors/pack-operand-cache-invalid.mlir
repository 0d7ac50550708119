// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The panel of all rows of k is one element too large. With blocks of k outside of
// the loop over the rows it would be smaller.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l2_bytes" = 6207 : i64>>} {
func.func @too_large(%a: tensor<40x97xf32>, %b: tensor<97x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{this is about 'linalg.copy'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x97xf32>, tensor<97x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error @below {{a tile of 'linalg.copy' takes 6208 bytes in loop 0, and may take 6207: what is read of it depends on loop 2, which is inside of loop 1}}
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 16, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// A panel of any number of rows fits no cache for sure.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l2_bytes" = 1048576 : i64>>} {
func.func @dynamic(%a: tensor<40x?xf32>, %b: tensor<?x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{this is about 'linalg.copy'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x?xf32>, tensor<?x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error @below {{a tile of 'linalg.copy' takes a number of bytes without a constant bound in loop 0, and may take 1048576: what is read of it depends on loop 2, which is inside of loop 1}}
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 16, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// No loop divides the operand.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l2_bytes" = 4096 : i64>>} {
func.func @whole(%a: tensor<40x97xf32>, %b: tensor<97x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{this is about 'linalg.copy'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x97xf32>, tensor<97x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error @below {{a tile of 'linalg.copy' takes 24832 bytes before the nest, and may take 4096}}
  %2, %3:1 = transform.structured.fuse_ext %1 tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l3_bytes" = "shared">>} {
func.func @not_known(%a: tensor<40x97xf32>, %b: tensor<97x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{the bytes of cache level 3 are not known: write them into the payload by 'transform.heddle.target'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x97xf32>, tensor<97x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: the bytes of cache level 3 are not known: write them into the payload by 'transform.heddle.target'}}
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'transform.heddle.pack_operand' op attribute 'cache_level' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 3}}
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

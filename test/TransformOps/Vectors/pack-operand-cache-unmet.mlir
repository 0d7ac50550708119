// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule

// The schedule forgets the nest that would make the copy part by part.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6144 : i64>>} {
func.func @forgotten(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-remark @below {{'linalg.copy' takes 24576 bytes, and may take 6144: no step computes it part by part}}
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Dynamic extents: the bytes are not known.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6144 : i64>>} {
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-remark @below {{'linalg.copy' takes a number of bytes without a constant bound, and may take 6144: no step computes it part by part}}
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The whole copy fits: nothing to say.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 24576 : i64>>} {
func.func @fits(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The nest computes it in parts that fit.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6144 : i64>>} {
func.func @nest(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 16, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// With rows of 80 elements the copy takes more.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 25344 : i64>>} {
func.func @padded(%a: tensor<40x96xf32>, %b: tensor<96x66xf32>, %c: tensor<40x66xf32>) -> tensor<40x66xf32> {
  // expected-remark @below {{'linalg.copy' takes 30720 bytes, and may take 25344: no step computes it part by part}}
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x66xf32>) outs(%c : tensor<40x66xf32>) -> tensor<40x66xf32>
  return %r : tensor<40x66xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1, pad = 16} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

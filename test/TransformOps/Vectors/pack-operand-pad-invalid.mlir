// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The target says how long a register is, but no register is so long.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector_bits" = 100 : i64>>} {
func.func @registers(%a: tensor<40x97xf32>) -> tensor<40x97xf32> {
  // expected-note @below {{the target of the payload: expects 'vector_bits' to be a power of two in [64, 4096], but got 100}}
  %r = linalg.exp ins(%a : tensor<40x97xf32>) outs(%a : tensor<40x97xf32>) -> tensor<40x97xf32>
  return %r : tensor<40x97xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: the target of the payload: expects 'vector_bits' to be a power of two in [64, 4096], but got 100}}
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad}
}
}

// -----

// One target is fine and stays as it is, because the elements of the other have no
// known size.
#id = affine_map<(i, j) -> (i, j)>
// expected-remark @below {{refused, payload as it was}}
module {
func.func @elements(%a: tensor<40x97xf32>, %s: tensor<4x9x!shape.size>) -> (tensor<40x97xf32>, tensor<4x9x!shape.size>) {
  %r = linalg.exp {here} ins(%a : tensor<40x97xf32>) outs(%a : tensor<40x97xf32>) -> tensor<40x97xf32>
  // expected-note @below {{the bytes of an element of type '!shape.size' are not known: give 'pad' a number of elements}}
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<4x9x!shape.size>) outs(%s : tensor<4x9x!shape.size>) attrs = {here} {
  ^bb0(%x: !shape.size, %o: !shape.size):
    linalg.yield %x : !shape.size
  } -> tensor<4x9x!shape.size>
  return %r, %t : tensor<40x97xf32>, tensor<4x9x!shape.size>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: the bytes of an element of type '!shape.size' are not known: give 'pad' a number of elements}}
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad}
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @too_long(%a: tensor<1x9223372036854775800xi8>, %o: tensor<1xi8>) -> tensor<1xi8> {
  // expected-note @below {{rows of 9223372036854775800 elements are too long for 'pad = 16'}}
  %r = linalg.reduce {arith.addi} ins(%a : tensor<1x9223372036854775800xi8>) outs(%o : tensor<1xi8>) dimensions = [1]
  return %r : tensor<1xi8>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: rows of 9223372036854775800 elements are too long for 'pad = 16'}}
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 16}
}
}

// -----

// A panel of 96 rows and 12 columns has 4608 bytes, and 6144 with rows of 16.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6143 : i64>>} {
func.func @too_large(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{this is about 'linalg.copy'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1, pad = 16}
  // expected-error @below {{a tile of 'linalg.copy' takes 6144 bytes in loop 0, and may take 6143}}
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 12, 1] interchange [1, 0, 2]
}
}

// -----

// The whole copy has 40 rows of 97 elements, and takes 40 rows of 100.
// expected-remark @below {{refused, payload as it was}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 15999 : i64>>} {
func.func @whole(%a: tensor<40x97xf32>, %b: tensor<97x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  // expected-note @below {{this is about 'linalg.copy'}}
  %r = linalg.matmul ins(%a, %b : tensor<40x97xf32>, tensor<97x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {cache_level = 1, pad = 4}
  // expected-error @below {{a tile of 'linalg.copy' takes 16000 bytes before the nest, and may take 15999}}
  %2, %3:1 = transform.structured.fuse_ext %1 tile_sizes [0, 8]
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.pack_operand' op attribute 'pad' failed to satisfy constraint: unit attribute or 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 4096}}
  %1, %copy = transform.heddle.pack_operand %root operand = 1 {pad = 0}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.pack_operand' op attribute 'pad' failed to satisfy constraint: unit attribute or 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 4096}}
  %1, %copy = transform.heddle.pack_operand %root operand = 1 {pad = 4097}
}

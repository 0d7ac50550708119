// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The function of the library has another signature.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the other one}}
func.func private @exp(tensor<?xf32>) -> tensor<?xf32>
func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.exp {op} ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects '@exp' as (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, but it is declared as (tensor<?xf32>) -> tensor<?xf32>}}
  %1, %2 = transform.structured.outline %0 {func_name = "exp", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// It has a body.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the other one}}
func.func private @exp(%a: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.exp {op} ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects '@exp' to be a function without a body, but it is 'func.func' with one}}
  %1, %2 = transform.structured.outline %0 {func_name = "exp", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// It is no function.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the other one}}
memref.global "private" @exp : memref<4xf32>
func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.exp {op} ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects '@exp' to be a function without a body, but it is 'memref.global'}}
  %1, %2 = transform.structured.outline %0 {func_name = "exp", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Two targets have different signatures.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4xf32>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  // expected-note @below {{the other one}}
  %0 = linalg.exp {op} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{the target}}
  %1 = linalg.exp {op} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects '@exp' as (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>, but another target calls it as (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>}}
  %1, %2 = transform.structured.outline %0 {func_name = "exp", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The body reads a value from outside.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%s: f32, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%d : tensor<4xf32>) attrs = {op} {
  ^bb0(%o: f32):
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a region of 'linalg.generic' reads a value of type f32 that is no operand}}
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// No call can be in the body of a generic.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%d : tensor<4xf32>) {
  ^bb0(%o: f32):
    // expected-note @below {{the target}}
    %1 = math.exp %o {op} : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'math.exp' is in 'linalg.generic', where no call can be}}
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The end of a block.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  return {op} %d : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'func.return' ends a block}}
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Not in a function.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the target}}
memref.global "private" @data : memref<4xf32> {op}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'memref.global' is not in a function}}
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A target in a target.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%c: i1, %a: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    %2 = scf.execute_region -> f32 {
      %c1 = arith.constant 1.0 : f32
      // expected-note @below {{the target}}
      %1 = math.exp %c1 {op} : f32
      scf.yield %1 : f32
    }
    scf.yield %2 : f32
  } {op}
  return %0 : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'math.exp' is in another target}}
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'func_name' to be a name, but got ""}}
  %1, %2 = transform.structured.outline %root {func_name = ""} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The memory is freed when the function that allocates it returns.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%x: f32) -> f32 {
  // expected-note @below {{the target}}
  %0 = memref.alloca() {op} : memref<f32>
  memref.store %x, %0[] : memref<f32>
  %1 = memref.load %0[] : memref<f32>
  return %1 : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'memref.alloca' allocates memory of the function around it, which a call would free}}
  %1, %2 = transform.structured.outline %0 {func_name = "g"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

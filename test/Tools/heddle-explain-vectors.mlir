// RUN: heddle explain %s | FileCheck %s
// RUN: heddle explain %s --json | FileCheck %s --check-prefix=JSON

// Each op is told with its vector, whether it is masked, and its registers;
// what stays scalar, with the reason.
// CHECK:      {{^/.*}}/heddle-explain-vectors.mlir:[[# @LINE + 30]]:3: transform.heddle.vectorize{{$}}
// CHECK-NEXT: peeled: partial tiles of 1 loop{{$}}
// CHECK-DAG:  vectorized: 'linalg.exp' as vector<64xf32> in 4 registers, at {{.*}}/heddle-explain-vectors.mlir:[[# @LINE + 20]]:8
// CHECK-DAG:  masked: 'linalg.exp' as vector<64xf32> in 4 registers, at {{.*}}/heddle-explain-vectors.mlir:[[# @LINE + 19]]:8
// CHECK:      scalar: 'linalg.select' stays scalar: elements of 1 bits take a byte each in memory, but not in a vector, at {{.*}}/heddle-explain-vectors.mlir:[[# @LINE + 20]]:8
// CHECK-NOT:  fuses nothing

// JSON:      "vectors": [
// JSON:          "op": "transform.heddle.vectorize",
// JSON-NEXT:     "peeled": 1,
// JSON-NEXT:     "scalar": [
// JSON:          "scalarShare": 0.{{[0-9]+}},
// JSON:          "vectorized": [
// JSON:              "count": 1,
// JSON:              "masked": {{true|false}},
// JSON-NEXT:         "op": "linalg.exp",
// JSON-NEXT:         "registers": 4,
// JSON-NEXT:         "scalarOps": {{[0-9]+}},
// JSON-NEXT:         "vector": "64xf32"

func.func @f(%x: tensor<?xf32>, %b: tensor<?xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  // The size is not known, and no tile divides it.
  %e = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  // A bit of a tensor is a byte of its buffer.
  %r = linalg.select ins(%b, %x, %x : tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %e, %r : tensor<?xf32>, tensor<?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root {best_effort} : !transform.any_op
}

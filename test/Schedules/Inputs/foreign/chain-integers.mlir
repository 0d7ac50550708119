// A chain of elementwise ops.

// Any number of integers.
func.func @integers(%x: tensor<?xi32>, %y: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r0 = linalg.add ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %r1 = linalg.max ins(%r0, %y : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %r2 = linalg.mul ins(%r1, %y : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %r3 = linalg.sub ins(%r2, %y : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %r3 : tensor<?xi32>
}

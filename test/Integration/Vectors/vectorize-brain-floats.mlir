// RUN: heddle check %s | FileCheck %s

// 33 maxima start from zeros: one more brain float than whole registers hold. The
// rows are reduced in the registers of a smaller machine.
// CHECK: maxima: equal
func.func @maxima(%a: tensor<33x17xbf16>, %o: tensor<33xbf16>) -> tensor<33xbf16> {
  %z = arith.constant 0.0 : bf16
  %f = linalg.fill ins(%z : bf16) outs(%o : tensor<33xbf16>) -> tensor<33xbf16>
  %r = linalg.reduce ins(%a : tensor<33x17xbf16>) outs(%f : tensor<33xbf16>) dimensions = [1] (%x: bf16, %q: bf16) {
    %v = arith.maximumf %x, %q : bf16
    linalg.yield %v : bf16
  }
  return %r : tensor<33xbf16>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root {vector_bits = 128 : i64} : !transform.any_op
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}

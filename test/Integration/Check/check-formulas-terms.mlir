// A sum of tanh or of reciprocal roots in which one term of 33 to 70,000 is left
// out is another formula, in each type; in halves it is the same. bf16 and f16
// cannot hold what is left out.
//
// RUN: split-file %s %t
// DEFINE: %{type} = f32
// DEFINE: %{len} = 33
// DEFINE: %{part} = 32
// DEFINE: %{fn} = tanh
// DEFINE: %{make} = sed 's/ELT/%{type}/g; s/LEN/%{len}/g; s/PART/%{part}/g; s/FN/%{fn}/g'
// DEFINE: %{terms} = ( %{make} %t/payload > %t/a.mlir && %{make} %t/dropped > %t/b.mlir && \
// DEFINE:   %{make} %t/halves > %t/c.mlir && \
// DEFINE:   heddle check %t/a.mlir --scheduled %t/c.mlir && \
// DEFINE:   not heddle check %t/a.mlir --scheduled %t/b.mlir ) \
// DEFINE:   | FileCheck %s

// CHECK: sum: equal: {{.*}}equal as formulas (
// CHECK: sum: different:

// RUN: %{terms}
// REDEFINE: %{fn} = rsqrt
// RUN: %{terms}
// REDEFINE: %{len} = 4096
// REDEFINE: %{part} = 4095
// RUN: %{terms}
// REDEFINE: %{len} = 70000
// REDEFINE: %{part} = 69999
// RUN: %{terms}
// REDEFINE: %{fn} = tanh
// RUN: %{terms}
// REDEFINE: %{type} = bf16
// REDEFINE: %{len} = 800
// REDEFINE: %{part} = 799
// RUN: %{terms}
// REDEFINE: %{fn} = rsqrt
// RUN: %{terms}
// REDEFINE: %{type} = f16
// REDEFINE: %{len} = 64
// REDEFINE: %{part} = 63
// RUN: %{terms}

//--- payload
#id = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>
func.func @sum(%x: tensor<LENxELT>, %o: tensor<ELT>) -> tensor<ELT> {
  %0 = linalg.generic {indexing_maps = [#id, #sum], iterator_types = ["reduction"]}
      ins(%x : tensor<LENxELT>) outs(%o : tensor<ELT>) {
  ^bb0(%a: ELT, %s: ELT):
    %f = math.FN %a : ELT
    %t = arith.addf %s, %f : ELT
    linalg.yield %t : ELT
  } -> tensor<ELT>
  return %0 : tensor<ELT>
}
//--- dropped
#id = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>
func.func @sum(%x: tensor<LENxELT>, %o: tensor<ELT>) -> tensor<ELT> {
  %y = tensor.extract_slice %x[0] [PART] [1] : tensor<LENxELT> to tensor<PARTxELT>
  %0 = linalg.generic {indexing_maps = [#id, #sum], iterator_types = ["reduction"]}
      ins(%y : tensor<PARTxELT>) outs(%o : tensor<ELT>) {
  ^bb0(%a: ELT, %s: ELT):
    %f = math.FN %a : ELT
    %t = arith.addf %s, %f : ELT
    linalg.yield %t : ELT
  } -> tensor<ELT>
  return %0 : tensor<ELT>
}
//--- halves
#id = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>
func.func @sum(%x: tensor<LENxELT>, %o: tensor<ELT>) -> tensor<ELT> {
  %last = arith.constant PART : index
  %y = tensor.extract_slice %x[0] [PART] [1] : tensor<LENxELT> to tensor<PARTxELT>
  %z = tensor.extract %x[%last] : tensor<LENxELT>
  %g = math.FN %z : ELT
  %p = tensor.extract %o[] : tensor<ELT>
  %q = arith.addf %p, %g : ELT
  %r = tensor.from_elements %q : tensor<ELT>
  %0 = linalg.generic {indexing_maps = [#id, #sum], iterator_types = ["reduction"]}
      ins(%y : tensor<PARTxELT>) outs(%r : tensor<ELT>) {
  ^bb0(%a: ELT, %s: ELT):
    %f = math.FN %a : ELT
    %t = arith.addf %s, %f : ELT
    linalg.yield %t : ELT
  } -> tensor<ELT>
  return %0 : tensor<ELT>
}

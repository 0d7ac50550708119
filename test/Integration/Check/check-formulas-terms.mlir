// A sum of tanh or of reciprocal roots in which one term of 33 to 70,000 is left
// out is another formula, in each type; with the last term first it is the same. bf16 and f16
// cannot hold what is left out.
//
// RUN: split-file %s %t
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/tanh/g' %t/payload > %t/a.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/tanh/g' %t/dropped > %t/a-dropped.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/tanh/g' %t/exchanged > %t/a-exchanged.mlir
// RUN: heddle check %t/a.mlir --scheduled %t/a-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/a.mlir --scheduled %t/a-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/rsqrt/g' %t/payload > %t/b.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/rsqrt/g' %t/dropped > %t/b-dropped.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/33/g; s/PART/32/g; s/FN/rsqrt/g' %t/exchanged > %t/b-exchanged.mlir
// RUN: heddle check %t/b.mlir --scheduled %t/b-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/b.mlir --scheduled %t/b-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/f32/g; s/LEN/4096/g; s/PART/4095/g; s/FN/rsqrt/g' %t/payload > %t/c.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/4096/g; s/PART/4095/g; s/FN/rsqrt/g' %t/dropped > %t/c-dropped.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/4096/g; s/PART/4095/g; s/FN/rsqrt/g' %t/exchanged > %t/c-exchanged.mlir
// RUN: heddle check %t/c.mlir --scheduled %t/c-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/c.mlir --scheduled %t/c-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/tanh/g' %t/payload > %t/d.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/tanh/g' %t/dropped > %t/d-dropped.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/tanh/g' %t/exchanged > %t/d-exchanged.mlir
// RUN: heddle check %t/d.mlir --scheduled %t/d-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/d.mlir --scheduled %t/d-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/rsqrt/g' %t/payload > %t/e.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/rsqrt/g' %t/dropped > %t/e-dropped.mlir
// RUN: sed 's/ELT/f32/g; s/LEN/70000/g; s/PART/69999/g; s/FN/rsqrt/g' %t/exchanged > %t/e-exchanged.mlir
// RUN: heddle check %t/e.mlir --scheduled %t/e-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/e.mlir --scheduled %t/e-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/tanh/g' %t/payload > %t/f.mlir
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/tanh/g' %t/dropped > %t/f-dropped.mlir
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/tanh/g' %t/exchanged > %t/f-exchanged.mlir
// RUN: heddle check %t/f.mlir --scheduled %t/f-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/f.mlir --scheduled %t/f-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/rsqrt/g' %t/payload > %t/g.mlir
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/rsqrt/g' %t/dropped > %t/g-dropped.mlir
// RUN: sed 's/ELT/bf16/g; s/LEN/800/g; s/PART/799/g; s/FN/rsqrt/g' %t/exchanged > %t/g-exchanged.mlir
// RUN: heddle check %t/g.mlir --scheduled %t/g-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/g.mlir --scheduled %t/g-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// RUN: sed 's/ELT/f16/g; s/LEN/64/g; s/PART/63/g; s/FN/tanh/g' %t/payload > %t/h.mlir
// RUN: sed 's/ELT/f16/g; s/LEN/64/g; s/PART/63/g; s/FN/tanh/g' %t/dropped > %t/h-dropped.mlir
// RUN: sed 's/ELT/f16/g; s/LEN/64/g; s/PART/63/g; s/FN/tanh/g' %t/exchanged > %t/h-exchanged.mlir
// RUN: heddle check %t/h.mlir --scheduled %t/h-exchanged.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/h.mlir --scheduled %t/h-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
//
// EQUAL: sum: equal: {{.*}}equal as formulas (
// DIFFERENT: sum: different:

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
//--- exchanged
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

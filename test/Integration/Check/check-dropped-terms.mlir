// A sum of exps that leaves out its last term, in f32 up to 70,000 terms and in
// types that cannot hold the sum: each is different, whatever the type rounds.
// The same sum in two parts, the second one first, is equal, on every seed.
//
// RUN: split-file %s %t
// RUN: sed 's/LEN/33/g; s/ELT/f32/g' %t/payload > %t/a.mlir
// RUN: sed 's/LEN/33/g; s/PART/32/g; s/ELT/f32/g' %t/dropped > %t/a-dropped.mlir
// RUN: sed 's/LEN/33/g; s/PART/17/g; s/REST/16/g; s/ELT/f32/g' %t/halves > %t/a-halves.mlir
// RUN: not heddle check %t/a.mlir --scheduled %t/a-dropped.mlir | FileCheck %s --check-prefix=FLOATS
// RUN: heddle check %t/a.mlir --scheduled %t/a-halves.mlir | FileCheck %s --check-prefix=EQUAL
//
// RUN: sed 's/LEN/4096/g; s/ELT/f32/g' %t/payload > %t/b.mlir
// RUN: sed 's/LEN/4096/g; s/PART/4095/g; s/ELT/f32/g' %t/dropped > %t/b-dropped.mlir
// RUN: sed 's/LEN/4096/g; s/PART/2000/g; s/REST/2096/g; s/ELT/f32/g' %t/halves > %t/b-halves.mlir
// RUN: not heddle check %t/b.mlir --scheduled %t/b-dropped.mlir | FileCheck %s --check-prefix=FLOATS
// RUN: heddle check %t/b.mlir --scheduled %t/b-halves.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t/b.mlir --scheduled %t/b-halves.mlir --seed 2 | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t/b.mlir --scheduled %t/b-halves.mlir --seed 3 | FileCheck %s --check-prefix=EQUAL
//
// What f32 may hide is there with every float in f64.
// RUN: sed 's/LEN/70000/g; s/ELT/f32/g' %t/payload > %t/c.mlir
// RUN: sed 's/LEN/70000/g; s/PART/69999/g; s/ELT/f32/g' %t/dropped > %t/c-dropped.mlir
// RUN: sed 's/LEN/70000/g; s/PART/35000/g; s/REST/35000/g; s/ELT/f32/g' %t/halves > %t/c-halves.mlir
// RUN: not heddle check %t/c.mlir --scheduled %t/c-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
// RUN: heddle check %t/c.mlir --scheduled %t/c-halves.mlir | FileCheck %s --check-prefix=EQUAL
//
// In bf16 a sum of more than 256 does not grow any more: the last terms of the
// payload do nothing, and without them the bits are the same.
// RUN: sed 's/LEN/800/g; s/ELT/bf16/g' %t/payload > %t/d.mlir
// RUN: sed 's/LEN/800/g; s/PART/799/g; s/ELT/bf16/g' %t/dropped > %t/d-dropped.mlir
// RUN: sed 's/LEN/800/g; s/PART/400/g; s/REST/400/g; s/ELT/bf16/g' %t/halves > %t/d-halves.mlir
// RUN: not heddle check %t/d.mlir --scheduled %t/d-dropped.mlir | FileCheck %s --check-prefix=WIDE
// RUN: heddle check %t/d.mlir --scheduled %t/d-halves.mlir | FileCheck %s --check-prefix=EQUAL
//
// RUN: sed 's/LEN/64/g; s/ELT/bf16/g' %t/payload > %t/e.mlir
// RUN: sed 's/LEN/64/g; s/PART/63/g; s/ELT/bf16/g' %t/dropped > %t/e-dropped.mlir
// RUN: sed 's/LEN/64/g; s/PART/20/g; s/REST/44/g; s/ELT/bf16/g' %t/halves > %t/e-halves.mlir
// RUN: not heddle check %t/e.mlir --scheduled %t/e-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
// RUN: heddle check %t/e.mlir --scheduled %t/e-halves.mlir | FileCheck %s --check-prefix=EQUAL
//
// RUN: sed 's/LEN/800/g; s/ELT/f16/g' %t/payload > %t/f.mlir
// RUN: sed 's/LEN/800/g; s/PART/799/g; s/ELT/f16/g' %t/dropped > %t/f-dropped.mlir
// RUN: sed 's/LEN/800/g; s/PART/400/g; s/REST/400/g; s/ELT/f16/g' %t/halves > %t/f-halves.mlir
// RUN: not heddle check %t/f.mlir --scheduled %t/f-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
// RUN: heddle check %t/f.mlir --scheduled %t/f-halves.mlir | FileCheck %s --check-prefix=EQUAL
//
// In f64 there is nothing wider: up to 1e-9 is rounding.
// RUN: sed 's/LEN/300/g; s/ELT/f64/g' %t/payload > %t/g.mlir
// RUN: sed 's/LEN/300/g; s/PART/299/g; s/ELT/f64/g' %t/dropped > %t/g-dropped.mlir
// RUN: sed 's/LEN/300/g; s/PART/100/g; s/REST/200/g; s/ELT/f64/g' %t/halves > %t/g-halves.mlir
// RUN: not heddle check %t/g.mlir --scheduled %t/g-dropped.mlir | FileCheck %s --check-prefix=DIFFERENT
// RUN: heddle check %t/g.mlir --scheduled %t/g-halves.mlir | FileCheck %s --check-prefix=CAPPED
//
// The formula is the same, but what is accumulated in f32 is accumulated in f16.
// RUN: sed 's/LEN/800/g; s/ELT/f32/g' %t/payload > %t/h.mlir
// RUN: not heddle check %t/h.mlir --scheduled %t/narrow | FileCheck %s --check-prefix=WORSE
// RUN: not heddle check %t/h.mlir --scheduled %t/narrow --json | FileCheck %s --check-prefix=JSON-WORSE
// RUN: heddle check %t/f.mlir --scheduled %t/f-halves.mlir --json | FileCheck %s --check-prefix=JSON

// FLOATS: sum: different: result 0[{{[012]}}] is {{.*}} elements differ), error {{0.0.*}} (rms), {{0.0.*}} (max) against f64, the payload's own {{.*}}e-0{{[678]}} and {{.*}}e-0{{[67]}} [random data]
// DIFFERENT: sum: different: result 0[{{[012]}}] is {{.*}} [random data]
// WIDE: sum: different: result 0[0] is {{[0-9.]+}}, expected {{[0-9.]+}} (3 of 3 elements differ), with every float in f64 [random data]
// EQUAL: sum: equal: random data as floats: error {{.*}} (rms), {{.*}} (max) against f64, the payload's own {{.*}} and {{.*}} (1 run); with every float in f64 within {{.*}}e-1{{[456]}} (1 run); no whole numbers: 'math.exp' does not keep whole numbers
// CAPPED: sum: equal: random data as floats: error at most {{.*}}e-1{{[56]}} of the largest value (1 run; no type is wider than f64); no whole numbers
// WORSE: sum: different: result 0[{{[012]}}] is {{.*}} against f64, the payload's own {{.*}}e-0{{[67]}} and {{.*}}e-0{{[67]}} [random data]

// JSON-WORSE:     "floatRuns": 0,
// JSON-WORSE:     "verdict": "different"
// JSON:           "floatRuns": 1,
// JSON-NEXT:      "floats": {
// JSON-NEXT:        "max": 0.00{{[0-9]+}},
// JSON-NEXT:        "payloadMax": 0.00{{[0-9]+}},
// JSON-NEXT:        "payloadRms": 0.00{{[0-9]+}},
// JSON-NEXT:        "rms": 0.00{{[0-9]+}}
// JSON-NEXT:      },
// JSON:      "function": "sum",
// JSON-NEXT:      "judgment": "as floats",
// JSON:           "wideError": {{.*}}e-1{{[456]}},
// JSON-NEXT:      "wideRuns": 1

//--- payload
func.func @sum(%a: tensor<3xLENxELT>) -> tensor<3xELT> {
  %z = arith.constant 0.0 : ELT
  %e = tensor.empty() : tensor<3xELT>
  %f = linalg.fill ins(%z : ELT) outs(%e : tensor<3xELT>) -> tensor<3xELT>
  %x0 = tensor.empty() : tensor<3xLENxELT>
  %x = linalg.exp ins(%a : tensor<3xLENxELT>) outs(%x0 : tensor<3xLENxELT>) -> tensor<3xLENxELT>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<3xLENxELT>)
       outs(%f : tensor<3xELT>) dimensions = [1]
  return %r : tensor<3xELT>
}

//--- dropped
func.func @sum(%a: tensor<3xLENxELT>) -> tensor<3xELT> {
  %z = arith.constant 0.0 : ELT
  %e = tensor.empty() : tensor<3xELT>
  %f = linalg.fill ins(%z : ELT) outs(%e : tensor<3xELT>) -> tensor<3xELT>
  %s = tensor.extract_slice %a[0, 0] [3, PART] [1, 1] : tensor<3xLENxELT> to tensor<3xPARTxELT>
  %x0 = tensor.empty() : tensor<3xPARTxELT>
  %x = linalg.exp ins(%s : tensor<3xPARTxELT>) outs(%x0 : tensor<3xPARTxELT>) -> tensor<3xPARTxELT>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<3xPARTxELT>)
       outs(%f : tensor<3xELT>) dimensions = [1]
  return %r : tensor<3xELT>
}

//--- halves
func.func @sum(%a: tensor<3xLENxELT>) -> tensor<3xELT> {
  %z = arith.constant 0.0 : ELT
  %e = tensor.empty() : tensor<3xELT>
  %f = linalg.fill ins(%z : ELT) outs(%e : tensor<3xELT>) -> tensor<3xELT>
  %s = tensor.extract_slice %a[0, 0] [3, PART] [1, 1] : tensor<3xLENxELT> to tensor<3xPARTxELT>
  %t = tensor.extract_slice %a[0, PART] [3, REST] [1, 1] : tensor<3xLENxELT> to tensor<3xRESTxELT>
  %x0 = tensor.empty() : tensor<3xPARTxELT>
  %x = linalg.exp ins(%s : tensor<3xPARTxELT>) outs(%x0 : tensor<3xPARTxELT>) -> tensor<3xPARTxELT>
  %y0 = tensor.empty() : tensor<3xRESTxELT>
  %y = linalg.exp ins(%t : tensor<3xRESTxELT>) outs(%y0 : tensor<3xRESTxELT>) -> tensor<3xRESTxELT>
  %p = linalg.reduce {arith.addf} ins(%y : tensor<3xRESTxELT>)
       outs(%f : tensor<3xELT>) dimensions = [1]
  %r = linalg.reduce {arith.addf} ins(%x : tensor<3xPARTxELT>)
       outs(%p : tensor<3xELT>) dimensions = [1]
  return %r : tensor<3xELT>
}

//--- narrow
func.func @sum(%a: tensor<3x800xf32>) -> tensor<3xf32> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<3xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %x0 = tensor.empty() : tensor<3x800xf32>
  %x = linalg.exp ins(%a : tensor<3x800xf32>) outs(%x0 : tensor<3x800xf32>) -> tensor<3x800xf32>
  %s = linalg.reduce ins(%x : tensor<3x800xf32>) outs(%f : tensor<3xf16>)
       dimensions = [1] (%in: f32, %sum: f16) {
    %n = arith.truncf %in : f32 to f16
    %0 = arith.addf %sum, %n : f16
    linalg.yield %0 : f16
  }
  %w = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%s : tensor<3xf16>) outs(%w : tensor<3xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

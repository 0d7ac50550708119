// Gathers and scatters of tensors are payload like any other: heddle schedule writes the
// step that makes structured ops of them, and they are fused and vectorized after it.

// RUN: heddle schedule %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WRITTEN --input-file=%t.mlir
// RUN: not heddle check %s -s %t.mlir | FileCheck %s
// RUN: heddle check %s -s %t.mlir --function dynamic --dims arg0=1x1,arg1=1x1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle check %s -s %t.mlir --function dynamic --dims arg0=7x37,arg1=3x5 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle apply %s -s %t.mlir | FileCheck %s --check-prefix=APPLIED

// WRITTEN:      // arith, math and gathers on tensors become structured ops
// WRITTEN:      %{{.*}} = transform.apply_registered_pass
// WRITTEN-NEXT: "heddle-structure-tensors"

// CHECK-DAG: rows: equal
// CHECK-DAG: kept_dims: equal
// CHECK-DAG: one_row: equal
// CHECK-DAG: one_kept_row: equal
// CHECK-DAG: dynamic: equal
// CHECK-DAG: elements: equal
// CHECK-DAG: swapped: equal
// CHECK-DAG: bytes: equal
// CHECK-DAG: nothing: inconclusive: random data: result 0 has no elements
// CHECK-DAG: scattered_rows: equal
// CHECK-DAG: scattered_columns: equal
// CHECK-DAG: scattered_elements: equal
// DYNAMIC: dynamic: equal

// APPLIED-LABEL: func.func @rows(
// APPLIED-NOT:     memref.alloc
// APPLIED-NOT:     linalg.generic
// APPLIED:         math.exp {{.*}} : vector<
// APPLIED-LABEL: func.func @kept_dims(

// Rows of a table, by indices of two dims, and an op that reads them.
func.func @rows(%table: tensor<40x24xf32>, %at: tensor<5x3x1xi32>, %o: tensor<5x3x24xf32>) -> tensor<5x3x24xf32> {
  %g = tensor.gather %table[%at] gather_dims([0]) : (tensor<40x24xf32>, tensor<5x3x1xi32>) -> tensor<5x3x24xf32>
  %r = linalg.exp ins(%g : tensor<5x3x24xf32>) outs(%o : tensor<5x3x24xf32>) -> tensor<5x3x24xf32>
  return %r : tensor<5x3x24xf32>
}

// A dim of extent 1 stays where the dim was that is selected.
func.func @kept_dims(%x: tensor<3x9x7xf16>, %at: tensor<6x1xindex>) -> tensor<6x3x1x7xf16> {
  %g = tensor.gather %x[%at] gather_dims([1]) unique : (tensor<3x9x7xf16>, tensor<6x1xindex>) -> tensor<6x3x1x7xf16>
  return %g : tensor<6x3x1x7xf16>
}

func.func @dynamic(%x: tensor<?x?xi64>, %at: tensor<?x?x1xi64>) -> tensor<?x?x?xi64> {
  %g = tensor.gather %x[%at] gather_dims([1]) : (tensor<?x?xi64>, tensor<?x?x1xi64>) -> tensor<?x?x?xi64>
  return %g : tensor<?x?x?xi64>
}

// All coordinates of each element.
func.func @elements(%x: tensor<5x6x7xi8>, %at: tensor<13x3xi32>) -> tensor<13xi8> {
  %g = tensor.gather %x[%at] gather_dims([0, 1, 2]) : (tensor<5x6x7xi8>, tensor<13x3xi32>) -> tensor<13xi8>
  return %g : tensor<13xi8>
}

// The outer and the inner dim, and a row in between.
func.func @swapped(%x: tensor<4x11x6xbf16>, %at: tensor<9x2xi32>) -> tensor<9x11xbf16> {
  %g = tensor.gather %x[%at] gather_dims([0, 2]) : (tensor<4x11x6xbf16>, tensor<9x2xi32>) -> tensor<9x11xbf16>
  return %g : tensor<9x11xbf16>
}

// Coordinates of a byte.
func.func @bytes(%x: tensor<100xi1>, %at: tensor<17x1xi8>) -> tensor<17xi1> {
  %g = tensor.gather %x[%at] gather_dims([0]) : (tensor<100xi1>, tensor<17x1xi8>) -> tensor<17xi1>
  return %g : tensor<17xi1>
}

// No element, and one that stays.
func.func @nothing(%x: tensor<4x1xf32>, %at: tensor<0x1xi32>, %one: tensor<1x1xi32>) -> (tensor<0x1xf32>, tensor<1x1xf32>) {
  %g = tensor.gather %x[%at] gather_dims([0]) : (tensor<4x1xf32>, tensor<0x1xi32>) -> tensor<0x1xf32>
  %h = tensor.gather %x[%one] gather_dims([0]) : (tensor<4x1xf32>, tensor<1x1xi32>) -> tensor<1x1xf32>
  return %g, %h : tensor<0x1xf32>, tensor<1x1xf32>
}

// Places that differ: multiples of 3 modulo 40.
func.func @scattered_rows(%x: tensor<13x24xf32>, %table: tensor<40x24xf32>) -> tensor<40x24xf32> {
  %e = tensor.empty() : tensor<13x1xi32>
  %at = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<13x1xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %three = arith.constant 3 : index
    %m = arith.muli %i, %three : index
    %c = arith.index_cast %m : index to i32
    linalg.yield %c : i32
  } -> tensor<13x1xi32>
  %r = tensor.scatter %x into %table[%at] scatter_dims([0]) unique : (tensor<13x24xf32>, tensor<40x24xf32>, tensor<13x1xi32>) -> tensor<40x24xf32>
  return %r : tensor<40x24xf32>
}

// Columns, of updates that keep a dim of extent 1 for them.
func.func @scattered_columns(%x: tensor<3x7x1xf32>, %table: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %at = arith.constant dense<[[4], [0], [7]]> : tensor<3x1xindex>
  %r = tensor.scatter %x into %table[%at] scatter_dims([1]) unique : (tensor<3x7x1xf32>, tensor<7x9xf32>, tensor<3x1xindex>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

func.func @scattered_elements(%x: tensor<2x2xi32>, %table: tensor<5x6xi32>) -> tensor<5x6xi32> {
  %at = arith.constant dense<[[[4, 0], [0, 5]], [[2, 2], [1, 3]]]> : tensor<2x2x2xi8>
  %r = tensor.scatter %x into %table[%at] scatter_dims([0, 1]) unique : (tensor<2x2xi32>, tensor<5x6xi32>, tensor<2x2x2xi8>) -> tensor<5x6xi32>
  return %r : tensor<5x6xi32>
}

// Indices of one dim select one row.
func.func @one_row(%table: tensor<7x11xf64>, %at: tensor<1xindex>) -> tensor<11xf64> {
  %g = tensor.gather %table[%at] gather_dims([0]) : (tensor<7x11xf64>, tensor<1xindex>) -> tensor<11xf64>
  return %g : tensor<11xf64>
}

func.func @one_kept_row(%table: tensor<7x11xf64>, %at: tensor<1xindex>) -> tensor<1x11xf64> {
  %g = tensor.gather %table[%at] gather_dims([0]) : (tensor<7x11xf64>, tensor<1xindex>) -> tensor<1x11xf64>
  return %g : tensor<1x11xf64>
}

// heddle.payload-of: argmax
//
// The maximum of each row and the first place where it is, of any number of rows of any length. A NaN is
// never the maximum.

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @argmax(%x: tensor<?x?xf32>, %best: tensor<?xf32>,
                  %place: tensor<?xi32>)
    -> (tensor<?xf32>, tensor<?xi32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %start = linalg.fill ins(%lowest : f32) outs(%best : tensor<?xf32>)
      -> tensor<?xf32>
  %nowhere = linalg.fill ins(%none : i32) outs(%place : tensor<?xi32>)
      -> tensor<?xi32>
  %found:2 = linalg.generic {
      indexing_maps = [#all, #row, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>)
      outs(%start, %nowhere : tensor<?xf32>, tensor<?xi32>) {
    ^bb0(%v: f32, %b: f32, %p: i32):
      %j = linalg.index 1 : index
      %here = arith.index_cast %j : index to i32
      %more = arith.cmpf ogt, %v, %b : f32
      %m = arith.select %more, %v, %b : f32
      %q = arith.select %more, %here, %p : i32
      linalg.yield %m, %q : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %found#0, %found#1 : tensor<?xf32>, tensor<?xi32>
}

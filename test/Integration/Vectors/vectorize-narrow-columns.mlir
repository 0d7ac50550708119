// Columns of elements of a byte or two, of any number: a partial vector is read one by one,
// and compiled in no time.
// RUN: heddle check %s | FileCheck %s

// CHECK-COUNT-2: equal

func.func @column_of_i8(%a: tensor<?x?xi8>, %b: tensor<?x?x3xi8>) -> tensor<?x?x3xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xi8>
  %d1 = tensor.dim %a, %c1 : tensor<?x?xi8>
  %column = tensor.extract_slice %b[0, 0, 1] [%d0, %d1, 1] [1, 1, 1] : tensor<?x?x3xi8> to tensor<?x?xi8>
  %sum = linalg.add ins(%a, %column : tensor<?x?xi8>, tensor<?x?xi8>) outs(%column : tensor<?x?xi8>) -> tensor<?x?xi8>
  %r = tensor.insert_slice %sum into %b[0, 0, 1] [%d0, %d1, 1] [1, 1, 1] : tensor<?x?xi8> into tensor<?x?x3xi8>
  return %r : tensor<?x?x3xi8>
}

func.func @column_of_i16(%a: tensor<?x?xi16>, %b: tensor<?x?x2xi16>) -> tensor<?x?x2xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xi16>
  %d1 = tensor.dim %a, %c1 : tensor<?x?xi16>
  %column = tensor.extract_slice %b[0, 0, 1] [%d0, %d1, 1] [1, 1, 1] : tensor<?x?x2xi16> to tensor<?x?xi16>
  %sum = linalg.mul ins(%a, %column : tensor<?x?xi16>, tensor<?x?xi16>) outs(%column : tensor<?x?xi16>) -> tensor<?x?xi16>
  %r = tensor.insert_slice %sum into %b[0, 0, 1] [%d0, %d1, 1] [1, 1, 1] : tensor<?x?xi16> into tensor<?x?x2xi16>
  return %r : tensor<?x?x2xi16>
}

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  transform.heddle.vectorize %m : !transform.any_op
  %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
}

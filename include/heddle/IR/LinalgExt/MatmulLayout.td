//===- MatmulLayout.td - Which factors are transposed ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts of `linalg_ext.batch_matmul`.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_MATMULLAYOUT_TD
#define HEDDLE_IR_LINALGEXT_MATMULLAYOUT_TD

include "heddle/IR/ChoiceAttr.td"

// The first letter is of `lhs`, the second of `rhs`: `t` is transposed.
def MatmulLayout : I32Enum<
    "MatmulLayout", "The factors of a matmul that are transposed", [
  I32EnumCase<"NN", 0, "nn">, I32EnumCase<"NT", 1, "nt">,
  I32EnumCase<"TN", 2, "tn">, I32EnumCase<"TT", 3, "tt">]> {
  let cppNamespace = "::mlir::linalg_ext";
}

def MatmulLayoutAttr : ChoiceAttr<MatmulLayout>;

#endif // HEDDLE_IR_LINALGEXT_MATMULLAYOUT_TD

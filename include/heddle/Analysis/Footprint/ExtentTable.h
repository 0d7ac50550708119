//===- ExtentTable.h - Sizes of tensors as bounds ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the dynamic sizes of a payload. Each size is traced through
// destinations, empties, casts, pads and slices to its source. Sizes that ops
// require to be equal share one symbol. It reads IR and creates none.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_EXTENTTABLE_H
#define HEDDLE_ANALYSIS_FOOTPRINT_EXTENTTABLE_H

#include "heddle/Analysis/Bounds/BoundExpr.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace mlir::heddle {

class TilingProbe;
struct ExtentRule;
struct ExtentTerm;

/// `expr` over `dims` and `symbols`; null if bounds cannot express it, such as
/// a product of two variables.
Bound getAffineBound(BoundContext &context, AffineExpr expr,
                     ArrayRef<Bound> dims, ArrayRef<Bound> symbols);

/// Where the value of a symbol is found: dimension `dim` of the tensor `value`,
/// or the index `value` itself if `dim` is -1.
struct SymbolSource {
  Value value;
  int64_t dim = -1;
};

class ExtentTable {
public:
  explicit ExtentTable(BoundContext &context);
  ~ExtentTable();

  BoundContext &getContext() { return context; }

  /// The size of dimension `dim` of `value`, an SSA tensor, after all
  /// equalities.
  Bound getExtent(Value value, int64_t dim);
  SmallVector<Bound> getExtents(Value value);
  /// The same before equalities. The bound mentions only values that `value` is
  /// computed from, so it can be computed wherever `value` can.
  Bound getOwnExtent(Value value, int64_t dim);
  /// The bound of an index value or attribute.
  Bound getIndex(OpFoldResult index);
  /// The same for an index that is a size or an offset, hence at least 0.
  Bound getNonNegativeIndex(OpFoldResult index);

  /// Records that two bounds without variables are equal. Call before the first
  /// box is made.
  void assumeEqual(Bound a, Bound b);
  /// Records the size equalities that `op`, a linalg op, implies: all operand
  /// dims that one iteration dim indexes have the same extent.
  void assumeShapesOf(Operation *op);
  /// Rewrites `a`, which may have been made before an equality was recorded.
  Bound canonicalize(Bound a);

  /// The probe of `op`, a TilingInterface op without a footprint model.
  const TilingProbe &getProbe(Operation *op);
  /// Gives `value`, in the scratch region of a probe, the sizes of `original`.
  void setAlias(Value value, Value original);

  const SymbolSource &getSource(unsigned symbol) const {
    return sources[symbol];
  }
  /// False for a symbol that this table did not make.
  bool hasSource(unsigned symbol) const {
    return symbol < sources.size() && sources[symbol].value;
  }

private:
  Bound getSymbol(Value value, int64_t dim, std::optional<int64_t> least);
  Bound getOwnIndex(OpFoldResult index);
  Bound getOwnTerm(const ExtentTerm &term);
  Bound getProduct(const ExtentRule &rule);
  Bound getComputedExtent(const ExtentRule &rule);
  void assumeNonNegative(Bound a);
  Bound traceIndex(Value value);
  Bound getReplacement(unsigned symbol);

  BoundContext &context;
  std::vector<SymbolSource> sources;
  llvm::DenseMap<std::pair<Value, int64_t>, Bound> traced;
  llvm::DenseMap<std::pair<Value, int64_t>, unsigned> symbols;
  llvm::DenseMap<unsigned, Bound> replaced;
  llvm::DenseMap<Operation *, std::unique_ptr<TilingProbe>> probes;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FOOTPRINT_EXTENTTABLE_H

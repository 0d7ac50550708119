//===- PayloadShapes.h - Which extents a payload function allows *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds which dynamic extents of a function's arguments must be equal or depend
// on each other, and chooses numbers for them, and for arguments that decide
// how often loops run. The extents of loop-carried values are taken not to
// change.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_SHAPES_PAYLOADSHAPES_H
#define HEDDLE_EXECUTION_SHAPES_PAYLOADSHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <map>
#include <string>

namespace mlir::heddle {

/// What the user asked for: extents of an argument (-1: not asked), or the
/// extent of a dimension name.
struct DimRequests {
  llvm::StringMap<SmallVector<int64_t>> arguments; ///< "arg0" -> 37, 53
  llvm::StringMap<int64_t> names;                  ///< "M" -> 37
  bool empty() const { return arguments.empty() && names.empty(); }

  /// Parses "arg0=37x53,arg1=?x8,M=4". Returns false and sets `error` if it
  /// cannot be parsed.
  bool parse(StringRef text, std::string &error);
};

/// Numbers for all extents of a function.
class ShapeAssignment {
public:
  /// The extent of dimension `dim` of `value`, if it is known.
  std::optional<int64_t> getExtent(Value value, int64_t dim) const;
  /// The value of an index, if it follows from the extents.
  std::optional<int64_t> getIndex(Value value) const;
  /// Extents of a ranked value; empty for a scalar, 0 where not known.
  SmallVector<int64_t> getShape(Value value) const;
  /// "arg0=37x53, arg1=53x8", for messages; dynamic arguments only.
  std::string format() const;

private:
  friend class PayloadShapes;
  const class PayloadShapes *shapes = nullptr;
  SmallVector<std::optional<int64_t>> values; ///< per class
};

/// The relations between the extents of one function.
class PayloadShapes {
public:
  explicit PayloadShapes(func::FuncOp func);

  /// Whether some argument has an extent that can be chosen.
  bool hasFreeExtents() const { return !free.empty(); }
  unsigned getNumFreeExtents() const { return free.size(); }
  /// Which free extent dim `dim` of `value` is, or `value` itself for -1; none
  /// if it is not free.
  std::optional<unsigned> findFreeExtent(Value value, int64_t dim) const;

  /// Chooses all extents. `draw(i)` gives the number for the i-th free extent
  /// when neither a request nor another extent decides it.
  /// On failure `error` says which relation cannot hold, naming both uses.
  FailureOr<ShapeAssignment> assign(const DimRequests &requests,
                                    llvm::function_ref<int64_t(unsigned)> draw,
                                    std::string &error) const;

private:
  friend class ShapeAssignment;
  /// Dim -1: the index itself; -2: the last value of an index in its loops.
  using Node = std::pair<Value, int64_t>;
  static constexpr int64_t kIndex = -1, kLast = -2;

  /// `result` equals (or is at least) a function of `inputs`.
  struct Equation {
    enum class Kind {
      Equal,
      AtLeast,
      Hint ///< at least, where that is possible
    };
    unsigned result;
    SmallVector<unsigned> inputs;
    std::function<std::optional<int64_t>(ArrayRef<int64_t>)> evaluate;
    Operation *op;
    Kind kind = Kind::Equal;
    bool isAtLeast() const { return kind != Kind::Equal; }
  };

  static std::optional<int64_t> evaluate(AffineExpr expr, unsigned numDims,
                                         ArrayRef<int64_t> values);
  unsigned addNode(Node node, std::optional<int64_t> constant = std::nullopt);
  unsigned getNode(Value value, int64_t dim);
  unsigned getNode(OpFoldResult size);
  std::optional<unsigned> findNode(Value value, int64_t dim) const;
  unsigned findClass(unsigned node) const;
  void unite(unsigned a, unsigned b, Operation *op);
  void uniteShapes(Value a, Value b, Operation *op);
  void addEquation(Equation equation) { equations.push_back(equation); }
  void addSum(unsigned result, ArrayRef<unsigned> inputs, Operation *op);
  void addProduct(unsigned result, ArrayRef<unsigned> inputs, Operation *op);
  /// The least of the map's results, or the largest.
  void addMap(unsigned result, AffineMap map, ArrayRef<unsigned> inputs,
              bool isMin, Operation *op);

  void addWindow(unsigned result, AffineExpr expr, ArrayRef<unsigned> loops,
                 Operation *op);

  void visit(Operation *op);
  void visitIndexOp(Operation *op);
  void visitLinalg(Operation *op);
  void visitLinalgExt(Operation *op);
  void visitScatter(Operation *op);
  void addDistinctRows(Value indices, Value array, ArrayRef<int64_t> dims,
                       Operation *op);
  void visitDim(ShapedDimOpInterface op);
  void visitResults(Operation *op);
  void visitExpansion(Operation *op);
  void visitRelayout(Operation *op);
  void visitSlice(Operation *op);
  void visitLoop(Operation *op);
  void visitTerminator(Operation *op);
  void collectFree();

  // PayloadLoops.cpp
  std::optional<unsigned> getLast(Value index);
  std::optional<unsigned> getLastOfLoop(BlockArgument index);
  std::optional<unsigned> getLastOfOp(linalg::IndexOp index);
  std::optional<unsigned> getLastOf(AffineMap map, ValueRange operands,
                                    bool isMin, Operation *op);
  void addAccess(Value shaped, AffineMap map, ValueRange indices,
                 Operation *op);
  void addSelection(Value shaped, int64_t dim, Operation *op);
  void visitAccess(Operation *op);
  void visitTrips(Operation *op);

  // ShapeAssignment.cpp
  std::string describe(unsigned node) const;
  Operation *findRelation(unsigned from, unsigned to) const;
  /// Puts the requested numbers into `values`.
  LogicalResult applyRequests(const DimRequests &requests,
                              SmallVectorImpl<std::optional<int64_t>> &values,
                              std::string &error) const;
  /// The inputs of `equation` that are known.
  SmallVector<int64_t> getInputs(const Equation &equation,
                                 ArrayRef<std::optional<int64_t>> values) const;
  int64_t getLeast(unsigned root,
                   ArrayRef<std::optional<int64_t>> values) const;
  std::string explainViolation(const Equation &violated,
                               ArrayRef<std::optional<int64_t>> values) const;
  bool hasNegativeExtent(ArrayRef<std::optional<int64_t>> values) const;
  /// Changes one of the chosen inputs so that the equation gives `result`. Adds
  /// the difference to `result` if the equation holds then, as it does for
  /// sums. Otherwise multiplies the input by the quotient of `result` and the
  /// present value, if that comes closer to `result`, as it does for quotients.
  bool moveInput(const Equation &equation, ArrayRef<int64_t> inputs,
                 int64_t result,
                 llvm::DenseMap<unsigned, int64_t> &chosen) const;
  /// Halves a chosen extent so that the result of `equation` gets smaller: one
  /// of the inputs, or the largest extent from which they follow.
  bool shrinkInput(const Equation &equation, ArrayRef<int64_t> inputs,
                   llvm::DenseMap<unsigned, int64_t> &chosen) const;
  /// Computes all values that follow from known ones. Returns the equation that
  /// is violated, if any.
  const Equation *propagate(SmallVectorImpl<std::optional<int64_t>> &values,
                            bool withHints) const;
  FailureOr<ShapeAssignment> assign(ArrayRef<std::optional<int64_t>> fixed,
                                    llvm::function_ref<int64_t(unsigned)> draw,
                                    bool withHints, std::string &error) const;

  mutable func::FuncOp func; // an op handle; nothing is changed through it
  llvm::DenseMap<Node, unsigned> ids;
  SmallVector<Node> nodes;
  mutable SmallVector<unsigned> parents;
  SmallVector<std::optional<int64_t>> constants; ///< per node
  std::map<int64_t, unsigned> constantNodes;     ///< any key, INT64_MAX too
  struct Edge {
    unsigned a, b;
    Operation *op;
  };
  SmallVector<Edge> edges;
  SmallVector<Equation> equations;
  llvm::DenseMap<Value, std::optional<unsigned>> lasts;
  SmallVector<unsigned> tripNodes; ///< what decides how often loops run
  SmallVector<unsigned> free;      ///< nodes, one per class, in argument order
  llvm::StringMap<unsigned> dimNames;
};

/// The first op that returns from `func`; null if none does.
func::ReturnOp findReturn(func::FuncOp func);

/// The extent of a loop of a structured op, read off the operands that it
/// indexes directly.
std::optional<int64_t> getLoopExtent(linalg::LinalgOp op, unsigned loop,
                                     const ShapeAssignment &shapes);

/// Roughly how many scalar ops a function executes with these extents. A loop
/// of the payload itself is taken to be as long as the largest extent.
double estimateWork(func::FuncOp func, const ShapeAssignment &shapes);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_SHAPES_PAYLOADSHAPES_H

//===- PayloadGraph.h - A payload function as a plain graph -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random payload and its schedule as data without any IR, so that they can be
// generated from a seed, printed as text, and shrunk one step at a time. How
// they are applied, run and compared is in PairRunner.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_PAYLOADGRAPH_H
#define HEDDLE_TEST_RANDOMPAIRS_PAYLOADGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::heddle::pairs {

/// A small generator whose stream is the same with every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 1) {
    next();
  }
  uint64_t next();
  /// A whole number in [low, high].
  int64_t range(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(next() % uint64_t(high - low + 1));
  }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return next() % 100 < percent; }
  template <typename T> const T &pick(const llvm::SmallVectorImpl<T> &from) {
    return from[next() % from.size()];
  }

private:
  uint64_t state;
};

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

enum class ExtentKind {
  Constant,
  Symbol,
  Add,
  Sub,
  Mul,
  FloorDiv,
  CeilDiv,
  Min,
  Max
};

/// An extent: a constant (`lhs`), a symbol (`lhs`), or an operation on two
/// extents of the same table.
struct Extent {
  ExtentKind kind;
  int64_t lhs;
  int64_t rhs;
};

/// A base size of the payload: known at compile time or only at run time. It
/// has one value per run.
struct Symbol {
  bool isStatic = true;
  llvm::SmallVector<int64_t> values;
};

/// Interned extents: equal expressions have equal numbers.
class ExtentInterner {
public:
  int constant(int64_t value) {
    return intern({ExtentKind::Constant, value, 0});
  }
  int symbol(int64_t index) { return intern({ExtentKind::Symbol, index, 0}); }
  int binary(ExtentKind kind, int lhs, int rhs);
  const Extent &get(int id) const { return extents[id]; }
  int count() const { return extents.size(); }
  bool isConstant(int id, int64_t value) const {
    return extents[id].kind == ExtentKind::Constant && extents[id].lhs == value;
  }

private:
  int intern(Extent extent);
  std::vector<Extent> extents;
};

//===----------------------------------------------------------------------===//
// Values and nodes
//===----------------------------------------------------------------------===//

/// One dim of a tensor; `hidden` prints `?` although the extent is static.
struct Dim {
  int extent;
  bool hidden = false;
};

struct GraphValue {
  llvm::SmallVector<Dim> dims;
  /// A bound on the magnitude of every element, for the exactness of f32.
  double bound = 0;
  /// The node that computes it, or -1 for a function argument.
  int node = -1;
  /// The least and the largest number of an argument, if they are not -3 and 3.
  std::optional<std::pair<int64_t, int64_t>> range;
  /// An unread shape operand or a bare destination, which is never used as an
  /// input.
  bool isEmpty = false;
};

/// Σ coefficient · loop + constant.
struct MapResult {
  llvm::SmallVector<std::pair<int, int64_t>> terms;
  int64_t constant = 0;
};
using Map = llvm::SmallVector<MapResult>;

enum class BodyKind {
  Input,    // lhs: input
  Output,   // lhs: init
  Constant, // lhs: value
  Index,    // lhs: loop
  DimOf,    // lhs: value, rhs: dim
  Extract,  // lhs: value, indices: `loops` per dim
  Add,
  Sub,
  Mul,
  Max,
  Min
};

struct BodyOp {
  BodyKind kind;
  int lhs = 0;
  int rhs = 0;
  llvm::SmallVector<int> loops;
};

enum class NodeKind {
  Generic,
  Fill,
  Empty,
  Pad,
  ExtractSlice,
  InsertSlice,
  Concat,
  Cast,
  ExpandShape,
  CollapseShape
};

struct Node {
  NodeKind kind = NodeKind::Generic;
  /// Erased by the minimizer. The entry stays, so that numbers do not change.
  bool removed = false;
  /// The name of the named op that Generic is printed as; empty for generic.
  std::string named;
  llvm::SmallVector<int> inputs;
  /// Destinations; -1 is a separate tensor.empty.
  llvm::SmallVector<int> inits;
  llvm::SmallVector<int> results;

  /// Iteration space of every op that can be a root.
  llvm::SmallVector<int> loops;
  llvm::SmallVector<bool> isReduction;
  /// Maps of the inputs, then of the inits.
  llvm::SmallVector<Map> maps;
  std::vector<BodyOp> body;
  llvm::SmallVector<int> yields;
  /// Dims of named transpose and broadcast.
  llvm::SmallVector<int64_t> dimensions;

  /// Slices: offsets and sizes are extents. Pads: low and high are extents.
  llvm::SmallVector<int> offsets, sizes;
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<bool> dropped;
  /// Reassociation: sizes of the groups, in dims of the expanded side.
  llvm::SmallVector<int> groups;
  /// Concat: the dim. Fill and pad: the value.
  int64_t constant = 0;
  /// Sizes come from tensor.dim of an operand where that is possible.
  bool dimFromOperand = false;

  bool readsInit(int init) const;
  /// True if a yield needs this op of the body.
  bool isLive(int bodyOp) const;
  bool isRootCandidate() const {
    return !removed && (kind == NodeKind::Generic || kind == NodeKind::Fill ||
                        kind == NodeKind::Pad);
  }
};

struct Program {
  uint64_t seed = 0;
  bool isFloat = false;
  /// The memory space of all tensors, which is their encoding; 0 for none.
  int64_t space = 0;
  /// Sizes are computed with affine ops, otherwise with arith.
  bool useAffine = true;
  unsigned numRuns = 1;
  ExtentInterner extents;
  std::vector<Symbol> symbols;
  /// Values are in order of definition; arguments are marked by node == -1.
  std::vector<GraphValue> values;
  std::vector<Node> nodes;
  llvm::SmallVector<int> returns;
  /// The node that is mostly the root, or -1.
  int favorite = -1;

  int64_t eval(int extent, unsigned run) const;
  /// The amounts of pads are `tensor.dim` of the values made last.
  bool padsFromDims = false;

  bool isStatic(int extent) const;
  bool isStatic(const Dim &dim) const {
    return !dim.hidden && isStatic(dim.extent);
  }
  const char *elementType() const { return isFloat ? "f32" : "i32"; }
  /// What follows the extents in the type of a tensor.
  std::string elementTypeAndSpace() const {
    return std::string(elementType()) +
           (space ? ", " + std::to_string(space) : "");
  }
  /// True if every slice of every run lies in bounds.
  bool isValid() const;
  /// Values that the printed function takes, in order.
  llvm::SmallVector<int> liveArguments() const;
  /// Symbols that are printed as index arguments, after the tensors.
  llvm::SmallVector<int> indexArguments() const;
  /// Drops the nodes that no return and no node in `keep` needs.
  void removeDead(llvm::ArrayRef<int> keep);
};

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

struct Schedule {
  llvm::SmallVector<int> roots;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<int64_t> interchange;
  llvm::SmallVector<int> stop;
  /// The only ops that may be fused; empty for all.
  llvm::SmallVector<int> only;
  bool useForall = false;
  bool keepIntermediates = false;
  /// Each root gets a separate nest, instead of one nest for all roots.
  bool isSeparate = false;
  bool explain = false;
  bool applyCleanup = false;
  /// Sizes and interchange are params, not numbers.
  bool hasParams = false;
  /// Printed verbatim; empty for the default.
  std::string maxRecompute, placementSlack;
  /// Sizes of a second nest inside the first; empty for none.
  llvm::SmallVector<int64_t> innerSizes;
  /// Readers of the results of the nest, to be moved into it one by one.
  /// Readers that cannot be moved stay.
  llvm::SmallVector<int> consumers;
  /// Producers that the nest leaves out, with the number of the loop into which
  /// they are to be moved, one by one. Producers that cannot be moved stay.
  llvm::SmallVector<std::pair<int, int>> placed;
  /// Producers and the number of the loop that computes them.
  llvm::SmallVector<std::pair<int, int>> at;
  /// If not empty, fuse_operands makes the nest for the values that the
  /// function returns, with these options as they are printed.
  llvm::SmallVector<int64_t> tileNums;
  llvm::SmallVector<std::string> operandsOptions;
  /// The devices of a grid that fuse_operands is given; 0 for none.
  int64_t gridSize = 0;
  /// A target that cannot be done is skipped.
  bool isBestEffort = false;
  /// The options of fuse_elementwise, which has no roots.
  llvm::SmallVector<std::string> flags;
  /// The steps of a chain. If there are any, the other members are ignored.
  std::vector<std::string> chain;
};

/// Generates the payload of `seed`.
Program generateProgram(uint64_t seed);
/// Generates a schedule for it. `upstream` leaves out features that
/// `structured.fuse` does not have.
Schedule generateSchedule(const Program &program, bool upstream);

/// The same for fuse_elementwise. As many seeds in a row as there are
/// combinations of options draw one each.
inline constexpr unsigned kElementwiseCombinations = 32;
Program generateElementwiseProgram(uint64_t seed);
Schedule generateElementwiseSchedule(const Program &program);

/// Prints the payload as a function `name`; every op that can be a root carries
/// the attribute `tag = "n<number>"`.
void printProgram(const Program &program, llvm::StringRef name,
                  llvm::raw_ostream &os);
/// Prints the schedule as a named sequence that takes the function.
void printSchedule(const Program &program, const Schedule &schedule,
                   llvm::StringRef opName, llvm::raw_ostream &os);

void printElementwiseSchedule(const Schedule &schedule, llvm::raw_ostream &os);

/// Numbered ways to make a pair smaller. Returns false if `step` is past the
/// last one; otherwise applies it, and `*changed` says whether anything became
/// smaller.
bool shrink(Program &program, Schedule &schedule, unsigned step, bool *changed);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_PAYLOADGRAPH_H

//===- PayloadGenerator.h - Draws payload graphs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the parts of the generator share: the kinds of ops to draw,
// and the choice of their operands, destinations and bodies.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_PAYLOADGENERATOR_H
#define HEDDLE_TEST_RANDOMPAIRS_PAYLOADGENERATOR_H

#include "PayloadGraph.h"

#include <algorithm>

namespace mlir::heddle::pairs {

/// Bound on |values| in f32; whole numbers up to 2^24 are exact.
inline constexpr double kMaxMagnitude = 1 << 22;
inline constexpr double kArgumentMagnitude = 3;
inline constexpr double kIndexMagnitude = 64;
/// Iterations that one op may take, so that runs stay cheap.
inline constexpr int64_t kMaxVolume = 30000;
inline constexpr int64_t kMaxExtent = 60;

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) { program.seed = seed; }
  Program run();
  Program runElementwise();

private:
  void drawSymbols();
  void drawReturns();
  bool addNode();
  bool drawNode();
  bool drawElementwiseNode();

  // One kind of op each; false if the draw did not fit.
  bool addElementwise();
  bool finishNamedBinary(Node node);
  bool finishNamedMove(Node node, const Map &outMap, bool isTransposed);
  bool addPartialWrite();
  void makePartial(Map &map);
  bool addHalo();
  bool addReduction();
  bool addMatmul();
  bool addWindow();
  /// The windows of a halo overlap and have no gaps.
  bool addWindowOf(int input, bool isHalo);
  /// A window op that is being drawn, and the maps and shape of its operands.
  struct Window {
    Node node;
    Map inputMap, shapeMap;
    llvm::SmallVector<int> shape;
  };
  /// Draws the window along `dim` of the input, which has `extent`.
  void slideAlong(unsigned dim, int extent, bool isHalo, Window &window);
  /// The weights of a window, or an empty tensor that has its shape.
  int addWindowOperand(bool hasWeights, const llvm::SmallVector<int> &shape);
  bool addStencil();
  bool addPad();
  bool addExtractSlice();
  bool addInsertSlice();
  bool addConcat();
  bool addCast();
  bool addExpand();
  bool addCollapse();

  // Values.
  int addArgument(llvm::ArrayRef<int> extents);
  int finish(Node node, llvm::ArrayRef<llvm::SmallVector<int>> results,
             llvm::ArrayRef<double> bounds);
  int addFill(llvm::ArrayRef<int> extents);
  int pickValue(unsigned minRank, unsigned maxRank);
  int findValue(llvm::ArrayRef<int> extents, bool allowEmpty = false);
  int drawInit(llvm::ArrayRef<int> extents, bool reads,
               llvm::ArrayRef<int> inputs);
  llvm::SmallVector<int> extentsOf(int value);
  Node startNode(int input);
  int drawExtent();
  bool matchLoops(int value, llvm::ArrayRef<int> loops, Map &map);

  // Bodies.
  int push(Node &node, BodyKind kind, int lhs = 0, int rhs = 0);
  int clamp(Node &node, int value);
  int drawValueOf(Node &node, bool clampInputs);
  bool finishGeneric(Node node, llvm::SmallVector<Map> outMaps,
                     llvm::SmallVector<bool> reads);
  bool drawBody(Node &node, llvm::ArrayRef<bool> reads, bool clampInputs,
                llvm::SmallVectorImpl<double> &bounds);
  double boundOf(const Node &node, int bodyOp);

  int constant(int64_t value) { return program.extents.constant(value); }
  int binary(ExtentKind kind, int lhs, int rhs) {
    return program.extents.binary(kind, lhs, rhs);
  }
  /// max(0, `extent` - `amount`).
  int shrinkBy(int extent, int64_t amount) {
    return binary(ExtentKind::Max, constant(0),
                  binary(ExtentKind::Sub, extent, constant(amount)));
  }
  int64_t largest(int extent) {
    int64_t result = 0;
    for (unsigned run = 0; run < program.numRuns; ++run)
      result = std::max(result, program.eval(extent, run));
    return result;
  }
  int64_t smallest(int extent) {
    int64_t result = program.eval(extent, 0);
    for (unsigned run = 1; run < program.numRuns; ++run)
      result = std::min(result, program.eval(extent, run));
    return result;
  }
  bool isSmall(llvm::ArrayRef<int> loops) {
    int64_t volume = 1;
    for (int extent : loops) {
      if (largest(extent) > kMaxExtent)
        return false;
      volume *= std::max<int64_t>(1, largest(extent));
    }
    return volume <= kMaxVolume;
  }

  /// The payload is for fuse_elementwise.
  bool isElementwise = false;
  Random random;
  Program program;
  llvm::SmallVector<int> baseExtents;
  /// Values that are returned, whether or not they have readers.
  llvm::SmallVector<int> mustReturn;
  /// Destinations are not filled just before they are read.
  bool wantsHeldInit = false;
  std::vector<bool> isUsed;
};

/// d0, d1, ...
Map identityMap(unsigned rank);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_PAYLOADGENERATOR_H

//===- ControlFlow.h - Payloads with loops, branches and calls --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random payload of several functions as a tree of steps. All its tensors
// have one type, so that any value can be used in place of any other: in a
// loop, in a branch, as a destination, twice in one terminator.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_CONTROLFLOW_H
#define HEDDLE_TEST_RANDOMPAIRS_CONTROLFLOW_H

#include "PairRunner.h"

namespace mlir::heddle::pairs {

enum class StepKind {
  /// Values without operands.
  Empty,
  Constant,
  Fill,
  /// Linalg ops: `variant` is a LinalgVariant.
  Linalg,
  /// A slice is taken, computed on, and inserted.
  UpdateSlice,
  /// One element is inserted.
  InsertElement,
  Select,
  For,
  If,
  While,
  Forall,
  Call,
  /// `If` made of blocks and branches; only in the body of a function.
  Branch
};

enum class LinalgVariant {
  Add,
  Sub,
  Max,
  /// Adds to the contents of the destination.
  Accumulate,
  /// Adds the position.
  Index,
  /// Reads a captured tensor backwards.
  Reverse,
  /// Two results.
  Split
};
inline constexpr unsigned kNumLinalgVariants = 7;

struct FlowBlock;

struct FlowStep {
  StepKind kind = StepKind::Empty;
  /// Numbers are unique in a program: a step is dropped by its number.
  unsigned number = 0;
  unsigned variant = 0;
  /// A fill value, an upper bound of a loop (4 is the run-time argument), the
  /// number that a condition compares with, or a callee.
  int64_t constant = 0;
  /// The value that a condition reads; -1 is the run-time argument.
  int condition = -1;
  llvm::SmallVector<int> operands;
  /// Destinations; -1 is a separate tensor.empty.
  llvm::SmallVector<int> inits;
  llvm::SmallVector<int> results;
  std::vector<FlowBlock> blocks;
};

struct FlowBlock {
  llvm::SmallVector<int> arguments;
  std::vector<FlowStep> steps;
  llvm::SmallVector<int> yields;
};

struct FlowProgram {
  /// The extent of all tensors; 0 is known only at run time.
  int64_t extent = 0;
  /// The memory space of all tensors, which is their encoding; 0 for none.
  int64_t space = 0;
  /// Some sums, differences and maxima are arithmetic on tensors, which nobody
  /// can bufferize.
  bool hasUnknownOps = false;
  /// The first is `@payload`; a function calls only later ones.
  std::vector<FlowBlock> functions;
  unsigned numSteps = 0;
  int numValues = 0;
};

/// Features that a payload may have.
struct FlowOptions {
  /// The extent that is known only at run time may be 0. Then no element is
  /// read or written by position.
  bool mayBeEmpty = false;
  /// Functions of several blocks.
  bool hasBlocks = true;
};

/// Draws a payload.
FlowProgram generateFlow(Random &random, FlowOptions options);

/// Prints all functions. The steps with the numbers in `dropped` are left out:
/// their results are replaced by their operands.
void printFlow(const FlowProgram &program, llvm::ArrayRef<unsigned> dropped,
               llvm::raw_ostream &os);

/// A payload with control flow and a schedule that bufferizes it. Parts with
/// the numbers in `dropped` are left out; `*numParts` says how many there are.
/// With `upstream`, the schedule uses upstream's op.
Pair drawFlowPair(uint64_t seed, llvm::ArrayRef<unsigned> dropped,
                  bool upstream, bool hasBlocks, unsigned *numParts);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_CONTROLFLOW_H

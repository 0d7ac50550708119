//===- KernelText.h - Kernels as people write them --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of --op=kernel. A kernel is a sequence of structured ops. Each
// has an iteration space of named extents, operands with a map each, a body
// that is a typed expression, and results that may be a part of a larger
// tensor.
//
// Each op is written twice: in the form that the schedule gets (map, reduce,
// broadcast, gather, generic), and as a generic for the reference. So what
// upstream believes of a named op cannot be wrong in both.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_KERNELTEXT_H
#define HEDDLE_TEST_RANDOMPAIRS_KERNELTEXT_H

#include "PairRunner.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace mlir::heddle::pairs {

/// What is known of the numbers of a value: the largest magnitude; whether they
/// are whole, so that sums up to the limit of their type are exact; whether
/// another order of computation may round them in another way.
struct Numbers {
  double bound = 3;
  bool isWhole = true, isRounded = false;
};

/// A scalar in a body.
struct Scalar : Numbers {
  std::string name, type;
};

/// A tensor, the numbers of its extents, and the type of its elements.
struct KernelTensor : Numbers {
  std::string name;
  SmallVector<int> dims;
  std::string element;
  bool isRead = false;
};

/// A tensor and, for each of its dims, what indexes it: "d0", "-d0 + 7".
struct KernelOperand {
  KernelTensor value;
  SmallVector<std::string> map;
};

struct KernelOp {
  SmallVector<int> loops;
  SmallVector<bool> isReduction;
  std::vector<KernelOperand> inputs, outputs;
  std::string constants, body;
  SmallVector<std::string> yields;
  /// The map of an output does not reach all of it.
  bool writesPart = false;
  /// It has the attribute `root`.
  bool isRoot = false;
};

inline bool isFloatName(StringRef type) {
  return type.starts_with("f") || type == "bf16";
}
/// Whole numbers up to this one are exact.
double getExactLimit(StringRef type);

/// Writes the ops of one body.
class KernelBody {
public:
  /// `number` is another one for each body.
  KernelBody(Random &random, const Program &program, KernelOp &op,
             unsigned number)
      : random(random), program(program), op(op), number(number) {}

  Scalar input(unsigned i) const;
  Scalar output(unsigned i) const;
  Scalar constant(StringRef type, double value);
  /// The number of the iteration along loop `i`.
  Scalar index(unsigned i);
  /// An op on two scalars of one type, such as "add": addf or addi.
  Scalar apply(StringRef op, const Scalar &a, const Scalar &b);
  Scalar compare(StringRef floats, StringRef ints, const Scalar &a,
                 const Scalar &b);
  Scalar select(const Scalar &condition, const Scalar &a, const Scalar &b);
  /// A function of the math dialect.
  Scalar call(StringRef function, const Scalar &a);
  Scalar cast(const Scalar &a, StringRef type);
  /// `a`, with no magnitude above `limit`.
  Scalar clip(const Scalar &a, double limit);
  /// An element of `tensor`, at the scalars `indices`.
  Scalar extract(const KernelTensor &tensor, ArrayRef<Scalar> indices);

  /// A condition on an index, or on an index and a scalar.
  Scalar drawCondition(ArrayRef<Scalar> scalars);
  /// A scalar of `type` that reads all of `scalars`.
  Scalar draw(StringRef type, ArrayRef<Scalar> scalars);
  /// `a` after one or two functions of one scalar.
  Scalar change(Scalar a, unsigned percentRounded);
  /// `value` with an index added, selected or compared.
  Scalar useIndex(Scalar value, ArrayRef<Scalar> scalars);
  /// The next value of `accumulator`; `start` is set to a number from which it
  /// may start.
  Scalar combine(const Scalar &accumulator, Scalar value, double iterations,
                 std::string &start);
  void yield(ArrayRef<Scalar> values);

private:
  Scalar define(StringRef type, const Twine &text, Numbers numbers);
  /// The most iterations of loop `i` in any run.
  double getExtent(unsigned i) const;
  Scalar join(Scalar value, const Scalar &other);
  Scalar takeExtremum(const Scalar &accumulator, const Scalar &value,
                      std::string &start);
  Scalar addTo(const Scalar &accumulator, Scalar value, double iterations,
               bool isSubtracted);

  Random &random;
  const Program &program;
  KernelOp &op;
  unsigned number, next = 0;
};

/// The text of a payload and of its reference.
class KernelText {
public:
  KernelText(uint64_t seed, ArrayRef<unsigned> dropped)
      : random(seed), program(pair.program), dropped(dropped) {
    program.seed = seed;
  }

  /// True in `percent` of 100 cases, unless the choice `part` is left out.
  bool choose(unsigned part, unsigned percent);

  std::string getType(const KernelTensor &tensor) const;
  KernelTensor addArgument(ArrayRef<int> dims, StringRef element,
                           std::optional<std::pair<int64_t, int64_t>> range);
  KernelTensor makeEmpty(ArrayRef<int> dims, StringRef element);
  /// `start` is a number as the printer writes it.
  KernelTensor makeFill(ArrayRef<int> dims, StringRef element, StringRef start,
                        double bound);
  /// The op, in a form that people write. The results have the numbers of
  /// `numbers`.
  std::vector<KernelTensor> makeOp(const KernelOp &op,
                                   ArrayRef<Numbers> numbers, bool isNamed);
  /// tensor.gather along the dim `dim` of `source`.
  KernelTensor makeGather(const KernelTensor &source,
                          const KernelTensor &indices, unsigned dim);
  /// A slice of `whole`, of dims of which those in `dropped` are left out.
  KernelTensor makeSlice(const KernelTensor &whole, ArrayRef<int64_t> offsets,
                         ArrayRef<int> sizes, ArrayRef<int64_t> strides,
                         ArrayRef<bool> isDropped);
  /// The same slice of `whole` is `part`.
  KernelTensor insertSlice(const KernelTensor &part, const KernelTensor &whole,
                           ArrayRef<int64_t> offsets, ArrayRef<int> sizes,
                           ArrayRef<int64_t> strides);
  /// The elements with the extents in reverse order, by a tensor.reshape whose
  /// shape is computed.
  KernelTensor makeReshape(const KernelTensor &tensor);

  /// The number of the next line, and of the next value of the pool.
  size_t markPlace() const { return lines.size(); }
  /// Makes the lines from `place` a function and calls it. `results` are what
  /// it computes.
  void outline(size_t place, ArrayRef<KernelTensor> results);

  Pair finish(ArrayRef<KernelTensor> results);

  Random random;
  Pair pair;
  Program &program;
  unsigned numParts = 0;

private:
  std::string define() { return "%t" + std::to_string(next++); }
  std::string printSize(int dim);
  void add(const Twine &line) { add(line, line); }
  void add(const Twine &line, const Twine &reference) {
    lines.push_back("    " + line.str() + "\n");
    referenceLines += "    " + reference.str() + "\n";
  }
  std::string printGeneric(const KernelOp &op, StringRef results) const;
  std::string printNamed(const KernelOp &op, StringRef results) const;
  std::string defineSizes() const;

  ArrayRef<unsigned> dropped;
  std::vector<std::string> lines;
  std::string referenceLines, helpers, parameters;
  /// Of all names outside of bodies.
  llvm::StringMap<std::string> types;
  /// Sizes that are computed in the text.
  llvm::SmallDenseSet<int> computedSizes;
  unsigned next = 0, numHelpers = 0;
  Node reader;
};

/// Draws a pair without the choices in `dropped`.
Pair drawKernelPair(uint64_t seed, ArrayRef<unsigned> dropped,
                    unsigned *numParts);

/// Writes the schedule of a kernel, and applies it. As applySchedule.
bool applyWrittenSchedule(MLIRContext &context, const Pair &pair,
                          AppliedPair &applied, PairResult &result);
/// Reads the library of schedules, before processes are forked.
void loadLibrary(MLIRContext &context);

/// The names of the features that are counted.
ArrayRef<StringRef> getKernelFeatures();
/// The features of a payload, as bits in the order of their names.
uint64_t findKernelFeatures(ModuleOp payload);
/// Bits of a scheduled payload: it has loops; it has vectors.
enum ScheduledBits : uint64_t { kTiled = 1, kVectorized = 2 };
uint64_t findScheduledBits(ModuleOp scheduled);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_KERNELTEXT_H

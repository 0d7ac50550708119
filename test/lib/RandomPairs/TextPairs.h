//===- TextPairs.h - Random payloads that are written as text ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of the pairs of --op=attention and --op=linalg_ext: sizes,
// arguments, and the text of ops on them. Each choice that can be left out has
// a number. A pair becomes smaller by leaving some choices out.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_TEXTPAIRS_H
#define HEDDLE_TEST_RANDOMPAIRS_TEXTPAIRS_H

#include "PairRunner.h"

namespace mlir::heddle::pairs {

/// A tensor in the text of a payload: the number of the size of each dim.
struct TextValue {
  std::string name;
  SmallVector<int> dims;
};

/// An operand of a generic: for each dim, the loop along it.
struct TextOperand {
  TextValue value;
  SmallVector<int> map;
};

/// A generic of which the last loops may be reductions.
struct TextGeneric {
  SmallVector<int> loops;
  unsigned numReductions = 0;
  SmallVector<TextOperand> inputs;
  TextOperand output;
  /// The ops of its body on %i0, %i1, ... and %o, which define %y.
  std::string body;
};

class TextPair {
public:
  TextPair(uint64_t seed, ArrayRef<unsigned> dropped, StringRef element);

  /// True in `percent` of 100 cases, unless the choice is left out.
  bool choose(unsigned percent) { return choose(random, percent); }
  /// The same, drawn apart from all else.
  bool choose(Random &own, unsigned percent);
  /// A size that is known at compile time or has one value per run.
  int addSize(ArrayRef<int64_t> values);
  int addConstantSize(int64_t value);
  TextValue addArgument(ArrayRef<int> dims);
  std::string getType(ArrayRef<int> dims) const;
  std::string getType(const TextValue &value) const {
    return getType(value.dims);
  }

  TextValue makeEmpty(ArrayRef<int> dims);
  TextValue makeFill(StringRef number, ArrayRef<int> dims);
  /// A tensor that an op may write to.
  TextValue makeDestination(ArrayRef<int> dims) {
    return random.chance(30) ? addArgument(dims) : makeEmpty(dims);
  }
  TextValue makeGeneric(const TextGeneric &generic);
  /// `text` with the ops of the payload; their result is defined as the last
  /// name.
  std::string define() { return "%t" + std::to_string(next++); }
  /// {tag = "n3"}, another one for each op.
  std::string makeTag();
  void add(const Twine &line) { body += ("    " + line + "\n").str(); }

  /// The schedule: one transform op on the op with the tag of `root`. Sets
  /// `numParts`, unless it is null, to the number of choices.
  Pair finish(ArrayRef<TextValue> results, int root, StringRef schedule,
              unsigned *numParts);

  Random random;
  int numTags = 0;

private:
  Pair pair;
  Program &program;
  ArrayRef<unsigned> dropped;
  std::string element, body, parameters;
  unsigned next = 0, numChoices = 0;
  Node reader;
};

/// Draws a pair without the choices in `dropped`, and sets `numParts` to their
/// number.
using DrawTextPair = Pair(uint64_t seed, ArrayRef<unsigned> dropped,
                          unsigned *numParts);

/// softmax(q k) v and rows that are scaled, with masks, other readers and
/// dims in any order, under fuse_ext {online} and split_attention.
DrawTextPair drawAttentionPair;

/// Ops of linalg_ext between ops on elements, under fuse_ext and tile_ext.
DrawTextPair drawLinalgExtPair;

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_TEXTPAIRS_H

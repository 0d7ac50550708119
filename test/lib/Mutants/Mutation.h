//===- Mutation.h - One small mistake in scheduled IR -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mutation is found in a module and made in a clone of it: ops and values are
// named by their numbers, which both modules share. The idea, and the words
// "mutant", "killed" and "equivalent", are from DeMillo, Lipton, Sayward,
// "Hints on Test Data Selection", 1978.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_LIB_MUTANTS_MUTATION_H
#define HEDDLE_TEST_LIB_MUTANTS_MUTATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir::heddle::mutants {

/// The ops and values of a module in the order of a walk.
class NumberedModule {
public:
  explicit NumberedModule(ModuleOp module);

  unsigned getNumOps() const { return ops.size(); }
  Operation *getOp(unsigned number) const { return ops[number]; }
  Value getValue(unsigned number) const { return values[number]; }
  unsigned getNumber(Value value) const { return numbers.lookup(value); }
  /// Up to `most` values of the type of `value` that can be used at `user` in
  /// its place, the last ones before it.
  SmallVector<unsigned> findOthers(Value value, Operation *user,
                                   unsigned most) const;

private:
  SmallVector<Operation *> ops;
  SmallVector<Value> values;
  DenseMap<Value, unsigned> numbers;
};

/// Makes the mistake at `op`, in a clone. False if it is not possible there.
using MakeMistake =
    std::function<bool(RewriterBase &, Operation *op, const NumberedModule &)>;

struct Mutation {
  /// One of `getKinds`.
  StringRef kind;
  /// The number of the op.
  unsigned op;
  /// "upper bound + 1".
  std::string what;
  MakeMistake make;
};

using MutationList = std::vector<Mutation>;

/// All kinds, in the order of the report.
ArrayRef<StringRef> getKinds();

/// Adds the mistakes that can be made at op `number`.
void findMutations(const NumberedModule &module, unsigned number,
                   MutationList &mutations);

// The parts of `findMutations`.
void findLoopMutations(Operation *op, unsigned number, MutationList &list);
void findIndexMutations(Operation *op, unsigned number, MutationList &list);
void findNumberMutations(Operation *op, unsigned number, MutationList &list);
void findValueMutations(const NumberedModule &module, unsigned number,
                        MutationList &list);

/// `value + delta`, computed before `op`.
Value shifted(RewriterBase &rewriter, Operation *op, Value value,
              int64_t delta);

} // namespace mlir::heddle::mutants

#endif // HEDDLE_TEST_LIB_MUTANTS_MUTATION_H

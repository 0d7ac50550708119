//===- Bench.h - Time variants of a payload function ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times several compiled forms of one function, interleaved in one process, so
// that a machine whose speed drifts slows all of them alike. Whether their
// results agree in general is the question of Check.h; here the first calls are
// compared.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_BENCH_BENCH_H
#define HEDDLE_EXECUTION_BENCH_BENCH_H

#include "heddle/Execution/Inputs/NumPyArray.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "llvm/Support/JSON.h"

namespace mlir::heddle {

struct BenchOptions {
  explicit BenchOptions(const Target &target) : target(&target) {}

  const Target *target;
  uint64_t seed = 1;
  DimRequests dims;
  /// Arrays from files instead of random numbers.
  GivenInputs given;
  /// The extents of free dimensions that `dims` does not decide.
  int64_t defaultExtent = 256;
  unsigned rounds = 11;
  /// In each round a variant is called until this much time has passed.
  double secondsPerRound = 0.02;
  /// No round begins after this much time (three are always made).
  double maxSeconds = 60;
  /// For compiling each variant, and for each round.
  ChildLimits limits{120};
  /// Threads of parallel loops; 1: no OpenMP.
  unsigned threads = 1;
  /// Called after each round, with how many there will be at most.
  std::function<void(unsigned, unsigned)> onRound;
};

/// The measurements of one variant.
struct VariantTimes {
  std::string name;
  /// Seconds of one call, for each round, and of another one in that round.
  std::vector<double> seconds, again;
  /// Whether its results agree with those of the first variant.
  bool agrees = true;

  double getMedian() const;
};

/// The measurements of one function.
struct BenchReport {
  std::string function;
  std::string sizes;
  /// Operations of the payload on floats and on integers (structured ops only),
  /// and the bytes of its arguments and results.
  double flops = 0, integerOps = 0, bytes = 0;
  std::vector<VariantTimes> variants;
  /// Why there are no measurements; "" if there are.
  std::string error;

  /// Median over the rounds of (time of the first variant / time of variant i).
  double getRatio(size_t i) const;
  /// The 10 and the 90 % quantile over the rounds of (time of a variant / its
  /// other time in that round), the lowest and the highest of all variants: how
  /// far a ratio is from 1 by chance. Requires a round.
  std::pair<double, double> getSpread() const;
  /// Whether variant i is not the first one, and its ratio is within the
  /// spread.
  bool isWithinSpread(size_t i) const;
  void print(raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// A module to time, and its name in the report.
struct BenchVariant {
  std::string name;
  ModuleOp module;
};

/// Times the function `name` of `payload` (whose types and sizes it uses; it is
/// timed if it is among the variants) in each variant. On failure: a variant
/// could not be compiled, and errors were emitted.
FailureOr<BenchReport> benchFunction(func::FuncOp payload,
                                     ArrayRef<BenchVariant> variants,
                                     const BenchOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_BENCH_BENCH_H

//===- PlanObserver.h - See the plans of a schedule -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets a tool see each fusion plan before a schedule carries it out, the
// elementwise ops that it merges, and the ops that it vectorizes. The tool
// decides how to show them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_REPORTS_PLANOBSERVER_H
#define HEDDLE_TRANSFORMOPS_REPORTS_PLANOBSERVER_H

#include "mlir/Support/LLVM.h"
#include <functional>

namespace mlir {
class Operation;

namespace heddle {
class FusionPlan;
struct FuseElementwiseResult;
struct FusionGroups;
struct VectorReport;

/// While it lives, `callback` is called on this thread with every plan that a
/// transform op is about to emit, and with that op. The payload has not changed
/// since planning. `mergeCallback`, if given, is called with the elementwise
/// ops that were merged; these are not erased yet. `rootCallback`, if given, is
/// called with the groups that fusion roots were taken from, and
/// `vectorCallback`, if given, with the ops that were vectorized. Observers
/// nest, and each one is called.
class ScopedPlanObserver {
public:
  using Callback = std::function<void(const FusionPlan &, Operation *)>;

  using MergeCallback =
      std::function<void(const FuseElementwiseResult &, Operation *)>;

  using RootCallback = std::function<void(const FusionGroups &, Operation *)>;

  using VectorCallback = std::function<void(const VectorReport &, Operation *)>;

  explicit ScopedPlanObserver(Callback callback,
                              MergeCallback mergeCallback = nullptr,
                              RootCallback rootCallback = nullptr,
                              VectorCallback vectorCallback = nullptr);
  ~ScopedPlanObserver();
  ScopedPlanObserver(const ScopedPlanObserver &) = delete;
  ScopedPlanObserver &operator=(const ScopedPlanObserver &) = delete;

private:
  friend void notifyPlanObservers(const FusionPlan &, Operation *);
  friend void notifyMergeObservers(const FuseElementwiseResult &, Operation *);
  friend void notifyRootObservers(const FusionGroups &, Operation *);
  friend void notifyVectorObservers(const VectorReport &, Operation *);

  Callback callback;
  MergeCallback mergeCallback;
  RootCallback rootCallback;
  VectorCallback vectorCallback;
  ScopedPlanObserver *outer;
};

/// Reports `plan`, which `transformOp` is about to emit, to the observers of
/// this thread.
void notifyPlanObservers(const FusionPlan &plan, Operation *transformOp);

/// Reports what `transformOp` has merged to the observers of this thread.
void notifyMergeObservers(const FuseElementwiseResult &result,
                          Operation *transformOp);

/// Reports the groups that `transformOp` found to the observers of this thread.
void notifyRootObservers(const FusionGroups &groups, Operation *transformOp);

/// Reports what `transformOp` has vectorized to the observers of this thread.
void notifyVectorObservers(const VectorReport &report, Operation *transformOp);

} // namespace heddle
} // namespace mlir

#endif // HEDDLE_TRANSFORMOPS_REPORTS_PLANOBSERVER_H

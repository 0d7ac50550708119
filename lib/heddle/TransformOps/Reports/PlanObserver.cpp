//===- PlanObserver.cpp - See the plans of a schedule ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The observers of a thread form a list on its stack. The transform ops decide
// which plans they report.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Reports/PlanObserver.h"

using namespace mlir;

static thread_local heddle::ScopedPlanObserver *innermost = nullptr;

heddle::ScopedPlanObserver::ScopedPlanObserver(Callback callback,
                                               MergeCallback mergeCallback,
                                               RootCallback rootCallback,
                                               VectorCallback vectorCallback)
    : callback(std::move(callback)), mergeCallback(std::move(mergeCallback)),
      rootCallback(std::move(rootCallback)),
      vectorCallback(std::move(vectorCallback)), outer(innermost) {
  innermost = this;
}

heddle::ScopedPlanObserver::~ScopedPlanObserver() { innermost = outer; }

void heddle::notifyPlanObservers(const FusionPlan &plan,
                                 Operation *transformOp) {
  for (ScopedPlanObserver *observer = innermost; observer;
       observer = observer->outer)
    observer->callback(plan, transformOp);
}

void heddle::notifyMergeObservers(const FuseElementwiseResult &result,
                                  Operation *transformOp) {
  for (ScopedPlanObserver *observer = innermost; observer;
       observer = observer->outer)
    if (observer->mergeCallback)
      observer->mergeCallback(result, transformOp);
}

void heddle::notifyRootObservers(const FusionGroups &groups,
                                 Operation *transformOp) {
  for (ScopedPlanObserver *observer = innermost; observer;
       observer = observer->outer)
    if (observer->rootCallback)
      observer->rootCallback(groups, transformOp);
}

void heddle::notifyVectorObservers(const VectorReport &report,
                                   Operation *transformOp) {
  for (ScopedPlanObserver *observer = innermost; observer;
       observer = observer->outer)
    if (observer->vectorCallback)
      observer->vectorCallback(report, transformOp);
}

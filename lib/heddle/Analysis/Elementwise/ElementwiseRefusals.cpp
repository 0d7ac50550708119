//===- ElementwiseRefusals.cpp - Why ops are not merged -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds errors in options, and reasons for pairs of ops of which one is not a
// candidate, or of which neither reads the other directly. The steps that merge
// ops find the reasons for all other pairs.
//
//===----------------------------------------------------------------------===//

#include "MergePlanner.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// How many ops between two candidates the search looks through.
static constexpr unsigned kMaxOpsBetween = 8;

std::optional<std::string>
heddle::findInvalidOption(const ElementwiseFusionOptions &options) {
  for (auto [name, bound] : {std::pair("max_operands", options.maxOperands),
                             std::pair("max_ops", options.maxOps)})
    if (bound && *bound < 1)
      return llvm::formatv("expects '{0}' of at least 1, but got {1}", name,
                           *bound)
          .str();
  if (options.maxRecompute && !(*options.maxRecompute >= 1.0))
    return llvm::formatv(
               "expects 'max_recompute' of at least 1.0, but got {0:f2}",
               *options.maxRecompute)
        .str();
  return std::nullopt;
}

/// Why `producer` is not merged with `consumer`: `text`, which may name the op
/// `between` them.
static UnmergedPair makePair(Operation *producer, Operation *consumer,
                             const Twine &text, bool isNear,
                             Operation *between) {
  Reason reason(producer,
                quote(producer) + " is not merged with " + quote(consumer) +
                    ": " + text,
                {{consumer, "this is the reader"}});
  if (between)
    reason.addNote(between, "this is that " + quote(between));
  return {producer, consumer, reason, between, isNear};
}

void MergePlanner::refuse(unsigned consumer, unsigned producer,
                          const Twine &text, bool isNear, Operation *between) {
  refuse(ops[consumer], ops[producer], text, isNear, between);
}

void MergePlanner::refuse(Operation *consumer, Operation *producer,
                          const Twine &text, bool isNear, Operation *between) {
  plan.refusals.push_back(makePair(producer, consumer, text, isNear, between));
}

/// Replaces a reason that the consumer has to wait for another op by the reason
/// `text`.
void MergePlanner::correctWait(unsigned consumer, unsigned producer,
                               StringRef text) {
  for (UnmergedPair &pair : llvm::reverse(plan.refusals)) {
    if (pair.consumer != ops[consumer] || pair.producer != ops[producer] ||
        !pair.between)
      continue;
    pair = makePair(pair.producer, pair.consumer, text, pair.isNear,
                    /*between=*/nullptr);
    return;
  }
}

/// Says why a structured op is not merged with an op that reads it if exactly
/// one of the two is a candidate. An op that reads a fill reads its scalar.
void MergePlanner::refuseUsesOf(unsigned producer,
                                ArrayRef<StringRef> obstacles) {
  if (!isStructuredOp(ops[producer]) || isa<linalg::FillOp>(ops[producer]))
    return;
  llvm::SmallSetVector<unsigned, 4> readers;
  for (OpOperand &use : ops[producer]->getUses()) {
    Operation *owner = use.getOwner();
    auto it = positions.find(owner);
    bool isReader = isa<linalg::LinalgOp>(owner) || isStructuredOp(owner);
    if (it != positions.end() && isReader && readsElements(use) &&
        isCandidate[it->second] != isCandidate[producer])
      readers.insert(it->second);
  }
  for (unsigned reader : llvm::reverse(readers))
    refuse(reader, producer,
           isCandidate[reader] ? "it " + obstacles[producer]
                               : "its reader " + obstacles[reader],
           /*isNear=*/false);
}

/// Names the ops on tensors (slices, reshapes, pads) through which a candidate
/// reads results of others.
void MergePlanner::refuseAcross(unsigned reader) {
  if (!isCandidate[reader])
    return;
  auto op = cast<linalg::LinalgOp>(ops[reader]);
  llvm::SmallDenseSet<Operation *> seen;
  for (OpOperand &use : op->getOpOperands()) {
    Operation *nearest = use.get().getDefiningOp(), *between = nearest;
    if (!bodyReads(op, use) || !seen.insert(nearest).second)
      continue;
    for (unsigned count = 0; count < kMaxOpsBetween && between; ++count) {
      if (between->getName().getDialectNamespace() != "tensor")
        break;
      // The first operand is the source of a reshape, a slice or a pad.
      Operation *next = nullptr;
      if (between->getNumOperands() != 0 &&
          isa<RankedTensorType>(between->getOperand(0).getType()))
        next = between->getOperand(0).getDefiningOp();
      auto it = positions.find(next);
      if (next && it != positions.end() && isCandidate[it->second]) {
        refuse(reader, it->second,
               "'" + nearest->getName().getStringRef() + "' is between them",
               /*isNear=*/false, nearest);
        break;
      }
      between = next;
    }
  }
}

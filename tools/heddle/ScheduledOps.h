//===- ScheduledOps.h - The ops that a schedule names -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the ops of a payload that a written schedule names next to the fusion
// roots, and writes the lines that name them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_HEDDLE_SCHEDULEDOPS_H
#define HEDDLE_TOOLS_HEDDLE_SCHEDULEDOPS_H

#include "heddle/Analysis/Fusion/FusionRoots.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {

/// The ops of `groups` that read the results of `op`, and other ops, such as
/// the return. Broadcasts and the like, which are in no group, are passed
/// through.
llvm::SetVector<Operation *> findReaders(Operation *op,
                                         const FusionGroups &groups);

/// The ops that only move values, such as transpositions and fills, and that no
/// group computes: the last one of each chain of them.
SmallVector<Operation *> findMoves(func::FuncOp func,
                                   const FusionGroups &groups);

/// True for schedules whose products are instructions for dot products.
bool makesDotProducts(StringRef schedule);

/// Of two schedules that take an op, the one with the lower rank serves best as
/// a start: 0 for those that compute most in one nest (`heddle.absorbs`), 1 for
/// those that use instructions for what they compute, 2 for those that pack
/// operands, 3 for others. `schedule` is a name such as "matmul/packed".
unsigned getRank(StringRef schedule, bool absorbs);

/// Writes `%part_0, %part_1 = transform.split_handle %whole`.
void splitHandle(raw_ostream &os, const Twine &whole, const Twine &part,
                 size_t number);

/// Writes lines that name all ops in `func`, which is `%function<number>`, with
/// the name of one of `moves`. Returns the handles of `moves`.
SmallVector<std::string> matchMoves(raw_ostream &os, func::FuncOp func,
                                    ArrayRef<Operation *> moves,
                                    const std::string &number);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_HEDDLE_SCHEDULEDOPS_H

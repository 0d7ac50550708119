//===- ScheduledOps.cpp - The ops that a schedule names -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last op of a chain of moves is named if no group reads the chain. Nests
// of other roots compute the rest.
//
//===----------------------------------------------------------------------===//

#include "ScheduledOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::heddle;

llvm::SetVector<Operation *> heddle::findReaders(Operation *op,
                                                 const FusionGroups &groups) {
  llvm::SetVector<Operation *> seen(op->user_begin(), op->user_end());
  llvm::SetVector<Operation *> readers;
  for (size_t next = 0; next < seen.size(); ++next) {
    Operation *user = seen[next];
    bool isInGroup = llvm::any_of(groups.groups, [&](const FusionGroup &group) {
      return llvm::is_contained(group.ops, user);
    });
    if (isInGroup || user->use_empty())
      readers.insert(user);
    else
      seen.insert(user->user_begin(), user->user_end());
  }
  return readers;
}

static bool isOnTensors(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return isa<tensor::PadOp>(op) ||
         (linalgOp && linalgOp.hasPureTensorSemantics());
}

SmallVector<Operation *> heddle::findMoves(func::FuncOp func,
                                           const FusionGroups &groups) {
  DenseSet<Operation *> grouped;
  for (const FusionGroup &group : groups.groups)
    grouped.insert(group.ops.begin(), group.ops.end());
  SmallVector<Operation *> moves;
  func->walk([&](Operation *op) {
    auto isComputed = [&](Operation *user) { return grouped.contains(user); };
    if (!isOnTensors(op) || grouped.contains(op) || op->use_empty() ||
        llvm::all_of(op->getUsers(), isOnTensors) ||
        llvm::any_of(findReaders(op, groups), isComputed))
      return;
    moves.push_back(op);
  });
  return moves;
}

bool heddle::makesDotProducts(StringRef schedule) {
  return schedule.ends_with("/dot-products");
}

unsigned heddle::getRank(StringRef schedule, bool absorbs) {
  bool packs = schedule.ends_with("/packed");
  return absorbs ? 0 : makesDotProducts(schedule) ? 1 : packs ? 2 : 3;
}

void heddle::splitHandle(raw_ostream &os, const Twine &whole, const Twine &part,
                         size_t number) {
  std::string handles, types;
  for (size_t i = 0; i != number; ++i) {
    std::string separator = i == 0 ? "" : i % 4 == 0 ? ",\n    " : ", ";
    handles += separator + "%" + part.str() + "_" + std::to_string(i);
    types += separator + "!transform.any_op";
  }
  os << handles << "\n    = transform.split_handle %" << whole
     << "\n    : (!transform.any_op) -> (" << types << ")\n";
}

SmallVector<std::string> heddle::matchMoves(raw_ostream &os, func::FuncOp func,
                                            ArrayRef<Operation *> moves,
                                            const std::string &number) {
  llvm::SetVector<OperationName> names;
  for (Operation *move : moves)
    names.insert(move->getName());
  DenseMap<Operation *, std::string> handles;
  for (OperationName name : names) {
    std::string handle = name.stripDialect().str() + number;
    size_t count = 0;
    func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getName() == name)
        handles[op] = "%" + handle + "_" + std::to_string(count++);
    });
    os << "%" << handle << "s = transform.structured.match ops{[\"" << name
       << "\"]}\n    in %function" << number
       << " : (!transform.any_op) -> !transform.any_op\n";
    splitHandle(os, handle + "s", handle, count);
  }
  return llvm::map_to_vector(
      moves, [&](Operation *move) { return handles.lookup(move); });
}

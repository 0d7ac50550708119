//===- MemoryFault.cpp - What a watched call found, in words --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JSON form of a fault and the name of a loop. MemoryWatch.cpp finds the
// faults.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/MemoryWatch.h"

using namespace mlir;
using namespace mlir::heddle;

llvm::json::Value MemoryFault::toJSON() const {
  static constexpr StringLiteral kinds[] = {"race",           "out of bounds",
                                            "use after free", "bad free",
                                            "leak",           "unwritten"};
  llvm::json::Object object{{"kind", kinds[kind]}};
  for (auto [key, value] :
       {std::pair("element", &element), std::pair("access", &access),
        std::pair("loop", &loop), std::pair("scheduleLine", &step),
        std::pair("allocation", &allocation)})
    if (!value->empty())
      object[key] = *value;
  if (!first.empty())
    object["iterations"] = llvm::json::Array{first, second};
  return object;
}

std::string WatchedLoop::describe() const {
  return step.empty() ? place : place + ", made at " + step + ",";
}

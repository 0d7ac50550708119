//===- DynamicPlaces.cpp - Places of sizes known at run time --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only a buffer that each call allocates gets a place. In a branch or a loop
// that does not run, the requested size could be any number, and so could the
// sum of the sizes.
//
// Two sizes are provably equal if the same ops compute them from the same
// values.
//
//===----------------------------------------------------------------------===//

#include "DynamicPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// A size that takes more ops than this is left alone.
static constexpr unsigned kMaxSizeDepth = 32, kMaxSizeOps = 1000;

bool DynamicPlaces::collect(func::FuncOp function, Value value,
                            llvm::SetVector<Operation *> &newOps,
                            unsigned depth) const {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &function.front();
  Operation *op = value.getDefiningOp();
  if (ops.contains(op) || newOps.contains(op))
    return true;
  if (depth == kMaxSizeDepth || ops.size() + newOps.size() >= kMaxSizeOps ||
      op->getNumRegions() != 0 || !isPure(op))
    return false;
  for (Value operand : op->getOperands())
    if (!collect(function, operand, newOps, depth + 1))
      return false;
  newOps.insert(op);
  return true;
}

Value DynamicPlaces::getCanonical(Value value) const {
  Value known = canonical.lookup(value);
  return known ? known : value;
}

void DynamicPlaces::makeCanonical(Operation *op) {
  auto areEqual = [&](Value a, Value b) {
    return success(getCanonical(a) == getCanonical(b));
  };
  for (Operation *other : ops)
    if (OperationEquivalence::isEquivalentTo(
            op, other, areEqual, /*markEquivalent=*/nullptr,
            OperationEquivalence::IgnoreLocations)) {
      for (auto [own, known] :
           llvm::zip_equal(op->getResults(), other->getResults()))
        canonical[own] = getCanonical(known);
      break;
    }
  ops.insert(op);
}

std::optional<Reason> DynamicPlaces::add(func::FuncOp function,
                                         const DynamicBuffer &buffer,
                                         int64_t factor) {
  memref::AllocOp alloc = buffer.alloc;
  if (alloc->getBlock() != &function.front()) {
    if (alloc->getParentOp() == function)
      return Reason(alloc, "its size is known at run time only, and only some "
                           "calls allocate it");
    return Reason(alloc, "its size is known at run time only, and it is in a "
                         "region of " +
                             quote(alloc->getParentOp()));
  }
  llvm::SetVector<Operation *> newOps;
  for (Value extent : alloc.getDynamicSizes())
    if (!collect(function, extent, newOps, 0))
      return Reason(alloc, "its size is not known when the function begins");
  for (Operation *op : newOps)
    makeCanonical(op);
  SmallVector<Value> extents =
      llvm::map_to_vector(alloc.getDynamicSizes(),
                          [&](Value extent) { return getCanonical(extent); });
  for (Place &place : places)
    if (place.factor == factor &&
        std::is_permutation(place.extents.begin(), place.extents.end(),
                            extents.begin(), extents.end()) &&
        llvm::none_of(place.buffers, [&](const DynamicBuffer &other) {
          return other.live.overlaps(buffer.live);
        })) {
      place.buffers.push_back(buffer);
      return std::nullopt;
    }
  places.push_back({factor, std::move(extents), {buffer}});
  return std::nullopt;
}

int64_t DynamicPlaces::countBuffers() const {
  int64_t count = 0;
  for (const Place &place : places)
    count += place.buffers.size();
  return count;
}

DynamicOffsets DynamicPlaces::emit(RewriterBase &rewriter, Location loc,
                                   func::FuncOp function, ValueRange arguments,
                                   int64_t begin, int64_t alignment) const {
  IRMapping mapping;
  mapping.map(function.getArguments(), arguments);
  for (Operation *op : ops)
    rewriter.clone(*op, mapping);
  auto makeConstant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, number);
  };
  Value mask = makeConstant(-alignment), last = makeConstant(alignment - 1);
  DynamicOffsets offsets;
  offsets.end = makeConstant(llvm::alignTo(begin, alignment));
  for (const Place &place : places) {
    offsets.places.push_back(offsets.end);
    Value bytes = makeConstant(place.factor);
    for (Value extent : place.extents)
      bytes = arith::MulIOp::create(rewriter, loc, bytes,
                                    mapping.lookupOrDefault(extent));
    bytes = arith::AddIOp::create(rewriter, loc, bytes, last);
    bytes = arith::AndIOp::create(rewriter, loc, bytes, mask);
    offsets.end = arith::AddIOp::create(rewriter, loc, offsets.end, bytes);
  }
  return offsets;
}

//===- StreamStores.cpp - Stores past the caches --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves that a write begins a line of the cache if its buffer does, and that
// nothing reads the buffer. Whether the buffer begins a line is asked at run
// time.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/StreamStores.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

static int64_t findDivisor(Value value);

/// A number that divides `expr` over `operands`; 0 if it is zero.
static int64_t findDivisor(AffineExpr expr, unsigned numDims,
                           ValueRange operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return findDivisor(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return findDivisor(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = findDivisor(binary.getLHS(), numDims, operands);
  int64_t rhs = findDivisor(binary.getRHS(), numDims, operands);
  int64_t product;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return std::gcd(lhs, rhs);
  case AffineExprKind::Mul:
    return llvm::MulOverflow(lhs, rhs, product) ? 1 : product;
  default:
    return 1;
  }
}

static int64_t findDivisor(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return std::abs(*constant);
  return findDivisor(cast<Value>(size));
}

/// A number that divides `value` in every iteration; 0 if it is zero.
static int64_t findDivisor(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::abs(*constant);
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return findDivisor(apply.getAffineMap().getResult(0),
                       apply.getAffineMap().getNumDims(), apply.getOperands());
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || loop.getInductionVar() != value)
    return 1;
  return std::gcd(findDivisor(loop.getLowerBound()),
                  findDivisor(loop.getStep()));
}

/// A number that divides the place, in elements, of `indices` in `memref`,
/// apart from where `memref` itself begins.
static int64_t findDivisor(MemRefType memref, ArrayRef<OpFoldResult> indices) {
  SmallVector<int64_t> strides;
  int64_t offset, all = 0;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return 1;
  for (auto [index, stride] : llvm::zip_equal(indices, strides)) {
    int64_t divisor = findDivisor(index);
    if (divisor == 0)
      continue;
    int64_t product = divisor;
    if (!ShapedType::isDynamic(stride) &&
        llvm::MulOverflow(divisor, std::abs(stride), product))
      product = 1;
    all = std::gcd(all, product);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

namespace {
/// A write that may bypass the caches.
struct Stream {
  vector::TransferWriteOp write;
  Value buffer; ///< that `write` writes a part of
};
} // namespace

/// The buffer that `memref` is a part of, and a number that divides the place
/// in elements where the part begins.
static std::pair<Value, int64_t> findBuffer(Value memref) {
  int64_t divisor = 0;
  while (auto view = memref.getDefiningOp<memref::SubViewOp>()) {
    divisor = std::gcd(
        divisor, findDivisor(view.getSourceType(), view.getMixedOffsets()));
    memref = view.getSource();
  }
  return {memref, divisor};
}

/// The op that reads `buffer`, or may do so; null if there is none.
static Operation *findReader(Value buffer) {
  SmallVector<Value> views = {buffer};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (Operation *user : view.getUsers()) {
      if (isa<memref::DimOp, memref::DeallocOp,
              memref::ExtractAlignedPointerAsIndexOp>(user) ||
          user->hasTrait<OpTrait::ReturnLike>())
        continue;
      if (isa<memref::SubViewOp, memref::CastOp>(user)) {
        views.push_back(user->getResult(0));
        continue;
      }
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      SmallVector<MemoryEffects::EffectInstance> all;
      if (effects)
        effects.getEffectsOnValue(view, all);
      bool onlyWrites =
          !all.empty() && llvm::all_of(all, [](const auto &effect) {
            return isa<MemoryEffects::Write>(effect.getEffect());
          });
      if (!onlyWrites)
        return user;
    }
  }
  return nullptr;
}

/// Whether `write` is the other branch of a store that bypasses the caches.
static bool isStreamed(vector::TransferWriteOp write) {
  auto choice = dyn_cast<scf::IfOp>(write->getParentOp());
  return choice &&
         llvm::any_of(choice.thenBlock()->getOps<vector::StoreOp>(),
                      [&](vector::StoreOp store) {
                        return store.getNontemporal() &&
                               store.getValueToStore() == write.getVector();
                      });
}

/// Why `write` cannot bypass the caches.
static std::optional<Reason> findObstacle(vector::TransferWriteOp write) {
  VectorType vector = write.getVectorType();
  Type element = vector.getElementType();
  auto type = cast<MemRefType>(write.getBase().getType());
  if (isStreamed(write))
    return Reason(write, "its buffer does not begin a line there");
  if (write.getMask() || write.hasOutOfBoundsDim())
    return Reason(write, "it is masked");
  int64_t bytes =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 0;
  if (vector.getRank() != 1 || bytes == 0 ||
      vector.getNumElements() * bytes % kLineBytes != 0 ||
      !write.getPermutationMap().isMinorIdentity() ||
      !type.isLastDimUnitStride())
    return Reason(write, "it writes no whole lines of 64 bytes");
  for (Operation *around = write->getParentOp();
       !isa<FunctionOpInterface>(around); around = around->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp>(around))
      return Reason(write, "it is in " + quote(around) +
                               ", not in loops of one thread");
  auto [root, divisor] = findBuffer(write.getBase());
  auto whole = cast<MemRefType>(root.getType());
  divisor = std::gcd(divisor,
                     findDivisor(type, getAsOpFoldResult(write.getIndices())));
  if (!whole.getLayout().isIdentity() || divisor * bytes % kLineBytes != 0)
    return Reason(write, "its place in the buffer is no multiple of 64 bytes");
  if (Operation *reader = findReader(root)) {
    Reason reason(write, "its buffer is not only written");
    reason.addNote(reader, "read here");
    return reason;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static int64_t getElementBytes(Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 0;
}

/// The bytes of `buffer`, as many as fit 64 bits; nothing if they are dynamic.
static std::optional<int64_t> getStaticBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t bytes = getElementBytes(buffer);
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

/// The writes in `target` that may bypass the caches. Adds to `left` the first
/// reason for each buffer that has none.
static SmallVector<Stream> findStreams(ArrayRef<Operation *> targets,
                                       const StreamOptions &options,
                                       SmallVectorImpl<Reason> &left) {
  SmallVector<Stream> streams;
  llvm::SmallPtrSet<Operation *, 8> seen;
  llvm::MapVector<Value, Reason> reasons;
  for (Operation *target : targets)
    target->walk([&](vector::TransferWriteOp write) {
      if (!isa<MemRefType>(write.getBase().getType()) ||
          !write->getParentOfType<FunctionOpInterface>() ||
          !seen.insert(write).second)
        return;
      Value buffer = findBuffer(write.getBase()).first;
      std::optional<Reason> reason = findObstacle(write);
      std::optional<int64_t> bytes = getStaticBytes(buffer);
      bool isLarge = bytes && bytes > options.above;
      if (options.above && bytes && !isLarge)
        reason = Reason(write, "its buffer has " + std::to_string(*bytes) +
                                   " bytes, which are not more than " +
                                   std::to_string(*options.above));
      if (options.above && !bytes && !options.asksForSizes)
        reason = Reason(write, "its buffer has dynamic extents");
      if (reason && options.above && options.tellsOfLarge && !isLarge)
        return;
      if (reason)
        reasons.try_emplace(buffer, *reason);
      else
        streams.push_back({write, buffer});
    });
  for (const Stream &stream : streams)
    reasons.erase(stream.buffer);
  for (auto &[buffer, reason] : reasons) {
    reason.text =
        "'vector.transfer_write' goes through the caches: " + reason.text;
    left.push_back(reason);
  }
  return streams;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Whether `buffer` begins a line, computed right after it is made.
static Value isAligned(RewriterBase &rewriter, Value buffer) {
  Location loc = buffer.getLoc();
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, buffer);
  Value last = arith::ConstantIndexOp::create(rewriter, loc, kLineBytes - 1);
  Value rest = arith::AndIOp::create(rewriter, loc, address, last);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, rest,
                               zero);
}

/// Whether `buffer`, of dynamic extents, has more bytes.
static Value isLarger(RewriterBase &rewriter, Value buffer, int64_t above) {
  Location loc = buffer.getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  Value bytes =
      arith::ConstantIndexOp::create(rewriter, loc, getElementBytes(buffer));
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = rewriter.createOrFold<memref::DimOp>(loc, buffer, dim);
    bytes = arith::MulIOp::create(rewriter, loc, bytes, extent);
  }
  Value most = arith::ConstantIndexOp::create(rewriter, loc, above);
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ugt, bytes,
                               most);
}

/// Lets `write` bypass the caches if `condition` is true.
static void streamStore(RewriterBase &rewriter, vector::TransferWriteOp write,
                        Value condition) {
  Location loc = write.getLoc();
  rewriter.setInsertionPoint(write);
  auto choice = scf::IfOp::create(rewriter, loc, condition,
                                  /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.thenBlock());
  vector::StoreOp::create(rewriter, loc, write.getVector(), write.getBase(),
                          write.getIndices(), /*nontemporal=*/true,
                          llvm::MaybeAlign(kLineBytes));
  rewriter.moveOpBefore(write, choice.elseBlock(), choice.elseBlock()->begin());
}

/// Adds a fence after `op`, so that another thread that learns of the result
/// also sees what `op` wrote. If `conditions` compare sizes, the fence is
/// executed only if one of them holds: small results need no fence.
static void addFence(RewriterBase &rewriter, Operation *op,
                     ArrayRef<Value> conditions) {
  Location loc = op->getLoc();
  rewriter.setInsertionPointAfter(op);
  bool canAsk = llvm::all_of(conditions, [&](Value condition) {
    return condition.getDefiningOp<arith::AndIOp>() &&
           condition.getParentBlock() == op->getBlock();
  });
  if (canAsk) {
    Value any = conditions.front();
    for (Value condition : conditions.drop_front())
      any = arith::OrIOp::create(rewriter, loc, any, condition);
    auto choice = scf::IfOp::create(rewriter, loc, any,
                                    /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(choice.thenBlock());
  }
  LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::seq_cst);
}

FailureOr<unsigned> heddle::streamStores(RewriterBase &rewriter,
                                         ArrayRef<Operation *> targets,
                                         const StreamOptions &options,
                                         SmallVectorImpl<Reason> &left) {
  SmallVector<Stream> streams = findStreams(targets, options, left);
  if (streams.empty())
    return failure();
  llvm::MapVector<Value, Value> conditions;
  llvm::MapVector<Operation *, llvm::SetVector<Value>> outermost;
  for (const Stream &stream : streams) {
    Value &condition = conditions[stream.buffer];
    if (!condition) {
      rewriter.setInsertionPointAfterValue(stream.buffer);
      condition = isAligned(rewriter, stream.buffer);
      if (options.above && !getStaticBytes(stream.buffer)) {
        Value large = isLarger(rewriter, stream.buffer, *options.above);
        condition = arith::AndIOp::create(rewriter, stream.buffer.getLoc(),
                                          condition, large);
      }
    }
    Operation *around = stream.write;
    while (!isa<FunctionOpInterface>(around->getParentOp()))
      around = around->getParentOp();
    outermost[around].insert(condition);
  }
  for (auto &[op, asked] : outermost)
    addFence(rewriter, op, asked.getArrayRef());
  for (const Stream &stream : streams)
    streamStore(rewriter, stream.write, conditions[stream.buffer]);
  return streams.size();
}

//===- WatchAccesses.cpp - A call before each access to memory ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of two steps that make payload report what it does to memory
// (WatchLoops.cpp has the first). It runs on the LLVM dialect, where every
// access is one of few ops and still has its place in the payload. LLVM's
// ThreadSanitizer pass is not sufficient: it leaves out vectors of more than 16
// bytes, masked accesses, gathers and scatters, and allocations.
//
//===----------------------------------------------------------------------===//

#include "WatchSites.h"
#include "heddle/Lowering/CPU/WatchMemory.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_WATCHACCESSESPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Bytes on either side of a buffer on the stack that must not be accessed.
constexpr int64_t kStackMargin = 64;

/// Bits of the masks that the watching functions take.
constexpr int64_t kMaskBits = 64;

struct WatchAccesses : heddle::impl::WatchAccessesPassBase<WatchAccesses> {

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  Value makeInt(Location loc, int64_t value) {
    return LLVM::ConstantOp::create(*rewriter, loc, rewriter->getI64Type(),
                                    value);
  }

  void call(Location loc, StringRef name, ValueRange args) {
    LLVM::LLVMFuncOp &function = functions[name];
    if (!function) {
      OpBuilder::InsertionGuard guard(*rewriter);
      rewriter->setInsertionPointToStart(getOperation().getBody());
      function = LLVM::LLVMFuncOp::create(
          *rewriter, loc, name,
          LLVM::LLVMFunctionType::get(
              LLVM::LLVMVoidType::get(&getContext()),
              llvm::to_vector(TypeRange(args.getTypes()))));
    }
    LLVM::CallOp::create(*rewriter, loc, function, args);
  }

  Value makeSite(Operation *op) {
    return makeInt(op->getLoc(), sites->add(op->getLoc()));
  }

  /// Bytes that a load or a store of `type` touches.
  int64_t getBytes(Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      return llvm::divideCeil(
          vector.getNumElements() *
              layout->getTypeSizeInBits(vector.getElementType()),
          8);
    return layout->getTypeSize(type).getFixedValue();
  }

  /// Bytes in memory of an element of a vector, or of a value of another type.
  int64_t getElementBytes(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return getBytes(vector ? vector.getElementType() : type);
  }

  void noteSize(int64_t bytes) {
    while (granule > 1 && bytes % granule != 0)
      granule /= 2;
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  void watch(Operation *op, StringRef name, Value pointer, Type type) {
    noteSize(getElementBytes(type));
    int64_t bytes = getBytes(type);
    noteSize(bytes);
    call(op->getLoc(), name,
         {pointer, makeInt(op->getLoc(), bytes), makeSite(op)});
  }

  /// A constant that `bytes` is a multiple of.
  int64_t getFactor(Value bytes) {
    APInt constant;
    if (matchPattern(bytes, m_ConstantInt(&constant)))
      return constant.getZExtValue();
    if (auto product = bytes.getDefiningOp<LLVM::MulOp>())
      return std::max(getFactor(product.getLhs()), getFactor(product.getRhs()));
    // The size of a type: the address of element 1 of an array at 0.
    auto size = bytes.getDefiningOp<LLVM::PtrToIntOp>();
    auto element = size ? size.getArg().getDefiningOp<LLVM::GEPOp>() : nullptr;
    if (element && element.getBase().getDefiningOp<LLVM::ZeroOp>())
      return getBytes(element.getElemType());
    return 1;
  }

  void watchRange(Operation *op, StringRef name, Value pointer, Value bytes) {
    noteSize(getFactor(bytes));
    if (bytes.getType() != rewriter->getI64Type())
      bytes = LLVM::ZExtOp::create(*rewriter, op->getLoc(),
                                   rewriter->getI64Type(), bytes);
    call(op->getLoc(), name, {pointer, bytes, makeSite(op)});
  }

  /// The bits `first` to `first` + 63 of a mask as a number.
  Value getMaskBits(Location loc, Value mask, int64_t first) {
    auto type = cast<VectorType>(mask.getType());
    int64_t lanes = type.getNumElements();
    Value zeros = LLVM::ConstantOp::create(*rewriter, loc, type,
                                           rewriter->getZeroAttr(type));
    SmallVector<int32_t> picked;
    for (int64_t i = first; i < first + kMaskBits; ++i)
      picked.push_back(i < lanes ? i : lanes);
    Value bits =
        LLVM::ShuffleVectorOp::create(*rewriter, loc, mask, zeros, picked);
    return LLVM::BitcastOp::create(*rewriter, loc, rewriter->getI64Type(),
                                   bits);
  }

  Value offset(Location loc, Value pointer, int64_t bytes) {
    return LLVM::GEPOp::create(*rewriter, loc, pointer.getType(),
                               rewriter->getI8Type(), pointer,
                               ArrayRef<LLVM::GEPArg>(bytes));
  }

  void watchMasked(Operation *op, StringRef name, Value pointer, Value mask,
                   Type type) {
    Location loc = op->getLoc();
    int64_t bytes = getElementBytes(type);
    noteSize(bytes);
    int64_t lanes = cast<VectorType>(type).getNumElements();
    for (int64_t i = 0; i < lanes; i += kMaskBits)
      call(loc, name,
           {i == 0 ? pointer : offset(loc, pointer, i * bytes),
            makeInt(loc, bytes), getMaskBits(loc, mask, i), makeSite(op)});
  }

  /// One address for each lane.
  void watchLanes(Operation *op, StringRef name, Value pointers, Value mask,
                  Type type) {
    Location loc = op->getLoc();
    int64_t bytes = getElementBytes(type);
    noteSize(bytes);
    for (int64_t i = 0, e = cast<VectorType>(type).getNumElements(); i != e;
         ++i) {
      Value lane = makeInt(loc, i);
      Value pointer =
          LLVM::ExtractElementOp::create(*rewriter, loc, pointers, lane);
      Value bit = LLVM::ExtractElementOp::create(*rewriter, loc, mask, lane);
      bit = LLVM::ZExtOp::create(*rewriter, loc, rewriter->getI64Type(), bit);
      call(loc, name, {pointer, makeInt(loc, bytes), bit, makeSite(op)});
    }
  }

  /// As many elements in a row as the mask has bits.
  void watchPacked(Operation *op, StringRef name, Value pointer, Value mask,
                   Type type) {
    Location loc = op->getLoc();
    int64_t bytes = getElementBytes(type);
    noteSize(bytes);
    Value count = makeInt(loc, 0);
    int64_t lanes = cast<VectorType>(type).getNumElements();
    for (int64_t i = 0; i < lanes; i += kMaskBits)
      count = LLVM::AddOp::create(
          *rewriter, loc, count,
          LLVM::CtPopOp::create(*rewriter, loc, getMaskBits(loc, mask, i)));
    count = LLVM::MulOp::create(*rewriter, loc, count, makeInt(loc, bytes));
    call(loc, name, {pointer, count, makeSite(op)});
  }

  //===--------------------------------------------------------------------===//
  // Memory on the stack
  //===--------------------------------------------------------------------===//

  /// Allocates more memory, so that there are margins before and after the
  /// data.
  void watchStack(LLVM::AllocaOp alloca) {
    Location loc = alloca.getLoc();
    int64_t bytes = getBytes(alloca.getElemType());
    Value count = alloca.getArraySize();
    if (count.getType() != rewriter->getI64Type())
      count =
          LLVM::ZExtOp::create(*rewriter, loc, rewriter->getI64Type(), count);
    Value data =
        LLVM::MulOp::create(*rewriter, loc, count, makeInt(loc, bytes));
    int64_t margin =
        std::max<int64_t>(kStackMargin, alloca.getAlignment().value_or(1));
    Value whole =
        LLVM::AddOp::create(*rewriter, loc, data, makeInt(loc, 2 * margin));
    auto memory = LLVM::AllocaOp::create(*rewriter, loc, alloca.getType(),
                                         rewriter->getI8Type(), whole, margin);
    Value pointer = offset(loc, memory, margin);
    Type element = alloca.getElemType(), type;
    if (BaseMemRefType::isValidElementType(element))
      type = MemRefType::get(ShapedType::kDynamic, element);
    Value site = makeInt(loc, sites->add(loc, "", type));
    call(loc, watch::kStack, {pointer, makeInt(loc, margin), data, site});
    rewriter->replaceOp(alloca, pointer);
  }

  //===--------------------------------------------------------------------===//
  // All ops
  //===--------------------------------------------------------------------===//

  /// The load that begins the loop of a compare-and-exchange is a part of it.
  static bool isAtomic(LLVM::LoadOp load) {
    return load.getOrdering() != LLVM::AtomicOrdering::not_atomic ||
           llvm::any_of(load.getAddr().getUsers(),
                        llvm::IsaPred<LLVM::AtomicCmpXchgOp>);
  }

  void watchOp(Operation *op) {
    rewriter->setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](LLVM::LoadOp load) {
          watch(op, isAtomic(load) ? watch::kAtomic : watch::kRead,
                load.getAddr(), load.getType());
        })
        .Case([&](LLVM::StoreOp store) {
          bool isAtomic =
              store.getOrdering() != LLVM::AtomicOrdering::not_atomic;
          watch(op, isAtomic ? watch::kAtomic : watch::kWrite, store.getAddr(),
                store.getValue().getType());
        })
        .Case([&](LLVM::AtomicRMWOp rmw) {
          watch(op, watch::kAtomic, rmw.getPtr(), rmw.getVal().getType());
        })
        .Case([&](LLVM::AtomicCmpXchgOp exchange) {
          watch(op, watch::kAtomic, exchange.getPtr(),
                exchange.getVal().getType());
        })
        .Case([&](LLVM::MaskedLoadOp load) {
          watchMasked(op, watch::kReadMasked, load.getData(), load.getMask(),
                      load.getType());
        })
        .Case([&](LLVM::MaskedStoreOp store) {
          watchMasked(op, watch::kWriteMasked, store.getData(), store.getMask(),
                      store.getValue().getType());
        })
        .Case([&](LLVM::masked_gather gather) {
          watchLanes(op, watch::kReadMasked, gather.getPtrs(), gather.getMask(),
                     gather.getType());
        })
        .Case([&](LLVM::masked_scatter scatter) {
          watchLanes(op, watch::kWriteMasked, scatter.getPtrs(),
                     scatter.getMask(), scatter.getValue().getType());
        })
        .Case([&](LLVM::masked_expandload load) {
          watchPacked(op, watch::kRead, load.getPtr(), load.getMask(),
                      load.getType());
        })
        .Case([&](LLVM::masked_compressstore store) {
          watchPacked(op, watch::kWrite, store.getPtr(), store.getMask(),
                      store.getValue().getType());
        })
        .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([&](auto copy) {
          watchRange(op, watch::kRead, copy.getSrc(), copy.getLen());
          watchRange(op, watch::kWrite, copy.getDst(), copy.getLen());
        })
        .Case([&](LLVM::MemsetOp set) {
          watchRange(op, watch::kWrite, set.getDst(), set.getLen());
        })
        .Case([&](LLVM::AllocaOp alloca) { watchStack(alloca); });
  }

  void runOnOperation() override {
    IRRewriter theRewriter(&getContext());
    rewriter = &theRewriter;
    DataLayout theLayout(getOperation());
    layout = &theLayout;
    WatchSites table(getOperation());
    sites = &table;
    functions.clear();
    granule = 8;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (function.isExternal())
        functions[function.getSymName()] = function;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (!isa<LLVM::LLVMFuncOp>(op) && op->getParentOfType<LLVM::LLVMFuncOp>())
        ops.push_back(op);
    });
    for (Operation *op : ops)
      watchOp(op);
    table.store();
    getOperation()->setAttr(
        kWatchGranuleAttrName,
        theRewriter.getI64IntegerAttr(static_cast<int64_t>(granule)));
  }

  IRRewriter *rewriter = nullptr;
  const DataLayout *layout = nullptr;
  WatchSites *sites = nullptr;
  int64_t granule = 8;
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
};

} // namespace

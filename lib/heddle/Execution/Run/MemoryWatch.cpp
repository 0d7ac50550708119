//===- MemoryWatch.cpp - Races and misuse of memory in one call -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that watched code calls. The run is sequential: iterations that
// could run at the same time run one after the other, and a shadow of the
// memory holds the iterations that wrote and read an element. One reader per
// element is enough (Feng and Leiserson, SPAA 1997): a later read replaces the
// stored one only if the later read comes after it in every order. An iteration
// that is parallel to a dropped read is then parallel to the stored one, too.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/MemoryWatch.h"

#include "ShadowMemory.h"
#include "WatchedBlocks.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Analysis/Reasons/ScheduleLine.h"
#include "heddle/Execution/Run/ChildProcess.h"
#include "heddle/Execution/Run/HostValue.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/MapVector.h"

#include <cstdlib>
#include <cstring>
#include <deque>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The state of the watch in this process.
struct Watch {
  const WatchedCode *code = nullptr;
  unsigned char pattern = 0;
  std::function<void(const MemoryFault &)> onFault;

  ShadowMemory shadow;
  IterationLabels labels;
  WatchedBlocks blocks;
  uint64_t accesses = 0;
  llvm::MapVector<int64_t, uint64_t> trips;
  std::optional<MemoryFault> unwritten;

  /// The number of loops that were running when the current team of threads
  /// began.
  std::optional<unsigned> threadDepth;

  int64_t heapSite = -1; ///< of the next malloc or free
  /// Freed blocks whose memory is not used again yet.
  std::deque<uintptr_t> freed;
  uint64_t freedBytes = 0;

  [[noreturn]] void fail(const MemoryFault &fault) {
    onFault(fault);
    std::abort();
  }
  void noteUnwritten(uintptr_t address, int64_t site);
  [[noreturn]] void failAccess(const char *verb, const ShadowCell &cell,
                               uintptr_t address, int64_t site);
  void failRace(const char *first, const char *second, uint32_t label,
                uintptr_t address, int64_t site);
};

constexpr uint64_t kSmallestMargin = 1 << 10, kLargestMargin = 1 << 16;
constexpr uint64_t kKeptFreedBytes = 64 << 20;
constexpr uint64_t kBlockAlignment = 64;

} // namespace

static Watch state;

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// The place of a loop and the line that made it.
static WatchedLoop describeLoop(int64_t site) {
  WatchedLoop loop;
  loop.place = formatSite(*state.code, site);
  if (std::optional<Location> step =
          getScheduleLine(state.code->sites[site].loc))
    loop.step = formatLocation(*step);
  return loop;
}

/// A fault of which only the place is known.
static MemoryFault makeFault(MemoryFault::Kind kind, const WatchedBlock *block,
                             uintptr_t address, int64_t site) {
  MemoryFault fault;
  fault.kind = kind;
  fault.element = formatElement(*state.code, block, address);
  fault.access = formatSite(*state.code, site);
  if (block && block->kind != WatchedBlock::Argument)
    fault.allocation = formatSite(*state.code, block->site);
  return fault;
}

void Watch::noteUnwritten(uintptr_t address, int64_t site) {
  if (unwritten)
    return;
  unwritten =
      makeFault(MemoryFault::Unwritten, blocks.find(address), address, site);
  unwritten->text = "reads " + unwritten->element + " at " + unwritten->access +
                    ", which it never wrote";
}

void Watch::failAccess(const char *verb, const ShadowCell &cell,
                       uintptr_t address, int64_t site) {
  const WatchedBlock *block = blocks.find(address);
  bool isFreed = cell.writer == ShadowCell::kFreed;
  MemoryFault fault =
      makeFault(isFreed ? MemoryFault::UseAfterFree : MemoryFault::OutOfBounds,
                block, address, site);
  std::string buffer = block ? formatBlock(*code, *block) : "a buffer";
  std::string position = block ? formatPosition(*block, address) : "memory";
  fault.text = std::string(verb) + " " + position;
  if (isFreed)
    fault.text += " of " + buffer + " at " + fault.access +
                  ", after it was freed at " +
                  formatSite(*code, block ? block->freed : -1);
  else
    fault.text +=
        std::string(block && address < block->begin ? " before the start of "
                                                    : " past the end of ") +
        buffer + " at " + fault.access;
  fail(fault);
}

void Watch::failRace(const char *first, const char *second, uint32_t label,
                     uintptr_t address, int64_t site) {
  const WatchedBlock *block = blocks.find(address);
  if (block && block->isOfThread)
    return;
  IterationLabels::Meeting meeting = labels.describe(label);
  MemoryFault fault = makeFault(MemoryFault::Race, block, address, site);
  WatchedLoop loop = describeLoop(meeting.site);
  fault.loop = loop.place;
  fault.step = loop.step;
  fault.first = meeting.first;
  fault.second = meeting.second;
  fault.text = "runs iterations " + fault.first + " and " + fault.second +
               " of the '" + code->sites[meeting.site].op.str() + "' at " +
               loop.describe();
  fault.text += " on one element: " + std::string(first) + " " + fault.element +
                ", the other " + second + " it at " + fault.access;
  fail(fault);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void onEnter(int64_t site, int64_t) { state.labels.enter(site); }

static void onDim(int64_t lower, int64_t upper, int64_t step) {
  state.labels.addDim(lower, upper, step);
}

static void onIteration() { state.labels.beginIteration(); }

static void onThread(int64_t begins) {
  state.threadDepth.reset();
  if (begins)
    state.threadDepth = state.labels.getDepth();
}

static void onLeave() {
  auto [site, count] = state.labels.leave();
  if (site < 0)
    return;
  uint64_t &trips = state.trips[site];
  trips = std::max(trips, count);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static void checkRead(ShadowCell &cell, uintptr_t address, int64_t site) {
  const IterationLabels &labels = state.labels;
  uint32_t current = labels.getCurrent();
  if (cell.writer != current) {
    if (cell.writer == IterationLabels::kNever)
      state.noteUnwritten(address, site);
    else if (cell.isForbidden())
      state.failAccess("reads", cell, address, site);
    else if (uint32_t writer = cell.writer & ~ShadowCell::kAtomic;
             labels.isParallel(writer))
      state.failRace("one writes", "reads", writer, address, site);
  }
  if (cell.reader != current && !labels.isParallel(cell.reader))
    cell.reader = current;
}

static void checkWrite(ShadowCell &cell, uintptr_t address, int64_t site) {
  const IterationLabels &labels = state.labels;
  uint32_t current = labels.getCurrent();
  if (cell.writer != current) {
    if (cell.isForbidden())
      state.failAccess("writes", cell, address, site);
    if (uint32_t writer = cell.writer & ~ShadowCell::kAtomic;
        labels.isParallel(writer))
      state.failRace("one writes", "writes", writer, address, site);
  }
  if (cell.reader != current && labels.isParallel(cell.reader))
    state.failRace("one reads", "writes", cell.reader, address, site);
  cell.writer = current;
}

static void checkAtomic(ShadowCell &cell, uintptr_t address, int64_t site) {
  const IterationLabels &labels = state.labels;
  if (cell.writer == IterationLabels::kNever)
    state.noteUnwritten(address, site);
  if (cell.isForbidden())
    state.failAccess("writes", cell, address, site);
  if (!(cell.writer & ShadowCell::kAtomic) && labels.isParallel(cell.writer))
    state.failRace("one writes", "writes", cell.writer, address, site);
  if (labels.isParallel(cell.reader))
    state.failRace("one reads", "writes", cell.reader, address, site);
  cell.writer = labels.getCurrent() | ShadowCell::kAtomic;
}

using CheckFn = void (*)(ShadowCell &, uintptr_t, int64_t);

/// Not inlined, so that an access that needs only one cell does not have to
/// save registers.
template <CheckFn check>
LLVM_ATTRIBUTE_NOINLINE static void onAnyAccess(uintptr_t first, int64_t bytes,
                                                int64_t site) {
  state.shadow.forEach(first, bytes, [&](ShadowCell &cell, uintptr_t address) {
    check(cell, address, site);
  });
}

/// Whether checkRead or checkWrite would only set the label.
static bool isSettled(uint32_t label) {
  return label == IterationLabels::kSerial ||
         label == state.labels.getCurrent();
}

static void onRead(uintptr_t address, int64_t bytes, int64_t site) {
  ++state.accesses;
  ShadowCell *cell = state.shadow.findQuickly(address, bytes);
  if (!cell || !isSettled(cell->writer))
    return onAnyAccess<checkRead>(address, bytes, site);
  if (isSettled(cell->reader) || cell->reader == IterationLabels::kNever)
    cell->reader = state.labels.getCurrent();
  else if (!state.labels.isParallelInOutermost(cell->reader))
    onAnyAccess<checkRead>(address, bytes, site);
}

static void onWrite(uintptr_t address, int64_t bytes, int64_t site) {
  ++state.accesses;
  ShadowCell *cell = state.shadow.findQuickly(address, bytes);
  if (cell &&
      (isSettled(cell->writer) || cell->writer == IterationLabels::kNever) &&
      (isSettled(cell->reader) || cell->reader == IterationLabels::kNever))
    cell->writer = state.labels.getCurrent();
  else
    onAnyAccess<checkWrite>(address, bytes, site);
}

static void onAtomic(uintptr_t address, int64_t bytes, int64_t site) {
  ++state.accesses;
  onAnyAccess<checkAtomic>(address, bytes, site);
}

template <void (*onAccess)(uintptr_t, int64_t, int64_t)>
static void onMasked(uintptr_t address, int64_t bytes, uint64_t mask,
                     int64_t site) {
  for (; mask != 0; mask >>= 1, address += bytes)
    if (mask & 1)
      onAccess(address, bytes, site);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Filled before the data, because a cell at the end of the data may reach into
/// the margin.
static void fillMargins(const WatchedBlock &block) {
  ShadowCell margin = {ShadowCell::kMargin, IterationLabels::kNever};
  state.shadow.fill(block.begin - block.before, block.before, margin);
  state.shadow.fill(block.end(), block.after, margin);
}

static void fillData(const WatchedBlock &block, uint32_t writer) {
  state.shadow.fill(block.begin, block.bytes,
                    {writer, IterationLabels::kNever});
}

void heddle::watchArray(const WatchedArray &array) {
  WatchedBlock block;
  block.kind = WatchedBlock::Argument;
  block.name = array.name;
  block.begin = reinterpret_cast<uintptr_t>(array.data);
  block.bytes = array.bytes;
  block.before = array.data - array.mapping;
  block.after = array.mappingSize - block.before - block.bytes;
  block.elementSize = array.elementSize;
  block.shape = array.shape;
  fillMargins(block);
  // Memory that was never reported counts as written. Only the cells at the
  // ends may have become margins.
  uint64_t end = std::min<uint64_t>(array.elementSize, array.bytes);
  ShadowCell written;
  state.shadow.fill(block.begin, end, written);
  state.shadow.fill(block.end() - end, end, written);
  if (!array.isWritten)
    fillData(block, IterationLabels::kNever);
  state.blocks.add(std::move(block));
}

/// Sets whose block it is, and the type of the elements, if the op that
/// allocates is known.
static void describeBlock(WatchedBlock &block) {
  block.isOfThread = state.threadDepth == state.labels.getDepth();
  if (block.site < 0)
    return;
  auto type =
      dyn_cast_if_present<MemRefType>(state.code->sites[block.site].type);
  if (!type)
    return;
  if (unsigned size = getHostElementSize(type.getElementType()))
    block.elementSize = size;
  // A position is computed without the first extent, so that may be dynamic.
  bool isKnown = type.hasStaticShape() || type.getRank() == 1;
  if (isKnown && block.kind == WatchedBlock::Heap &&
      type.getLayout().isIdentity())
    block.shape = llvm::to_vector(type.getShape());
}

static void *allocate(uint64_t bytes, uint64_t alignment) {
  alignment = std::max(alignment, kBlockAlignment);
  uint64_t margin = std::clamp(llvm::alignTo(bytes, alignment), kSmallestMargin,
                               kLargestMargin);
  margin = llvm::alignTo(margin, alignment);
  uint64_t padded = llvm::alignTo(bytes, alignment);
  void *memory = std::aligned_alloc(alignment, padded + 2 * margin);
  if (!memory)
    exitOutOfMemory();
  WatchedBlock block;
  block.memory = memory;
  block.begin = reinterpret_cast<uintptr_t>(memory) + margin;
  block.bytes = bytes;
  block.before = margin;
  block.after = padded - bytes + margin;
  block.site = std::exchange(state.heapSite, -1);
  describeBlock(block);
  fillMargins(block);
  fillData(block, IterationLabels::kNever);
  auto *data = reinterpret_cast<void *>(block.begin);
  std::memset(data, state.pattern, bytes);
  state.blocks.add(std::move(block));
  return data;
}

static void *allocateUnaligned(size_t bytes) { return allocate(bytes, 1); }

static void *allocateAligned(size_t alignment, size_t bytes) {
  return allocate(bytes, alignment);
}

/// Gives the memory of a freed block back, which may then be allocated again.
static void forget(uintptr_t begin) {
  WatchedBlock *block = state.blocks.findStart(begin);
  uint64_t whole = block->before + block->bytes + block->after;
  state.shadow.fill(block->begin - block->before, whole, ShadowCell());
  state.freedBytes -= whole;
  std::free(block->memory);
  state.blocks.erase(begin);
}

static void release(void *pointer) {
  int64_t site = std::exchange(state.heapSite, -1);
  if (!pointer)
    return;
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  WatchedBlock *block = state.blocks.findStart(begin);
  if (!block || block->kind != WatchedBlock::Heap || block->freed >= 0) {
    MemoryFault fault = makeFault(MemoryFault::BadFree, block, begin, site);
    if (block && block->kind == WatchedBlock::Heap)
      fault.text = "frees " + formatBlock(*state.code, *block) + " twice, at " +
                   formatSite(*state.code, block->freed) + " and at " +
                   fault.access;
    else
      fault.text =
          "frees " +
          (block ? formatBlock(*state.code, *block) : std::string("memory")) +
          " at " + fault.access + ", which it did not allocate";
    state.fail(fault);
  }
  // Freeing a buffer counts as a write to all of it.
  state.shadow.forEach(begin, block->bytes,
                       [&](ShadowCell &cell, uintptr_t address) {
                         checkWrite(cell, address, site);
                       });
  fillData(*block, ShadowCell::kFreed);
  block->freed = site < 0 ? 0 : site;
  state.freed.push_back(begin);
  state.freedBytes += block->before + block->bytes + block->after;
  while (state.freedBytes > kKeptFreedBytes) {
    forget(state.freed.front());
    state.freed.pop_front();
  }
}

static void onHeap(int64_t site) { state.heapSite = site; }

static void onStack(char *data, int64_t margin, int64_t bytes, int64_t site) {
  WatchedBlock block;
  block.kind = WatchedBlock::Stack;
  block.begin = reinterpret_cast<uintptr_t>(data);
  block.bytes = bytes;
  block.before = block.after = margin;
  block.site = site;
  describeBlock(block);
  fillMargins(block);
  fillData(block, IterationLabels::kNever);
  std::memset(data, state.pattern, bytes);
  state.blocks.add(std::move(block));
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

ArrayRef<WatchFunction> heddle::getWatchFunctions() {
  auto make = [](StringRef name, auto *function) {
    return WatchFunction{name, reinterpret_cast<void *>(function)};
  };
  static const WatchFunction functions[] = {
      make(watch::kEnter, &onEnter),
      make(watch::kDim, &onDim),
      make(watch::kIteration, &onIteration),
      make(watch::kLeave, &onLeave),
      make(watch::kThread, &onThread),
      make(watch::kHeap, &onHeap),
      make(watch::kStack, &onStack),
      make(watch::kRead, &onRead),
      make(watch::kWrite, &onWrite),
      make(watch::kAtomic, &onAtomic),
      make(watch::kReadMasked, &onMasked<onRead>),
      make(watch::kWriteMasked, &onMasked<onWrite>)};
  return functions;
}

const HeapFunctions &heddle::getWatchedHeap() {
  static const HeapFunctions heap = {&allocateUnaligned, &allocateAligned,
                                     &release};
  return heap;
}

void heddle::startWatch(const WatchedCode &code, unsigned char pattern,
                        std::function<void(const MemoryFault &)> onFault) {
  state = Watch();
  state.code = &code;
  state.pattern = pattern;
  state.onFault = std::move(onFault);
  state.shadow.setGranule(code.granule);
}

std::optional<MemoryFault> heddle::findLeak() {
  auto [leaked, count] = state.blocks.findUnfreed();
  if (!leaked)
    return std::nullopt;
  MemoryFault fault;
  fault.kind = MemoryFault::Leak;
  fault.allocation = formatSite(*state.code, leaked->site);
  fault.text = "never frees " + formatBlock(*state.code, *leaked);
  if (count > 1)
    fault.text += " (" + std::to_string(count) + " buffers in all)";
  return fault;
}

MemorySummary heddle::getWatchSummary() {
  MemorySummary summary;
  summary.accesses = state.accesses;
  summary.unwritten = state.unwritten;
  summary.incomplete = state.labels.isIncomplete();
  for (auto [site, trips] : state.trips) {
    summary.loops.push_back(describeLoop(site));
    summary.loops.back().trips = trips;
  }
  return summary;
}

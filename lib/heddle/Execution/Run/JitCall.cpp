//===- JitCall.cpp - Call compiled functions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays out arguments as compiled code expects them, reads results back, and
// runs a list of calls in child processes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/Jit.h"

#include "FaultWatch.h"
#include "WatchedBlocks.h"

#include "heddle/Execution/Run/CodeMemory.h"
#include "heddle/Execution/Run/MessageCodec.h"

#include "llvm/Support/MathExtras.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Memory of one argument
//===----------------------------------------------------------------------===//

/// The byte that fills the memory before the start of a guarded array.
static constexpr unsigned char kCanary = 0xA5;
static constexpr size_t kAlignment = 64;

/// memcpy that accepts null for 0 bytes, which is the pointer of an array
/// without elements.
static void copyBytes(void *to, const void *from, size_t size) {
  if (size != 0)
    std::memcpy(to, from, size);
}

struct CallFrame::Argument {
  char *mapping = nullptr;
  size_t mappingSize = 0;
  char *data = nullptr; ///< element at offset 0
  char *canary = nullptr;
  SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
  unsigned elementSize = 0;
  bool isShared = false; ///< the memory is that of another argument
  Type elementType;
  /// pointer, pointer, offset, sizes, strides; or the bits of a scalar.
  SmallVector<int64_t, 8> words;

  /// The block of the function's heap that holds the array, if it is in such a
  /// block.
  const HeapFunctions *heap = nullptr;

  ~Argument() {
    if (mapping)
      munmap(mapping, mappingSize);
    if (heap)
      heap->release(data);
  }

  void allocate(size_t bytes, Placement placement);
  void allocateIn(const HeapFunctions &functions, size_t bytes);
  /// Uses the memory of an argument of the same layout, from `shift` elements
  /// after its start.
  void share(const Argument &other, int64_t shift) {
    data = other.data + shift * elementSize;
    canary = data;
    isShared = true;
  }
  /// Uses the memory of `lender`, an argument of another frame, if it has the
  /// same layout. The contents are its own: whoever is called next copies them
  /// in.
  bool borrow(const Argument &lender) {
    if (!lender.mapping || lender.elementType != elementType ||
        lender.shape != shape || lender.strides != strides ||
        lender.offset != offset)
      return false;
    data = lender.data;
    canary = data;
    return true;
  }
  void copyIn(const HostValue &value);
  /// Allocates room for another array that begins `shift` elements later.
  void allocateShifted(size_t bytes, int64_t shift, Placement placement);
  HostValue copyOut(Type type) const;
};

void CallFrame::Argument::allocate(size_t bytes, Placement placement) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t usable = llvm::alignTo(bytes + kAlignment, page);
  mappingSize = usable + 2 * page;
  void *memory = mmap(nullptr, mappingSize, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || mprotect(static_cast<char *>(memory) + page,
                                       usable, PROT_READ | PROT_WRITE) != 0)
    exitOutOfMemory();
  mapping = static_cast<char *>(memory);
  canary = mapping + page;
  data = placement == Guarded ? canary + usable - bytes : canary;
  std::memset(canary, kCanary, data - canary);
}

void CallFrame::Argument::allocateShifted(size_t bytes, int64_t shift,
                                          Placement placement) {
  allocate(bytes + std::abs(shift) * elementSize, placement);
  if (shift >= 0)
    return;
  // What is before the start belongs to the other array.
  data -= shift * elementSize;
  canary = data;
}

void CallFrame::Argument::allocateIn(const HeapFunctions &functions,
                                     size_t bytes) {
  heap = &functions;
  data = static_cast<char *>(heap->allocate(bytes));
  canary = data;
}

/// Calls `visit(position in memory, position in row-major order)` for each
/// element of an array, in row-major order.
template <typename Visit>
static void forEachElement(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                           int64_t offset, Visit visit) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  SmallVector<int64_t, 6> index(shape.size(), 0);
  int64_t position = offset;
  for (int64_t i = 0; i < count; ++i) {
    visit(position, i);
    for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d) {
      position += strides[d];
      if (++index[d] < shape[d])
        break;
      position -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
}

static bool isRowMajor(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  int64_t expected = 1;
  for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d) {
    if (shape[d] != 1 && strides[d] != expected)
      return false;
    expected *= shape[d];
  }
  return true;
}

void CallFrame::Argument::copyIn(const HostValue &value) {
  const char *from = value.getBytes().data();
  if (isRowMajor(shape, strides)) {
    copyBytes(data + offset * elementSize, from, value.getBytes().size());
    return;
  }
  forEachElement(shape, strides, offset, [&](int64_t position, int64_t i) {
    std::memcpy(data + position * elementSize, from + i * elementSize,
                elementSize);
  });
}

/// Reads an array out of memory.
static HostValue readArray(Type type, const char *data, int64_t offset,
                           ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  HostValue value(type, shape);
  unsigned size = value.getElementSize();
  char *to = value.getBytes().data();
  if (isRowMajor(shape, strides))
    copyBytes(to, data + offset * size, value.getBytes().size());
  else
    forEachElement(shape, strides, offset, [&](int64_t position, int64_t i) {
      std::memcpy(to + i * size, data + position * size, size);
    });
  return value;
}

//===----------------------------------------------------------------------===//
// CallFrame
//===----------------------------------------------------------------------===//

CallFrame::CallFrame(const JitFunction &function, ArrayRef<HostValue> args,
                     Placement placement, const ArgumentLayout &layout,
                     const CallFrame *lender)
    : function(function) {
  for (auto [type, value] : llvm::zip_equal(function.inputs, args))
    addArgument(type, value, placement, layout, lender);
  for (auto &argument : arguments)
    for (int64_t &word : argument->words)
      packed.push_back(&word);
  addResults();
}

CallFrame::~CallFrame() = default;

/// Lets the dims whose strides `type` leaves open run backwards, if it leaves
/// the offset open, too.
static void reverse(MemRefType type, ArrayRef<int64_t> shape,
                    SmallVectorImpl<int64_t> &strides, int64_t &offset) {
  SmallVector<int64_t> declared;
  int64_t declaredOffset;
  if (type.getLayout().isIdentity() ||
      failed(type.getStridesAndOffset(declared, declaredOffset)) ||
      !ShapedType::isDynamic(declaredOffset))
    return;
  for (auto [d, stride] : llvm::enumerate(declared)) {
    if (!ShapedType::isDynamic(stride))
      continue;
    offset += strides[d] * std::max<int64_t>(shape[d] - 1, 0);
    strides[d] = -strides[d];
  }
}

/// Chooses the strides that `type` leaves open: those of a row-major array, or
/// somewhat larger ones. If the array `isRepeated`, some are 0.
static void chooseStrides(MemRefType type, ArrayRef<int64_t> shape,
                          const ArgumentLayout &layout, bool isRepeated,
                          SmallVectorImpl<int64_t> &strides) {
  bool isOpen = !type.getLayout().isIdentity();
  SmallVector<int64_t> declared = llvm::to_vector(strides);
  int64_t next = 1;
  int64_t rank = type.getRank();
  for (int64_t d = rank - 1; d >= 0; --d) {
    if (ShapedType::isDynamic(strides[d]))
      strides[d] =
          layout.spread && isOpen ? next + (d == rank - 1 ? 1 : 3) : next;
    next = std::max(next, strides[d] * std::max<int64_t>(1, shape[d]));
  }
  for (auto [stride, own] : llvm::zip_equal(strides, declared))
    if (isRepeated && isOpen && ShapedType::isDynamic(own)) {
      stride = 0;
      isRepeated = layout.repeatsAll;
    }
}

void CallFrame::addArgument(Type type, const HostValue &value,
                            Placement placement, const ArgumentLayout &layout,
                            const CallFrame *lender) {
  auto argument = std::make_unique<Argument>();
  argument->elementSize = value.getElementSize();
  argument->elementType = value.getElementType();
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref) {
    argument->words.push_back(0);
    std::memcpy(argument->words.data(), value.getBytes().data(),
                value.getElementSize());
    arguments.push_back(std::move(argument));
    return;
  }
  llvm::append_range(argument->shape, value.getShape());
  int64_t rank = memref.getRank();
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    strides.assign(rank, ShapedType::kDynamic);
  if (ShapedType::isDynamic(offset))
    offset = layout.spread ? 5 : 0;
  argument->offset = offset;
  chooseStrides(memref, value.getShape(), layout,
                layout.repeated == arguments.size(), strides);
  if (layout.reversed)
    reverse(memref, value.getShape(), strides, argument->offset);
  argument->strides = strides;
  int64_t last = argument->offset;
  for (int64_t d = 0; d < rank; ++d)
    last += std::max<int64_t>(strides[d], 0) * (value.getShape()[d] - 1);
  size_t elements = value.getNumElements() == 0 ? 0 : last + 1;
  size_t bytes = elements * argument->elementSize;
  if (layout.shared && layout.shared->first == arguments.size()) {
    argument->share(*arguments[layout.shared->second], layout.shift);
    if (layout.shift != 0)
      argument->copyIn(value);
  } else {
    size_t number = arguments.size();
    bool isBorrowed = lender && number < lender->arguments.size() &&
                      argument->borrow(*lender->arguments[number]);
    if (!isBorrowed && placement == InHeap && function.heap)
      argument->allocateIn(*function.heap, bytes);
    else if (!isBorrowed && layout.shared && layout.shared->second == number)
      argument->allocateShifted(bytes, layout.shift, placement);
    else if (!isBorrowed)
      argument->allocate(bytes, placement);
    argument->copyIn(value);
  }
  auto &words = argument->words;
  words.push_back(reinterpret_cast<int64_t>(argument->data));
  words.push_back(reinterpret_cast<int64_t>(argument->data));
  words.push_back(argument->offset);
  llvm::append_range(words, argument->shape);
  llvm::append_range(words, argument->strides);
  arguments.push_back(std::move(argument));
}

/// Lays out the struct of all results; a single result is that type itself.
void CallFrame::addResults() {
  size_t size = 0;
  for (Type type : function.results) {
    auto memref = dyn_cast<MemRefType>(type);
    size_t alignment = memref ? 8 : getHostElementSize(type);
    size = llvm::alignTo(size, alignment);
    resultOffsets.push_back(size);
    size += memref ? 8 * (3 + 2 * memref.getRank()) : getHostElementSize(type);
  }
  if (function.results.empty())
    return;
  resultStorage.assign(llvm::divideCeil(size, 8), 0);
  packed.push_back(resultStorage.data());
}

HostValue CallFrame::getResult(unsigned i) const {
  Type type = function.results[i];
  const char *base = reinterpret_cast<const char *>(resultStorage.data());
  const char *start = base + resultOffsets[i];
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref) {
    HostValue value(type, {});
    std::memcpy(value.getBytes().data(), start, value.getElementSize());
    return value;
  }
  int64_t rank = memref.getRank();
  SmallVector<int64_t, 12> words(3 + 2 * rank);
  std::memcpy(words.data(), start, words.size() * sizeof(int64_t));
  ArrayRef<int64_t> shape = ArrayRef<int64_t>(words).slice(3, rank);
  ArrayRef<int64_t> strides = ArrayRef<int64_t>(words).slice(3 + rank, rank);
  return readArray(type, reinterpret_cast<const char *>(words[1]), words[2],
                   shape, strides);
}

HostValue CallFrame::getArgument(unsigned i) const {
  const Argument &argument = *arguments[i];
  return readArray(function.inputs[i], argument.data, argument.offset,
                   argument.shape, argument.strides);
}

char *CallFrame::getArgumentData(unsigned i) const {
  const Argument &argument = *arguments[i];
  return argument.data + argument.offset * argument.elementSize;
}

void CallFrame::reset(ArrayRef<HostValue> args) {
  for (auto [argument, value] : llvm::zip_equal(arguments, args))
    if (argument->data && !argument->isShared)
      argument->copyIn(value);
}

std::optional<unsigned> CallFrame::findUnderflow() const {
  for (auto [i, argument] : llvm::enumerate(arguments))
    for (const char *c = argument->canary; c != argument->data; ++c)
      if (static_cast<unsigned char>(*c) != kCanary)
        return i;
  return std::nullopt;
}

std::vector<GuardedArray> CallFrame::getGuardedArrays() const {
  std::vector<GuardedArray> arrays;
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument->mapping)
      arrays.push_back({static_cast<unsigned>(i), argument->mapping,
                        argument->mappingSize, argument->data,
                        argument->elementSize});
  return arrays;
}

SmallVector<void *> CallFrame::getResultBlocks() const {
  SmallVector<void *> blocks;
  const char *base = reinterpret_cast<const char *>(resultStorage.data());
  for (auto [type, offset] : llvm::zip_equal(function.results, resultOffsets)) {
    if (!isa<MemRefType>(type))
      continue;
    void *block;
    std::memcpy(&block, base + offset, sizeof(block));
    blocks.push_back(block);
  }
  return blocks;
}

void CallFrame::freeResults() {
  // Upstream's lowering puts this number into the descriptor of a constant.
  constexpr uintptr_t kGlobalMarker = 0xdeadbeef;
  SmallVector<void *> freed = {nullptr,
                               reinterpret_cast<void *>(kGlobalMarker)};
  for (auto &argument : arguments)
    if (argument->data)
      freed.push_back(argument->data);
  void (*release)(void *) = function.heap ? function.heap->release : std::free;
  for (void *block : getResultBlocks()) {
    if (llvm::is_contained(freed, block))
      continue;
    freed.push_back(block);
    release(block);
  }
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// Reads the message of a call that is about to end the process.
static Fault readFault(const JitJob &job, int64_t argument,
                       Unpacker &unpacker) {
  Fault fault;
  fault.argument = argument;
  int64_t element = unpacker.takeInt();
  fault.access = static_cast<Fault::Access>(unpacker.takeInt());
  fault.beforeStart = element < 0;
  auto type = cast<MemRefType>(job.function->inputs[argument]);
  fault.element =
      type.getLayout().isIdentity()
          ? formatElement(element, job.makeArguments()[argument].getShape())
          : "element " + std::to_string(element);
  return fault;
}

std::string Fault::describe(StringRef name) const {
  static constexpr StringLiteral verbs[] = {"accesses", "reads", "writes"};
  return (verbs[access] + " " + element +
          (beforeStart ? " before the start of " : " past the end of ") + name)
      .str();
}

/// Makes one call, in the child.
static void execute(size_t index, const JitJob &job, MessageSink &sink) {
  setMallocPattern(job.mallocPattern);
  for (unsigned call = 1; call < job.calls && job.newArguments; ++call) {
    CallFrame frame(*job.function,
                    job.makeEarlier ? job.makeEarlier(call)
                                    : job.makeArguments(),
                    CallFrame::Guarded, job.layout);
    std::vector<GuardedArray> arrays = frame.getGuardedArrays();
    watchFaults(index, arrays, sink);
    frame.call();
    watchFaults(index, {}, sink);
    frame.freeResults();
  }
  CallFrame frame(*job.function, job.makeArguments(), CallFrame::Guarded,
                  job.layout);
  std::vector<GuardedArray> arrays = frame.getGuardedArrays();
  watchFaults(index, arrays, sink);
  frame.call();
  for (unsigned call = 1; call < job.calls && !job.newArguments; ++call) {
    frame.freeResults();
    frame.call();
  }
  watchFaults(index, {}, sink);
  Packer packer;
  packer.add(static_cast<int64_t>(index));
  std::optional<unsigned> underflow = frame.findUnderflow();
  packer.add(underflow ? static_cast<int64_t>(*underflow + 1) : int64_t(0));
  for (size_t i = 0, e = job.function->results.size(); i != e; ++i)
    packer.add(frame.getResult(i));
  for (unsigned argument : job.keepArguments)
    packer.add(frame.getArgument(argument));
  // Frees the results first, so that a heap that the call damaged is attributed
  // to this call.
  frame.freeResults();
  sink.send(packer.bytes);
}

void heddle::runJobs(ArrayRef<JitJob> jobs, const ChildLimits &limits,
                     llvm::function_ref<void(size_t, JitResult &&)> onResult) {
  size_t next = 0;
  std::optional<Fault> fault;
  auto takeResult = [&](ArrayRef<char> message) {
    Unpacker unpacker{message};
    size_t index = unpacker.takeInt();
    const JitJob &job = jobs[index];
    int64_t argument = unpacker.takeInt();
    if (argument < 0) {
      fault = readFault(job, -1 - argument, unpacker);
      return;
    }
    JitResult result;
    if (argument > 0)
      result.underflow = argument - 1;
    for (Type type : job.function->results)
      result.results.push_back(unpacker.takeValue(type));
    for (unsigned argument : job.keepArguments)
      result.arguments.push_back(
          unpacker.takeValue(job.function->inputs[argument]));
    next = index + 1;
    onResult(index, std::move(result));
  };
  while (next < jobs.size()) {
    ChildOutcome outcome = runInChild(
        [&](MessageSink &sink) {
          setMallocLimit(limits.bytes);
          for (size_t i = next, e = jobs.size(); i != e; ++i)
            execute(i, jobs[i], sink);
        },
        takeResult, limits);
    if (next == jobs.size())
      break;
    // The job whose result is missing is the one that ended the process.
    JitResult result;
    result.outcome = outcome;
    result.fault = std::exchange(fault, std::nullopt);
    size_t index = next++;
    if (outcome.exceededLimit())
      while (next < jobs.size() && jobs[next].group == jobs[index].group)
        ++next;
    onResult(index, std::move(result));
  }
}

JitResult heddle::runJob(const JitJob &job, const ChildLimits &limits) {
  JitResult result;
  runJobs(job, limits, [&](size_t, JitResult &&r) { result = std::move(r); });
  return result;
}

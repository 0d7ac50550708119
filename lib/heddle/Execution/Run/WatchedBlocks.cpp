//===- WatchedBlocks.cpp - The buffers of watched code --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks by address, and their names.
//
//===----------------------------------------------------------------------===//

#include "WatchedBlocks.h"

#include "heddle/Analysis/Reasons/Reason.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

WatchedBlock &WatchedBlocks::add(WatchedBlock &&block) {
  if (block.kind == WatchedBlock::Stack) {
    auto it = blocks.upper_bound(block.begin - block.before);
    if (it != blocks.begin())
      --it;
    while (it != blocks.end() && it->first < block.end() + block.after) {
      const WatchedBlock &other = it->second;
      bool overlaps = other.kind == WatchedBlock::Stack &&
                      other.end() + other.after > block.begin - block.before;
      it = overlaps ? blocks.erase(it) : std::next(it);
    }
  }
  uintptr_t begin = block.begin;
  return blocks[begin] = std::move(block);
}

WatchedBlock *WatchedBlocks::findStart(uintptr_t address) {
  auto it = blocks.find(address);
  return it == blocks.end() ? nullptr : &it->second;
}

const WatchedBlock *WatchedBlocks::find(uintptr_t address) const {
  auto it = blocks.upper_bound(address);
  // The next one, if the address is in its margin, or the one before.
  if (it != blocks.end() && address >= it->first - it->second.before)
    return &it->second;
  if (it == blocks.begin())
    return nullptr;
  const WatchedBlock &block = std::prev(it)->second;
  return address < block.end() + block.after ? &block : nullptr;
}

std::pair<const WatchedBlock *, unsigned> WatchedBlocks::findUnfreed() const {
  const WatchedBlock *first = nullptr;
  unsigned count = 0;
  for (const auto &[begin, block] : blocks) {
    if (block.kind != WatchedBlock::Heap || block.freed >= 0)
      continue;
    first = first ? first : &block;
    ++count;
  }
  return {first, count};
}

std::string heddle::formatElement(int64_t element, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 1;) {
    int64_t extent = std::max<int64_t>(1, shape[d]);
    index[d] = element - llvm::divideFloorSigned(element, extent) * extent;
    element = llvm::divideFloorSigned(element, extent);
  }
  if (!index.empty())
    index[0] = element;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(index, os);
  os << "]";
  return text;
}

std::string heddle::formatPosition(const WatchedBlock &block,
                                   uintptr_t address) {
  int64_t element =
      llvm::divideFloorSigned(static_cast<int64_t>(address - block.begin),
                              static_cast<int64_t>(block.elementSize));
  if (!block.shape)
    return "element " + std::to_string(element);
  return formatElement(element, *block.shape);
}

std::string heddle::formatSite(const WatchedCode &code, int64_t site) {
  std::string text;
  if (site >= 0 && site < static_cast<int64_t>(code.sites.size()))
    text = formatLocation(code.sites[site].loc);
  return text.empty() ? "an unknown place" : text;
}

std::string heddle::formatBlock(const WatchedCode &code,
                                const WatchedBlock &block) {
  return block.kind == WatchedBlock::Argument
             ? block.name
             : "the buffer allocated at " + formatSite(code, block.site);
}

std::string heddle::formatElement(const WatchedCode &code,
                                  const WatchedBlock *block,
                                  uintptr_t address) {
  if (!block)
    return "an element of a global";
  std::string position = formatPosition(*block, address);
  return block->kind == WatchedBlock::Argument && block->shape
             ? block->name + position
             : position + " of " + formatBlock(code, *block);
}

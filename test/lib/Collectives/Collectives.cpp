//===- Collectives.cpp - Collectives of devices that run in turn ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream's lowering of collectives calls, for a test in
// which one process runs all devices one after the other. No device can wait
// for the next, so the program runs twice: the first run records what the
// devices contribute, the second answers each with the combination of all.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Handles as MPICH has them.
enum : int32_t {
  kFloat = 0x4c00040a,
  kInt32 = 0x4c000439,
  kMax = 0x58000001,
  kMin = 0x58000002,
  kSum = 0x58000003,
  kProduct = 0x58000004
};

namespace {
bool answers = false;
int contributions = 0;
std::vector<char> combined;
} // namespace

template <typename T> static T combine(T a, T b, int32_t operation) {
  switch (operation) {
  case kMax:
    return std::max(a, b);
  case kMin:
    return std::min(a, b);
  case kSum:
    return a + b;
  case kProduct:
    return a * b;
  }
  std::fprintf(stderr, "no such reduction: %x\n", operation);
  std::exit(1);
}

template <typename T>
static void reduce(const void *from, void *to, int32_t count,
                   int32_t operation) {
  size_t bytes = count * sizeof(T);
  if (answers) {
    std::memcpy(to, combined.data(), bytes);
    return;
  }
  if (contributions++ == 0) {
    combined.resize(bytes);
    std::memcpy(combined.data(), from, bytes);
    return;
  }
  T *all = reinterpret_cast<T *>(combined.data());
  for (int32_t i = 0; i < count; ++i)
    all[i] = combine(all[i], static_cast<const T *>(from)[i], operation);
}

extern "C" {
int MPI_Comm_rank(int32_t, int32_t *rank) {
  *rank = 0;
  return 0;
}

int MPI_Comm_split(int32_t communicator, int32_t, int32_t, int32_t *part) {
  *part = communicator;
  return 0;
}

int MPI_Allreduce(const void *from, void *to, int32_t count, int32_t type,
                  int32_t operation, int32_t) {
  // MPI_IN_PLACE
  if (reinterpret_cast<intptr_t>(from) == -1)
    from = to;
  if (type == kFloat) {
    reduce<float>(from, to, count, operation);
  } else if (type == kInt32) {
    reduce<int32_t>(from, to, count, operation);
  } else {
    std::fprintf(stderr, "no such type: %x\n", type);
    std::exit(1);
  }
  return 0;
}

void collectives_record() {
  answers = false;
  contributions = 0;
}

void collectives_answer() {
  answers = true;
  std::printf("contributions: %d\n", contributions);
}
}

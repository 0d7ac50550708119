//===- FaultWatch.cpp - Which array did a call run out of? ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handler only reads memory that was laid out before the call and writes to
// a pipe: a signal handler may do no more.
//
//===----------------------------------------------------------------------===//

#include "FaultWatch.h"

#include "llvm/Support/MathExtras.h"

#include <csignal>
#include <ucontext.h>

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct Watch {
  int64_t tag = 0;
  ArrayRef<GuardedArray> arrays;
  MessageSink *sink = nullptr;
};
} // namespace

static Watch watch;

/// Whether the access was a read or a write, if the processor reports it.
static Fault::Access getAccess(void *context) {
#if defined(__x86_64__) && defined(__linux__)
  constexpr greg_t kWriteBit = 2; // of the page fault's error code
  auto *machine = &static_cast<ucontext_t *>(context)->uc_mcontext;
  return machine->gregs[REG_ERR] & kWriteBit ? Fault::Writes : Fault::Reads;
#else
  (void)context;
  return Fault::Accesses;
#endif
}

static void handleFault(int signal, siginfo_t *info, void *context) {
  const char *address = static_cast<const char *>(info->si_addr);
  for (const GuardedArray &array : watch.arrays) {
    if (address < array.mapping || address >= array.mapping + array.mappingSize)
      continue;
    int64_t element = llvm::divideFloorSigned(
        address - array.data, static_cast<int64_t>(array.elementSize));
    int64_t message[] = {watch.tag, -1 - static_cast<int64_t>(array.argument),
                         element, getAccess(context)};
    watch.sink->send(
        {reinterpret_cast<const char *>(message), sizeof(message)});
    break;
  }
  // When this handler returns, the access is repeated and ends the process.
  std::signal(signal, SIG_DFL);
}

void heddle::watchFaults(int64_t tag, ArrayRef<GuardedArray> arrays,
                         MessageSink &sink) {
  watch = {tag, arrays, &sink};
  // A fault may be a stack overflow, so the handler has a separate stack.
  static char stack[1 << 16];
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof(stack);
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = handleFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

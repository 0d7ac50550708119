//===- BufferChoices.td - Where buffers are, and copies ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choices of bufferization and of the planning of memory.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_TD
#define HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_TD

include "heddle/IR/ChoiceAttr.td"

def BoundaryLayout : Heddle_Enum<
    "BoundaryLayout",
    "The layout of the memrefs that a function takes and returns", [
  // Row-major without gaps. A result with another layout is copied.
  I32EnumCase<"Identity", 0, "identity">,
  // Arguments have any strides, results the strides that they happen to have.
  I32EnumCase<"Inferred", 1, "inferred">]>;

def BoundaryResults : Heddle_Enum<
    "BoundaryResults", "What becomes of the tensors that a function returns", [
  // A result that is the buffer of an argument is dropped; any other is
  // returned and belongs to the caller.
  I32EnumCase<"DropArguments", 0, "drop_arguments">,
  // Every result is returned. If buffers are deallocated, a result that is the
  // buffer of an argument is copied, because the caller would own that buffer
  // twice otherwise.
  I32EnumCase<"Keep", 1, "keep">,
  // As DropArguments, and the results that are left become trailing arguments.
  I32EnumCase<"OutParams", 2, "out_params">]>;

def CopyForm : Heddle_Enum<"CopyForm", "The op that copies a buffer", [
  // It can be tiled and vectorized, and is never a call of the runtime.
  I32EnumCase<"Linalg", 0, "linalg.copy">,
  I32EnumCase<"MemRef", 1, "memref.copy">]>;

def ArenaPlace : Heddle_Enum<
    "ArenaPlace", "Who provides the arena of a function", [
  // The function allocates it when it begins, and frees it when it returns.
  I32EnumCase<"Function", 0, "function">,
  // The last argument of the function, `{heddle.arena}`. `@<name>_arena_size`
  // returns its bytes; it takes the other arguments if the number depends on
  // them. The arena has to be aligned as its buffers are.
  I32EnumCase<"Argument", 1, "argument">,
  // The function allocates it on the stack.
  I32EnumCase<"Stack", 2, "stack">]>;

def BoundaryLayoutAttr : ChoiceAttr<BoundaryLayout>;
def BoundaryResultsAttr : ChoiceAttr<BoundaryResults>;
def CopyFormAttr : ChoiceAttr<CopyForm>;
def ArenaPlaceAttr : ChoiceAttr<ArenaPlace>;

#endif // HEDDLE_TRANSFORMS_BUFFERS_BUFFERCHOICES_TD

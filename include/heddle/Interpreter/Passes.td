//===- Passes.td - Passes that apply schedules -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter pass. ApplySchedule.h applies the schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_PASSES_TD
#define HEDDLE_INTERPRETER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ApplySchedulePass : Pass<"apply-schedule", "::mlir::ModuleOp"> {
  let summary = "Apply a schedule to the payload, all of it or nothing";
  let description = [{
    Takes the schedule from the payload's own module, or from files, as
    top-level `transform.sequence`s (run in order) or as named sequences with an
    entry point, and applies it with expensive checks on to a clone of the
    payload, which takes the payload's place on success. On failure the payload is
    as it was. The schedule is erased from the result.

    Inside a schedule

    - a lookup (`transform.structured.match`, `transform.select`,
      `transform.pdl_match`, `transform.collect_matching`) that finds nothing is
      an error at its line, unless the op carries `{heddle.may_be_empty}`;
    - an upstream op that is known to compute something else for the payload op
      at hand draws a warning, or an error with `strict`.
  }];
  let options = [
    ListOption<"schedules", "schedule", "std::string",
               "Files that hold the schedules, applied in order; without it, the "
               "schedule in the payload's module">,
    Option<"entry", "entry", "std::string", /*default=*/"",
           "Entry point (default: @__transform_main, else all top-level "
           "sequences, else the only public sequence)">,
    ListOption<"libraryPaths", "library-path", "std::string",
               "Folders where libraries of sequences are looked for, after the "
               "folder of the schedule and before the installed library">,
    ListOption<"params", "param", "std::string",
               "name=value: what transform.tune.knob<\"name\"> chooses, or a "
               "param of the entry point">,
    Option<"keepSchedule", "keep-schedule", "bool", /*default=*/"false",
           "Leave the schedule in the payload's module">,
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Refuse upstream ops that are known to be unsound on the payload">,
    Option<"libraryRemarks", "library-remarks", "bool", /*default=*/"false",
           "Print remarks at lines of library files, also if the schedule has "
           "heddle.quiet_library">,
  ];
}

#endif // HEDDLE_INTERPRETER_PASSES_TD

# Configuration of the lit tests: which files are tests, and what the tools and
# %-names in their RUN lines stand for.
import os
import sys

import lit.formats

config.name = "Heddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "Unit"]
config.test_source_root = os.path.join(config.heddle_src_root, "test")
config.test_exec_root = os.path.join(config.heddle_obj_root, "test")

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%heddle_src", config.heddle_src_root))
config.substitutions.append(("%heddle_obj", config.heddle_obj_root))
config.substitutions.append(("%heddle_libs", config.heddle_libs_dir))
config.substitutions.append(
    ("%scripts", os.path.join(config.heddle_src_root, "transform-scripts"))
)
config.substitutions.append(("%mlir_libs", config.llvm_libs_dir))
config.substitutions.append(("%mlir_include", config.mlir_include_dir))
config.substitutions.append(("%mlir_cmake", config.mlir_cmake_dir))

# heddle-opt, heddle, mlir-opt, mlir-runner, FileCheck, split-file and not are
# found by name; ours come first.
config.environment["PATH"] = os.pathsep.join(
    [config.heddle_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
for var in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if var in os.environ:
        config.environment[var] = os.environ[var]

if config.heddle_sanitize:
    config.available_features.add("sanitize")
    # `heddle check` forks a process for each call, and fork copies the page table.
    # Most pages would be freed blocks: ASan keeps 256 MB of them by default. A
    # block that it no longer keeps is still poisoned until malloc returns it again.
    config.environment.setdefault("ASAN_OPTIONS", "quarantine_size_mb=8")

# How many damaged inputs are tried, and by how many tools each. An instrumented
# program reserves more memory than any limit allows, and stock tools cannot load
# an instrumented plugin.
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
mutation_options = "--tools=3"
if config.heddle_sanitize:
    mutation_options += " --memory=0 --without=plugin"
config.substitutions.append(("%mutation_options", mutation_options))

# How many random payloads are drawn, and how long a long one is: as many by `--param large=1`
# (check-heddle-large) as find rare faults, else few, and fewer under sanitizers.
COUNTS = {
    "%random_pairs": (1000, 200, 100),
    "%random_bounds": (150, 40, 25),
    "%random_graphs": (2000, 320, 96),
    "%random_chains": (1000, 50, 25),
    "%random_programs": (120, 40, 20),
    "%random_attention": (120, 30, 15),
    "%random_linalg_ext": (500, 100, 50),
    "%random_kernels": (800, 200, 60),
    "%random_memory": (60, 30, 20),
    "%random_siblings": (100, 30, 30),
    "%random_affine": (60, 15, 15),
    "%random_dynamic_affine": (40, 15, 10),
    "%random_zero_points": (200, 20, 10),
    "%random_reshapes": (100, 10, 6),
    "%random_packs": (100, 16, 8),
    "%random_mutants": (30, 10, 10),
    "%long_function": (1000, 400, 400),
}
large = lit_config.params.get("large", "0") == "1"
for name, counts in COUNTS.items():
    count = counts[0 if large else 2 if config.heddle_sanitize else 1]
    config.substitutions.append((name, str(count)))
    # The seeds take turns with the 32 combinations of options.
    if name == "%random_graphs":
        config.substitutions.append(("%each_combination", str(count // 32)))

if large:
    config.available_features.add("large")
    # Tests go to other processes, which find a class by the name of its module.
    sys.path.insert(0, config.test_source_root)
    sys.dont_write_bytecode = True
    from large_tests import LargeTests

    config.test_format = LargeTests([*COUNTS, "%if large"])

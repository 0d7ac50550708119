# Configuration of the GoogleTest unit tests.
import os

import lit.formats

config.name = "Heddle-Unit"
config.suffixes = []
config.test_exec_root = config.unit_bin_dir
config.test_source_root = config.unit_bin_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
for var in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if var in os.environ:
        config.environment[var] = os.environ[var]

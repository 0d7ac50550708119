#!/usr/bin/env bash
# Builds Heddle and runs every check: all tests on the release build (g++), and
# most of them again on a build with clang-22, assertions, ASan and UBSan.
# Warnings are errors in both builds. Both compile the files of a room together.
#
# usage: tools/check.sh [--large]
#
# --large runs what takes long, too: the tests that draw random cases, with as many
# as check-heddle-large draws, the sanitizer build on whole kernels, and clang's checks
# of each file by itself: only they show an include that is missing.
#
# The last line is "N passed, N failed". A test that is skipped, unsupported or
# expected to fail counts as failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

large=
for option; do
  case $option in
  --large) large=1 ;;
  *)
    echo "tools/check.sh: expects --large or no option, but got '$option'" >&2
    exit 2
    ;;
  esac
done

# Left out of the sanitizer run: what loads our code into a program that is not
# instrumented, what builds a second project, and what runs for its numbers.
SANITIZE_FILTER_OUT='Plugin/|Install/|Lint/|Docs/|Bench/'
# Most of the time of what runs payloads is spent in kernels, which are compiled
# without sanitizers, and in copying the memory of their processes. The random
# tests, which draw all ops, stay.
SANITIZE_LARGE='Schedules/|Integration/(Attention|Buffers|Check|Elementwise|Fusion|LinalgExt|Pads|Tiling|Vectors)/'

passed=0
failed=0
failures=()
logs=build/check-logs

# Prints the last line whatever happens.
finish() {
  for name in "${failures[@]}"; do
    echo "FAILED: $name"
  done
  [ $((passed + failed)) -gt 0 ] || failed=1
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] || exit 1
  exit 0
}
trap finish EXIT
trap 'exit 130' INT TERM

# step <name> <command...>: one check; its output is shown if it fails.
step() {
  local name=$1 start=$SECONDS
  shift
  local log="$logs/${name// /-}.log"
  if "$@" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    echo "ok: $name ($((SECONDS - start)) s)"
  else
    failed=$((failed + 1))
    failures+=("$name")
    tail -n 100 "$log"
    echo "FAILED: $name ($((SECONDS - start)) s)"
    return 1
  fi
}

# suite <name> <folders> [lit options]: counts each test of the folders.
suite() {
  local name=$1 folders=$2 start=$SECONDS
  shift 2
  local log="$logs/${name// /-}.log" json="$PWD/$logs/${name// /-}.json"
  rm -f "$json"
  timeout 2400 lit-22 -v --no-progress-bar --order=smart "$@" \
    --output "$json" $folders >"$log" 2>&1 </dev/null
  local counts
  counts=$(python3 tools/count-tests.py "$json") || {
    failed=$((failed + 1))
    failures+=("$name did not finish")
    tail -n 50 "$log"
    return
  }
  local p f
  read -r p f <<<"${counts%%$'\n'*}"
  passed=$((passed + p))
  failed=$((failed + f))
  if [ "$f" -ne 0 ]; then
    while read -r test; do
      failures+=("$name: $test")
    done <<<"${counts#*$'\n'}"
    grep -v '^PASS: ' "$log" | tail -n 400
  fi
  echo "$name: $p passed, $f failed ($((SECONDS - start)) s)"
}

# build <folder> [cmake options]: configures and builds everything.
build() {
  local folder=$1
  shift
  [ -f "$folder/build.ninja" ] || cmake -G Ninja -S . -B "$folder" "$@" || return
  ninja -C "$folder" all heddle-tests
}

# sources: the C++ files of the project.
sources() {
  find include lib tools test -name '*.h' -o -name '*.cpp' | sort
}
format() {
  sources | xargs clang-format-22 --dry-run -Werror
}
sanitized() {
  nm build-sanitize/bin/heddle-opt | grep -w __asan_init
}

# sanitized_build <folder> [cmake options]
sanitized_build() {
  build "$@" -DHEDDLE_SANITIZE=ON -DHEDDLE_ENABLE_ASSERTIONS=ON \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22
}

# separate: clang checks each file by itself. It writes nothing, so an archive has
# nothing to hold.
separate() {
  local folder=build-separate
  [ -f $folder/build.ninja ] || cmake -G Ninja -S . -B $folder \
    -DHEDDLE_UNITY_BUILD=OFF -DHEDDLE_SYNTAX_ONLY=ON -DHEDDLE_ENABLE_ASSERTIONS=ON \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_AR="$(type -P true)" -DCMAKE_RANLIB="$(type -P true)" || return
  ninja -C $folder $(ninja -C $folder -t targets all |
    sed -n 's/^\(.*\.o\): CXX_COMPILER.*/\1/p')
}

mkdir -p $logs
tools/bootstrap.sh --packages-only </dev/null || exit 1
step "release build with g++" tools/bootstrap.sh || exit 1
step "programs of the tests" ninja -C build heddle-tests || exit 1
step "clang-format" format
suite "release tests" "build/test build/test/Unit"

if step "clang build with assertions and sanitizers" \
  sanitized_build build-sanitize; then
  step "the sanitizer build is sanitized" sanitized
  suite "sanitizer tests" "build-sanitize/test build-sanitize/test/Unit" \
    --filter-out "$SANITIZE_FILTER_OUT|$SANITIZE_LARGE"
  if [ "$large" ]; then
    suite "sanitizer tests of kernels" build-sanitize/test \
      --filter "$SANITIZE_LARGE"
  fi
fi
if [ "$large" ]; then
  suite "large tests" build/test --param large=1
  step "clang on each file by itself" separate
fi

#!/usr/bin/env bash
# Builds Heddle and shows the main job on a residual block of a neural network:
# a payload, a schedule for it, the scheduled code, what was fused where and
# why, and the proof that both compute the same.
#
# usage: tools/demo.sh [--run-only BUILD]
#
# With --run-only it installs and builds nothing and uses the tools of BUILD.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=build
if [ "${1:-}" = --run-only ]; then
  build=$2
else
  tools/bootstrap.sh
fi

kernel=transform-scripts/residual-block
payload=$kernel/payload.mlir
schedule=$kernel/rows-and-channels.mlir
out=$build/demo
mkdir -p $out

title() { printf '\n== %s\n\n' "$*"; }
# show <command...>: prints the command, then runs it.
show() {
  printf '$ %s\n\n' "$*"
  "$@"
}

title "The payload: what the kernel computes ($payload)"
grep -E '= (linalg|tensor)\.|return' $payload

title "The schedule: how ($schedule)"
sed -n '/^module/,$p' $schedule

title "The schedule applied: the loops, and what is computed in which"
show $build/bin/heddle apply $payload -s $schedule -o $out/residual-block.mlir
grep -nE 'scf\.for|linalg\.[a-z_0-9]+ |tensor\.pad|scf\.yield|return' \
  $out/residual-block.mlir | cut -c1-100
echo "(all of it is in $out/residual-block.mlir)"

title "Why each op is where it is"
show $build/bin/heddle explain $payload -s $schedule

title "Does it compute the same? Both are compiled and run"
show $build/bin/heddle check $payload -s $schedule

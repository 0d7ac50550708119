#!/usr/bin/env bash
# Installs the Debian packages that are missing, configures build/ and builds
# Heddle. Makes no network call when all packages are there.
#
# usage: tools/bootstrap.sh [--packages-only]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PACKAGES=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  g++ clang-22 libclang-rt-22-dev lld-22 clang-format-22
  cmake ninja-build ccache git python3
  libgtest-dev libomp-22-dev
)

missing=()
for package in "${PACKAGES[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "bootstrap: installing ${missing[*]}"
  sudo=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "bootstrap: run this as root, or install sudo" >&2
      exit 1
    }
    sudo=sudo
  fi
  $sudo apt-get update -q
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
else
  echo "bootstrap: all packages are installed"
fi
[ "${1:-}" != --packages-only ] || exit 0

if [ ! -f build/build.ninja ]; then
  echo "bootstrap: configuring build/"
  mkdir -p build
  cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ >build/configure.log 2>&1 || {
    cat build/configure.log
    exit 1
  }
fi
echo "bootstrap: building"
ninja -C build

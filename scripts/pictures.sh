#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Draws README.md's pictures of terminals, into docs/pictures or the given folder. COROLOWER_BIN is the program; without it, the script builds it.
# Equal programs draw equal bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-docs/pictures}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/termsvg" ./scripts/termsvg
bin=${COROLOWER_BIN:-}
if [ -z "$bin" ]; then
  bin=$work/corolower
  go build -o "$bin" ./cmd/corolower
fi
mkdir -p "$out"

# draw NAME COMMAND... draws the output of a command of the program as NAME.svg.
draw() {
  name=$1
  shift
  "$bin" --color=always "$@" 2>&1 | "$work/termsvg" -command "corolower $*" >"$work/$name.svg"
  mv "$work/$name.svg" "$out/$name.svg"
}

draw frame explain frame examples/echo.ll

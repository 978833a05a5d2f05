#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the playground, one page that needs no server and no network, to a file:
#   scripts/playground.sh [FILE]            # dist/playground/index.html by default
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist/playground/index.html}
mkdir -p "$(dirname "$out")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Without inlining the program has a fifth less to load, and starts sooner. In these packages inlining
# makes answers a quarter faster, and the program 4% larger.
inlined=()
for package in runtime internal/runtime/... ./internal/ir ./internal/parse ./internal/emit; do
  inlined+=("-gcflags=$package=")
done
GOOS=js GOARCH=wasm go build -pgo=off -trimpath -gcflags=all=-l "${inlined[@]}" -ldflags='-s -w' -o "$tmp/corolower.wasm" ./cmd/playground
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$tmp"
go run -pgo=off ./scripts/playground "$tmp" "$out"

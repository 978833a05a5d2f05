#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds corolower for Windows, and as a 32-bit program, which runs the lit tests. `make nightly` also runs the unit tests as 32-bit programs, and builds
# for all systems of a release.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
GOOS=windows GOARCH=arm64 go build -pgo=off -o "$tmp/corolower.exe" ./cmd/corolower
echo "builds: windows/arm64"
GOARCH=386 go build -pgo=off -o "$tmp/corolower" ./cmd/corolower
echo "builds: linux/386"
TMPDIR=$tmp COROLOWER_BIN=$tmp/corolower ./scripts/lit.sh test/lit

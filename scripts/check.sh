#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks all source files without running a test: format, vet, staticcheck, spelling, licence lines.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(gofmt -l $(git ls-files '*.go'))
[ -z "$out" ] || { printf 'gofmt would change:\n%s\n' "$out"; exit 1; }
echo "checked: gofmt"
go vet -pgo=off ./...
for module in test/report test/sarif; do go -C "$module" vet ./...; done
echo "checked: vet"
GOFLAGS="${GOFLAGS:-} -pgo=off" ./.tools/bin/staticcheck ./...
echo "checked: staticcheck"
./.tools/bin/misspell -error -i addres $(git ls-files '*.go' '*.md' '*.sh')
echo "checked: misspell"
./scripts/spdx.sh
echo "checked: licence lines"

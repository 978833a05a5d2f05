#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time each (default 10s).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
grep -rl --include='*_test.go' '^func Fuzz' internal llircoro test 2>/dev/null | xargs -r grep -Ho '^func Fuzz[A-Za-z0-9_]*' | sort |
while IFS=: read -r file func; do
  go test "./$(dirname "$file")" -run '^$' -fuzz "^${func#func }\$" -fuzztime "$time"
done

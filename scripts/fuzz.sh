#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time each (default 10s).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
targets=$(find cmd internal llircoro test -name '*_test.go' -exec grep -Ho '^func Fuzz[A-Za-z0-9_]*' {} + | sort)
[ -n "$targets" ] || { echo "no fuzz targets found" >&2; exit 1; }
while IFS=: read -r file func; do
  echo "== ${func#func } in $(dirname "$file")"
  # Without a bound, making an interesting input shorter takes up to a minute, and a short run does nothing else.
  # Fuzzing prints a line every three seconds; what matters are its ends.
  go test "./$(dirname "$file")" -run '^$' -fuzz "^${func#func }\$" -fuzztime "$time" -fuzzminimizetime 20x | grep -v '^fuzz: elapsed'
done <<<"$targets"

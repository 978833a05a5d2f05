#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs every fuzz target of the module for the given time each (default 5s).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-5s}
# A sample has one of three targets: those whose name and seed have a checksum that three divides.
sampled() { [ -z "${COROLOWER_SAMPLE:-}" ] || [ $(($(cksum <<<"$COROLOWER_SAMPLE $1" | cut -d' ' -f1) % 3)) = 0 ]; }
targets=$(find cmd internal llircoro test -name '*_test.go' -exec grep -Ho '^func Fuzz[A-Za-z0-9_]*' {} + | sort)
[ -n "$targets" ] || { echo "no fuzz targets found" >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
while IFS=: read -r file func; do
  sampled "$file $func" || continue
  echo "== ${func#func } in $(dirname "$file")"
  # Without a bound, go test spends up to a minute on minimizing one interesting input, and a short run does nothing else.
  # The output leaves out the line that go test prints every three seconds.
  if go test "./$(dirname "$file")" -run '^$' -fuzz "^${func#func }\$" -fuzztime "$time" -fuzzminimizetime 20x >"$log" 2>&1; then
    grep -v '^fuzz: elapsed' "$log"
  # On a busy machine, go test sometimes reports the end of the time as a failure. A real finding has a file or a message.
  elif [ "$(grep -cvE '^(fuzz: elapsed|--- FAIL|FAIL|exit status 1|ok |$)' "$log")" = 1 ] && grep -qx '    context deadline exceeded' "$log"; then
    echo "the time was over"
  else
    cat "$log"
    exit 1
  fi
done <<<"$targets"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compares the bytes that two corolower binaries print, for all inputs of the repository:
#
#   scripts/same-output.sh [-m] OLD NEW [DIR...]
#
# The inputs are the end-to-end programs in every variant (clang 22 at -O0, -O2 and -O2 -g, clang 19, clang 14 if it
# accepts them), the .ll files of test and examples, the bench's generated C++ unit, and the .ll files of each DIR. Each
# goes through the default pipeline, default<O0>, and plain coro-split. Prints a line for each difference and the
# numbers; exits 1 if there is a difference.
#
# Remarks and errors are compared too. With -m, only modules and exit codes are, for example after messages were
# reworded. FILTER, if set, is a command that filters both outputs first, for example to ignore an intended change of
# spelling. SHOW is the number of lines that are shown of each difference, and JOBS that of parallel runs.
set -euo pipefail
cd "$(dirname "$0")/.."
messages=1
[ "${1:-}" != -m ] || { messages=; shift; }
[ $# -ge 2 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }
export messages OLD=$1 NEW=$2
shift 2
cache=${SAME_OUTPUT_CACHE:-$(mktemp -d)}
mkdir -p "$cache"
variant() { # NAME FLAGS...: compiles every program that is not there yet
	local name=$1 cxx=$2
	shift 2
	command -v "$cxx" >/dev/null || { echo "same-output: no $cxx" >&2; return; }
	mkdir -p "$cache/$name"
	find test/e2e/programs test/elision/report/testdata -name '*.cpp' -print0 | xargs -0 -P "${JOBS:-2}" -I{} sh -c '
		out=$0/$(basename "{}" .cpp).ll
		[ -s "$out" ] || "$@" -Itest/e2e/include -S -emit-llvm -Xclang -disable-llvm-passes -o "$out" "{}" 2>/dev/null || rm -f "$out"' \
		"$cache/$name" "$cxx" -std=c++20 "$@"
}
variant 22-O0 clang++-22 -O0
variant 22-O2 clang++-22 -O2
variant 22-g clang++-22 -O2 -g
variant 22-O0-g clang++-22 -O0 -g
variant 19-O2 clang++-19 -O2
variant 14-O2 clang++-14 -O2
[ -s "$cache/unit.ll" ] || go run ./bench -generate unit -dir "$cache" >&2

compare() {
	local file=$1 pipe tmp status=0
	tmp=$(mktemp -d)
	for pipe in 'default<O2>' 'default<O0>' 'coro-early,cgscc(coro-split),coro-cleanup'; do
		for side in OLD NEW; do
			{ timeout 300 "${!side}" "$file" -passes="$pipe" -pass-remarks=. -pass-remarks-missed=. \
				-pass-remarks-analysis=. -j 1 2>"$tmp/messages" || echo "exit $?"; [ -z "$messages" ] || cat "$tmp/messages"; } |
				eval "${FILTER:-cat}" >"$tmp/$side"
		done
		if cmp -s "$tmp/OLD" "$tmp/NEW"; then echo same; else
			echo "differs: $pipe $file"
			[ -z "${SHOW:-}" ] || { diff "$tmp/OLD" "$tmp/NEW" | head -"$SHOW" | sed 's/^/  /'; }
		fi
	done
	rm -rf "$tmp"
}
export -f compare
export SHOW=${SHOW:-} FILTER=${FILTER:-}
log=$(mktemp)
{ find "$cache" test examples "$@" -name '*.ll' -not -path '*/Output/*' -size +0 -print0; } | sort -z |
	xargs -0 -P "${JOBS:-2}" -I{} bash -c 'compare "$1"' _ {} >"$log"
grep -v '^same$' "$log" | sort || true
same=$(grep -c '^same$' "$log" || true) differs=$(grep -c '^differs' "$log" || true)
rm -f "$log"
echo "$same outputs are the same, $differs differ"
[ "$differs" -eq 0 ]

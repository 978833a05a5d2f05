#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds CMake projects with the compiler alone and with `corolower cc`, runs their own tests and
# benchmarks on both builds, and prints two tables in Markdown.
#   scripts/cc-projects.sh [-t TYPE]... [-j JOBS] [-r RUNS] [-w DIR] LIST [PROJECT...]
# TYPE is a CMake build type, Release by default. RUNS is the number of runs of a benchmark, 3 by
# default; the fastest run counts. Benchmarks are not run in Debug builds. Builds and logs are in
# DIR, which stays, or in a temporary folder. Nothing is downloaded, and nothing is written into the
# checkouts. LIST names the projects:
#   [name]
#   source = ../checkouts/name          # relative to LIST
#   options = -DBUILD_TESTING=ON        # for cmake; the word @LIST@ is the folder of LIST
#   targets = task_tests bench          # "all" if left out
#   test = test/task_tests --filter x   # runs in the build folder; one line for each
#   benchmark = bench/bench 100         # a program that does a fixed amount of work: its processor time counts
#   google-benchmark = bench/gbench     # a program of Google Benchmark: the processor time of each of its benchmarks counts
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
bin=${COROLOWER_BIN:-$tree/bin/corolower}
cxx=${CXX:-clang++-22}
cc=${CC:-clang-22}
size=${SIZE:-llvm-size-22}
usage="usage: $0 [-t TYPE]... [-j JOBS] [-r RUNS] [-w DIR] LIST [PROJECT...]"
types=() jobs=2 runs=3 work=
while getopts t:j:r:w: o; do
	case $o in
	t) types+=("$OPTARG") ;;
	j) jobs=$OPTARG ;;
	r) runs=$OPTARG ;;
	w) work=$OPTARG ;;
	*) echo "$usage" >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { echo "$usage" >&2; exit 2; }
[ "${#types[@]}" -gt 0 ] || types=(Release)
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work"
work=$(cd "$work" && pwd)
list=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift

# project NAME reads the section of one project from the list.
project() {
	local section='' line key value
	src='' options='' targets=all tests=() benchmarks=() google=()
	while IFS= read -r line || [ -n "$line" ]; do
		line=${line%%#*}
		if [[ $line =~ ^\[(.*)\] ]]; then
			section=${BASH_REMATCH[1]}
		elif [ "$section" = "$1" ] && [[ $line =~ ^[[:space:]]*([a-z-]+)[[:space:]]*=[[:space:]]*(.*[^[:space:]])[[:space:]]*$ ]]; then
			key=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]//@LIST@/$(dirname "$list")}
			case $key in
			source) src=$(cd "$(dirname "$list")" && cd "$value" && pwd) ;;
			options) options=$value ;;
			targets) targets=$value ;;
			test) tests+=("$value") ;;
			benchmark) benchmarks+=("$value") ;;
			google-benchmark) google+=("$value") ;;
			*) echo "$list: unknown key \"$key\" of $1" >&2; exit 2 ;;
			esac
		fi
	done <"$list"
	[ -n "$src" ] || { echo "$list: no source of \"$1\"" >&2; exit 2; }
}

# A library that counts calls of malloc, which operator new makes, and adds them to the file $ALLOCATIONS at the end.
cat >"$work/count.c" <<'END'
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern void *__libc_malloc(size_t);
static unsigned long calls;
void *malloc(size_t n) {
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  return __libc_malloc(n);
}
__attribute__((destructor)) static void tell(void) {
  const char *name = getenv("ALLOCATIONS");
  FILE *f = name ? fopen(name, "a") : NULL;
  if (f) {
    fprintf(f, "%lu\n", calls);
    fclose(f);
  }
}
END
"$cc" -O2 -shared -fPIC "$work/count.c" -o "$work/count.so"

text_size() { find "$1" -name '*.o' -not -path '*/CompilerIdC*' -print0 | xargs -0 "$size" | awk 'NR > 1 && $1 ~ /^[0-9]+$/ { n += $1 } END { print n + 0 }'; }

# cpu COMMAND... runs a command, with its output in $out, and prints its processor time. Its exit code is the command's.
cpu() { TIMEFORMAT='%U %S'; { time "$@" >"$out" 2>&1; } 2>&1 | awk 'NF == 2 && $1 + 0 == $1 { print $1 + $2 }'; }

# build HOW builds into $dir and sets $seconds to the processor time.
build() {
	local launcher=()
	[ "$1" = plain ] || launcher=("-DCMAKE_CXX_COMPILER_LAUNCHER=$bin;cc")
	rm -rf "$dir"
	# shellcheck disable=SC2086 # options are words
	cmake -G Ninja -S "$src" -B "$dir" -DCMAKE_BUILD_TYPE="$type" -DCMAKE_CXX_STANDARD=20 -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
		-DCMAKE_CXX_FLAGS=-w -DFETCHCONTENT_FULLY_DISCONNECTED=ON "${launcher[@]}" $options >"$dir.configure.log" 2>&1 || { tail -20 "$dir.configure.log" >&2; return 1; }
	out=$dir.build.log
	# shellcheck disable=SC2086
	seconds=$(cpu nice -n 5 ninja -C "$dir" -j "$jobs" $targets) || { grep -m5 error "$dir.build.log" >&2; return 1; }
}

# run prints the number of tests that passed, the number of tests, and the number of allocations. It counts single tests if the test framework prints them.
run() {
	local good=0 all=0 p words passed
	rm -f "$dir.allocations" "$dir".test*.log
	for p in "${tests[@]}"; do
		read -ra words <<<"$p"
		all=$((all + 1))
		(cd "$dir" && PATH=".:$PATH" ALLOCATIONS="$dir.allocations" LD_PRELOAD="$work/count.so" timeout 600 "${words[@]}") >"$dir.test$all.log" 2>&1 && good=$((good + 1))
	done
	passed=$(cat "$dir".test*.log 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | sed -n -e 's/.*test cases: *\([0-9]*\) | *\([0-9]*\) passed.*/\2 \1/p' -e 's/.*All tests passed (.* in \([0-9]*\) test case.*/\1 \1/p' -e 's/.*\[  PASSED  \] \([0-9]*\) test.*/\1 0/p' -e 's/.*\[==========\] \([0-9]*\) test.* ran.*/0 \1/p' \
		-e 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\).*/-\1 0\n\2 \2/p' |
		awk '{ good += $1; all += $2 } END { if (all) print good " of " all }')
	[ "$good" = "$all" ] || [ "${passed% of *}" != "${passed#* of }" ] || passed= # a program that ends badly after its tests counts
	echo "${passed:-$good of $all};$(awk '{ n += $1 } END { print n + 0 }' "$dir.allocations" 2>/dev/null || echo 0)"
}

# measure prints lines "benchmark seconds" for the build in $dir.
measure() {
	local p words n=0
	for p in "${benchmarks[@]}"; do
		read -ra words <<<"$p"
		n=$((n + 1)) out=$dir.benchmark$n.log
		echo "$(basename "${words[0]}")$(printf ' %s' "${words[@]:1}" | tr ' ' '_'),$(cd "$dir" && PATH=".:$PATH" cpu "${words[@]}")"
	done
	for p in "${google[@]}"; do
		read -ra words <<<"$p"
		(cd "$dir" && PATH=".:$PATH" "${words[@]}" --benchmark_format=csv 2>"$dir.benchmark.log") | sed -n 's/^"\(.*\)",\([0-9]*\),\([^,]*\),\([^,]*\),.*/\1\t\4/p' | tr ',' '_' | tr '\t' ','
	done
}

# compare prints a row of the second table: the number of benchmarks, and the geometric mean, the minimum and the maximum of launcher / plain.
compare() {
	local i how
	rm -f "$work/$name-$type".*.times
	for ((i = 0; i < runs; i++)); do
		for how in plain cc; do
			dir=$work/$name-$type-$how
			measure >>"$work/$name-$type.$how.times"
		done
	done
	awk -F, -v row="| $name | $type |" 'FNR == 1 { file++ }
		{ if (!((file, $1) in t) || $2 + 0 < t[file, $1]) t[file, $1] = $2 + 0; if (file == 1 && !seen[$1]++) order[++n] = $1 }
		END {
			for (i = 1; i <= n; i++) {
				b = order[i]
				if (!((2, b) in t) || t[1, b] <= 0 || t[2, b] <= 0) continue
				r = t[2, b] / t[1, b]; sum += log(r); count++
				if (count == 1 || r < low) { low = r; best = b }
				if (count == 1 || r > high) { high = r; worst = b }
			}
			if (count) printf "%s %d | %.2f | %.2f `%s` | %.2f `%s` |\n", row, count, exp(sum / count), low, best, high, worst
		}' "$work/$name-$type.plain.times" "$work/$name-$type.cc.times" >>"$work/benchmarks.md"
}

: >"$work/benchmarks.md"
echo "| project | build | units | coroutines | elided | fallbacks | tests, plain | tests, launcher | build time, s | text, bytes | allocations of the tests |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
if [ $# -eq 0 ]; then
	mapfile -t names < <(sed -n 's/^\[\(.*\)\].*/\1/p' "$list")
	set -- "${names[@]}"
fi
for name; do
	project "$name"
	for type in "${types[@]}"; do
		dir=$work/$name-$type-plain
		build plain || { echo "$name $type: the plain build fails" >&2; continue; }
		plain_seconds=$seconds plain_size=$(text_size "$dir") plain_run=$(run)
		dir=$work/$name-$type-cc
		export COROLOWER_CACHE=$dir.cache
		rm -rf "$COROLOWER_CACHE"
		build cc || { echo "$name $type: the build with the launcher fails" >&2; continue; }
		ours_size=$(text_size "$dir") ours_run=$(run)
		"$bin" cc --stats >"$dir.stats"
		stat() { awk -v what="$1" '{ n = $1; $1 = ""; sub(/ \(.*/, ""); if (substr($0, 2) == what) print n }' "$dir.stats"; }
		[ "$(stat 'code generated again after a crash')" = 0 ] || { echo "$name $type: clang crashed in code generation of lowered code" >&2; failed=1; }
		[ ! -e "$COROLOWER_CACHE/cc/fallbacks.log" ] || sed "s/^/$name $type: fallback: /" "$COROLOWER_CACHE/cc/fallbacks.log" >&2
		printf '| %s | %s | %s, %s with coroutines | %s | %s | %s | %s | %s | %.0f, %.0f | %d, %d | %d, %d |\n' "$name" "$type" "$(stat 'compiled in two stages')" "$(stat 'of them with coroutines')" \
			"$(stat 'coroutines lowered')" "$(stat 'allocations elided')" "$(stat fallbacks)" "${plain_run%;*}" "${ours_run%;*}" "$plain_seconds" "$seconds" "$plain_size" "$ours_size" "${plain_run#*;}" "${ours_run#*;}"
		[ $((${#benchmarks[@]} + ${#google[@]})) = 0 ] || [ "$type" = Debug ] || compare
	done
done
if [ -s "$work/benchmarks.md" ]; then
	printf '\n| project | build | benchmarks | time with the launcher / plain | best | worst |\n|---|---|---|---|---|---|\n'
	cat "$work/benchmarks.md"
fi
[ -z "${failed:-}" ]

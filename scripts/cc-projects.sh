#!/usr/bin/env bash
# Builds public projects with coroutines plainly and with `corolower cc`, runs their own tests both ways, and prints a table in Markdown: units,
# coroutines, fallbacks, tests, processor time of the build, size of code, and allocations of the tests.
#   scripts/cc-projects.sh [-t TYPE]... [-j JOBS] [-w DIR] CHECKOUTS [PROJECT...]
# CHECKOUTS is a folder with a checkout of each project under its name. TYPE is a CMake build type, Release by default. Builds are in DIR, which is
# kept, or in a temporary folder. Nothing is downloaded, and nothing is written into the checkouts.
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
bin=${COROLOWER_BIN:-$tree/bin/corolower}
cxx=${CXX:-clang++-22}
cc=${CC:-clang-22}
size=${SIZE:-llvm-size-22}
types=() jobs=2 work=
while getopts t:j:w: o; do
	case $o in
	t) types+=("$OPTARG") ;;
	j) jobs=$OPTARG ;;
	w) work=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { echo "usage: $0 [-t TYPE]... [-j JOBS] [-w DIR] CHECKOUTS [PROJECT...]" >&2; exit 2; }
[ "${#types[@]}" -gt 0 ] || types=(Release)
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work"
work=$(cd "$work" && pwd)
checkouts=$(cd "$1" && pwd)
shift

# project NAME sets how one is built: options of CMake, targets, and test programs, which run in the build folder. Where a project has many tests, those
# of tasks and generators are taken.
project() {
	case $1 in
	cppcoro)
		options=-DBUILD_TESTING=ON
		targets="task_tests generator_tests recursive_generator_tests async_generator_tests"
		programs=(test/task_tests test/generator_tests test/recursive_generator_tests test/async_generator_tests)
		;;
	libcoro)
		options="-DLIBCORO_FEATURE_NETWORKING=OFF -DLIBCORO_FEATURE_TLS=OFF -DLIBCORO_BUILD_EXAMPLES=OFF -DLIBCORO_RUN_GITCONFIG=OFF" targets=libcoro_test
		programs=("test/libcoro_test ~[benchmark] ~[bench]")
		;;
	async_simple)
		options="-DASYNC_SIMPLE_ENABLE_TESTS=ON -DASYNC_SIMPLE_BUILD_DEMO_EXAMPLE=OFF -DASYNC_SIMPLE_DISABLE_AIO=ON" targets=async_simple_coro_test
		programs=(async_simple/coro/test/async_simple_coro_test)
		;;
	libunifex)
		options="-DUNIFEX_NO_LIBURING=ON -DUNIFEX_USE_SYSTEM_GTEST=ON" targets="task_test create_test awaitable_senders_test"
		programs=(test/task_test test/create_test test/awaitable_senders_test)
		;;
	concurrencpp)
		src=$src/test options= targets="generator_tests lazy_result_tests"
		programs=(bin/generator_tests bin/lazy_result_tests)
		;;
	generator)
		options= targets=all
		programs=("ctest --timeout 120")
		;;
	*)
		echo "$0: nothing is known of $1" >&2
		exit 2
		;;
	esac
}

# A library that counts calls of operator new and malloc, and adds them to the file $ALLOCATIONS at the end.
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

# seconds of processor time, and text bytes of all objects below a folder.
text_size() { find "$1" -name '*.o' -not -path '*/CompilerIdC*' -print0 | xargs -0 "$size" | awk 'NR > 1 && $1 ~ /^[0-9]+$/ { n += $1 } END { print n + 0 }'; }

# build HOW builds into $dir and leaves the processor time in $cpu.
build() {
	local launcher=()
	[ "$1" = plain ] || launcher=("-DCMAKE_CXX_COMPILER_LAUNCHER=$bin;cc")
	rm -rf "$dir"
	# shellcheck disable=SC2086 # options are words
	cmake -G Ninja -S "$src" -B "$dir" -DCMAKE_BUILD_TYPE="$type" -DCMAKE_CXX_STANDARD=20 -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
		-DCMAKE_CXX_FLAGS=-w -DFETCHCONTENT_FULLY_DISCONNECTED=ON "${launcher[@]}" $options >"$dir.configure.log" 2>&1 || { tail -20 "$dir.configure.log" >&2; return 1; }
	# shellcheck disable=SC2086
	cpu=$(TIMEFORMAT='%U %S'; { time ninja -C "$dir" -j "$jobs" $targets >"$dir.build.log" 2>&1 || { grep -m5 error "$dir.build.log" >&2; false; }; } 2>&1 | awk 'NF == 2 && $1 + 0 == $1 { print $1 + $2 }')
	[ -n "$cpu" ]
}

# run prints how many programs ended well, of how many, and the allocations of all.
run() {
	local good=0 all=0 p words
	rm -f "$dir.allocations"
	for p in "${programs[@]}"; do
		read -ra words <<<"$p"
		all=$((all + 1))
		(cd "$dir" && PATH=".:$PATH" ALLOCATIONS="$dir.allocations" LD_PRELOAD="$work/count.so" timeout 600 "${words[@]}") >"$dir.test$all.log" 2>&1 && good=$((good + 1))
	done
	# What test frameworks say of single tests, where they do: passed and all.
	local passed
	passed=$(cat "$dir".test*.log 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | sed -n -e 's/.*test cases: *\([0-9]*\) | *\([0-9]*\) passed.*/\2 \1/p' -e 's/All tests passed (.* in \([0-9]*\) test case.*/\1 \1/p' -e 's/.*\[  PASSED  \] \([0-9]*\) test.*/\1 0/p' -e 's/.*\[==========\] \([0-9]*\) test.* ran.*/0 \1/p' |
		awk '{ good += $1; all += $2 } END { if (all) print good " of " all }')
	echo "${passed:-$good of $all};$(awk '{ n += $1 } END { print n + 0 }' "$dir.allocations" 2>/dev/null || echo 0)"
}

echo "| project | build | units | coroutines | elided | fallbacks | tests, plain | tests, launcher | build time, s | text, bytes | allocations of the tests |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
[ $# -gt 0 ] || set -- cppcoro libcoro async_simple libunifex concurrencpp generator
for name; do
	src=$checkouts/$name
	project "$name"
	for type in "${types[@]}"; do
		dir=$work/$name-$type-plain
		build plain || { echo "$name $type: the plain build fails" >&2; continue; }
		plain_cpu=$cpu plain_size=$(text_size "$dir") plain_run=$(run)
		dir=$work/$name-$type-cc
		export COROLOWER_CACHE=$dir.cache
		rm -rf "$COROLOWER_CACHE"
		build cc || { echo "$name $type: the build with the launcher fails" >&2; continue; }
		ours_size=$(text_size "$dir") ours_run=$(run)
		"$bin" cc --stats >"$dir.stats"
		stat() { awk -v what="$1" '{ n = $1; $1 = ""; if (substr($0, 2) == what) print n }' "$dir.stats"; }
		printf '| %s | %s | %s, %s with coroutines | %s | %s | %s | %s | %s | %.0f, %.0f | %d, %d | %d, %d |\n' "$name" "$type" "$(stat 'compiled in two stages')" "$(stat 'of them with coroutines')" \
			"$(stat 'coroutines lowered')" "$(stat 'allocations elided')" "$(stat fallbacks)" "${plain_run%;*}" "${ours_run%;*}" "$plain_cpu" "$cpu" "$plain_size" "$ours_size" "${plain_run#*;}" "${ours_run#*;}"
	done
done

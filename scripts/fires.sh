#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts what each special case does on real inputs, as a Markdown table:
#
#   scripts/fires.sh [DIR...] > bench/results/fires.md
#
# The inputs are the programs of test/e2e and bench/programs (clang -O2) and the device programs of test/gpu, which go
# through --emit=ptx. Each DIR with .ll files adds a column, for example modules of another compiler. The numbers are those
# of -stats-json; a new case is a line of internal/count, and one where it changes something.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export dir
go build -pgo=off -o "$dir/corolower" ./cmd/corolower
compile() { # CORPUS SOURCES FLAGS...: compiles what this clang accepts
	local name=$1 sources=$2
	shift 2
	mkdir -p "$dir/in/$name"
	find "$sources" -maxdepth 1 -name '*.cpp' -print0 | xargs -0 -P "${JOBS:-2}" -I{} sh -c \
		'"$@" -S -emit-llvm -Xclang -disable-llvm-passes -o "$0/$(basename "{}").ll" "{}" 2>/dev/null || true' \
		"$dir/in/$name" clang++-22 -std=c++20 -O2 "$@"
}
compile e2e test/e2e/programs -Itest/e2e/include
compile bench bench/programs
compile gpu test/gpu/programs --target=nvptx64-nvidia-cuda -nocudalib -Xclang -target-feature -Xclang +ptx70 \
	-march=sm_80 -ffreestanding -fno-exceptions -Itest/gpu/include
names=(e2e bench gpu)
for d in "$@"; do
	name=$(basename "$d")
	names+=("$name")
	ln -s "$(realpath "$d")" "$dir/in/$name"
done
for name in "${names[@]}"; do
	emit=ll
	[ "$name" != gpu ] || emit=ptx
	find -L "$dir/in/$name" -name '*.ll' -print0 | xargs -0 -P "${JOBS:-2}" -I{} sh -c \
		'"$dir/corolower" "{}" --emit="$0" -w -stats-json -info-output-file=- -o /dev/null 2>/dev/null || true' \
		"$emit" >"$dir/$name.stats"
done
count() { # CORPUS CASE: the sum over all modules
	awk -F'"' -v name="$2" '$2 == name { sub(/[: ]+/, "", $3); n += $3 } END { print n + 0 }' "$dir/$1.stats"
}
echo "# What fires"
echo
echo "How often each special case applies to real inputs. The file of the case has this many lines; the other numbers say"
echo "how often it changed something, over all modules of a corpus."
echo
echo "    scripts/fires.sh$([ $# -eq 0 ] || printf ' DIR')"
echo
row() { printf '|'; printf ' %s |' "$@"; echo; }
heads=()
for name in "${names[@]}"; do heads+=("$name ($(find -L "$dir/in/$name" -name '*.ll' | wc -l))"); done
row case file lines "${heads[@]}"
row --- --- ---: "${heads[@]//*/---:}"
while IFS='|' read -r symbol pass what; do
	file=$(grep -rl --include='*.go' "count\.$symbol\.Hit()" internal | head -n 1)
	counts=()
	for corpus in "${names[@]}"; do counts+=("$(count "$corpus" "$pass.$what")"); done
	row "$pass: $what" "\`${file#internal/}\`" "$(wc -l <"$file")" "${counts[@]}"
done < <(sed -nE 's/^\t(\w+) += of\("(.*)", "(.*)"\)$/\1|\2|\3/p' internal/count/count.go)

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts what each special case does on real inputs, as a Markdown table:
#
#   scripts/fires.sh [DIR...] > bench/results/fires.md
#
# The inputs are the programs of test/e2e and bench/programs (clang -O2) and the device programs of test/gpu, which go
# through --emit=ptx. Each DIR with .ll files adds a column, for example modules of another compiler. A case fires when
# its statement runs; a program that is built to count them (go build -cover) says how often. A new case is one line
# below: its name, its file, and the beginning of the statement, which must stand there once.
set -euo pipefail
cd "$(dirname "$0")/.."
cases() {
	cat <<'X'
promote-alloca: tables in place|opt/promote.go|useTable(a, g)
promote-alloca: own addresses|opt/promote.go|for _, i := range o.own {
promote-alloca: selects of variables|opt/promote.go|func speculate(
jump-threading: null becomes a boolean|opt/nullphi.go|func (n *narrower) replace(
jump-threading: tested memory|opt/thread_load.go|t.follow(x, ways)
jump-threading: asked before|opt/thread_known.go|t.copy(d, g)
correlated-propagation: extensions|opt/nonnegative.go|i.Op = ir.OpZExt
correlated-propagation: divisions|opt/nonnegative.go|i.Op = ir.OpUDiv
simplifycfg: equal cases|opt/mergecases.go|func mergeBlock(
dce: unread objects of new|opt/deadnew.go|func dropObject(
one-scalar structs: loads|opt/unpack.go|load := b.Load(scalar
inlined scopes|opt/inlinescopes.go|in.scopes = map
inlining in funclets|opt/inlinefunclet.go|func (in *inliner) unwindToFunclet(
probabilities of constants|opt/frequency_phi.go|flows := make(
dispatch loops|lower/dispatch.go|func (d *Dispatcher) loop(
coro-devirt|lower/elide/devirt.go|func (c *State) direct(
awaits that never suspend|lower/elide/synchronous.go|func (a *synchronous) remove(
buffers that grow|lower/elide/buffer.go|func (c *State) enlarge(
annotation: own calls|lower/elide/annotation.go|func (a *annotation) rewrite(
continuations|lower/split/abi_switch_continue.go|func (co *switched) fillContinuation(
dynamic allocas|lower/split/dynalloca_rewrite.go|func (p *heapPlan) rewrite(
retcon frames in buffers|lower/split/abi_retcon_room.go|func (co *retcon) takeRoom(
X
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export dir
go build -pgo=off -cover -covermode=count -coverpkg=./cmd/corolower,./internal/... -o "$dir/corolower" ./cmd/corolower
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
	export GOCOVERDIR=$dir/cover/$name
	mkdir -p "$GOCOVERDIR"
	emit=ll
	[ "$name" != gpu ] || emit=ptx
	find -L "$dir/in/$name" -name '*.ll' -print0 |
		xargs -0 -P "${JOBS:-2}" -I{} sh -c '"$dir/corolower" "{}" --emit="$0" -w -o /dev/null 2>/dev/null || true' "$emit"
	go tool covdata textfmt -i="$GOCOVERDIR" -o="$dir/$name.cov"
done
count() { # CORPUS FILE LINE: how often the statement that begins there ran
	awk -F'[:., ]' -v f="/internal/$2" -v line="$3" '
		substr($0, 1, index($0, ".go:") + 2) ~ f "$" {
			k = split(substr($0, index($0, ".go:") + 4), p, /[., ]/)
			if (p[1] <= line && line <= p[3] && p[1] >= best) { best = p[1]; n = p[k] }
		}
		END { print n + 0 }' "$dir/$1.cov"
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
missing=0
while IFS='|' read -r name file text; do
	line=$(grep -nF -- "$text" "internal/$file" | cut -d: -f1 || true)
	if [ "$(wc -w <<<"$line")" -ne 1 ]; then
		echo "fires: $file: '$text' must stand there once" >&2
		missing=1
		continue
	fi
	counts=()
	for corpus in "${names[@]}"; do counts+=("$(count "$corpus" "$file" "$line")"); done
	row "$name" "\`$file\`" "$(wc -l <"internal/$file")" "${counts[@]}"
done < <(cases)
exit $missing

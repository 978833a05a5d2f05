#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts the coroutines of modules whose frames share no storage because the proof gives up, and
# prints the reasons, the most common one first.
#   scripts/frames-proved.sh FILE...         # LLVM IR with coroutines that are not split
# For example, the IR of a C++ file in which no pass has run:
#   clang++-22 -std=c++20 -O2 -Xclang -disable-llvm-passes -S -emit-llvm file.cpp
set -euo pipefail
bin=${COROLOWER_BIN:-$(cd "$(dirname "$0")/.." && pwd)/bin/corolower}
[ $# -ge 1 ] || { echo "usage: $0 FILE..." >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for passes in 'coro-early,coro-split<reuse-storage>,coro-cleanup' 'default<O2>'; do
	: >"$work/remarks"
	for file; do
		"$bin" -passes="$passes" -pass-remarks=coro-split -pass-remarks-analysis=coro-split -disable-output "$file" 2>"$work/one" ||
			echo "$file: $passes: $(grep -m1 error "$work/one")" >&2
		cat "$work/one" >>"$work/remarks"
	done
	split=$(grep -c "remark: .*: Split '" "$work/remarks" || true)
	plain=$(grep -c 'shares no storage' "$work/remarks" || true)
	echo "$passes: $split coroutines in $# files, $plain with a plain frame because the proof gives up"
	sed -n 's/.*could not show that nothing is lost: //p' "$work/remarks" | sed 's/%[-\w.$0-9A-Za-z_]*/%X/g; s/ at [0-9]*/ at N/g' | sort | uniq -c | sort -rn
done

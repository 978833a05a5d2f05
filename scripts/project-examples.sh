#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reports on C++ projects that were configured with a compile database. It prints the times with an empty and with a full cache, and compares the largest
# frames with those of clang's own build: their sizes in the debug info of each unit, compiled by its own command and -g (llvm-dwarfdump).
#   scripts/project-examples.sh [-n FRAMES] CHECKOUT...
# The database is in the checkout, or in a folder in it. Nothing is written there. A frame without debug info from clang has a - in its column.
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
bin=${COROLOWER_BIN:-$tree/bin/corolower}
dwarfdump=${DWARFDUMP:-llvm-dwarfdump-22}
frames=10
if [ "${1:-}" = -n ]; then
	frames=$2
	shift 2
fi
[ $# -ge 1 ] || { echo "usage: $0 [-n FRAMES] CHECKOUT..." >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# largest REPORT DATABASE ROOT prints for each of the largest frames: its bytes, the bytes of elided frames in it, the function, its name in the source, and
# the directory and command of a unit that has it.
largest() {
	python3 - "$@" "$frames" <<-'END'
		import json, os, shlex, sys
		report, database, root, n = json.load(open(sys.argv[1])), json.load(open(sys.argv[2])), os.path.abspath(sys.argv[3]), int(sys.argv[4])
		commands = {os.path.normpath(os.path.join(e["directory"], e["file"])): e for e in database}
		for c in report["coroutines"][:n]:
		    sizes = c.get("frames") or [c["frame_size"]] * len(c["units"])
		    unit = report["units"][c["units"][sizes.index(c["frame_size"])]]
		    e = commands[os.path.normpath(os.path.join(root, unit["file"]))]
		    words = e.get("arguments") or shlex.split(e["command"])
		    if "-o" in words:
		        k = words.index("-o")
		        words = words[:k] + words[k + 2 :]
		    words = [w for w in words if w not in ("-MD", "-MMD")]
		    inner = sum(r["size"] for r in c["rows"] if r["kind"] == "frame")
		    print(c["frame_size"], inner, c["function"], c["source"]["file"] + ":" + str(c["source"]["line"]), e["directory"], shlex.join(words), sep="\t")
	END
}

# clang_size FUNCTION OBJECT prints the size of the function's frame in the debug info of an object file.
clang_size() {
	"$dwarfdump" --name="$1.coro_frame_ty" "$2" | sed -n 's/.*DW_AT_byte_size.*(\(0x[0-9a-f]*\)).*/\1/p' | head -1
}

for path; do
	db=
	for f in "$path"/compile_commands.json "$path"/*/compile_commands.json; do
		[ ! -f "$f" ] || { db=$f; break; }
	done
	[ -n "$db" ] || { echo "$path: no compile_commands.json" >&2; exit 2; }
	echo "== $path"
	for run in "empty cache" "full cache"; do
		begin=$(date +%s%N)
		"$bin" project -p "$db" --root="$path" --cache="$tmp/cache" --no-config --exit-zero --format=json -o "$tmp/report.json"
		echo "$run: $((($(date +%s%N) - begin) / 1000000)) ms"
	done
	"$bin" project -p "$db" --root="$path" --cache="$tmp/cache" --no-config --exit-zero
	printf '%9s %9s %9s  %s\n' corolower elided clang "largest frames in bytes, and what of them is frames of other coroutines that are elided"
	last=
	largest "$tmp/report.json" "$db" "$path" | while IFS=$'\t' read -r size inner function where dir command; do
		if [ "$command" != "$last" ]; then
			(cd "$dir" && bash -c "$command -g -w -o '$tmp/unit.o'")
			last=$command
		fi
		hex=$(clang_size "$function" "$tmp/unit.o")
		printf '%9d %9d %9s  %s\n' "$size" "$inner" "$([ -z "$hex" ] && echo - || echo $((hex)))" "$where"
	done
	rm -rf "$tmp/cache"
done

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints the processor time of `corolower run` and of `lli -force-interpreter=true` on the programs of test/interp/testdata/speed, compiled
# by clang at -O0, and after mem2reg, with the ratio. lli's interpreter has few intrinsics, so nothing more is optimised. Each time is the least of five runs. The outputs must be equal.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${COROLOWER_BIN:-bin/corolower}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# least FILE COMMAND: the least user time of five runs, in seconds; the output goes to FILE.
least() {
  local file=$1 best= t
  shift
  for _ in 1 2 3 4 5; do
    t=$({ TIMEFORMAT=%U; time "$@" >"$file"; } 2>&1)
    if [ -z "$best" ] || [ "$(echo "$t < $best" | bc)" = 1 ]; then best=$t; fi
  done
  echo "$best"
}
row() { # NAME FILE-FOR-LLI FILE-FOR-COROLOWER
  local a b
  a=$(least "$dir/lli.out" lli-22 -force-interpreter=true "$2")
  b=$(least "$dir/our.out" "$bin" run "$3")
  cmp "$dir/lli.out" "$dir/our.out"
  printf '| %s | %s s | %s s | %s |\n' "$1" "$a" "$b" "$(echo "scale=1; $a / $b" | bc)"
}
echo '| program | lli | corolower run | times as fast |'
echo '|---|---|---|---|'
for c in test/interp/testdata/speed/*.c; do
  name=$(basename "$c" .c)
  clang-22 -O0 -Xclang -disable-O0-optnone -ffp-contract=off -S -emit-llvm "$c" -o "$dir/$name.ll"
  opt-22 -passes=mem2reg,dce -S "$dir/$name.ll" -o "$dir/$name.mem2reg.ll"
  row "$name, -O0" "$dir/$name.ll" "$dir/$name.ll"
  row "$name, mem2reg" "$dir/$name.mem2reg.ll" "$dir/$name.mem2reg.ll"
done
g=test/interp/testdata/speed/generator.ll
opt-22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S $g -o "$dir/generator.ll"
row "generator, lowered by opt" "$dir/generator.ll" "$dir/generator.ll"
row "generator, not lowered by corolower" "$dir/generator.ll" $g

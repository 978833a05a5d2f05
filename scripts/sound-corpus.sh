#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Collects correct coroutines in a directory, and checks them: every finding of `corolower check` is a false alarm. clang compiles every program of
# test/e2e without optimisation, with and without debug info. The documentation's examples, and the .ll files of further directories, are copied.
#   scripts/sound-corpus.sh DIR [MORE...]
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: $0 DIR [MORE...]" >&2; exit 2; }
dir=$1; shift
mkdir -p "$dir"
bin=${COROLOWER_BIN:-$tree/bin/corolower}
compile() {
  src=$1 name=$(basename "$1" .cpp)
  flags=$(sed -n "s,^// E2E: ,,p" "$src" | tr " " "\n" | grep -e "^-f" | tr "\n" " " || true)
  # shellcheck disable=SC2086 # several flags
  clang++-22 -std=c++20 -I "$tree/test/e2e/include" $flags -O0 -S -emit-llvm -Xclang -disable-llvm-passes "$src" -o "$dir/$name.O0.ll" 2>/dev/null || true
  # shellcheck disable=SC2086
  clang++-22 -std=c++20 -I "$tree/test/e2e/include" $flags -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes "$src" -o "$dir/$name.O2g.ll" 2>/dev/null || true
}
export -f compile; export tree dir
printf '%s\n' "$tree"/test/e2e/programs/*.cpp | xargs -P "$(nproc)" -I{} bash -c 'compile {}'
for more in "$tree"/test/docs/testdata "$@"; do
  for f in "$more"/*.ll; do cp "$f" "$dir/$(basename "$more").$(basename "$f")"; done
done
files=$(find "$dir" -name '*.ll' | wc -l)
coroutines=$(cat "$dir"/*.ll | grep -c 'call token .*@llvm\.coro\.id[.(a-z]*' || true)
echo "$files modules, $coroutines coroutines"
"$bin" check --no-config "$dir"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lists the source files without an SPDX line, and ends with 1 if there are any; with --fix, adds the line instead.
# Test inputs are left out, because tests name their lines.
set -euo pipefail
cd "$(dirname "$0")/.."
line="SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
fix=
[ "${1:-}" = --fix ] && fix=1
missing=0
while read -r file; do
  if head -3 "$file" | grep -qF "$line"; then continue; fi
  missing=1
  if [ -z "$fix" ]; then echo "$file"; continue; fi
  case $file in
  *.go | *.js) text="// $line"; at=1 ;;
  *) text="# $line"; at=1; if head -1 "$file" | grep -q '^#!'; then at=2; fi ;;
  esac
  new=$(mktemp)
  { if [ $at = 2 ]; then head -1 "$file"; fi; echo "$text"; if [ $at = 1 ]; then echo; fi; tail -n +$at "$file"; } > "$new"
  cat "$new" > "$file" # keeps the mode
  rm -f "$new"
done < <(git ls-files -- '*.go' '*.sh' '*.py' '*.js' Makefile | grep -v '/testdata/')
[ -n "$fix" ] || [ $missing = 0 ]

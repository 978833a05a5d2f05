#!/usr/bin/env bash
# Runs LLVM's lit over the given directories with the corolower binary named by COROLOWER_BIN.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -x .tools/lit/bin/lit ]; then lit=.tools/lit/bin/lit; else lit=lit; fi
exec "$lit" -sv "$@"

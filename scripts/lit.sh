#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs LLVM's lit over the given directories with the corolower binary named by COROLOWER_BIN.
set -euo pipefail
cd "$(dirname "$0")/.."
exec lit-22 -sv "$@" # of llvm-22-tools

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Takes the pictures of the HTML report in docs/pictures, in a headless Chromium, from the IR of some programs of test/e2e. Their bytes depend on the
# browser and its fonts, so no test compares them; look at them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
programs=(async_mutex channel_rendezvous elide_nested_generators elide_task_await gen_tree nested_try pipeline_stages scheduler_round_robin shared_task
	temporaries_across_await when_all)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/ir"
go build -o "$work/corolower" ./cmd/corolower
(cd test/report && go build -o "$work/shoot" ./shoot)
for p in "${programs[@]}"; do
	clang++-22 -std=c++20 -O1 -g -S -emit-llvm -Xclang -disable-llvm-passes -fno-discard-value-names -Itest/e2e/include \
		-o "$work/ir/$p.ll" "test/e2e/programs/$p.cpp"
done
"$work/corolower" report --html="$work/report.html" --title="Programs of test/e2e" "$work/ir"
"$work/corolower" report --html="$work/echo.html" examples/echo.ll
out=docs/pictures
"$work/shoot" -o $out/report-light.png -height 1000 -page '#/coroutine/_Z4echoi?row=5' "$work/echo.html"
"$work/shoot" -o $out/report-graph.png -height 700 -page '#/coroutine/_Z4echoi' -to '[aria-label="Suspend graph"]' "$work/echo.html"
"$work/shoot" -o $out/report-dark.png -dark "$work/report.html"
"$work/shoot" -o $out/report-phone.png -width 390 -height 844 -page '#/coroutine/_ZL8trianglei?row=3' "$work/report.html"
ls -l $out

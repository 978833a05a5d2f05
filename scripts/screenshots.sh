#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Takes the pictures of the HTML report in docs/pictures, in a headless Chromium, from the IR of some programs of test/e2e, and
# that of Neovim, in a terminal of tmux. Their bytes depend on the browser, its fonts and on Neovim, so no test compares them; look at them.
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

# The picture of Neovim with the language server, in a terminal of tmux. Its colours become those that termsvg knows.
mkdir "$work/session"
cp examples/echo.cpp "$work/session"
echo '[{"directory": "'"$work/session"'", "file": "echo.cpp", "command": "clang++-22 -std=c++20 -c echo.cpp"}]' >"$work/session/compile_commands.json"
ln -s "$work/corolower" "$work/session/corolower"
settings=$PWD/contrib/editors/neovim.lua
keys() { tmux -L pictures send-keys "$@"; }
(cd "$work/session" && PATH=$PWD:$PATH TERM=screen tmux -L pictures -f /dev/null new-session -d -x 112 -y 18 \
  "nvim --clean -c 'set number noswapfile laststatus=0 noruler updatetime=300 | syntax on' -c 'source $settings' -c 'edit +33 echo.cpp'")
keys ':33' Enter zt ':35' Enter
until tmux -L pictures capture-pane -p | grep -q 'frame 480 B'; do sleep 1; done
until tmux -L pictures capture-pane -p | grep -q 'Code actions:'; do # the attribute is tried behind the analysis
  keys Escape ':35' Enter ':lua vim.lsp.buf.code_action()' Enter
  sleep 2
done
tmux -L pictures capture-pane -e -p | sed -E 's/\x1b\[9([0-9])m/\x1b[3\1m/g; s/38;5;121/32/g; s/\x1b\[1;7m//; s/\x1b\[49m//g; /^(\x1b\[[0-9]*m)*~?$/d' |
  go run ./scripts/termsvg -command "nvim echo.cpp" >docs/neovim.svg
tmux -L pictures kill-server

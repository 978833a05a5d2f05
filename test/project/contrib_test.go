// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// script runs a bash script in the place, with the program on PATH.
func (p *place) script(text string, env ...string) (out string, code int) {
	p.t.Helper()
	bin := p.t.TempDir()
	if err := os.Symlink(tool, filepath.Join(bin, "corolower")); err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", text)
	cmd.Dir = p.dir
	cmd.Env = append(append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(p.dir, "cache"),
		"PATH="+bin+":"+os.Getenv("PATH")), env...)
	b, _ := cmd.CombinedOutput()
	return string(b), cmd.ProcessState.ExitCode()
}

// contrib returns a path below contrib/.
func contrib(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs("../../contrib/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCMakeExample verifies that the target of the example reports its coroutines, as its comments
// say.
func TestCMakeExample(t *testing.T) {
	p := newPlace(t, "clang++-22")
	out, code := p.script(`cmake -G Ninja -S "$EXAMPLE" -B ex -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-22 >/dev/null && cmake --build ex --target coroutines`,
		"EXAMPLE="+contrib(t, "cmake/example"))
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	for _, want := range []string{"evens(int)  evens.cpp:3", "count(int)  numbers.hpp:", "2 of 2 allocations elided"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCMakeTarget verifies that a target with its own name and options fails if its report does,
// and that it does not exist if the program is not installed.
func TestCMakeTarget(t *testing.T) {
	p := newPlace(t, "clang++-22")
	p.put("CMakeLists.txt", strings.Replace(sources["CMakeLists.txt"], "set(CMAKE_EXPORT_COMPILE_COMMANDS ON)",
		"include("+contrib(t, "cmake/Corolower.cmake")+")", 1)+
		"add_custom_command(OUTPUT made.hpp COMMAND ${CMAKE_COMMAND} -E touch made.hpp)\n"+
		"add_custom_target(made DEPENDS made.hpp)\n"+
		"corolower_target(NAME cost DEPENDS made ARGS --top=1 --exclude=fails.cpp)\n"+
		"corolower_target(ARGS --format=json)\n")
	configure := "cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release "
	out, code := p.script(configure + "&& cmake --build build --target cost")
	if code == 0 || !strings.Contains(out, "largest frames (1 of 5") || strings.Contains(out, "failed (") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if _, err := os.Stat(filepath.Join(p.dir, "build/made.hpp")); err != nil {
		t.Error(err)
	}
	if out, code := p.script("cmake --build build --target coroutines"); code == 0 || !strings.Contains(out,
		"\"coroutines\": [") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := p.script("PATH=/usr/bin:/bin " + strings.Replace(configure, "-B build", "-B other",
		1)); code != 0 || !strings.Contains(out, "there is no target cost") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestGitHubAction runs the last step of the action on a build folder, as GitHub's runner does.
func TestGitHubAction(t *testing.T) {
	text, err := os.ReadFile(contrib(t, "github-action/action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	_, step, ok := strings.Cut(string(text), "      run: |\n")
	if !ok {
		t.Fatal("the action has no script")
	}
	step = "set -eo pipefail\n" + strings.ReplaceAll(step, "\n        ", "\n")
	p := newPlace(t, "clang++-22")
	out, code := p.script(step, "BUILD=build", "FILES=", "BASELINE=", "REPORT=now.json", "SARIF=o.sarif",
		"ARGUMENTS=--exclude=fails.cpp", "GITHUB_STEP_SUMMARY=")
	if code != 1 || !strings.Contains(out, "::warning file=src dir/c.cpp,line=4") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if n := p.compiled(); n != 3 {
		t.Errorf("%d compiled in two runs\n%s", n, out)
	}
	for file, want := range map[string]string{"now.json": `"coroutines"`, "o.sarif": "over-aligned"} {
		if b, err := os.ReadFile(filepath.Join(p.dir, file)); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %v\n%s", file, err, b)
		}
	}
	out, code = p.script(step, "BUILD=build", "FILES=src*/[ab].cpp", "BASELINE=now.json", "REPORT=", "SARIF=",
		"ARGUMENTS=--budget max-frame=200", "GITHUB_STEP_SUMMARY=sum.md")
	if b, err := os.ReadFile(filepath.Join(p.dir, "sum.md")); err != nil || !strings.Contains(string(b),
		"corolower diff") {
		t.Errorf("%v\n%s", err, b)
	}
	if code != 1 || !strings.Contains(out, "::error file=src dir/b.cpp,line=4") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestGitHook verifies that the hook analyses the sources of a commit by the names that it passes.
func TestGitHook(t *testing.T) {
	text, err := os.ReadFile(contrib(t, "pre-commit/config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, entry, ok := strings.Cut(string(text), "entry: corolower project ")
	entry, _, _ = strings.Cut(entry, "\n")
	if !ok {
		t.Fatal("there is no hook for projects")
	}
	p := newPlace(t, "clang++-22")
	if out, code := p.script("corolower project " + entry + " 'src dir/a.cpp' 'src dir/b.cpp'"); code != 0 ||
		!strings.Contains(out, "2 units") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := p.script("corolower project " + entry + " 'src dir/fails.cpp'"); code != 1 {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// neovim waits for the code lenses of a source and for the code actions at its line 35, prints both, and quits.
const neovim = `
local lenses, actions = {}, {}
local function list()
  vim.cmd("doautocmd CursorHold")
  lenses = vim.lsp.codelens.get(0)
  local params = vim.lsp.util.make_range_params()
  params.range = { start = { line = 34, character = 0 }, ["end"] = { line = 34, character = 0 } }
  params.context = { diagnostics = {} }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 1000) or {}) do
    actions = answer.result or {}
  end
  return #lenses > 0 and #actions > 0
end
vim.wait(120000, list, 100)
for _, l in ipairs(lenses) do
  print(l.range.start.line + 1 .. ": " .. l.command.title)
end
for _, a in ipairs(actions) do
  print(a.title)
end
vim.cmd("qa!")
`

// TestNeovim opens a source in Neovim with the settings of contrib/editors.
func TestNeovim(t *testing.T) {
	for _, need := range []string{"clang++-22", "nvim"} {
		if _, err := exec.LookPath(need); err != nil {
			t.Skip(err)
		}
	}
	p := &place{t: t, dir: t.TempDir()}
	source, err := os.ReadFile("../../examples/echo.cpp")
	if err != nil {
		t.Fatal(err)
	}
	p.put("echo.cpp", string(source))
	p.put("compile_commands.json", `[{"directory": "`+p.dir+`", "file": "echo.cpp", "command": "clang++-22 -std=c++20 -c echo.cpp"}]`)
	p.put("session.lua", neovim)
	out, code := p.script(`nvim --headless --clean -c "source $SETTINGS" -c "edit echo.cpp" -c "luafile session.lua"`,
		"SETTINGS="+contrib(t, "editors/neovim.lua"))
	for _, want := range []string{"35: frame 480 B", "mark parameter 1 of consume [[clang::noescape]]"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, out)
		}
	}
}

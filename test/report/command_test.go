// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// tool is the program under test: COROLOWER_BIN, or one built from this tree.
func tool(t *testing.T) string {
	if b := os.Getenv("COROLOWER_BIN"); b != "" {
		return b
	}
	bin := filepath.Join(t.TempDir(), "corolower")
	cmd := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// TestCommand checks that the page that the program writes for its examples shows the same facts as
// docs/frames.md and docs/elision.md.
func TestCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.html")
	cmd := exec.Command(tool(t), "report", "--no-config", "--compare=clang", "--clang=clang-22", "--html="+file,
		"examples/echo.ll", "examples/elision.ll", "examples/shared-frame.ll")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p := openFile(t, file, "#/coroutine/_Z4echoi?row=5")
	p.wait("document.querySelector('.picture .bar.on') !== null")
	p.is("document.querySelector('h1').innerText", "echo(int)")
	p.is("document.querySelector('.about').innerText.includes('char[440]')", "true")
	p.is("document.querySelector('.fixes').innerText.startsWith('saves 440 buf is 440 bytes')", "true")
	p.is("document.querySelector('.pane [data-line=\"40\"] code').innerText", "    sum += co_await event{};")
	p.is("document.querySelector('.pane [data-line=\"40\"]').innerText.includes('suspend 0')", "true")
	p.is("document.querySelectorAll('.pane').length", "2")
	p.is("document.querySelectorAll('.graph .edge').length", "5")
	p.is("[...document.querySelectorAll('.graph .told')].some((g) => g.textContent.includes('lines 40 \\u2192 39 "+
		"\\u2192 41'))", "true")
	// If the pointer is on a line of the source, the page marks the IR of that line.
	p.eval("(document.querySelector('.pane [data-line=\"40\"]').dispatchEvent(new PointerEvent('pointerenter')), 0)")
	p.is("[...document.querySelectorAll('.ln.paired code')].some((el) => el.innerText.includes('@llvm.coro.suspend'))",
		"true")

	p.goTo("#/coroutines")
	p.is("[...document.querySelectorAll('td[data-label=\"Clang\\'s\"]')].map((td) => td.innerText).filter((n) => n "+
		"!== '').length > 0", "true")
	p.goTo("#/coroutine/f") // two objects that share bytes are drawn in lanes
	p.wait("document.querySelector('.picture .bar') !== null")
	p.is("(() => { const [a, b] = ['3', '4'].map((id) => document.querySelector('.picture .bar[data-row=\"' + id + "+
		"'\"]').getBoundingClientRect()); return a.left === b.left && a.width === b.width && a.bottom < b.top; })()",
		"true")
	p.goTo("#/creations?show=missed")
	p.is("document.querySelector('table.list tbody').innerText.includes('No fix: other code has the handle')", "true")
}

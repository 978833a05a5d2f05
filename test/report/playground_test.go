// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPlayground builds the playground and uses it from a file, without a server. The build compiles
// the whole program for another machine, so a sample leaves it out: its answers have a test of their
// own in internal/playground.
func TestPlayground(t *testing.T) {
	if os.Getenv("COROLOWER_SAMPLE") != "" {
		t.Skip("left to make nightly: it compiles the program for WebAssembly")
	}
	file := filepath.Join(t.TempDir(), "index.html")
	if out, err := exec.Command("../../scripts/playground.sh", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
	p := openFile(t, file, "")
	done := "document.getElementById('state').textContent.endsWith(' ms')"
	out := "document.getElementById('output').innerText"
	p.wait(done)
	t.Logf("the first result is there after %s ms, and took %s", p.eval("Math.round(performance.now())"), p.eval("document.getElementById('state').textContent"))
	p.wait(out + ".includes('@counter.resume')")
	// The slider of the passes goes back to the input, and marks what a pass changed.
	p.eval("(document.querySelector('[data-do=steps]').click(), 0)")
	p.wait("!document.getElementById('steps').hidden")
	p.eval("(document.getElementById('step').value = 0, document.getElementById('step').oninput(), 0)")
	p.wait(out + ".includes('llvm.coro.suspend')")
	p.eval("(document.getElementById('step').value = 2, document.getElementById('step').oninput(), 0)")
	p.wait("document.querySelectorAll('#output .marked').length > 0")
	// Another tab, by keys alone.
	p.eval("(document.querySelector('[data-do=steps]').focus(), document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})), 0)")
	p.wait("!document.getElementById('page').hidden && document.getElementById('page').srcdoc.includes('counter')")
	// A mistake has a finding that leads to its line.
	p.eval("(document.querySelector('[data-do=lower]').click(), document.getElementById('input').value = 'define void @f() {\\n  ret viod\\n}\\n', document.getElementById('input').oninput(), 0)")
	p.wait("document.querySelectorAll('#findings .error').length === 1")
	p.eval("(document.querySelector('#findings li').click(), 0)")
	p.is("document.getElementById('input').value.slice(document.getElementById('input').selectionStart, document.getElementById('input').selectionEnd)", "  ret viod")
	// A link carries the input.
	p.eval("(document.getElementById('share').click(), 0)")
	p.wait("location.hash.length > 20")
	hash := p.eval("location.hash")
	again := openFile(t, file, hash)
	again.wait("document.getElementById('input').value.includes('viod')")
	// A phone: one column, nothing wider than the screen.
	p.do(chromedp.EmulateViewport(390, 844))
	p.wait("document.documentElement.scrollWidth <= 390")
	if !strings.HasPrefix(hash, "#") {
		t.Error(hash)
	}
	if dir := os.Getenv("PICTURES"); dir != "" {
		again.eval("(document.getElementById('example').value = 1, document.getElementById('example').onchange({target: document.getElementById('example')}), 0)")
		again.wait(out + ".includes('.resume')")
		for name, of := range map[string]*page{"playground.png": again, "playground-phone.png": p} {
			b, err := chromedp.Run(of.ctx, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), b, 0o666)
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
}

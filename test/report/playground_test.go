// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
	// Lines belong together by the value that they define in a coroutine, at each pass.
	linked := func(list, part string) string {
		return "[...document.querySelectorAll('#" + list + " .linked')].some((row) => row.textContent.includes(" + strconv.Quote(part) + "))"
	}
	caret := func(part string) {
		p.eval("(((input) => { const at = input.value.indexOf(" + strconv.Quote(part) + "); input.focus(); input.setSelectionRange(at, at); input.onclick(); })(document.getElementById('input')), 0)")
	}
	caret("%i = phi")
	p.is(linked("output", "%i = phi"), "true")
	p.eval("(document.querySelector('[data-do=lower]').click(), 0)")
	p.wait(linked("output", "  %i.reload = load"))
	p.is("getComputedStyle(document.querySelector('#output .linked')).backgroundColor !== getComputedStyle(document.querySelector('#output')).backgroundColor", "true")
	p.is("document.getElementById('source').parentElement.hidden", "true")
	p.eval("(document.querySelector('[data-do=steps]').click(), 0)")
	p.wait("!document.getElementById('steps').hidden")
	// Another tab, by keys alone.
	p.eval("(document.querySelector('[data-do=steps]').focus(), document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})), 0)")
	p.wait("!document.getElementById('page').hidden && document.getElementById('page').srcdoc.includes('counter')")
	// A mistake has a finding that leads to its line.
	p.eval("(document.querySelector('[data-do=lower]').click(), document.getElementById('input').value = 'define void @f() {\\n  ret viod\\n}\\n', document.getElementById('input').oninput(), 0)")
	p.wait("document.querySelectorAll('#findings .error').length === 1")
	p.eval("(document.querySelector('#findings li').click(), 0)")
	p.is("document.getElementById('input').value.slice(document.getElementById('input').selectionStart, document.getElementById('input').selectionEnd)", "  ret viod")
	// With debug info, the source, the input and the output belong together by source lines; the arrow keys walk the source, and Enter leads to the input.
	p.eval("(document.getElementById('example').value = 1, document.getElementById('example').onchange({target: document.getElementById('example')}), 0)")
	p.wait(out + ".includes('.resume')")
	p.is("document.getElementById('source').parentElement.open", "true")
	p.eval("([...document.querySelectorAll('#source .line')].find((row) => row.textContent.includes('co_await')).previousElementSibling.click(), document.getElementById('source').focus(), 0)")
	p.keys(kb.ArrowDown)
	p.is(linked("source", "co_await"), "true")
	p.is("document.querySelectorAll('#numbers .linked').length > 3 && document.querySelectorAll('#output .linked').length > 3", "true")
	p.wait("/^Source tasks.cpp:[0-9]+$/.test(document.getElementById('place').textContent)")
	p.is("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}))", "false") // as slash does
	p.is("document.activeElement.id", "input")
	p.keys(kb.Home)
	p.is(linked("source", "co_await"), "true")
	// A link carries the input.
	p.eval("(document.getElementById('input').value = 'define void @f() {\\n  ret viod\\n}\\n', document.getElementById('input').oninput(), document.getElementById('share').click(), 0)")
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
		for _, of := range []*page{again, p} {
			of.eval("(document.getElementById('example').value = 1, document.getElementById('example').onchange({target: document.getElementById('example')}), 0)")
			of.wait(out + ".includes('.resume')")
			of.eval("([...document.querySelectorAll('#source .line')].find((row) => row.textContent.includes('co_await')).click(), 0)")
		}
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

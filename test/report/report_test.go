// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package report_test opens reports in a headless Chromium and uses them as people do: with the
// pointer, with keys alone, on a phone. It is a separate module, so that the program's module does
// not depend on the browser driver.
package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/html"
	"github.com/corolower/corolower/test/htmltest"
	"github.com/corolower/corolower/test/report/browser"
)

// shared is the browser of all tests.
var shared context.Context

func TestMain(m *testing.M) {
	ctx, stop, err := browser.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = ctx
	code := m.Run()
	stop()
	os.Exit(code)
}

// page is a report in its own browser tab.
type page struct {
	*testing.T
	ctx  context.Context
	file string
	mu   sync.Mutex
	said []string // output on the console: errors, and refusals of the page's policy
}

// patience is the maximum time to wait for anything on a page.
const patience = 3 * time.Minute

// open writes a report and opens it at an address. At its end the test fails if the console has any
// output.
func open(t *testing.T, o htmltest.Options, at string) *page {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, htmltest.Report(o), html.Options{Title: "Project" + o.Name}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return openFile(t, file, at)
}

func openFile(t *testing.T, file, at string) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(shared)
	p := &page{T: t, ctx: ctx, file: file}
	// the tab lives as long as the context of the first action
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)); err != nil {
		t.Fatal(err)
	}
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			p.mu.Lock()
			p.said = append(p.said, fmt.Sprintf("%+v", m))
			p.mu.Unlock()
		}
	}()
	// The document also gets an event for everything that the policy refuses.
	p.do(chromedp.Navigate("file://" + file + at))
	t.Cleanup(func() {
		if ran := p.eval("typeof window.ran"); ran != "undefined" {
			t.Errorf("a name ran as script: %v", p.eval("window.ran"))
		}
		p.mu.Lock()
		for _, s := range p.said {
			t.Errorf("the console says %s", s)
		}
		p.mu.Unlock()
		cancel()
	})
	p.wait("document.querySelector('h1') !== null")
	return p
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of a script as JSON, but strings without quotes.
func (p *page) eval(script string) string {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => { const v = await ("+script+
		"); return typeof v === 'string' ? v : JSON.stringify(v) ?? ''; })()", chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return v
}

// wait waits until a script's value is true. If it never is, the test fails with the text of the
// page.
func (p *page) wait(script string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("new Promise((done) => { const look = () => ("+script+
		") ? done(true) : setTimeout(look, 10); look(); })", chromedp.EvalAwaitPromise)); err != nil {
		p.Fatalf("never true: %s\n%s\nthe page: %.600s", script, p.eval("location.hash"),
			p.eval("document.body.innerText"))
	}
}

// is compares a script's value with the expected one.
func (p *page) is(script, want string) {
	p.Helper()
	if got := p.eval(script); got != want {
		p.Errorf("%s is %s, want %s", script, got, want)
	}
}

// keys presses keys one after the other.
func (p *page) keys(list ...string) {
	p.Helper()
	for _, k := range list {
		p.do(chromedp.KeyEvent(k))
	}
}

// slash presses the key that moves the focus to the search field. The usual function of the driver
// would also type the character, because it sends a key and its character one after the other even
// if the page handles the key.
func (p *page) slash() {
	p.Helper()
	p.is("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true, cancelable: true}))",
		"false")
}

// click clicks the element that a selector finds, with the pointer: an element on top of it would
// receive the click.
func (p *page) click(selector string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	var at struct{ X, Y float64 }
	text := p.eval(fmt.Sprintf("(() => { const el = document.querySelector(%q); el.scrollIntoView({block: "+
		"'center'}); const r = el.getBoundingClientRect(); return {X: r.left + Math.min(r.width / 2, 40), Y: r.top "+
		"+ Math.min(r.height / 2, 8)}; })()", selector))
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.MouseClickXY(at.X, at.Y))
}

// goTo opens an address of the report and waits until its page is drawn. It marks the previous
// page, so it can see when that page is gone.
func (p *page) goTo(at string) {
	p.Helper()
	p.wait("document.querySelector('main h1') !== null")
	p.eval("(document.querySelector('main').firstElementChild.dataset.before = 1, location.hash = " +
		quoted(at) + ", 0)")
	p.wait("document.querySelector('main h1') !== null && document.querySelector('[data-before]') === null")
	p.eval(frames)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// Scripts that several tests use.
const (
	hash   = "decodeURIComponent(location.hash)"
	rows   = "[...document.querySelectorAll('table.list tbody tr')].length"
	first  = "document.querySelector('table.list tbody tr').innerText.split(/\\s/)[0]"
	active = "document.activeElement"
	// waits until all changes are drawn
	frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"
)

// TestNames checks that lists show functions without the types that they return, whatever namespace
// or lambda they are in.
func TestNames(t *testing.T) {
	part := report.Part{Unit: report.Unit{File: "f.cpp"}}
	names := [][2]string{
		{"_ZN1n4workIiEE4taskT_", "n::work<int>(int)"},
		{"_ZN1n12_GLOBAL__N_14workIiEE4taskT_", "n::(anonymous namespace)::work<int>(int)"},
		{"_ZN12_GLOBAL__N_11kclEi", "(anonymous namespace)::k::operator()(int)"},
		{"_ZZ4mainENKUlicE_clEic", "main::{lambda(int, char)#1}::operator()(int, char) const"},
	}
	for k, n := range names {
		c := report.Creation{}
		c.File, c.Line, c.Callee, c.CalleeIs, c.Caller = "f.cpp", k+1, n[0], explain.Demangled(n[0]), "main"
		part.Creations = append(part.Creations, c)
	}
	var b bytes.Buffer
	if err := html.Write(&b, report.Merge("default<O2>", "clang", []report.Part{part}), html.Options{}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "names.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	p := openFile(t, file, "#/creations")
	p.wait(rows + " === 4")
	for k, n := range names {
		p.is(fmt.Sprintf("document.querySelector('table.list tbody tr:nth-child(%d) code').innerText", k+1), n[1])
	}
}

// TestSavings checks what the overview and the list of creations say beyond sizes: what could be
// saved, how much lies inside other frames, and where inlined code was called.
func TestSavings(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 3}, "#/creations?show=missed")
	p.wait("document.querySelector('.became') !== null")
	p.is("document.querySelector('.became p').innerText.includes('src/part0/file0.cpp:1, inlined at src/user.cpp:4')",
		"true")
	p.goTo("#/")
	p.is("document.querySelector('.facts').innerText.includes('bytes of frames, 96 in elided frames')", "true")
	p.is("[...document.querySelectorAll('.overview th')].map((th) => th.innerText).join()",
		"Coroutine,Place,Frame,Could be saved,Coroutine,Created in,Why it stays")
}

// TestTables checks that lists can be sorted, searched and paged, that the address records this,
// and that going back restores the list.
func TestTables(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 250, Text: true}, "#/coroutines")
	p.is(rows, "100")
	p.is("document.querySelector('.told').innerText", "1–100 of 250")
	p.click("[data-key=size]") // the largest first
	p.is("document.querySelector('th[aria-sort=descending]').innerText.trim().slice(0, 5)", "Frame")
	sizes := "[...document.querySelectorAll('td[data-label=Frame]')].map((td) => Number(td.innerText))"
	p.is("(() => { const s = "+sizes+"; return s.length === 100 && s.every((n, k) => k === 0 || s[k - 1] >= n) && "+
		"s[0] > s[99]; })()", "true")
	p.click("[data-key=size]")
	p.is("(() => { const s = "+sizes+"; return s.every((n, k) => k === 0 || s[k - 1] <= n) && s[0] < s[99]; })()",
		"true")
	p.is("location.hash", "#/coroutines?sort=size")
	p.slash()
	p.is(active+".className", "search")
	p.keys("p", "a", "r", "t", "2", "/", " ", ".", "2", "4", "9")
	p.is(rows, "1")
	p.is("location.hash", "#/coroutines?q=part2%2F+.249&sort=size")
	p.click("a.row")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.do(chromedp.NavigateBack())
	p.wait(rows + " === 1")
	p.is("document.querySelector('input.search').value", "part2/ .249")
	p.eval("document.querySelector('input.search').value = 'no such word', " +
		"document.querySelector('input.search').dispatchEvent(new Event('input')), 0")
	p.is("document.querySelector('td.nothing').innerText", "No row has all of these words.")

	p.goTo("#/coroutines")
	p.wait(rows + " === 100")
	p.eval("([...document.querySelectorAll('.pages button')].find((b) => b.innerText === 'Last').click(), 0)")
	p.is(rows, "50")
	p.is("location.hash", "#/coroutines?page=3")
	p.is(active+".className", "row")

	// Going back restores the position in the list.
	p.goTo("#/coroutines?q=part")
	p.click("tbody tr:nth-child(60) a.row")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.is("scrollY", "0")
	p.do(chromedp.NavigateBack())
	p.wait(rows + " === 100")
	p.is("[scrollY > 500, [...document.querySelectorAll('a.row')].indexOf("+active+
		"), document.querySelectorAll('a.row[tabindex=\"0\"]').length].join()", "true,59,1")

	p.goTo("#/creations?show=missed")
	p.wait("document.querySelector('.chip') !== null")
	p.is("document.querySelector('.told').innerText", "1–100 of 250, found of 500")
	p.is("[...document.querySelectorAll('table.list tbody .tag')].every((el) => el.innerText === 'on the heap')",
		"true")
	p.goTo("#/units?show=failed")
	p.wait("document.querySelector('pre.words') !== null")
	p.is(rows, "1")
	p.goTo("#/findings")
	p.wait("document.title.startsWith('Findings')")
	p.is(rows, "25")
}

// TestFrame checks that a coroutine's page draws its frame to scale, that it describes the row
// under the pointer or the row selected with a click or keys, and that it marks that row in the
// source.
func TestFrame(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 12, Text: true}, "#/coroutine/_Z9coroutinei.7")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.is("document.querySelector('h1').innerText", "coroutine(int) [clone .7]")
	// The area of each row is proportional to its bytes: buf has 64 of them, and two rows have
	// eight.
	p.is(`(() => {
		const lines = [...document.querySelectorAll('.picture .line')], wrong = [];
		let scale = 0;
		const of = (id) => [...document.querySelectorAll('.picture .bar[data-row="' + id + '"]')].reduce((sum, el) => sum + el.getBoundingClientRect().width, 0);
		scale = of('0') / 8;
		for (const [id, bytes] of [['1', 8], ['2', 8], ['3', 64], ['4', 8], ['5', 32], ['5.1', 16], ['6', 4], ['7', 1], ['p125', 3]]) if (Math.abs(of(id) / scale - bytes) > 0.2) wrong.push(id + ': ' + of(id) / scale);
		return lines.length + ' ' + wrong.join(', ');
	})()`, "4 ")
	// No two bars overlap.
	p.is(`(() => {
		const r = [...document.querySelectorAll('.picture .bar')].map((el) => el.getBoundingClientRect());
		let n = 0;
		for (const a of r) for (const b of r) if (a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) n++;
		return n;
	})()`, "0")
	p.is("document.querySelectorAll('.on').length", "0")
	p.click(".picture .bar[data-row='3']")
	p.is(hash, "#/coroutine/_Z9coroutinei.7?row=3")
	p.is("document.querySelector('.about').innerText.includes('char[]') && "+
		"document.querySelector('.about').innerText.includes('end its scope')", "true")
	p.is("document.querySelector('table.rows tr.on').innerText.includes('buf')", "true")
	p.is("[...document.querySelectorAll('.pane .ln.on')].length > 0", "true")
	p.eval("(document.querySelector('.picture .bar[data-row=\"5.1\"]').dispatchEvent(new " +
		"PointerEvent('pointerenter')), 0)")
	p.is("document.querySelector('.about h3').innerText.trim()", "i")
	p.eval("(document.querySelector('.picture [role=option]').focus(), 0)")
	p.keys(kb.ArrowDown, kb.ArrowDown)
	p.is("document.querySelector('.about h3').innerText.trim()", "promise")
	p.keys(kb.Enter)
	p.is(hash, "#/coroutine/_Z9coroutinei.7?row=2")

	// The table of live values has three suspends and eight rows, and shows bytes.
	p.is("[...document.querySelectorAll('.matrix tbody tr')].map((tr) => [...tr.querySelectorAll('.yes, "+
		".no')].map((td) => td.className[0]).join('')).join(' ')", "yyy yyy yyy ynn nyn yyn nyn yyy")
	p.is("document.querySelector('.matrix tfoot').innerText.trim().replace(/\\s+/g, ' ')", "Bytes needed 128 40 40 40")

	// The graph has six nodes and nine edges, three of them dashed, and no label overlaps a label
	// or a node.
	p.is("[document.querySelectorAll('.graph .node').length, document.querySelectorAll('.graph .edge').length, "+
		"document.querySelectorAll('.graph .dashed.edge').length].join()", "6,9,3")
	p.is(`(() => {
		const r = [...document.querySelectorAll('.graph .node, .graph .told')].map((el) => el.getBoundingClientRect());
		let n = 0;
		for (const a of r) for (const b of r) if (a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) n++;
		return n;
	})()`, "0")
	p.is("document.querySelector('.pane .code').innerText.includes('// source')", "true")
	p.is("document.querySelectorAll('.pane').length", "2")
}

// TestMap checks that areas are proportional, that a click zooms in, and that Escape and going back
// zoom out.
func TestMap(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 250}, "#/map")
	p.wait("document.querySelectorAll('.map .group').length > 1")
	p.is("document.querySelectorAll('.map a').length <= 600", "true")
	// The share of an area is its share of the bytes, without the gaps between areas; all areas
	// together fill the map.
	p.goTo("#/map/src")
	p.wait("document.querySelectorAll('.map .group').length > 3")
	p.is(`(() => {
		const map = document.querySelector('.map'), all = map.clientWidth * map.clientHeight;
		const parts = [...map.children].map((a) => [a.getAttribute('aria-label').match(/^part\d, ([\d,]+) bytes/), a.getBoundingClientRect()]).filter(([m]) => m)
			.map(([m, r]) => [Number(m[1].replace(',', '')), (r.width + 1) * (r.height + 1)]);
		const bytes = parts.reduce((n, [b]) => n + b, 0), areas = parts.reduce((n, [, a]) => n + a, 0);
		return parts.length + ' ' + (Math.abs(1 - areas / all) < 0.01) + ' ' + parts.every(([b, a]) => Math.abs(1 - (a / areas) / (b / bytes)) < 0.02);
	})()`, "3 true true")
	inner := "[...document.querySelectorAll('.map .group')].find((a) => " +
		"a.getAttribute('aria-label').startsWith('part1,'))"
	p.eval("(" + inner + ".setAttribute('id', 'inner'), 0)")
	p.click("#inner > .label")
	p.wait("document.querySelector('.trail [aria-current]').innerText === 'part1' && " +
		"document.querySelectorAll('.map .tile').length > 10")
	p.is(hash, "#/map/src/part1")
	p.wait(active + ".closest('.map') !== null")
	p.keys(kb.ArrowRight, kb.ArrowDown)
	p.is(active+".closest('.map') !== null && "+active+" !== document.querySelector('.map a')", "true")
	p.keys(kb.Escape)
	p.wait(hash + " === '#/map/src'")
	p.do(chromedp.NavigateBack())
	p.wait("document.querySelector('.trail [aria-current]').innerText === 'part1' && " +
		"document.querySelectorAll('.map .tile').length > 10")
	p.is(hash, "#/map/src/part1")
	p.click(".map .tile")
	p.wait("document.querySelector('.picture') !== null")
}

// TestKeyboard walks from the top of the page into a coroutine and its frame with keys alone.
func TestKeyboard(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 120, Text: true}, "")
	p.keys(kb.Tab)
	p.is(active+".innerText", "Skip to the content")
	p.is("getComputedStyle("+active+").outlineStyle", "solid")
	p.keys(kb.Enter)
	p.is(active+".id", "main")
	p.is("location.hash", "")
	p.slash()
	p.wait(active + ".className === 'search'")
	p.keys(kb.Tab)
	for range 12 { // the headings, and then one row
		if p.eval(active+".className") == "row" {
			break
		}
		p.keys(kb.Tab)
	}
	p.is(active+".className", "row")
	p.keys(kb.ArrowDown, kb.ArrowDown, kb.ArrowUp)
	p.is("[...document.querySelectorAll('a.row')].indexOf("+active+")", "1")
	p.keys(kb.End)
	p.is("[...document.querySelectorAll('a.row')].indexOf("+active+")", "99")
	p.keys(kb.Home, kb.Enter)
	p.wait("document.querySelector('.picture [role=option]') !== null")
	// The element with the focus is visibly marked, and Tab leaves the page: no element traps the
	// focus.
	seen := map[string]bool{}
	for range 60 {
		p.keys(kb.Tab)
		seen[p.eval("["+active+".getAttribute('role') || "+active+".tagName, "+active+".className].join(' ')")] = true
		if ring := p.eval("(() => { const el = " + active + "; return el === document.body || el.id === 'main' || " +
			"getComputedStyle(el).outlineStyle !== 'none' || el.matches('.node') && " +
			"getComputedStyle(el.querySelector('rect')).strokeWidth === '2.5px'; })()"); ring != "true" {
			t.Errorf("no ring around %s", p.eval(active+".outerHTML.slice(0, 120)"))
		}
	}
	for _, want := range []string{"option", "TR", "button", "SUMMARY"} {
		found := false
		for s := range seen {
			found = found || strings.HasPrefix(s, want)
		}
		if !found {
			t.Errorf("Tab never came to a %s: %v", want, seen)
		}
	}
}

// TestColours checks that the page follows the system's light or dark colours, that the switch
// overrides them, and that text has enough contrast in both.
func TestColours(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 20, Text: true}, "#/coroutines")
	scheme := func(s string) chromedp.Action[chromedp.Void] { return media("", s) }
	p.do(scheme("light"))
	p.is(light, "true")
	p.do(scheme("dark"))
	p.is(light, "false")
	p.click("#theme")
	p.is("document.getElementById('theme').innerText", "Light")
	p.is(light, "true")
	p.click("#theme")
	p.do(scheme("light"))
	p.is("document.getElementById('theme').innerText", "Dark")
	p.is(light, "false")
	for _, at := range []string{"#/", "#/creations", "#/units", "#/coroutine/_Z9coroutinei.7?row=3"} {
		p.goTo(at)
		p.wait("document.querySelector(" + quoted(map[bool]string{true: ".picture .bar",
			false: "table tbody tr"}[strings.Contains(at, "coroutine/")]) + ") !== null")
		for _, theme := range []string{"light", "dark"} {
			p.eval("(document.documentElement.dataset.theme = " + quoted(theme) + ", 0)")
			p.eval("Promise.all(document.getAnimations().map((a) => a.finished.catch(() => 0)))")
			if low := p.eval(contrast); low != "[]" {
				t.Errorf("%s, %s: too little contrast: %s", at, theme, low)
			}
		}
	}
}

// media emulates a medium ("" is a screen) on a system with light or dark colours.
func media(name, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}

// light reports whether the page is light.
const light = "(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g); return r " +
	"> 200 && g > 200 && b > 200; })()"

// TestPaper checks that the printed page is light whatever the screen is, that no scrolling box
// cuts text off, that closed tables are open, and that controls for a screen are absent.
func TestPaper(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 12, Text: true}, "#/coroutine/_Z9coroutinei.7")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.eval("(document.documentElement.dataset.theme = 'dark', document.querySelector('details').open = false, 0)")
	p.is(light, "false")
	p.do(media("print", "dark"))
	p.eval("(window.dispatchEvent(new Event('beforeprint')), 0)")
	p.is(light, "true")
	p.is("document.querySelector('details').open", "true")
	p.is("['#nav', '#theme', '.skip'].map((s) => getComputedStyle(document.querySelector(s)).display).join()",
		"none,none,none")
	p.is("[...document.querySelectorAll('.scroll, .code')].filter((el) => getComputedStyle(el).overflowY !== "+
		"'visible').length", "0")
}

// contrast returns at most six texts whose contrast with their background is less than 4.5 (WCAG
// AA).
const contrast = `(() => {
	const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
	const lum = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
	const behind = (el) => { for (; el; el = el.parentElement) { const c = parse(getComputedStyle(el).backgroundColor); if (c[3] > 0.5) return c; } return [255, 255, 255, 1]; };
	const low = [];
	for (const el of document.querySelectorAll('body *')) {
		if (![...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !el.checkVisibility() || el.closest('script, .sr, .skip, svg, :disabled')) continue;
		const a = lum(parse(getComputedStyle(el).color)), b = lum(behind(el));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) low.push(ratio.toFixed(1) + ' ' + el.className + ' ' + el.innerText.slice(0, 30));
	}
	return low.slice(0, 6);
})()`

// TestLong checks that a coroutine with 3,000 suspends, rows and paths is shown in parts, and that
// the page says which lists are longer.
func TestLong(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 1, Text: true, Long: 3000}, "#/coroutine/_Z9coroutinei.0")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.is("document.querySelectorAll('main *').length < 40000", "true")
	p.is("document.querySelector('.graph').innerText.includes('3,003 suspends and 3,009 paths are too many to draw')",
		"true")
	p.is("document.querySelector('.told-of table').innerText.includes('2,012 rows more')", "true")
	p.is("document.querySelector('.live .told').innerText", "Suspends 0\u201331 of 3,003")
	p.eval("([...document.querySelectorAll('.live button')].find((b) => b.innerText === 'Next suspends').click(), 0)")
	p.is("document.querySelector('.live .told').innerText", "Suspends 32\u201363 of 3,003")
	p.is("[...document.querySelectorAll('.fold')].some((b) => /^[\\d,]+ lines folded; show 200$/.test(b.innerText))",
		"true")
	p.eval("(document.querySelector('.fold').click(), 0)")
}

// TestPhone checks that at the width of a phone no page is wider than the window, and that tables
// are drawn as cards.
func TestPhone(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 60, Text: true}, "")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	for _, at := range []string{"#/map", "#/", "#/map/src", "#/coroutines", "#/creations", "#/findings", "#/units",
		"#/coroutine/_Z9coroutinei.7", "#/coroutine/none"} {
		p.goTo(at)
		p.is("document.documentElement.scrollWidth", "390")
		p.is(`[...document.querySelectorAll('main *')].filter((el) => !el.closest('.scroll, .map, svg') && el.getBoundingClientRect().right > 391).map((el) => el.outerHTML.slice(0, 80)).join()`, "")
	}
	p.goTo("#/coroutines")
	p.wait("document.querySelector('table.list tr td') !== null")
	p.is("getComputedStyle(document.querySelector('table.list td')).display", "grid")
	p.is("document.querySelector('table.list').getAttribute('role') + document.querySelector('table.list "+
		"td').getAttribute('role')", "tablecell")
	p.is("getComputedStyle(document.querySelector('select.sortby')).display", "block")
}

// TestHostile checks that names and texts that look like markup or scripts appear as text on every
// page. Otherwise the console, the policy or window.ran would show it.
func TestHostile(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 11, Name: htmltest.Hostile, Text: true}, "")
	p.is("document.querySelector('h1').innerText.startsWith('Projectx</script><img src=x')", "true")
	for _, at := range []string{"#/map", "#/coroutines", "#/creations", "#/findings", "#/units",
		"#/coroutine/\"><img src=x onerror=window.ran=4>", "#/map/<img src=x onerror=window.ran=5>",
		"#/coroutines?q=<img src=x onerror=window.ran=6>"} {
		p.goTo(at)
	}
	p.goTo("#/coroutines")
	p.wait("document.querySelector('a.row') !== null")
	p.click("a.row")
	p.wait("document.querySelector('.picture .bar') !== null && document.querySelector('.graph svg') !== null")
	p.is("document.querySelectorAll('img, iframe, object, main script').length", "0")
	p.is("document.body.innerText.includes('\\u202e')", "false")
	p.is("document.querySelector('h1').innerText.includes('</script><img src=x onerror=')", "true")
	// If a text became markup, the policy would still refuse an added script and an image, and
	// report both on the console.
	p.eval("(() => { try { document.body.innerHTML = '<b>x</b>'; } catch (e) { return 0; } window.ran = 7; })()")
	p.eval("(() => { const s = document.createElement('script'); try { s.text = 'window.ran = 8'; } catch (e) { " +
		"return 0; } document.body.append(s); })()")
	p.wait("document.querySelector('h1') !== null")
	p.eval("new Promise((done) => setTimeout(done, 50))")
	p.mu.Lock()
	defer p.mu.Unlock()
	refused := 0
	for _, s := range p.said {
		if strings.Contains(s, "TrustedHTML") || strings.Contains(s, "TrustedScript") ||
			strings.Contains(s, "Trusted Type") {
			refused++
		} else {
			t.Errorf("the console says %s", s)
		}
	}
	p.said = nil
	if refused == 0 {
		t.Log("the console did not tell of what the policy refused")
	}
}

// TestMany checks that 10,000 coroutines need no more elements than a few do, and that the file
// stays within the size that docs/report.md states.
func TestMany(t *testing.T) {
	p := open(t, htmltest.Options{Coroutines: 10000}, "#/coroutines")
	if st, err := os.Stat(p.file); err != nil || st.Size() > 8<<20 {
		t.Errorf("the file has %d bytes, %v", st.Size(), err)
	}
	p.is(rows, "100")
	p.is("document.querySelector('.told').innerText", "1–100 of 10,000")
	elements := "document.querySelectorAll('main *').length"
	p.is(elements+" < 4000", "true")
	p.eval("(document.querySelector('input.search').value = 'part42 1', " +
		"document.querySelector('input.search').dispatchEvent(new Event('input')), 0)")
	p.is("document.querySelector('.told').innerText.endsWith('of 10,000')", "true")
	for _, at := range []string{"#/map", "#/", "#/creations", "#/units"} {
		p.goTo(at)
		p.is(elements+" < 6000", "true")
	}
	p.goTo("#/coroutine/_Z9coroutinei.9999")
	p.wait("document.querySelector('.picture .bar') !== null")
	p.is("document.querySelector('h1').innerText", "coroutine(int) [clone .9999]")
}

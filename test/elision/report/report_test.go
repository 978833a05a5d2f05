// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/elision/report"
	"github.com/corolower/corolower/test/programs"
	"github.com/corolower/corolower/test/sample"
)

const passes = "default<O2>"

func newTools(t *testing.T) *report.Tools {
	t.Helper()
	dir := t.TempDir()
	bin, err := report.Binary(filepath.Join("..", "..", ".."), dir)
	if err != nil {
		t.Fatal(err)
	}
	tools := &report.Tools{Corolower: bin, Passes: passes, Dir: dir}
	if err := tools.Prepare(); err != nil {
		t.Fatal(err)
	}
	return tools
}

// TestRules verifies all rules for all programs with the lowering under test. With -short it does
// not use AddressSanitizer.
func TestRules(t *testing.T) {
	programs, err := report.LoadPrograms(filepath.Join("..", "..", "e2e"))
	if err != nil {
		t.Fatal(err)
	}
	programs = slices.DeleteFunc(programs, func(p *report.Program) bool { return !sample.Has(p.Name, 3) })
	rows := report.Run(programs, newTools(t), report.Options{Jobs: 2, Asan: !testing.Short()})
	var table strings.Builder
	if err := report.Print(&table, rows, false); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
	for _, broken := range report.Broken(rows, sample.Whole()) {
		t.Error(broken)
	}
}

// TestAddressSanitizer verifies that AddressSanitizer finds a fault in a coroutine's body in the
// lowered program, so that a clean run proves something.
func TestAddressSanitizer(t *testing.T) {
	tools := newTools(t)
	p := &report.Program{Program: programs.Program{Name: "use_after_free", Path: filepath.Join("testdata",
		"use_after_free.cpp")}}
	found, err := report.UnderAsan(p, tools)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(found, "heap-use-after-free") {
		t.Errorf("want a heap-use-after-free, got:\n%s", found)
	}
}

// TestUnsoundInClang shows why corolower does not perform one of clang's elisions. A program of the
// same kind prints the same when corolower lowers it and when clang builds it at -O0, but not when
// clang builds it at -O2 and elides the frame.
func TestUnsoundInClang(t *testing.T) {
	tools := newTools(t)
	p := &report.Program{Program: programs.Program{Name: "transfer_throws", Path: filepath.Join("testdata",
		"transfer_throws.cpp")}}
	want, got, _, err := report.Bare(p, tools, "-O0")
	if err != nil {
		t.Fatal(err)
	}
	if got != want || !strings.Contains(got, "sum 84") {
		t.Errorf("lowered here, the program prints\n%s\nwant\n%s", got, want)
	}
	clang, _, elided, err := report.Bare(p, tools, "-O2")
	if err != nil {
		t.Fatal(err)
	}
	if !elided.Pairs[report.Pair{Coroutine: "_ZL6workeri", Caller: "_ZL6createi"}] || clang == want {
		t.Errorf("clang is right now, or does not elide (%v): the exception in the report can go", elided.Pairs)
	}
}

// TestJumpPastHandler verifies that a frame stays on the heap if only an exception handler destroys
// it, because a jump past the handler is defined.
func TestJumpPastHandler(t *testing.T) {
	p := &report.Program{Program: programs.Program{Name: "jump_past_handler", Path: filepath.Join("testdata",
		"jump_past_handler.cpp")}}
	want, got, _, err := report.Bare(p, newTools(t), "-O0")
	if err != nil {
		t.Fatal(err)
	}
	if got != want || !strings.Contains(got, "sum 84") {
		t.Errorf("lowered here, the program prints\n%s\nwant\n%s", got, want)
	}
}

// TestFinalSuspendThatNeverHappens verifies that a coroutine that ends with an exception is
// destroyed once, even if optimisation proves that it never reaches its final suspend. clang 22
// destroys its locals twice at -O2.
func TestFinalSuspendThatNeverHappens(t *testing.T) {
	p := &report.Program{Program: programs.Program{Name: "final_never", Path: filepath.Join("testdata",
		"final_never.cpp")}}
	want, got, _, err := report.Bare(p, newTools(t), "-O0")
	if err != nil {
		t.Fatal(err)
	}
	if got != want || strings.Count(got, "local gone") != 1 {
		t.Errorf("lowered here, the program prints\n%s\nwant\n%s", got, want)
	}
}

// TestCountsEveryForm runs a program that allocates once with each function and prints the counts.
func TestCountsEveryForm(t *testing.T) {
	tools := newTools(t)
	src := filepath.Join("testdata", "every_form.cpp")
	rows := report.Run([]*report.Program{{Program: programs.Program{Name: "every_form", Path: src}}}, tools,
		report.Options{Jobs: 1})
	if len(rows[0].Errors) > 0 {
		t.Fatal(rows[0].Errors)
	}
	const forms = 8 + 5 // forms of operator new, and C's functions
	if rows[0].ClangAllocs != forms || rows[0].OurAllocs != forms {
		t.Errorf("%d and %d allocations counted, want %d", rows[0].ClangAllocs, rows[0].OurAllocs, forms)
	}
}

const remarks = `--- !Passed
Pass:            coro-elide
Name:            CoroElide
DebugLoc:        { File: 'a.cpp', 
                   Line: 3, Column: 5 }
Function:        main
Args:
  - String:          ''''
  - callee:          gen
  - String:          ''' elided in '''
  - caller:          'it''s'
    DebugLoc:        { File: 'a.cpp', Line: 3, Column: 5 }
  - String:          ''''
...
--- !Missed
Pass:            coro-elide
Name:            CoroElide
Function:        main
Args:
  - callee:          other
  - String:          ''' not elided in '''
  - caller:          main
...
--- !Passed
Pass:            coro-annotation-elide
Name:            CoroAnnotationElide
Function:        root
Args:
  - callee:          leaf
  - caller:          root.resume
...
--- !Passed
Pass:            inline
Name:            Inlined
Function:        main
Args:
  - Callee:          root.resume
  - Caller:          main
...
`

func TestParseRemarks(t *testing.T) {
	e, err := report.ParseRemarks([]byte(remarks))
	if err != nil {
		t.Fatal(err)
	}
	want := &report.Elided{
		Pairs: map[report.Pair]bool{{Coroutine: "gen", Caller: "it's"}: true,
			{Coroutine: "leaf", Caller: "root"}: true},
		Into: map[string]map[string]bool{"root": {"main": true}},
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("got %v, want %v", e, want)
	}
	nameless := "--- !Passed\nPass: coro-elide\nArgs:\n  - callee: gen\n...\n"
	if _, err := report.ParseRemarks([]byte(nameless)); err == nil {
		t.Error("a remark without a caller is accepted")
	}
}

func elided(into map[string]map[string]bool, pairs ...report.Pair) *report.Elided {
	e := &report.Elided{Pairs: map[report.Pair]bool{}, Into: into}
	for _, p := range pairs {
		e.Pairs[p] = true
	}
	return e
}

func TestMissingAndMore(t *testing.T) {
	chain := map[string]map[string]bool{"g": {"h": true}, "h": {"main": true, "g": true}}
	pair := func(f, g string) report.Pair { return report.Pair{Coroutine: f, Caller: g} }
	fg, fh, fmain := pair("f", "g"), pair("f", "h"), pair("f", "main")
	eg := pair("e", "g")
	for _, c := range []struct {
		name          string
		clang, ours   *report.Elided
		missing, more []report.Pair
	}{
		{"the same", elided(nil, fg), elided(nil, fg), nil, nil},
		{"not ours", elided(nil, fg, fh), elided(nil, fg), []report.Pair{fh}, nil},
		{"only ours", elided(nil, fg), elided(nil, fg, fh), nil, []report.Pair{fh}},
		{"earlier in a function that clang inlined", elided(chain, fmain), elided(nil, fg), nil, nil},
		{"in a function that only we inlined", elided(nil, fmain), elided(chain, fg), []report.Pair{fmain}, nil},
		{"the other way round", elided(chain, fg), elided(nil, fmain), []report.Pair{fg}, nil},
		{"another coroutine", elided(chain, fmain), elided(nil, eg), []report.Pair{fmain}, []report.Pair{eg}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := report.Missing(c.clang, c.ours); !reflect.DeepEqual(got, c.missing) {
				t.Errorf("missing %v, want %v", got, c.missing)
			}
			if got := report.More(c.clang, c.ours); !reflect.DeepEqual(got, c.more) {
				t.Errorf("more %v, want %v", got, c.more)
			}
		})
	}
}

func TestBroken(t *testing.T) {
	good := func() []*report.Row {
		return []*report.Row{
			{Program: "a", ClangPairs: 1, OurPairs: 2, More: make([]report.Pair, 1), ClangAllocs: 5, OurAllocs: 4},
			{Program: "b", ClangAllocs: 7, OurAllocs: 7}, {Program: "c"}, {Program: "d"},
		}
	}
	if broken := report.Broken(good(), true); broken != nil {
		t.Errorf("good rows break %q", broken)
	}
	for _, c := range []struct {
		rule, want string
		change     func(rows []*report.Row)
	}{
		{"never more", "b: 8 allocations, with clang alone 7", func(rows []*report.Row) { rows[1].OurAllocs = 8 }},
		{"one in four", "fewer allocations in 0 of 4", func(rows []*report.Row) { rows[0].OurAllocs = 5 }},
		{"larger", "what clang does not", func(rows []*report.Row) { rows[0].More = nil }},
		{"contained", "b: clang elides f in g", func(rows []*report.Row) {
			rows[1].Missing = []report.Pair{{Coroutine: "f", Caller: "g"}}
		}},
		{"behaves", "c: other output", func(rows []*report.Row) { rows[2].Errors = []string{"other output"} }},
	} {
		t.Run(c.rule, func(t *testing.T) {
			rows := good()
			c.change(rows)
			broken := report.Broken(rows, true)
			if len(broken) != 1 || !strings.Contains(broken[0], c.want) {
				t.Errorf("got %q, want one with %q", broken, c.want)
			}
		})
	}
}

func TestUninstrumented(t *testing.T) {
	const text = `define void @f(ptr %p) #1 {
define internal fastcc void @f.resume(ptr %hdl) #0 {
define internal fastcc void @"f g.destroy"(ptr %hdl) #1 {
attributes #0 = { mustprogress sanitize_address "x"="y" }
attributes #1 = { mustprogress }
`
	if got := report.Uninstrumented(text); got != "f g.destroy" {
		t.Errorf("got %q", got)
	}
	if got := report.Uninstrumented(strings.Replace(text, "(ptr %hdl) #1", "(ptr %hdl) #0", 1)); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestDirectives checks the directives that are read from a program's head comment.
func TestDirectives(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "programs"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"b.cpp": "// Shows b.\n// E2E: threads -fno-rtti clang14\n\n// E2E: no-clang22\n",
		"a.cpp": "// Shows a.\n",
		"c.cpp": "// Shows c.\n// E2E: no-clang22\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, "programs", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	programs, err := report.LoadPrograms(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range programs {
		got = append(got, p.Name)
	}
	if want := []string{"a", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("programs %q, want %q", got, want)
	}
	if !programs[1].Threads || !reflect.DeepEqual(programs[1].Flags, []string{"-fno-rtti"}) || programs[0].Threads {
		t.Errorf("directives read as %+v and %+v", programs[0], programs[1])
	}
	if _, err := report.LoadPrograms(t.TempDir()); err == nil {
		t.Error("a directory without programs is accepted")
	}
}

// TestInterchange mixes opt and the lowering under test for some programs of each kind.
func TestInterchange(t *testing.T) {
	programs, err := report.LoadPrograms(filepath.Join("..", "..", "e2e"))
	if err != nil {
		t.Fatal(err)
	}
	tools, pairs := newTools(t), 0
	some := regexp.MustCompile(`^(gen_|elide_|member_|lambda_|template_|symmetric_|volatile_|loop_)`)
	for _, p := range report.Select(programs, some) {
		if !sample.Has(p.Name, 3) {
			continue
		}
		missing, n, err := report.Interchange(p, tools)
		if err != nil {
			t.Error(err)
		}
		pairs += n
		for order, list := range missing {
			t.Errorf("%s, %s: not elided: %v", p.Name, order, list)
		}
	}
	if sample.Whole() && pairs == 0 {
		t.Error("opt elides nothing: the comparison says nothing")
	}
}

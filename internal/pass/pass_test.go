// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pass_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/corolower/corolower/internal/pass"
)

var table = pass.Table{
	Passes: []*pass.Info{
		{Name: "coro-early", Class: "CoroEarlyPass", Scope: pass.Module, Is: pass.OnFunctions},
		{Name: "coro-split", Class: "CoroSplitPass", Scope: pass.CGSCC,
			Params: []string{"reuse-storage", "other"}},
		{Name: "coro-elide", Class: "CoroElidePass", Scope: pass.Function},
		{Name: "coro-cleanup", Class: "CoroCleanupPass", Scope: pass.Module, Is: pass.OnFunctions},
		{Name: "verify", Class: "VerifierPass", Scope: pass.Module, Is: pass.OnFunctions},
		{Name: "no-op-loop", Class: "NoOpLoopPass", Scope: pass.Loop, Is: pass.Nop},
	},
	Aliases: []pass.Alias{{Name: "default", Params: []string{"O0", "O2"},
		Text:  "coro-early,coro-split<reuse-storage>,coro-cleanup",
		Texts: map[string]string{"O0": "coro-early,coro-split,coro-cleanup"}}},
	Instead: map[string]string{"gvn": "coro-elide"},
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"coro-early":            "coro-early",
		"coro-split":            "cgscc(coro-split)",
		"coro-elide":            "function(coro-elide)",
		"coro-early,coro-split": "coro-early,cgscc(coro-split)",
		"coro-early,coro-split,coro-elide,coro-cleanup":                            "coro-early,cgscc(coro-split),function(coro-elide),coro-cleanup",
		"coro-split,coro-elide":                                                    "cgscc(coro-split,function(coro-elide))",
		"coro-split<other;reuse-storage;other>":                                    "cgscc(coro-split<reuse-storage;other>)",
		"coro-split<>":                                                             "cgscc(coro-split)",
		"module(coro-early),coro-cond(coro-early,coro-split)":                      "module(coro-early),coro-cond(coro-early,cgscc(coro-split))",
		"function(coro-early),cgscc(coro-split),function(coro-elide,coro-cleanup)": "function(coro-early),cgscc(coro-split),function(coro-elide,coro-cleanup)",
		"cgscc(devirt<4>(coro-split))":                                             "cgscc(devirt<4>(coro-split))",
		"devirt<4>(coro-split)":                                                    "cgscc(devirt<4>(coro-split))",
		"function<eager-inv>(coro-elide)":                                          "function<eager-inv>(coro-elide)",
		"no-op-loop":                                                               "function(loop(no-op-loop))",
		"loop(no-op-loop)":                                                         "function(loop(no-op-loop))",
		"function(loop-mssa(no-op-loop),coro-elide)":                               "function(loop-mssa(no-op-loop),coro-elide)",
		"require<domtree>,coro-early":                                              "require<domtree>,coro-early",
		"function(require<domtree>,invalidate<all>,coro-elide)":                    "function(require<domtree>,invalidate<all>,coro-elide)",
		"default<O0>":                                                              "coro-early,cgscc(coro-split),coro-cleanup",
		"default<O2>,verify":                                                       "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup,verify",
		"cgscc(verify)":                                                            "cgscc(function(verify))",
		"function(verify)":                                                         "function(verify)",
	} {
		pl, err := table.Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := pl.String(); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		again, err := table.Parse(pl.String())
		if err != nil || again.String() != pl.String() {
			t.Errorf("%q: canonical text is no fixed point: %v, %v", in, again, err)
		}
	}
}

// TestErrors checks messages and hints. The messages are opt 22's; the hints are this program's. at
// is the text that the error points to.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, msg, at, hint string }{
		{"bogus", "unknown pass name 'bogus'", "bogus", "help passes"},
		{"coro-early,coro-spit", "unknown module pass 'coro-spit'", "coro-spit", "did you mean 'coro-split'?"},
		{"function(coro-split)", "unknown function pass 'coro-split'", "coro-split", "cgscc(coro-split), outside"},
		{"cgscc(default<O0>)", "unknown cgscc pass 'default<O0>'", "default<O0>", ""},
		{"coro-split<foo>", "invalid CoroSplitPass pass parameter 'foo'", "coro-split<foo>", "reuse-storage"},
		{"coro-split<reuse-storge>", "invalid CoroSplitPass pass parameter 'reuse-storge'", "coro-split<reuse-storge>",
			"did you mean 'coro-split<reuse-storage>'?"},
		{"coro-early<x>", "unknown pass name 'coro-early<x>'", "coro-early<x>", "no parameters"},
		{"module(coro-early", "invalid pipeline 'module(coro-early'", "", "missing"},
		{"coro-early)", "invalid pipeline 'coro-early)'", ")", "no matching '('"},
		{"module(coro-early)coro-split", "invalid pipeline 'module(coro-early)coro-split'", "c", "must be followed"},
		{"coro-early,,coro-split", "unknown module pass ''", ",", "expected a name"},
		{"default<O9>", "invalid optimization level 'O9'", "default<O9>", "default<O0>"},
		{"default", "invalid optimization level ''", "default", "default<O0>"},
		{"foo(coro-early)", "unknown pipeline name 'foo'", "foo", "module(...)"},
		{"repeat(coro-early)", "unknown pipeline name 'repeat'", "repeat", ""},
		{"module(foo(coro-early))", "invalid use of 'foo' pass as module pipeline", "foo", ""},
		{"coro-early(verify)", "invalid use of 'coro-early' pass as module pipeline", "coro-early",
			"takes no pipeline"},
		{"cgscc(module(coro-early))", "invalid use of 'module' pass as cgscc pipeline", "module",
			"cannot stand inside"},
		{"function(coro-cond(coro-early))", "invalid use of 'coro-cond' pass as function pipeline", "coro-cond", ""},
		{"simplifycfg", "unknown pass name 'simplifycfg'", "simplifycfg",
			"some of opt's passes"},
		{"coro-early,gvn", "unknown module pass 'gvn'", "gvn", "a pass of opt"},
		{"coro-early, coro-split", "unknown module pass ' coro-split'", " coro-split", "did you mean 'coro-split'?"},
		{strings.Repeat("module(", 200), "pipeline is nested more than 100 deep", "m", ""},
	} {
		pl, err := table.Parse(c.in)
		var e *pass.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, %v", c.in, pl, err)
			continue
		}
		if e.Msg != c.msg {
			t.Errorf("%q: got %q, want %q", c.in, e.Msg, c.msg)
		}
		if !strings.HasPrefix(c.in[e.Off:], c.at) || len(c.at) > e.Len {
			t.Errorf("%q: points to %d+%d, want %q", c.in, e.Off, e.Len, c.at)
		}
		if !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%q: hint %q, want %q in it", c.in, e.Hint, c.hint)
		}
	}
}

func TestSteps(t *testing.T) {
	pl, err := table.Parse("coro-early,coro-cond(cgscc(coro-split<reuse-storage>)),function(verify)")
	if err != nil {
		t.Fatal(err)
	}
	steps := pl.Steps()
	if len(steps) != 3 || !steps[1].Has("reuse-storage") || !steps[1].InCond ||
		steps[2].InCond || steps[2].Scope != pass.Function {
		t.Errorf("got %+v", steps)
	}
	pl.AddParam("coro-split", "other")
	if got := pl.String(); !strings.Contains(got, "<reuse-storage;other>") {
		t.Errorf("got %s", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"coro-early,cgscc(coro-split<reuse-storage>),function(coro-elide)", "a(b(c",
		"devirt<4>(coro-split)", "<>,()"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pl, err := table.Parse(s)
		if err == nil {
			if again, err := table.Parse(pl.String()); err != nil || again.String() != pl.String() {
				t.Errorf("%q: canonical %q: %v", s, pl, err)
			}
			return
		}
		var e *pass.Error
		if !errors.As(err, &e) || e.Off > len(s) {
			t.Errorf("%q: error without a place: %v", s, err)
		}
	})
}

func TestReporter(t *testing.T) {
	pl, err := table.Parse("coro-early,coro-split,coro-elide")
	if err != nil {
		t.Fatal(err)
	}
	var w bytes.Buffer
	text := "before\n"
	r := pass.Reporter{W: &w, Opts: &pass.Options{After: []string{"coro-split"}, BeforeAll: true, DebugManager: true,
		Bisect: true, BisectLimit: 2, Changed: "quiet"}}
	for i, st := range pl.Steps() {
		s := &pass.Subject{Func: []string{"", "f", "f"}[i], Size: 7, Text: func() []byte { return []byte(text) }}
		if !r.Before(&st, s) {
			continue
		}
		before := s.Text()
		if i == 1 {
			text = "after\n"
		}
		r.After(&st, s, before)
	}
	want := `BISECT: running pass (1) coro-early on [module]
Running pass: CoroEarlyPass on [module]
; *** IR Dump Before CoroEarlyPass on [module] ***
before
BISECT: running pass (2) coro-split on (f)
Running pass: CoroSplitPass on (f) (1 node)
; *** IR Dump Before CoroSplitPass on (f) ***
before
; *** IR Dump After CoroSplitPass on (f) ***
after
*** IR Dump After CoroSplitPass on (f) ***
after

BISECT: NOT running pass (3) coro-elide on f
`
	if got := w.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTimes(t *testing.T) {
	var w bytes.Buffer
	a := pass.Times{"coro-split": 3 * time.Second}
	a.Add(pass.Times{"coro-early": time.Second})
	a.Write(&w, 2*time.Second)
	if s := w.String(); !strings.Contains(s, "   3.0000 ( 75.0%)  coro-split\n    1.0000 ( 25.0%)  coro-early\n"+
		"    4.0000 (100.0%)  Total\n") {
		t.Errorf("got\n%s", s)
	}
}

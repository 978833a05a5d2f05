package lower_test

import (
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

func TestScratch(t *testing.T) {
	name := os.Getenv("SCRATCH")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module(name, text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		t.Fatal(err)
	}
	c := &lower.Context{M: m, Layout: l, Target: target.Parse(m.Triple)}
	c.Opts.ReuseStorage = os.Getenv("SHARE") != ""
	for _, f := range append([]*ir.Func(nil), m.Funcs...) {
		if f.Declared {
			continue
		}
		if _, err := lower.Early(c, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range append([]*ir.Func(nil), m.Funcs...) {
		if _, err := lower.Split(c, f); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getenv("NOCLEAN") == "" {
		for _, f := range append([]*ir.Func(nil), m.Funcs...) {
			if !f.Declared {
				lower.Cleanup(c, f)
			}
		}
	}
	out := emit.Module(m)
	for _, l := range strings.SplitAfter(string(text), "\n") {
		if strings.HasPrefix(l, "$") {
			out = append(out, l...)
		}
	}
	os.WriteFile(os.Getenv("SCRATCHOUT"), out, 0o666)
}

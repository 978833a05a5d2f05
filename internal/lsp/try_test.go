// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// TestDeclared finds where an attribute marks a declaration; ^ stands for the place, which is missing
// if there is none. The declaration is on the line with its name.
func TestDeclared(t *testing.T) {
	for _, c := range []struct {
		text, name string
		line       int
		parameter  int
	}{
		{"struct ^task {", "task", 1, 0},
		{"template <class T>\nclass ^[[nodiscard]] task : base<T> {", "task", 2, 0},
		{"template <class task_t> struct ^task final {", "task", 1, 0},
		{"class\n  ^task {", "task", 2, 0},
		{"struct other {}; using task = other;", "task", 1, 0},
		{"enum task {", "task", 1, 0},
		{"void fill(^char *text);", "fill", 1, 1},
		{"int filled; void fill (int, std::function<void(int, int)> f, ^char *text);", "fill", 1, 3},
		{"void\n  fill(int,\n       ^char (&text)[4]);", "fill", 2, 2},
		{"void fill(int);", "fill", 1, 2},
		{"void fill();", "fill", 1, 1},
		{"FILL(char *text);", "fill", 1, 1},
	} {
		x := newText([]byte(strings.Replace(c.text, "^", "", 1)), false)
		got := c.text
		d := &explain.Decl{Name: c.name, Parameter: c.parameter, Source: &explain.Source{Line: c.line}}
		if at, ok := x.declared(d); ok {
			got = string(x.Text[:at]) + "^" + string(x.Text[at:])
		} else if strings.Contains(got, "^") {
			got = "no place"
		}
		if got != c.text {
			t.Errorf("%q, want %q", got, c.text)
		}
	}
}

// TestGained compares units before and after a change.
func TestGained(t *testing.T) {
	unit := func(size int64, elided ...bool) *report.Part {
		p := &report.Part{Coroutines: []report.Coroutine{{Frame: explain.Frame{Size: size}}}}
		for k, e := range elided {
			p.Creations = append(p.Creations, report.Creation{Creation: explain.Creation{Callee: "f", Elided: e,
				Source: &explain.Source{File: "a.cpp", Line: k}}})
		}
		return p
	}
	before := unit(100, false, true)
	for want, after := range map[string]*report.Part{
		"elides 1 more allocation":         unit(200, true, true),
		"":                                 unit(100, false, true),
		"makes the frame 40 bytes smaller": unit(60, false, true),
	} {
		before.Coroutines[0].Source = &explain.Source{File: "a.cpp", Line: 9}
		if got, _ := gained(before, after); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, _ := gained(before, unit(10, true, false)); got != "" {
		t.Errorf("%q, although an allocation is new", got)
	}
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain_test

import (
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/report/explain"
)

func TestPathText(t *testing.T) {
	at := func(file string, line int) lifetime.Step {
		return lifetime.Step{Block: "%b", Loc: remark.Loc{File: file, Dir: "/src", Line: line}}
	}
	none := lifetime.Step{Block: "%entry"}
	name := func(l ir.SourceLoc) string { return l.Dir[1:] + "/" + l.File }
	for _, c := range []struct {
		path       []lifetime.Step
		file, want string
	}{
		{nil, "", ""},
		{[]lifetime.Step{none, {Block: "%next"}}, "", "%entry -> %next"},
		{[]lifetime.Step{at("a", 1), at("a", 1), at("a", 2)}, "", "src/a:1 -> line 2"},
		{[]lifetime.Step{at("a", 1), at("a", 1), at("a", 2)}, "src/a", "line 1 -> line 2"},
		{[]lifetime.Step{at("a", 1), at("b", 1), at("b", 3), at("a", 1)}, "src/a",
			"line 1 -> src/b:1 -> line 3 -> src/a:1"},
		{[]lifetime.Step{at("a", 1), none, at("a", 1)}, "src/a", "line 1 -> %entry -> line 1"},
	} {
		if got := explain.PathText(c.path, c.file, name); got != c.want {
			t.Errorf("%v from %q: got %q, want %q", c.path, c.file, got, c.want)
		}
	}
}

// TestGrowth verifies that a caller's growth is known only if the result names exactly one place
// for the frame, and that a frame that cannot be elided into its caller has none.
func TestGrowth(t *testing.T) {
	frame := func(name, abi string, size int64, rows ...framereport.Row) framereport.Report {
		return framereport.Report{Function: name, ABI: abi, Size: size, Align: 8, Suspends: make([]framereport.SuspendReport, 1),
			Rows: rows}
	}
	row := func(of string, at int, adds int64) framereport.Row {
		return framereport.Row{Kind: framereport.RowFrame, FrameOf: of, FrameAt: ir.PosAt(at), Adds: adds, Size: 32}
	}
	res := &driver.Result{Frames: []framereport.Report{
		frame("f", framereport.Switched, 104, row("t", 10, 32), row("t", 20, 24), row("t", 20, 24), row("t", 30, -1),
			row("t", 40, 0)),
		frame("t", framereport.Switched, 32), frame("r", "async", 64), {Function: "never", ABI: framereport.Switched, Align: 1},
	}}
	elided := func(caller string, at int) elide.Elision {
		return elide.Elision{Callee: "t", Caller: caller, Size: 32, Align: 8, Elided: true, Pos: ir.PosAt(at)}
	}
	missed := func(caller, callee string, kind lifetime.MissKind, size, align int64) elide.Elision {
		return elide.Elision{Callee: callee, Caller: caller, Size: size, Align: align, Pos: ir.PosAt(90),
			Miss: &lifetime.Miss{Kind: kind}}
	}
	g := func(bytes, from, to int64, about bool) *explain.Growth {
		return &explain.Growth{Bytes: bytes, From: from, To: to, About: about}
	}
	for _, c := range []struct {
		what string
		e    elide.Elision
		want *explain.Growth
	}{
		{"elided", elided("f", 10), g(32, 72, 104, false)},
		{"elided over others", elided("f", 40), g(0, 104, 104, false)},
		{"two frames of one place", elided("f", 20), nil},
		{"not tried", elided("f", 30), nil},
		{"no row", elided("f", 50), nil},
		{"into a function", elided("main", 10), nil},
		{"into one without a frame", elided("never", 10), nil},
		{"missed", missed("f", "t", lifetime.MissPath, 32, 8), g(32, 104, 136, true)},
		{"missed, aligned", missed("f", "t", lifetime.MissPath, 32, 32), g(56, 104, 160, true)},
		{"of another file", missed("f", "other", lifetime.MissPath, 32, 8), g(32, 104, 136, true)},
		{"missed in a function", missed("main", "t", lifetime.MissPath, 32, 8), nil},
		{"recursive", missed("f", "f", lifetime.MissRecursion, 104, 8), nil},
		{"of unknown size", missed("f", "t", lifetime.MissUnknownSize, -1, -1), nil},
		{"no frame of its own", missed("f", "r", lifetime.MissPath, 64, 8), nil},
	} {
		res.Elisions = []elide.Elision{c.e}
		got := explain.Creations(diag.NewFile("f.ll", nil), res, nil)[0].Growth
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
	res.Elisions = []elide.Elision{elided("f", 10), elided("f", 10)}
	for _, c := range explain.Creations(diag.NewFile("f.ll", nil), res, nil) {
		if c.Growth != nil {
			t.Errorf("one frame of two creations: %+v", c.Growth)
		}
	}
}
